/** What this is, in one sentence, and what became of the session that is shown. */

import { useSignal } from '@preact/signals';
import { isPlayed, summary, timeline } from '../player.ts';
import { figure, percent, plural } from '../words.ts';

const install = 'npm install epitome';

function Install() {
  const told = useSignal('Copy');
  async function copy() {
    try {
      await navigator.clipboard.writeText(install);
      told.value = 'Copied';
    } catch {
      told.value = 'Select it and copy';
    }
    setTimeout(() => {
      told.value = 'Copy';
    }, 2000);
  }
  return (
    <p class="install">
      <code>{install}</code>
      <button type="button" onClick={copy}>
        <span aria-live="polite">{told.value}</span>
      </button>
    </p>
  );
}

function Verdict() {
  const all = timeline.value;
  const figures = summary.value;
  if (all === undefined || figures === undefined) return <dl class="verdict" />;
  const { steps, deadAt, over, overflowWithout, largest, sent, sentWithout } = figures;
  const requests = plural(steps, 'request');
  return (
    <dl class="verdict numbers">
      <div>
        <dt>Without</dt>
        <dd class={deadAt < 0 ? '' : 'bad'}>
          {deadAt < 0 ? 'fits' : `dead at request ${deadAt + 1}`}
        </dd>
        <dd class="quiet">
          {deadAt < 0
            ? `The history never outgrows the window.`
            : `${figure(overflowWithout)} of ${requests} are longer than the window of ${figure(all.window)} tokens.`}
        </dd>
      </div>
      <div>
        <dt>With epitome</dt>
        <dd class={over > 0 ? 'bad' : 'good'}>
          {isPlayed.value ? 'finished' : 'playing'}, {figure(over)} over
        </dd>
        <dd class="quiet">
          The longest has {figure(largest)} tokens. All {requests} together send{' '}
          {percent(sent, sentWithout)} of the tokens.
        </dd>
      </div>
    </dl>
  );
}

export function Hero() {
  return (
    <div class="hero">
      <div>
        <h1>An agent that runs long outgrows its model’s window. epitome keeps it going.</h1>
        <p class="lead">
          It folds old messages into a short record that keeps what the agent needs next. Below, a
          recorded session of a coding agent plays: watch what it said, and what its model is shown.
        </p>
        <Install />
      </div>
      <Verdict />
    </div>
  );
}
