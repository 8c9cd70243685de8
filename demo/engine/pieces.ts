/** A timeline in pieces: what the page takes in one after the other, each in a short task. */

import type { Timeline } from './timeline.ts';

/** What a timeline has many of. */
export type Lists = Pick<Timeline, 'messages' | 'steps' | 'rewrites' | 'records'>;
/** What a played session is, but for what it has many of. */
export type Opening = Omit<Timeline, keyof Lists>;

/** Of what has been played since the last report. A record that comes again has changed. */
export interface Piece extends Partial<Lists> {
  /** Both in the last piece of a report, and `done` is true in the last report. */
  opening?: Opening;
  done?: boolean;
}

/** Objects and thousands of characters in a piece: read within a few milliseconds. */
const largest = 2_000;

function* cut<T>(all: readonly T[], sizeOf: (one: T) => number): Generator<T[]> {
  let [from, size] = [0, 0];
  for (const [at, one] of all.entries()) {
    size += sizeOf(one);
    if (size < largest && at < all.length - 1) continue;
    yield all.slice(from, at + 1);
    [from, size] = [at + 1, 0];
  }
}

export function* piecesOf({ messages, steps, rewrites, records }: Lists): Generator<Piece> {
  for (const part of cut(messages, () => 1)) yield { messages: part };
  for (const part of cut(steps, ({ items, wanted }) => 1 + items.length + wanted.length))
    yield { steps: part };
  for (const part of cut(rewrites, ({ folds, edits }) => 1 + folds.length + edits.length))
    yield { rewrites: part };
  for (const part of cut(records, ({ text, words }) => text.length / 1000 + words.length))
    yield { records: part };
}
