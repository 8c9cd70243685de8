/**
 * From bytes to text. Decides how streams and byte-order marks are read; a byte that is no UTF-8 becomes
 * the replacement character, since a log may break off inside of one.
 */
import { EpitomeError } from '../errors.ts';

/** What a file can be: its text, its bytes, a `Blob` or `File`, a `Response`, or a stream of bytes. */
export type TranscriptInput =
  | string
  | Uint8Array
  | { stream(): ReadableStream<Uint8Array>; readonly size?: number }
  | AsyncIterable<Uint8Array | string>
  | ReadableStream<Uint8Array>;

/** The input's text; `onProgress` is told the fraction where the size is known. */
export async function decoded(
  input: TranscriptInput,
  onProgress: (fraction: number) => void,
): Promise<string> {
  if (typeof input === 'string') return input;
  if (input instanceof Uint8Array) return decoder(input).decode(input);
  if (typeof input !== 'object' || input === null) {
    throw new EpitomeError('invalid-argument', 'text, bytes, a Blob or a stream is needed');
  }
  const size = 'size' in input ? input.size : undefined;
  const source = 'stream' in input && typeof input.stream === 'function' ? input.stream() : input;
  const pieces: string[] = [];
  let decode: TextDecoder | undefined;
  let done = 0;
  for await (const chunk of chunksOf(source as AsyncIterable<Uint8Array | string>)) {
    if (typeof chunk === 'string') {
      pieces.push(chunk);
      continue;
    }
    decode ??= decoder(chunk);
    pieces.push(decode.decode(chunk, { stream: true }));
    done += chunk.byteLength;
    if (size) onProgress(Math.min(1, done / size));
  }
  if (decode) pieces.push(decode.decode());
  return pieces.join('');
}

/** Not every browser can iterate over a stream. */
async function* chunksOf(
  source: AsyncIterable<Uint8Array | string> | ReadableStream<Uint8Array>,
): AsyncGenerator<Uint8Array | string> {
  if (typeof (source as AsyncIterable<string>)[Symbol.asyncIterator] === 'function') {
    yield* source as AsyncIterable<Uint8Array | string>;
    return;
  }
  if (typeof (source as ReadableStream).getReader !== 'function') {
    throw new EpitomeError('invalid-argument', 'text, bytes, a Blob or a stream is needed');
  }
  const reader = (source as ReadableStream<Uint8Array>).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

/** Some shells write UTF-16. */
function decoder(bytes: Uint8Array): TextDecoder {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le');
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be');
  return new TextDecoder();
}
