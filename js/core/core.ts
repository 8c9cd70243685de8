/**
 * One instance of the engine. Decides how it is loaded, how bytes get in and out, and how a failed
 * call is told from a dead instance; refuses to know sessions and messages.
 */

import createCore, { type CoreModule } from '../core.mjs';
import { EpitomeError } from '../errors.ts';
import { type CoreCalls, callsOf } from './calls.ts';
import { type Code, loadFailure } from './code.ts';

/** The layout that this release speaks; `bindings/wire.h` holds the core's. */
export const wireVersion = 7;

/** `Place` of `bindings/embind.cc`. */
const Place = { buffer: 0, capacity: 1, output: 2, length: 3, version: 4 } as const;

/** `ErrorCode` of `src/session/options.h`. */
export const CoreError = {
  invalidOptions: 1,
  invalidState: 2,
  unsupportedState: 3,
  malformedInput: 4,
  unknownHandle: 5,
  outOfOrder: 6,
  capacity: 7,
  invalidView: 8,
} as const;

/** A call that the core refused. The instance is sound. */
export class CoreRefusal extends EpitomeError {
  /** One of `CoreError`. */
  readonly refusal: number;
  constructor(refusal: number) {
    super('internal', `the engine refused a call (refusal ${refusal})`);
    this.refusal = refusal;
  }
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A call needs the rest of the code, which is still on its way. */
class RestMissing extends Error {}

/** `cause`: why it could not be had at all. */
function notLoaded(cause: unknown): EpitomeError {
  if (cause !== undefined) return loadFailure(cause);
  return new EpitomeError(
    'not-loaded',
    'a part of the engine is still being fetched; the same call succeeds when it is there',
  );
}

/** An instance of the first module, and the way to have the other join its memory and its table. */
async function start(code: Code): Promise<{ module: CoreModule; complete: () => boolean }> {
  let exports: WebAssembly.Exports = {};
  let table: WebAssembly.Table | undefined;
  // A module that was never split asks for nothing of the other.
  let isComplete = true;
  const complete = () => {
    if (isComplete) return true;
    const { rest } = code;
    if (rest === undefined) return false;
    new WebAssembly.Instance(rest, { primary: exports });
    isComplete = true;
    return true;
  };
  // What the first module calls of the other by their places in the table, until that has filled them.
  const placeholder = new Proxy<WebAssembly.ModuleImports>(
    {},
    {
      get(_, place) {
        isComplete = false;
        return (...given: unknown[]) => {
          let isThere: boolean;
          try {
            isThere = complete();
          } catch (cause) {
            throw new RestMissing('it could not be loaded', { cause });
          }
          if (!isThere) throw new RestMissing('it is still on its way');
          return table?.get(Number(place))(...given);
        };
      },
    },
  );
  try {
    const module = await createCore({
      instantiateWasm(imports, done) {
        const instance = new WebAssembly.Instance(code.core, { ...imports, placeholder });
        exports = instance.exports;
        table = Object.values(exports).find((value) => value instanceof WebAssembly.Table);
        done(instance, code.core);
        return exports;
      },
    });
    return { module, complete };
  } catch (cause) {
    throw loadFailure(cause);
  }
}

export class Core {
  /** The engine's functions. Wrap calls in `guard`. */
  readonly call: CoreCalls;
  readonly capacity: number;
  readonly #module: CoreModule;
  readonly #complete: () => boolean;
  readonly #address: number;
  #dead = false;

  private constructor(module: CoreModule, complete: () => boolean) {
    this.call = callsOf(module);
    this.#complete = complete;
    this.#module = module;
    this.capacity = module.place(Place.capacity);
    this.#address = module.place(Place.buffer);
  }

  static async instantiate(code: Code): Promise<Core> {
    const { module, complete } = await start(code);
    if (module.place(Place.version) !== wireVersion) {
      throw new EpitomeError('load-failed', 'core.wasm belongs to another release of epitome');
    }
    return new Core(module, complete);
  }

  /** All memory; detached whenever it grows. */
  get memory(): Uint8Array<ArrayBuffer> {
    return this.#module.HEAPU8;
  }

  /** A trap leaves memory in no known state: nothing may be asked of this instance again. */
  get dead(): boolean {
    return this.#dead;
  }

  /** Throws `not-loaded` where calls that need the rest can't be made yet: it costs the instance to try. */
  demandWhole(): void {
    let cause: unknown;
    try {
      if (this.#complete()) return;
    } catch (error) {
      cause = error;
    }
    throw notLoaded(cause);
  }

  /**
   * Runs calls against the instance. What is no refusal and no error of ours is a trap: it marks the
   * instance dead. Throws `internal` for a trap and for a dead instance.
   */
  guard<T>(run: (call: CoreCalls) => T): T {
    if (this.#dead) {
      throw new EpitomeError(
        'internal',
        'the engine had stopped; the next prepareStep, prepare or compact starts a fresh one',
      );
    }
    try {
      return run(this.call);
    } catch (error) {
      const isMissing = error instanceof RestMissing;
      const isTrap = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
      if (!isTrap && !isMissing) throw error;
      // The call was left in its midst.
      this.#dead = true;
      if (isMissing) throw notLoaded(error.cause);
      throw new EpitomeError('internal', `the engine stopped: ${error.message}`, { cause: error });
    }
  }

  /** The answer, or a CoreRefusal. */
  check(answer: number): number {
    if (answer < 0) throw new CoreRefusal(-answer);
    return answer;
  }

  /** The buffer's bytes; valid until the next call. */
  buffer(): Uint8Array<ArrayBuffer> {
    return this.memory.subarray(this.#address, this.#address + this.capacity);
  }

  /** Writes a text into the buffer. Its length in bytes, or undefined when it does not fit. */
  write(text: string): number | undefined {
    const { read, written } = this.writePiece(text);
    return read === text.length ? written : undefined;
  }

  /** Writes as much of a text as the buffer holds: so many UTF-16 code units, so many bytes. */
  writePiece(text: string): { read: number; written: number } {
    return encoder.encodeInto(text, this.buffer());
  }

  output(): OutputReader {
    const address = this.#module.place(Place.output);
    return new OutputReader(this.memory.buffer, address, this.#module.place(Place.length));
  }

  /** The whole output as text. */
  outputText(): string {
    const address = this.#module.place(Place.output);
    return decoder.decode(
      this.memory.subarray(address, address + this.#module.place(Place.length)),
    );
  }
}

/** Reads words and texts off an answer, in the order in which `bindings/wire.h` writes them. */
export class OutputReader {
  readonly #view: DataView;
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(buffer: ArrayBuffer, address: number, length: number) {
    this.#view = new DataView(buffer, address, length);
    this.#bytes = new Uint8Array(buffer, address, length);
  }

  word(): number {
    const value = this.#view.getUint32(this.#at, true);
    this.#at += 4;
    return value;
  }

  text(): string {
    const length = this.word();
    const text = decoder.decode(this.#bytes.subarray(this.#at, this.#at + length));
    this.#at += (length + 3) & ~3;
    return text;
  }
}
