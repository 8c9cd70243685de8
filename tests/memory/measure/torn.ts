/**
 * Names that a cut has torn: what a record names that the transcript has only as a piece of a longer
 * name. Decides what counts as torn; refuses to know how records are cut.
 */
import { holdsName } from './occurrence.ts';
import { namesIn } from './references.ts';

const cutMark = /…|\.\.\.|\[cut\]|\[truncated\]/;
/** What stands at a cut mark without a space between. */
const atMark = /([\p{L}\p{N}_~./@-]*)(?:…|\.\.\.)([\p{L}\p{N}_~/@-][\p{L}\p{N}_~./@-]*)?/gu;

export interface Torn {
  /** Pieces that pass for names. */
  names: string[];
  /** Words that end or begin in the middle, at a mark that shows it. */
  words: string[];
}

function isPiece(history: string, text: string): boolean {
  return !holdsName(history, text) && history.includes(text);
}

/** What is torn in `record`, which stands for messages of `history`; each piece once. */
export function tornIn(record: string, history: string): Torn {
  const names = new Set<string>();
  const words = new Set<string>();
  for (const { type, text: name } of namesIn(record)) {
    // A piece of a number is another number, and a record has numbers of its own.
    if (type === 'number') continue;
    const text = name.replace(/\/+$/, '');
    if (!cutMark.test(text) && isPiece(history, text)) names.add(text);
  }
  for (const [whole, before = '', after = ''] of record.matchAll(atMark)) {
    if (history.includes(whole)) continue;
    const isTorn = [before, after].some((piece) => piece.length > 1 && isPiece(history, piece));
    if (isTorn) words.add(whole);
  }
  return { names: [...names], words: [...words] };
}
