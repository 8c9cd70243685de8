/** What this is, in one sentence, and what became of the session that is shown. */

import { useSignal } from '@preact/signals';
import { isPlayed, summary, timeline } from '../player.ts';
import { figure, percent, plural } from '../words.ts';
import './hero.css';

const install = 'npm install epitome';

function Install() {
  const told = useSignal('Copy');
  async function copy() {
    try {
      await navigator.clipboard.writeText(install);
      told.value = 'Copied';
    } catch {
      told.value = 'Not copied';
    }
    setTimeout(() => {
      told.value = 'Copy';
    }, 2000);
  }
  return (
    <div class="install">
      <code>{install}</code>
      <button type="button" onClick={copy}>
        <span aria-live="polite">{told.value}</span>
      </button>
      <span class="quiet">
        Its guides come with it, in <code>js/docs</code>.
      </span>
    </div>
  );
}

function Verdict() {
  const all = timeline.value;
  const figures = summary.value;
  if (all === undefined || figures === undefined) return <dl class="verdict" />;
  const { steps, deadAt, over, overflowWithout, largest, sent, sentWithout } = figures;
  const longest = all.steps.at(-1)?.history ?? 0;
  return (
    <dl class="verdict numbers">
      <div>
        <dt>Without</dt>
        <dd class={deadAt < 0 ? '' : 'bad'} data-dead-at={deadAt + 1}>
          {deadAt < 0 ? 'fits' : `dead at step ${deadAt + 1} of ${steps}`}
        </dd>
        <dd class="quiet">
          {deadAt < 0
            ? 'The whole history fits into the window.'
            : `${plural(overflowWithout, 'prompt')} over the window of ${figure(all.window)} tokens.`}{' '}
          Largest prompt: {figure(longest)} tokens. Sent in all: {figure(sentWithout)}.
        </dd>
      </div>
      <div>
        <dt>With epitome</dt>
        <dd class={over > 0 ? 'bad' : 'good'} data-over={over}>
          {isPlayed.value ? 'finished' : 'playing'}, {figure(over)} over the window
        </dd>
        <dd class="quiet">
          Largest prompt: <span data-largest={largest}>{figure(largest)}</span> tokens. Sent in all:{' '}
          <span data-sent={sent}>{figure(sent)}</span>, {percent(sentWithout - sent, sentWithout)}{' '}
          less.
        </dd>
      </div>
    </dl>
  );
}

export function Hero() {
  return (
    <div class="hero">
      <div class="intro">
        <h1>epitome keeps an agent going when its model's window is full.</h1>
        <p class="lead">
          It folds old messages into a short record of what the agent needs next. Watch it in a
          recorded session:
        </p>
        <Install />
      </div>
      <Verdict />
    </div>
  );
}
