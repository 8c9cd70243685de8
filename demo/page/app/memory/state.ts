/** Where the reader is in this section: a step of its own, and the threads that are followed. */

import { computed, effect, signal } from '@preact/signals';
import { eraOf, storiesOf, type Thread, threadsOf } from '../../../engine/threads.ts';
import { type Step, type ViewItem, viewsOf } from '../../../engine/timeline.ts';
import { isPlayed, selection, step, timeline } from '../player.ts';

/** What is followed: a name of a step, all names of a step, or whatever comes back to a message. */
export type Focus =
  | { kind: 'name'; step: number; text: string }
  | { kind: 'step'; step: number }
  | { kind: 'message'; step: number; message: number };

/** A choice holds for the steps that it was made in, not for another session's. */
const choice = signal<{ of: readonly Step[]; focus: Focus } | undefined>(undefined);

export const threads = computed(() => threadsOf(timeline.value?.steps ?? []));
export const stories = computed(() =>
  timeline.value !== undefined && isPlayed.value ? storiesOf(timeline.value) : undefined,
);

const nameOf = ({ step, reference }: Thread): Focus => ({
  kind: 'name',
  step,
  text: reference.text,
});

export const focus = computed<Focus>(() => {
  const { of, focus } = choice.value ?? {};
  const steps = timeline.value?.steps;
  if (focus !== undefined && of === steps) return focus;
  const story = stories.value?.held ?? stories.value?.broken;
  if (story !== undefined) return nameOf(story);
  return { kind: 'step', step: isPlayed.value ? Math.max(0, (steps?.length ?? 1) - 1) : 0 };
});

export function follow(focus: Focus): void {
  const of = timeline.value?.steps;
  if (of === undefined) return;
  choice.value = { of, focus };
  if (focus.kind === 'message') selection.value = { message: focus.message };
}
export const followThread = (thread: Thread) => follow(nameOf(thread));

// A message that is chosen elsewhere on the page is followed from the step that is shown there.
effect(() => {
  const chosen = selection.value;
  if (chosen === undefined || !('message' in chosen)) return;
  const now = focus.peek();
  if (now.kind === 'message' && now.message === chosen.message) return;
  follow({ kind: 'message', step: step.peek(), message: chosen.message });
});

export const at = computed(() =>
  Math.min(focus.value.step, Math.max(0, (timeline.value?.steps.length ?? 1) - 1)),
);
const views = computed(() => viewsOf(timeline.value?.steps ?? []));
export const items = computed<readonly ViewItem[]>(() =>
  timeline.value?.steps.length ? views.value(at.value) : [],
);
export const era = computed(() =>
  timeline.value === undefined ? { from: 0, until: 0 } : eraOf(timeline.value, at.value),
);

export const isFollowed = ({ step, reference }: Thread): boolean => {
  const now = focus.value;
  if (now.kind === 'message') return reference.from === now.message;
  return step === now.step && (now.kind === 'step' || reference.text === now.text);
};
/** All that is followed, of any time. */
export const followed = computed(() => threads.value.filter(isFollowed));

/** Threads by the message that they come from. */
export const wantedAgain = computed(() => Map.groupBy(threads.value, (one) => one.reference.from));

export type Fate = 'whole' | 'shortened' | 'folded' | 'gone' | 'later';
/** What has become of messages in the view of the step. */
export const fateOf = computed(() => {
  const known = new Map<number, Fate>();
  const folds: { first: number; last: number }[] = [];
  for (const item of items.value) {
    if (item.kind === 'record') folds.push(item);
    else known.set(item.message, item.kind === 'message' ? 'whole' : 'shortened');
  }
  const seen = timeline.value?.steps[at.value]?.seen ?? 0;
  return (message: number): Fate => {
    if (message > seen) return 'later';
    const fate = known.get(message);
    if (fate !== undefined) return fate;
    const isFolded = folds.some(({ first, last }) => first <= message && message <= last);
    return isFolded ? 'folded' : 'gone';
  };
});

/** The message of a step's reply. */
export const replyOf = (index: number) => (timeline.value?.steps[index]?.seen ?? 0) + 1;
