/** Searches by hand what was folded, as the agent does with its tool. */

import { useSignal } from '@preact/signals';
import { plural, roles } from '../words.ts';
import { found, messages, recall, stage } from './state.ts';

/** UTF-16 code units that stand in a line. */
const longestLine = 80;

const roleName = (role: string) => roles[role as keyof typeof roles] ?? role;

export function Search() {
  const query = useSignal('');
  const isSearching = useSignal(false);
  const canSearch = messages.value.length > 0 && stage.value === 'ready' && !isSearching.value;
  const now = found.value;

  async function search() {
    if (!canSearch) return;
    isSearching.value = true;
    await recall(query.value);
    isSearching.value = false;
  }
  return (
    <search class="recall">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          search();
        }}
      >
        <label>
          Search what was folded
          <input
            type="search"
            name="recall"
            maxLength={200}
            placeholder="a file, a number, words"
            autocomplete="off"
            spellcheck={false}
            value={query.value}
            onInput={({ currentTarget }) => {
              query.value = currentTarget.value;
            }}
          />
        </label>
        <button type="submit" disabled={!canSearch}>
          Search
        </button>
      </form>
      <div aria-live="polite">
        {now !== undefined && (
          <p class="quiet">
            {now.hits.length === 0
              ? `Nothing that was folded fits “${now.query}”.`
              : `${plural(now.hits.length, 'message')} for “${now.query}”, the best first.`}
          </p>
        )}
      </div>
      {now?.hits.map(({ message, role, text, score }) => (
        <details key={`${now.query} ${message}`} class={`hit is-${role}`} data-message={message}>
          <summary>
            <b>Message {message}</b>{' '}
            <span class="quiet numbers">
              {roleName(role)}, score {score.toFixed(1)}
            </span>{' '}
            <code>{text.slice(0, longestLine)}</code>
          </summary>
          <pre>{text}</pre>
        </details>
      ))}
    </search>
  );
}
