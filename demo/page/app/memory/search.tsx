/** Asks the view of the shown step and its records for a name or a phrase. */

import { signal, useSignalEffect } from '@preact/signals';
import { Fragment } from 'preact';
import type { Found, Place } from '../../../engine/recall.ts';
import { isPlayed, selection, setup, theEngine, timeline } from '../player.ts';
import { plural, range } from '../words.ts';
import { at, follow } from './state.ts';
import './search.css';

/** Milliseconds without a key before it asks. */
const pause = 200;

const question = signal('');
const answer = signal<{ text: string; step: number; found: Found } | undefined>(undefined);
const problem = signal<string | undefined>(undefined);

async function ask(text: string, step: number, isCurrent: () => boolean) {
  try {
    const found = await theEngine().find(setup.value, text, step);
    if (isCurrent()) [answer.value, problem.value] = [{ text, step, found }, undefined];
  } catch (error) {
    if (isCurrent()) problem.value = error instanceof Error ? error.message : String(error);
  }
}

const verdicts = {
  view: ['✓', 'Yes. The model can read it in a message.'],
  record: ['✓', 'Yes, but only in a record.'],
  gone: ['✕', 'No. It was said, and the model can no longer read it.'],
  later: ['–', 'Not yet. It is first said later.'],
  never: ['–', 'It is never said in this session.'],
} as const;

function placeName({ where, message, record }: Place) {
  const found = timeline.value?.records.find(({ id }) => id === record);
  switch (where) {
    case 'whole':
      return `Message ${message}, word for word`;
    case 'shortened':
      return message === undefined ? 'A shortened message' : `What is left of message ${message}`;
    case 'system':
      return 'The system prompt';
    case 'record':
      return found ? `The record of messages ${range(found.first, found.last)}` : 'A record';
    case 'gone':
      return `It was in message ${message}`;
    case 'later':
      return `Message ${message}, later`;
  }
}

function Answer({ text, step, found }: { text: string; step: number; found: Found }) {
  const [mark, words] = verdicts[found.verdict];
  const all = Object.values(found.counts).reduce((sum, count) => sum + count, 0);
  const choose = ({ message, record }: Place) => {
    if (message !== undefined) follow({ kind: 'message', step, message });
    else if (record !== undefined) selection.value = { record };
  };
  return (
    <div data-verdict={found.verdict} data-question={text} data-step={step}>
      <p class={`verdict ${found.verdict}`}>
        <span aria-hidden="true">{mark}</span> {words}
      </p>
      <ul class="places">
        {found.places.map((place) => {
          const { where, message, record, before, text, after } = place;
          const name = placeName(place);
          return (
            <li key={`${where} ${message ?? record}`} data-where={where} data-message={message}>
              {message === undefined && record === undefined ? (
                <span class="place">{name}</span>
              ) : (
                <button type="button" class="place" onClick={() => choose(place)}>
                  {name}
                </button>
              )}
              <q>
                {before}
                <mark>{text}</mark>
                {after}
              </q>
            </li>
          );
        })}
      </ul>
      {all > found.places.length && (
        <p class="quiet">and in {plural(all - found.places.length, 'more place')}</p>
      )}
    </div>
  );
}

export function Search() {
  useSignalEffect(() => {
    const [text, step, of] = [question.value.trim(), at.value, timeline.value];
    if (text === '' || !isPlayed.value || of === undefined) {
      [answer.value, problem.value] = [undefined, undefined];
      return;
    }
    let isCurrent = true;
    const timer = setTimeout(() => ask(text, step, () => isCurrent), pause);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  });
  return (
    <search class="search">
      <h3>
        <label for="memory-search">Does it still know …?</label>{' '}
        <span class="quiet numbers">at step {at.value + 1}</span>
      </h3>
      <input
        id="memory-search"
        type="search"
        maxLength={200}
        placeholder="a file, a number, words"
        autocomplete="off"
        spellcheck={false}
        value={question.value}
        onInput={(event) => {
          question.value = event.currentTarget.value;
        }}
      />
      <div class="answer" aria-live="polite">
        <Fragment key={answer.value?.text}>{answer.value && <Answer {...answer.value} />}</Fragment>
        {problem.value !== undefined && <p class="failure">{problem.value}</p>}
      </div>
    </search>
  );
}
