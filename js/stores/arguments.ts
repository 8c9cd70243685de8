/**
 * What callers hand to stores. Decides which ids, changes and ranges every engine can take, and the
 * order of ids, so that all of them agree; refuses to know how they are stored.
 */
import { EpitomeError } from '../errors.ts';
import type { ArchiveRange, ListOptions, SessionChange } from './store.ts';

/**
 * UTF-8 bytes of an id. PostgreSQL's indexes take 2,700, names of Durable Objects 1,024; half of that
 * leaves room for escapes.
 */
export const longestId = 512;

const encoder = new TextEncoder();

/** The UTF-8 bytes of well-formed text. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text);
}

/**
 * Throws `invalid-argument` unless `id` is text that every engine stores as it is: not empty, without
 * U+0000 (which PostgreSQL refuses) and lone surrogates (which UTF-8 can't say), within `longestId`.
 */
export function checkId(id: unknown): asserts id is string {
  const wrong =
    typeof id !== 'string' || id === ''
      ? 'must be a non-empty string'
      : id.includes('\0') || /\p{Surrogate}/u.test(id)
        ? 'must be well-formed Unicode without U+0000'
        : bytesOf(id).length > longestId
          ? `must have at most ${longestId} bytes in UTF-8`
          : undefined;
  if (wrong) throw new EpitomeError('invalid-argument', `a session's id ${wrong}`);
}

function checkCount(name: string, value: unknown, least: number): void {
  if (value === undefined || (Number.isSafeInteger(value) && Number(value) >= least)) return;
  throw new EpitomeError('invalid-argument', `\`${name}\` must be an integer from ${least}`);
}

export function checkChange(change: SessionChange): void {
  if (typeof change.state !== 'string') {
    throw new EpitomeError('invalid-argument', '`state` must be a string');
  }
  if (change.expectedRevision === undefined) {
    throw new EpitomeError('invalid-argument', '`expectedRevision` is missing');
  }
  checkCount('expectedRevision', change.expectedRevision, 0);
}

/** A range with nothing left open. */
export function wholeRange(range: ArchiveRange = {}): Required<ArchiveRange> {
  for (const name of ['from', 'to', 'limit'] as const) checkCount(name, range[name], 0);
  const { from = 0, to = Number.MAX_SAFE_INTEGER, limit = Number.MAX_SAFE_INTEGER } = range;
  return { from, to, limit };
}

/** The ids to list, in the order of code points. */
export interface IdRange {
  least: string;
  /** `least` itself is not of the range. */
  isOpen: boolean;
  /** What the range ends in front of, where it ends. */
  before: string | undefined;
  limit: number;
}

export function idRange(options: ListOptions = {}): IdRange {
  const { prefix = '', after = '', limit = Number.MAX_SAFE_INTEGER } = options;
  checkCount('limit', limit, 0);
  for (const text of [prefix, after]) if (text !== '') checkId(text);
  const isOpen = after !== '' && compareText(after, prefix) >= 0;
  const least = isOpen ? after : prefix;
  const before = behindAll(prefix);
  const isEmpty = before !== undefined && compareText(least, before) >= 0;
  return { least, isOpen, before, limit: isEmpty ? 0 : limit };
}

const lastCodePoint = 0x10ffff;
const firstSurrogate = 0xd800;
const behindSurrogates = 0xe000;

/** The least text behind all that begin with `prefix`, in the order of code points; none behind ''. */
function behindAll(prefix: string): string | undefined {
  const points = Array.from(prefix, (character) => Number(character.codePointAt(0)));
  while (points.at(-1) === lastCodePoint) points.pop();
  const last = points.pop();
  if (last === undefined) return undefined;
  const next = last + 1 === firstSurrogate ? behindSurrogates : last + 1;
  return String.fromCodePoint(...points, next);
}

/** Orders text by code points, which is the order of its UTF-8 bytes and not that of `<`. */
export function compareText(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at += 1) {
    const left = one.charCodeAt(at);
    const right = other.charCodeAt(at);
    // Surrogates stand for what comes behind all other code units.
    if (left !== right) return rank(left) - rank(right);
  }
  return one.length - other.length;
}

function rank(unit: number): number {
  return unit >= firstSurrogate && unit < behindSurrogates ? unit + 0x10000 : unit;
}

/** The ids of a range, in order, of ids in any order. */
export function chosenIds(ids: Iterable<string>, range: IdRange): string[] {
  const { least, isOpen, before, limit } = range;
  return [...ids]
    .filter(
      (id) =>
        compareText(id, least) >= (isOpen ? 1 : 0) &&
        (before === undefined || compareText(id, before) < 0),
    )
    .sort(compareText)
    .slice(0, limit);
}
