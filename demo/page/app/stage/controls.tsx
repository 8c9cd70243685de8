/** Moves through the session: play, step, fold, speed, and the window that it is played in. */

import { useComputed, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import {
  current,
  isAway,
  isOpen,
  isPlayed,
  isRunning,
  replay,
  run,
  seek,
  seekFold,
  setup,
  speed,
  step,
  timeline,
} from '../player.ts';
import { figure, shortFigure } from '../words.ts';
import './controls.css';

const speeds = [2, 8, 30];
const windows = [8, 16, 32, 64, 128, 200].map((thousands) => thousands * 1000);

/** Moves that the reader makes stop what runs. */
const by = (move: () => void) => () => {
  run(false);
  move();
};
const previous = by(() => seek(step.value - 1));
const next = by(() => seek(step.value + 1));
const previousFold = by(() => seekFold(-1));
const nextFold = by(() => seekFold(1));

const keys: Record<string, () => void> = {
  ' ': () => run(),
  k: () => run(),
  ArrowLeft: previous,
  ArrowRight: next,
  'Shift ArrowLeft': previousFold,
  'Shift ArrowRight': nextFold,
  Home: by(() => seek(0)),
  End: by(() => seek(Number.POSITIVE_INFINITY)),
};
const told = [
  [['Space', 'K'], 'play or pause'],
  [['←', '→'], 'one step back or on'],
  [['Shift ←', 'Shift →'], 'previous or next fold'],
  [['Home', 'End'], 'first or last step'],
] as const;

/** Keys work while the player is on the screen, and no other control wants them. */
function onKey(event: KeyboardEvent) {
  if (isAway.value || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented)
    return;
  // A document has keys too, and no ancestors.
  const target = event.target instanceof Element ? event.target : document.body;
  if (target.closest('input, select, textarea, [contenteditable], [tabindex]')) return;
  if (event.key === ' ' && target.closest('button, a, summary')) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const move = keys[event.shiftKey && key.length > 1 ? `Shift ${key}` : key];
  if (move === undefined) return;
  event.preventDefault();
  move();
}

/** Says where the reader is, not more often than once a second. */
function Announcement() {
  const said = useSignal('');
  useEffect(() => {
    const timer = setInterval(() => {
      const now = current.peek();
      if (now === undefined || isRunning.peek() || isAway.peek()) return;
      said.value = `Step ${step.peek() + 1}: ${figure(now.history)} tokens said, ${figure(now.sent)} sent${now.rewrite === undefined ? '' : ', just folded'}.`;
    }, 1000);
    return () => clearInterval(timer);
  }, [said]);
  return (
    <p class="visually-hidden" aria-live="polite">
      {said.value}
    </p>
  );
}

/** How many steps of all are played, where that takes long enough to be seen. */
function Progress({ done, all }: { done: number; all: number }) {
  return (
    <p class="progress quiet numbers" aria-live="off">
      {!isPlayed.value && (
        <>
          <progress value={done} max={all} aria-label="Steps played" /> {figure(done)} of{' '}
          {figure(all)} played
        </>
      )}
    </p>
  );
}

export function Controls() {
  useEffect(() => {
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  const steps = timeline.value?.steps.length ?? 0;
  const all = useComputed(
    () => timeline.value?.messages.filter(({ role }) => role === 'assistant').length ?? 0,
  );
  const sizes = [...new Set([...windows, setup.value.window])].sort((a, b) => a - b);
  return (
    <div class="controls">
      <div class="buttons">
        <button type="button" onClick={previousFold} aria-label="Previous fold">
          ⇤
        </button>
        <button type="button" onClick={previous} aria-label="One step back">
          ←
        </button>
        <button type="button" class="primary play" onClick={() => run()}>
          {isRunning.value ? 'Pause' : 'Play'}
        </button>
        <button type="button" onClick={next} aria-label="One step on">
          →
        </button>
        <button type="button" onClick={nextFold} aria-label="Next fold">
          ⇥
        </button>
      </div>
      <label class="seek">
        <span class="numbers" aria-hidden="true">
          Step {step.value + 1} of {steps}
        </span>
        <input
          type="range"
          aria-label="Step"
          aria-valuetext={`${step.value + 1} of ${steps}`}
          min={1}
          max={Math.max(1, steps)}
          value={step.value + 1}
          onInput={(event) => {
            const to = Number(event.currentTarget.value) - 1;
            by(() => seek(to))();
          }}
        />
      </label>
      <label>
        <span>Steps a second</span>
        <select
          value={speed.value}
          onChange={(event) => {
            speed.value = Number(event.currentTarget.value);
          }}
        >
          {speeds.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>Model's window</span>
        <select
          value={setup.value.window}
          disabled={!isOpen.value}
          onChange={(event) => {
            run(false);
            replay({ ...setup.value, window: Number(event.currentTarget.value) });
          }}
        >
          {sizes.map((size) => (
            <option key={size} value={size}>
              {shortFigure(size)} tokens
            </option>
          ))}
        </select>
      </label>
      <Progress done={steps} all={all.value} />
      <details class="keys">
        <summary>Keys</summary>
        <table>
          <tbody>
            {told.map(([names, does]) => (
              <tr key={does}>
                <th scope="row">
                  {names.map((name) => (
                    <kbd key={name}>{name}</kbd>
                  ))}
                </th>
                <td>{does}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
      <Announcement />
    </div>
  );
}
