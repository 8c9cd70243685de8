/** What the model was shown at the last step, to scale, and what happened to what it was not. */

import { figure, percent, range } from '../words.ts';
import { Search } from './search.tsx';
import { events, messages, shown, who } from './state.ts';
import type { Block } from './who.ts';

const names: Readonly<Record<Block['kind'], string>> = {
  system: 'instructions and tools',
  user: 'you',
  assistant: 'agent',
  tool: 'tool results',
  record: 'record',
};

function Strip() {
  const now = shown.value;
  const window = now?.window ?? 1;
  const wide = (tokens: number) => ({ width: `${(100 * tokens) / window}%` });
  const sums = (Object.keys(names) as Block['kind'][]).map((kind) => ({
    kind,
    tokens: (now?.blocks ?? [])
      .filter((block) => block.kind === kind)
      .reduce((sum, { tokens }) => sum + tokens, 0),
  }));
  return (
    <figure class="window">
      <figcaption>
        <h2>What the model was shown</h2>
        <p class="quiet numbers">
          {now === undefined
            ? 'Nothing yet'
            : `${figure(now.tokens)} tokens, ${percent(now.tokens, now.window)} of its window`}
        </p>
      </figcaption>
      <div class="track" aria-hidden="true">
        {now?.blocks.map((block, index) => (
          <span key={index} class={`block is-${block.kind}`} style={wide(block.tokens)} />
        ))}
        {now !== undefined && (
          <i class="trigger" style={{ left: `${(100 * now.trigger) / window}%` }} />
        )}
      </div>
      <p class="quiet small">
        {now === undefined
          ? 'The row is the window, to scale.'
          : `The row is a window of ${figure(now.window)} tokens, to scale. At the line, ${figure(now.trigger)} tokens, older messages are folded.`}
      </p>
      <dl class="sums numbers">
        {sums.map(({ kind, tokens }) => (
          <div key={kind} class={`sum is-${kind}`}>
            <dt>{names[kind]}</dt>
            <dd>{figure(Math.round(tokens))}</dd>
          </div>
        ))}
      </dl>
    </figure>
  );
}

/** What a server tells of the newest answer's last view. */
function Gauge() {
  const part = messages.value.at(-1)?.parts.find(({ type }) => type === 'data-context');
  return (
    <p class="quiet numbers">
      {part?.type === 'data-context'
        ? `The model was shown ${figure(part.data.used)} tokens, ${percent(part.data.used, part.data.of)} of what messages may have.`
        : 'The server keeps what the model is shown.'}{' '}
      Its folds are told here.
    </p>
  );
}

export function Watch() {
  const isServer = who.value.kind === 'server';
  const records = shown.value?.records ?? [];
  return (
    <aside class="watch" aria-label="What the model is shown">
      {isServer ? <Gauge /> : <Strip />}
      <h2>What was folded</h2>
      {events.value.length === 0 ? (
        <p class="quiet">Nothing yet.</p>
      ) : (
        <ol class="events numbers" reversed>
          {events.value.toReversed().map((line, index) => (
            <li key={events.value.length - index}>{line}</li>
          ))}
        </ol>
      )}
      {records.map((record) => (
        <details key={record.first} class="record">
          <summary>
            The record of messages {range(record.first, record.last)}: {figure(record.replaced)} →{' '}
            {figure(record.tokens)} tokens
          </summary>
          <pre>{record.text}</pre>
        </details>
      ))}
      {!isServer && <Search />}
    </aside>
  );
}
