/**
 * One instance of dist/bpe.wasm with one vocabulary. A dead instance is told from a refused vocabulary.
 */
import { EpitomeError } from '../errors.ts';
import type { ExactParts } from '../load/exact-parts.ts';

/** What bindings/bpe.cc exports. */
interface Exports {
  memory: WebAssembly.Memory;
  /** Emscripten's: its allocator starts here. */
  _initialize(): void;
  vocabularyAddress(bytes: number): number;
  load(): number;
  begin(limit: number): void;
  roomAddress(): number;
  roomBytes(): number;
  feed(bytes: number, last: number): number;
  exceeded(): number;
  cutCount(): number;
  cutUnits(at: number): number;
  anchorUnits(): number;
  anchorTokens(): number;
}

/** `VocabularyError` of `src/tokens/bpe/unpack.h`. */
const vocabularyErrors = [
  '',
  'it is no packed vocabulary',
  'it belongs to another release of epitome',
  'it is damaged or incomplete',
];

/** No limit, to `begin`. */
const unlimited = 0xffffffff;

/** The most bytes that a UTF-16 code unit becomes in UTF-8. */
const bytesPerUnit = 3;

const encoder = new TextEncoder();

const isHighSurrogate = (unit: number) => (unit & 0xfc00) === 0xd800;

/** A head of a text. */
export interface TextHead {
  /** UTF-16 code units, for `text.slice(0, end)`. Never inside a surrogate pair. */
  end: number;
  /** What the head counts alone. */
  tokens: number;
}

export class ExactModule {
  readonly #exports: Exports;
  #view = new Uint8Array(0);
  #dead = false;

  /** Throws `load-failed` for a vocabulary that cannot be read. */
  constructor({ module, vocabulary }: ExactParts) {
    this.#exports = new WebAssembly.Instance(module as WebAssembly.Module)
      .exports as unknown as Exports;
    const exports = this.#exports;
    exports._initialize();
    const address = exports.vocabularyAddress(vocabulary.length);
    new Uint8Array(exports.memory.buffer, address, vocabulary.length).set(vocabulary);
    const error = exports.load();
    if (error !== 0) {
      throw new EpitomeError(
        'load-failed',
        `the vocabulary could not be read (\`vocabulary\` takes a .bin file of this package): ${vocabularyErrors[error] ?? `error ${error}`}`,
      );
    }
  }

  /** A trap leaves memory in no known state: nothing may be asked of this instance again. */
  get dead(): boolean {
    return this.#dead;
  }

  /** Bytes of WebAssembly memory. */
  get memoryBytes(): number {
    return this.#exports.memory.buffer.byteLength;
  }

  /** Tokens of a text. */
  count(text: string): number {
    return this.#guarded(() => this.#feed(text, unlimited));
  }

  /** The longest head that is found to have at most `most` tokens. */
  truncate(text: string, most: number): TextHead {
    return this.#guarded(() => this.#head(text, most));
  }

  #guarded<T>(run: () => T): T {
    if (this.#dead) {
      throw new EpitomeError(
        'internal',
        'the exact counter has stopped: load it again with loadExactCounter',
      );
    }
    try {
      return run();
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) throw error;
      this.#dead = true;
      throw new EpitomeError('internal', `the exact counter stopped: ${error.message}`, {
        cause: error,
      });
    }
  }

  /** Where the next bytes go. */
  #room(): Uint8Array {
    const address = this.#exports.roomAddress();
    const bytes = this.#exports.roomBytes();
    // Memory that grew, perhaps just now, is another buffer.
    const { buffer } = this.#exports.memory;
    const view = this.#view;
    if (view.buffer !== buffer || view.byteOffset !== address || view.length !== bytes) {
      this.#view = new Uint8Array(buffer, address, bytes);
    }
    return this.#view;
  }

  /** Tokens of a text, or of its beginning when it has more than `limit`. */
  #feed(text: string, limit: number): number {
    const exports = this.#exports;
    exports.begin(limit);
    const { length } = text;
    let room = this.#room();
    if (length * bytesPerUnit <= room.length) {
      return exports.feed(encoder.encodeInto(text, room).written, 1);
    }
    for (let at = 0; ; room = this.#room()) {
      let end = Math.min(length, at + Math.floor(room.length / bytesPerUnit));
      if (end < length && isHighSurrogate(text.charCodeAt(end - 1))) end -= 1;
      const { written } = encoder.encodeInto(text.slice(at, end), room);
      const tokens = exports.feed(written, end === length ? 1 : 0);
      if (end === length || (limit !== unlimited && exports.exceeded() !== 0)) return tokens;
      at = end;
    }
  }

  #head(text: string, most: number): TextHead {
    const exports = this.#exports;
    for (let limit = most; limit > 0; limit -= 1) {
      const tokens = this.#feed(text, limit);
      if (exports.exceeded() === 0) return { end: text.length, tokens };
      const cuts = Array.from({ length: exports.cutCount() }, (_, at) => exports.cutUnits(at));
      const from = exports.anchorUnits();
      const before = exports.anchorTokens();
      // A cut changes what stands before it, if seldom: each is counted before it is taken.
      for (const end of cuts) {
        const counted = before + this.#feed(text.slice(from, end), unlimited);
        if (counted <= most) return { end, tokens: counted };
      }
    }
    return { end: 0, tokens: 0 };
  }
}
