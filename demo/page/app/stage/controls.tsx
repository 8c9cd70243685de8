/** Moves through the session: play, step, fold, speed, and the window that it is played in. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import {
  current,
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

/** Keys work wherever no other control wants them. */
function onKey(event: KeyboardEvent) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const target = event.target as Element | null;
  if (target?.closest('input, select, textarea, button, a, summary, [role=listbox], [tabindex]'))
    return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const move = keys[event.shiftKey ? `Shift ${key}` : key];
  if (move === undefined) return;
  event.preventDefault();
  move();
}

/** Says where the reader is, not more often than once a second. */
function Announcement() {
  const said = useSignal('');
  useEffect(() => {
    const timer = setInterval(() => {
      const now = current.value;
      if (now === undefined || isRunning.value) return;
      said.value = `Request ${step.value + 1}: ${figure(now.history)} tokens said, ${figure(now.sent)} sent${now.rewrite === undefined ? '' : ', just folded'}.`;
    }, 1000);
    return () => clearInterval(timer);
  }, [said]);
  return (
    <p class="visually-hidden" aria-live="polite">
      {said.value}
    </p>
  );
}

export function Controls() {
  useEffect(() => {
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  const steps = timeline.value?.steps.length ?? 0;
  return (
    <div class="controls">
      <div class="buttons">
        <button type="button" onClick={previousFold} aria-label="Previous fold">
          ⇤
        </button>
        <button type="button" onClick={previous} aria-label="One request back">
          ←
        </button>
        <button type="button" class="primary play" onClick={() => run()}>
          {isRunning.value ? 'Pause' : 'Play'}
        </button>
        <button type="button" onClick={next} aria-label="One request on">
          →
        </button>
        <button type="button" onClick={nextFold} aria-label="Next fold">
          ⇥
        </button>
      </div>
      <label class="seek">
        <span class="numbers">
          Request {step.value + 1} of {steps}
          {!isPlayed.value && ', still playing'}
        </span>
        <input
          type="range"
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
        <span>Requests a second</span>
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
          onChange={(event) =>
            replay({ ...setup.value, window: Number(event.currentTarget.value) })
          }
        >
          {[...new Set([...windows, setup.value.window])]
            .sort((a, b) => a - b)
            .map((size) => (
              <option key={size} value={size}>
                {shortFigure(size)} tokens
              </option>
            ))}
        </select>
      </label>
      <p class="keys quiet">
        Keys: <kbd>Space</kbd> plays, <kbd>←</kbd> <kbd>→</kbd> move by a request, with{' '}
        <kbd>Shift</kbd> by a fold, <kbd>Home</kbd> <kbd>End</kbd>.
      </p>
      <Announcement />
    </div>
  );
}
