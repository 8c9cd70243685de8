/**
 * From text to values: one JSON document, or JSON Lines. Decides which of both a text is, what of a
 * broken file can be read, and how deep JSON may nest; refuses to know what the values mean. Linear, and
 * a generator, so that a caller can breathe: it yields how much is done, between 0 and 1.
 */
import { TranscriptError } from '../errors.ts';

export interface LineValue {
  value: unknown;
  /** Counted from 1. */
  line: number;
}

export interface Records {
  /** Of JSON Lines; one with the document otherwise. */
  values: LineValue[];
  isLines: boolean;
  /** Where the last line breaks off, counted from 1. */
  truncatedLine?: number;
}

/** No format nests half as deep; what is deeper would overflow the stack of whoever writes it again. */
const maxDepth = 500;
/** Characters between two reports. */
const charactersPerReport = 1 << 20;

export function* recordsOf(text: string): Generator<number, Records> {
  const start = firstCharacter(text);
  if (start === text.length) throw new TranscriptError('empty', 'the file is empty');
  const document = parsed(text.slice(start, lineEnd(text, start)));
  if (document.ok) {
    // The first line is whole: either the only one, or one of many.
    const rest = firstCharacter(text, lineEnd(text, start));
    if (rest < text.length) return yield* linesOf(text);
    return { values: [{ value: checked(document.value, 1), line: 1 }], isLines: false };
  }
  yield 0;
  const whole = parsed(text);
  if (whole.ok) return { values: [{ value: checked(whole.value), line: 1 }], isLines: false };
  // Is the first line broken, or is this no JSON Lines at all?
  const second = firstCharacter(text, lineEnd(text, start));
  const next = parsed(text.slice(second, lineEnd(text, second)));
  if (second < text.length && next.ok && typeof next.value === 'object') {
    throw notJson(document.error, 1);
  }
  throw notJson(whole.error, lineOf(whole.error, text));
}

function* linesOf(text: string): Generator<number, Records> {
  const values: LineValue[] = [];
  let reported = 0;
  let line = 0;
  for (let start = 0; start < text.length; ) {
    const end = lineEnd(text, start);
    line += 1;
    const source = text.slice(start, end);
    start = end + 1;
    if (source.trim() !== '') {
      const result = parsed(source);
      if (result.ok) values.push({ value: checked(result.value, line), line });
      else if (firstCharacter(text, end) < text.length) throw notJson(result.error, line);
      else return { values, isLines: true, truncatedLine: line };
    }
    if (start - reported >= charactersPerReport) {
      reported = start;
      yield Math.min(1, start / text.length);
    }
  }
  return { values, isLines: true };
}

/** The first character from `from` that is no white space and no byte-order mark. */
function firstCharacter(text: string, from = 0): number {
  const found = /[^\s\uFEFF]/g;
  found.lastIndex = from;
  return found.exec(text)?.index ?? text.length;
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

type Parsed = { ok: true; value: unknown } | { ok: false; error: unknown };

function parsed(source: string): Parsed {
  try {
    return {
      ok: true,
      value: JSON.parse(source.charCodeAt(0) === 0xfeff ? source.slice(1) : source),
    };
  } catch (error) {
    return { ok: false, error };
  }
}

function notJson(error: unknown, line: number | undefined): TranscriptError {
  if (error instanceof RangeError) return tooDeep(line);
  // Engines quote the text in their message; only what they say of its place and kind is repeated.
  return new TranscriptError('not-json', 'not valid JSON', {
    cause: error,
    ...(line !== undefined && { line }),
  });
}

/** Engines say a position, or a line. */
function lineOf(error: unknown, text: string): number | undefined {
  const message = error instanceof Error ? error.message : '';
  const line = /\bline (\d+)/.exec(message)?.[1];
  if (line !== undefined) return Number(line);
  const position = /\bposition (\d+)/.exec(message)?.[1];
  const end = /end of/i.test(message) ? text.length : undefined;
  const at = position === undefined ? end : Number(position);
  return at === undefined ? undefined : text.slice(0, at).trimEnd().split('\n').length;
}

function tooDeep(line: number | undefined): TranscriptError {
  return new TranscriptError('too-deep', `nested deeper than ${maxDepth} levels`, {
    ...(line !== undefined && { line }),
  });
}

/** The value, unless it nests too deep. Without recursion, since it has not been checked yet. */
function checked(value: unknown, line?: number): unknown {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) throw tooDeep(line);
    const below: unknown[] = [];
    for (const one of level) {
      if (typeof one !== 'object' || one === null) continue;
      for (const inner of Object.values(one)) {
        if (typeof inner === 'object' && inner !== null) below.push(inner);
      }
    }
    level = below;
  }
  return value;
}
