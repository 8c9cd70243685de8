/**
 * A model's stream up to the first token that a user would see. Decides what may be held back; refuses to
 * know what is done with a stream that has nothing to show.
 */
import { type Fields, isObject } from '../adapters/fields.ts';

/** Parts that show nothing yet. */
const silent = new Set([
  'stream-start',
  'response-metadata',
  'raw',
  'text-start',
  'text-end',
  'reasoning-start',
  'reasoning-end',
]);
const deltas = new Set(['text-delta', 'reasoning-delta', 'reasoning']);
/** Parts that are held back at most. */
const mostHeld = 10_000;

export interface Opening {
  /** The parts so far, the last one included. */
  held: unknown[];
  reader: ReadableStreamDefaultReader<unknown>;
  /** It ended without anything to show: with this error, or this finish. */
  error?: { value: unknown };
  finish?: Fields;
}

/** Reads a stream until it shows something or ends. Rejects as the stream does. */
export async function open(stream: ReadableStream<unknown>): Promise<Opening> {
  const reader = stream.getReader();
  const held: unknown[] = [];
  while (held.length < mostHeld) {
    const { done, value } = await reader.read();
    if (done) break;
    held.push(value);
    if (!isObject(value)) break;
    if (value.type === 'error') return { held, reader, error: { value: value.error } };
    if (value.type === 'finish') return { held, reader, finish: value };
    if (!isSilent(value)) break;
  }
  return { held, reader };
}

/** The stream from its beginning; `onFinish` hears of its end before whoever reads it. */
export function resumed(
  { held, reader }: Opening,
  onFinish: (finish: Fields) => void,
): ReadableStream<unknown> {
  const rest = [...held];
  return new ReadableStream<unknown>({
    async pull(controller) {
      const next = rest.length > 0 ? { done: false, value: rest.shift() } : await reader.read();
      if (next.done) return controller.close();
      if (isObject(next.value) && next.value.type === 'finish') onFinish(next.value);
      controller.enqueue(next.value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

function isSilent(part: Fields): boolean {
  const type = String(part.type);
  if (silent.has(type)) return true;
  if (!deltas.has(type)) return false;
  const delta = part.delta ?? part.textDelta ?? part.text;
  return delta === undefined || delta === '';
}
