/** What the page shows: the timeline as far as it is played, and where the reader is in it. */

import { batch, computed, effect, signal } from '@preact/signals';
import { proxy, type Remote, wrap } from 'comlink';
import type { Lists, Piece } from '../../engine/pieces.ts';
import type { Setup } from '../../engine/setup.ts';
import { summing, type Timeline, viewsOf } from '../../engine/timeline.ts';
import type { Engine } from '../../engine/worker.ts';

export const defaultSetup: Setup = { window: 32_000, policy: 'epitome' };

export const setup = signal<Setup>(defaultSetup);
export const timeline = signal<Timeline | undefined>(undefined);
/** False while the engine still plays. */
export const isPlayed = signal(false);
export const failure = signal<string | undefined>(undefined);
/** True once the engine's thread holds the transcript, and can say what its messages are. */
export const isOpen = signal(false);
/** The reader wants nothing to move. */
export const isStill = matchMedia('(prefers-reduced-motion: reduce)');
/** Index of the step that is shown. */
export const step = signal(0);
export const isRunning = signal(false);
/** True while nothing of the player is on the screen: what nobody sees need not move. */
export const isAway = signal(false);
/** Steps a second. */
export const speed = signal(8);
/** The block that is read: a message by its number, or a record by its id. */
export type Selection = { message: number } | { record: string } | undefined;
export const selection = signal<Selection>(undefined);

export const current = computed(() => timeline.value?.steps[step.value]);
// The array stays the same while it grows: views and sums that are kept stay.
const steps = computed(() => timeline.value?.steps);
const sums = computed(() => summing(steps.value ?? [], timeline.peek()?.window ?? 0));
export const summary = computed(() => timeline.value && sums.value());
const viewAt = computed(() => viewsOf(steps.value ?? []));
export const view = computed(() => (current.value === undefined ? [] : viewAt.value(step.value)));

/** A thread of its own for each engine: what is played in it is played alone. */
export function startEngine(): Remote<Engine> {
  const worker = new Worker(new URL('../../engine/worker.ts', import.meta.url), { type: 'module' });
  return wrap<Engine>(worker);
}

let engine: Remote<Engine> | undefined;
/** The engine that holds the open transcript. */
export function theEngine(): Remote<Engine> {
  engine ??= startEngine();
  return engine;
}

/** Plays the open transcript anew under `next`. */
export async function replay(next: Setup): Promise<void> {
  setup.value = next;
  isPlayed.value = false;
  failure.value = undefined;
  const made: Lists = { messages: [], steps: [], rewrites: [], records: [] };
  // Comes back to where the reader is as soon as that is played, unless the reader moves.
  const wanted = step.value;
  let set = wanted;
  /** Where each record is among the timeline's. */
  const places = new Map<string, number>();
  const add = ({ opening, done, messages, steps, rewrites, records }: Piece) => {
    if (setup.value !== next) return;
    made.messages.push(...(messages ?? []));
    made.steps.push(...(steps ?? []));
    made.rewrites.push(...(rewrites ?? []));
    for (const record of records ?? []) {
      const at = places.get(record.id);
      if (at === undefined) places.set(record.id, made.records.push(record) - 1);
      else made.records[at] = record;
    }
    // What comes in between is shown with the last piece of its report.
    if (opening === undefined) return;
    const last = Math.max(0, made.steps.length - 1);
    batch(() => {
      if (step.value === set) step.value = Math.min(wanted, last);
      set = step.value;
      // A new object tells what reads it; the arrays only grow.
      timeline.value = { ...opening, ...made };
      isPlayed.value = done === true;
    });
  };
  try {
    await theEngine().play(next, proxy(add));
  } catch (error) {
    failure.value = error instanceof Error ? error.message : String(error);
  }
}

/** Moves on while it runs, by the clock: a slow frame leaves steps out instead of slowing down. */
export function startClock(): void {
  let since = 0;
  let from = 0;
  let set = -1;
  let frame = 0;
  const tick = (now: number) => {
    if (!isRunning.value || isAway.value || timeline.value === undefined) return;
    // The reader moved, or it begins: counts from here.
    if (step.value !== set) [since, from] = [now, step.value];
    const last = timeline.value.steps.length - 1;
    step.value = Math.max(
      0,
      Math.min(last, from + Math.floor(((now - since) * speed.value) / 1000)),
    );
    set = step.value;
    if (set >= last && isPlayed.value) isRunning.value = false;
    else frame = requestAnimationFrame(tick);
  };
  effect(() => {
    cancelAnimationFrame(frame);
    // Starts again where the speed was changed.
    if (!isRunning.value || isAway.value || speed.value === 0) return;
    set = -1;
    frame = requestAnimationFrame(tick);
  });
}

/** Shows a step, as far as it is played. */
export function seek(to: number): void {
  const last = (timeline.value?.steps.length ?? 1) - 1;
  step.value = Math.max(0, Math.min(last, Math.round(to)));
}

/** Shows the next step that is the first after a rewrite, or the one before. */
export function seekFold(direction: 1 | -1): void {
  const folds = (timeline.value?.rewrites ?? []).map((rewrite) => rewrite.step);
  const next =
    direction > 0 ? folds.find((at) => at > step.value) : folds.findLast((at) => at < step.value);
  if (next !== undefined) seek(next);
}

/** Plays from where the reader is, or from the start when that is the end. */
export function run(on = !isRunning.value): void {
  if (on && isPlayed.value && step.value >= (timeline.value?.steps.length ?? 0) - 1) step.value = 0;
  isRunning.value = on;
}
