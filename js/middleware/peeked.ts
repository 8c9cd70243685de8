/** Looks at how a model's stream begins before anybody else does. */
import type { Fields } from '../values/fields.ts';

export type StreamPart = Fields & { type: string };

/** Parts that tell the user nothing. Anthropic's package has a message's start in a `custom` one. */
const silent = new Set([
  'stream-start',
  'response-metadata',
  'raw',
  'ping',
  'custom',
  'text-start',
  'text-end',
]);

/** Neither does a text without a character, with which some servers begin. */
const isSilent = ({ type, delta }: StreamPart) =>
  silent.has(type) || (type === 'text-delta' && delta === '');

export interface Peeked {
  /** The first part that tells anything; undefined where there is none. */
  first: StreamPart | undefined;
  /** What an `error` part in its place holds, or what reading threw. */
  error: unknown;
  /** The whole stream. */
  stream: ReadableStream<StreamPart>;
}

/** Resolves when the stream has begun. `onPart` is called with each part that is read from it. */
export async function peeked(
  source: ReadableStream<StreamPart>,
  onPart: (part: StreamPart) => void,
): Promise<Peeked> {
  const reader = source.getReader();
  const held: ReadableStreamReadResult<StreamPart>[] = [];
  let failure: { error: unknown } | undefined;
  try {
    do held.push(await reader.read());
    while (isSilent(held.at(-1)?.value ?? { type: '' }));
  } catch (error) {
    failure = { error };
  }
  const first = failure === undefined ? held.at(-1)?.value : undefined;
  const rest: UnderlyingDefaultSource<StreamPart> = {
    async pull(controller) {
      const next = held.shift();
      if (next === undefined && failure !== undefined) throw failure.error;
      const { done, value } = next ?? (await reader.read());
      if (value !== undefined) onPart(value);
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  };
  // Nothing is read before somebody asks for it.
  const stream = new ReadableStream(rest, { highWaterMark: 0 });
  const error = first?.type === 'error' ? first.error : failure?.error;
  return { first, error, stream };
}
