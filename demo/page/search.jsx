/** "Does it still know …?": where a word is said, in the prompt, in records, in folded messages, or nowhere. */

import { signal } from '@preact/signals';
import { film } from './store.js';
import { figure, range } from './text.js';

function answerOf({ view, records, folded }) {
  if (view.total > 0) return 'Yes: it stands in messages that the model is sent.';
  if (records.total > 0) return 'Yes: a record tells it.';
  if (folded.total > 0) {
    return 'Not any more: only folded messages have it. With an archive the agent can recall them.';
  }
  return 'It was never said up to this step.';
}

function Places({ title, found: { total, places }, nameOf, onOpen }) {
  return (
    <section>
      <h3>
        {title}: {figure(total)}
      </h3>
      <ol>
        {places.map((place) => (
          <li key={nameOf(place)}>
            <button type="button" onClick={() => onOpen(place)}>
              {`${nameOf(place)}: ${place.before}`}
              <mark>{place.found}</mark>
              {place.after}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

const messageName = ({ number }) => `message ${number}`;
const recordName = ({ number, last }) => `record of ${range(number, last)}`;

/** `{ View, clear }`; what is found is opened by `onMessage(number)` and `onRecord(id)`. */
export function createSearch({ ask, playback, onMessage, onRecord, onFailure }) {
  const query = signal('');
  const answer = signal('\u00a0');
  const found = signal();

  async function look() {
    const wanted = query.value.trim();
    const { step } = playback;
    if (wanted === '' || step === 0) return;
    answer.value = 'Looking …';
    const { key, seen } = film.value.at(step);
    const places = await ask('ask', { query: wanted, key, seen });
    answer.value = `At step ${figure(step)}: ${answerOf(places)}`;
    found.value = places;
  }

  const openMessage = ({ number }) => onMessage(number);

  function View() {
    return (
      <>
        <form
          class="ask"
          id="ask"
          onSubmit={(event) => {
            event.preventDefault();
            look().catch(onFailure);
          }}
        >
          <label for="query">Does it still know …?</label>
          <input
            type="search"
            id="query"
            placeholder="a path, a number, a word"
            autocomplete="off"
            value={query}
            onInput={({ currentTarget }) => {
              query.value = currentTarget.value;
            }}
          />
          <button type="submit">Look</button>
        </form>
        <p class="answer" id="answer" role="status">
          {answer}
        </p>
        <div class="places" id="places">
          {found.value && (
            <>
              <Places
                title="In the prompt"
                found={found.value.view}
                nameOf={messageName}
                onOpen={openMessage}
              />
              <Places
                title="In records"
                found={found.value.records}
                nameOf={recordName}
                onOpen={({ record }) => onRecord(record)}
              />
              <Places
                title="In folded messages"
                found={found.value.folded}
                nameOf={messageName}
                onOpen={openMessage}
              />
            </>
          )}
        </div>
      </>
    );
  }

  return {
    View,
    clear() {
      answer.value = '\u00a0';
      found.value = undefined;
    },
  };
}
