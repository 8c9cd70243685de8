/** Where blocks lie, and what a fold does to them. */

import { computed } from '@preact/signals';
import type { ViewItem } from '../../../engine/timeline.ts';
import { type Selection, selection, timeline, view } from '../player.ts';
import { hovered } from './hovered.ts';
import type { Paint } from './palette.ts';

/** Tokens from the beginning of a prompt. */
export interface Place {
  from: number;
  to: number;
}
export interface Block extends Place {
  item: ViewItem;
}

export const selectionOf = (item: ViewItem): Selection =>
  item.kind === 'record' ? { record: item.record } : { message: item.message };

/** A name for a block that is the same in all views. */
export const keyOf = (item: ViewItem) =>
  item.kind === 'record' ? `record ${item.record}` : `message ${item.message}`;

export const paintOf = (item: ViewItem): Paint =>
  item.kind === 'record' ? 'record' : (timeline.value?.messages[item.message - 1]?.role ?? 'user');

export const blocks = computed(() => {
  let at = timeline.value?.system ?? 0;
  return view.value.map((item): Block => {
    const from = at;
    at += item.tokens;
    return { item, from, to: at };
  });
});

/** Where each message begins in the history, in tokens, and where the last ends. */
export const starts = computed(() => {
  const places = [timeline.value?.system ?? 0];
  for (const { tokens } of timeline.value?.messages ?? []) {
    places.push((places.at(-1) as number) + tokens);
  }
  return places;
});

/** Rows of the history, each as long as the window. */
export const rowCount = computed(() =>
  Math.max(1, Math.ceil((starts.value.at(-1) ?? 0) / (timeline.value?.window ?? 1))),
);

/** The record that is pointed at or chosen, or that stands for the message that is; with its block. */
export const shownRecord = computed(() => {
  const chosen = hovered.value ?? selection.value;
  if (chosen === undefined) return undefined;
  if ('message' in chosen) {
    const isWhole = view.value.some(
      (item) => item.kind !== 'record' && item.message === chosen.message,
    );
    if (isWhole) return undefined;
  }
  for (const { item, from, to } of blocks.value) {
    if (item.kind !== 'record') continue;
    const isMeant =
      'record' in chosen
        ? item.record === chosen.record
        : item.first <= chosen.message && chosen.message <= item.last;
    if (isMeant) return { first: item.first, last: item.last, from, to };
  }
  return undefined;
});

export interface Move {
  item: ViewItem;
  before: Place;
  after: Place;
  /** What it is folded into. */
  isFolded: boolean;
}

/** Where each block of a view goes: to its new place, or into the record that stands for it from now on. */
export function movesOf(old: readonly Block[], next: readonly Block[]): Move[] {
  const byKey = new Map(next.map((block) => [keyOf(block.item), block]));
  const records = next.flatMap(({ item, ...place }) =>
    item.kind === 'record' ? [{ ...item, ...place }] : [],
  );
  return old.map(({ item, from, to }) => {
    const before = { from, to };
    const same = byKey.get(keyOf(item));
    if (same !== undefined) {
      return { item, before, after: { from: same.from, to: same.to }, isFolded: false };
    }
    const [first, last] =
      item.kind === 'record' ? [item.first, item.last] : [item.message, item.message];
    const into = records.find((record) => record.first <= first && last <= record.last);
    // Nothing stands for it: it shrinks where it is.
    if (into === undefined) return { item, before, after: { from, to: from }, isFolded: false };
    const share = (into.to - into.from) / (into.last - into.first + 1);
    const left = into.from + (first - into.first) * share;
    return {
      item,
      before,
      after: { from: left, to: left + (last - first + 1) * share },
      isFolded: true,
    };
  });
}
