/** What the shown prompt would hold if its newest record had come out badly and was taken back. */

import { signal } from '@preact/signals';
import type { Rewound } from '../../../engine/recall.ts';
import type { Step, ViewItem } from '../../../engine/timeline.ts';
import { isPlayed, setup, theEngine, timeline } from '../player.ts';
import { figure, range } from '../words.ts';
import { at, items } from './state.ts';
import './rewind.css';

interface Tried {
  of: readonly Step[];
  step: number;
  result: Rewound | undefined;
}

const tried = signal<Tried | undefined>(undefined);
const isTrying = signal(false);
const problem = signal<string | undefined>(undefined);

async function tryIt() {
  const [step, of] = [at.value, timeline.value?.steps ?? []];
  [isTrying.value, problem.value] = [true, undefined];
  try {
    tried.value = { of, step, result: await theEngine().rewind(setup.value, step) };
  } catch (error) {
    problem.value = error instanceof Error ? error.message : String(error);
  }
  isTrying.value = false;
}

/** A view to scale: neighbours of one kind are one block. */
function Strip({ of, window }: { of: readonly ViewItem[]; window: number }) {
  const blocks: { kind: string; from: number; tokens: number }[] = [];
  let from = 0;
  const add = (kind: string, tokens: number) => {
    const last = blocks.at(-1);
    if (last?.kind === kind) last.tokens += tokens;
    else blocks.push({ kind, from, tokens });
    from += tokens;
  };
  add('system', timeline.value?.system ?? 0);
  for (const item of of) {
    const role =
      item.kind === 'record' ? 'record' : timeline.value?.messages[item.message - 1]?.role;
    add(role ?? 'tool', item.tokens);
  }
  const scale = 1000 / Math.max(window, from);
  return (
    <svg class="strip" viewBox="0 0 1000 24" preserveAspectRatio="none" aria-hidden="true">
      <rect class="frame" width={window * scale} height="24" />
      {blocks.map(({ kind, from, tokens }) => (
        <rect key={from} class={kind} x={from * scale} width={tokens * scale} height="24" />
      ))}
    </svg>
  );
}

function Result({ result }: { result: Rewound }) {
  const { first, last, sent, without, next, records } = result;
  const window = timeline.value?.window ?? without;
  const cost = without - sent;
  return (
    <div class="result" data-sent={sent} data-without={without} data-next={next}>
      <dl>
        <dt>As it was: {figure(sent)} tokens</dt>
        <dd>
          <Strip of={items.value} window={window} />
        </dd>
        <dt>
          Without the record of messages {range(first, last)}: {figure(without)} tokens
        </dt>
        <dd>
          <Strip of={result.items} window={window} />
        </dd>
      </dl>
      <p class="quiet">
        The frame is the window of {figure(window)} tokens; the bar begins with the system prompt
        and shows records in violet.
      </p>
      <p>
        {records.some((one) => one.first >= first && one.last <= last)
          ? 'The older records that it was made of stand there again. '
          : 'The messages themselves stand there again. '}
        That {cost >= 0 ? 'costs' : 'saves'} {figure(Math.abs(cost))} tokens a step
        {without > window && ', more than the window takes'}.{' '}
        {next === without
          ? 'The next prompt goes out like this.'
          : `It is so much that the next prompt is made smaller at once, with a new record: ${figure(next)} tokens.`}
      </p>
    </div>
  );
}

export function Rewind() {
  const { of, step, result } = tried.value ?? {};
  const isShown = of !== undefined && of === timeline.value?.steps && step === at.value;
  const hasRecord = items.value.some(({ kind }) => kind === 'record');
  return (
    <div class="rewind">
      <h3>A record can be taken back</h3>
      <p class="quiet">
        The messages are never thrown away. <code>session.rewind()</code> withdraws the newest
        record, for example when a summary came out badly.
      </p>
      {isShown ? (
        <button
          type="button"
          onClick={() => {
            tried.value = undefined;
          }}
        >
          Put it back
        </button>
      ) : (
        <button
          type="button"
          disabled={!hasRecord || !isPlayed.value || isTrying.value}
          onClick={tryIt}
        >
          {isTrying.value ? 'Working…' : `Take back the newest record of step ${at.value + 1}`}
        </button>
      )}
      <div class="answer" aria-live="polite">
        {isShown && result && <Result result={result} />}
        {isShown && !result && <p>There is no record to take back here.</p>}
        {problem.value !== undefined && <p class="failure">{problem.value}</p>}
      </div>
    </div>
  );
}
