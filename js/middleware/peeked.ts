/** Looks at how a model's stream begins before anybody else does. */
import type { Fields } from '../adapters/fields.ts';

export type StreamPart = Fields & { type: string };

/** Parts that tell the user nothing. */
const silent = new Set(['stream-start', 'response-metadata', 'raw', 'ping']);

export interface Peeked {
  /** It begins with something that reaches the user, or ends. */
  begins: boolean;
  /** What it begins with otherwise: what an `error` part holds, or what reading threw. */
  error: unknown;
  /** The whole stream. */
  stream: ReadableStream<StreamPart>;
}

/** Resolves when the stream has begun. `onFinish` is called with the part that ends it, once that is read. */
export async function peeked(
  source: ReadableStream<StreamPart>,
  onFinish: (finish: StreamPart) => void,
): Promise<Peeked> {
  const reader = source.getReader();
  const held: ReadableStreamReadResult<StreamPart>[] = [];
  let failure: { error: unknown } | undefined;
  try {
    do held.push(await reader.read());
    while (silent.has(held.at(-1)?.value?.type ?? ''));
  } catch (error) {
    failure = { error };
  }
  const last = held.at(-1)?.value;
  const begins = failure === undefined && last?.type !== 'error';
  const stream = new ReadableStream<StreamPart>({
    async pull(controller) {
      const next = held.shift();
      if (next === undefined && failure !== undefined) throw failure.error;
      const { done, value } = next ?? (await reader.read());
      if (value?.type === 'finish') onFinish(value);
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return { begins, error: failure === undefined ? last?.error : failure.error, stream };
}
