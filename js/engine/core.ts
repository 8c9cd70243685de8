/**
 * One instance of the engine: loads it, passes bytes in and out, and tells a failed call from a dead
 * instance.
 */
import { EpitomeError } from '../errors.ts';
import { loadModule } from '../load/core-node.ts';
import { compiled } from '../load/given.ts';
import type { WasmSource } from '../types.ts';
import { type Calls, callNames } from './calls.ts';
import createCore, { type CoreModule } from './core.mjs';

/** The layout that this release speaks; `bindings/wire.h` holds the core's. */
export const wireVersion = 12;

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

/** What the runtime's own loader found: code can be shared by instances, memory is not. */
let own: WebAssembly.Module | undefined;

/** The module is kept and not its promise: at the edge no request may wait for another's. */
async function ownModule(): Promise<WebAssembly.Module> {
  own ??= await loadModule();
  return own;
}

/** Compiles what the host gave, or what the runtime's own loader finds. */
export async function compile(source: WasmSource | undefined): Promise<WebAssembly.Module> {
  try {
    return await (source === undefined ? ownModule() : compiled(source));
  } catch (cause) {
    throw loadFailure(cause);
  }
}

const reasonOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause));

function loadFailure(cause: unknown): EpitomeError {
  return new EpitomeError(
    'load-failed',
    `core.wasm could not be loaded: ${reasonOf(cause)}. Pass the option \`wasm\` (a module, bytes or a URL) if the file is elsewhere; a page also needs 'wasm-unsafe-eval' in script-src.`,
    { cause },
  );
}

async function start(module: WebAssembly.Module): Promise<CoreModule> {
  try {
    return await createCore({
      instantiateWasm(imports, done) {
        const instance = new WebAssembly.Instance(module, imports);
        done(instance, module);
        return instance.exports;
      },
    });
  } catch (cause) {
    throw loadFailure(cause);
  }
}

/** What `place` of the glue tells. */
const Place = { wireVersion: 0, buffer: 1, capacity: 2, output: 3, outputLength: 4 } as const;

/** Each call by its name. */
function callsOf({ call }: CoreModule): Calls {
  const named = callNames.map((name, number) => [name, call.bind(undefined, number)]);
  return Object.fromEntries(named);
}

export class Core {
  /** The engine's calls. Wrap them in `guard`. */
  readonly call: Calls;
  readonly capacity: number;
  readonly #module: CoreModule;
  readonly #address: number;
  #dead = false;

  private constructor(module: CoreModule) {
    this.#module = module;
    this.call = callsOf(module);
    this.capacity = module.place(Place.capacity);
    this.#address = module.place(Place.buffer);
  }

  static async instantiate(compiled: WebAssembly.Module): Promise<Core> {
    const module = await start(compiled);
    if (module.place(Place.wireVersion) !== wireVersion) {
      throw new EpitomeError(
        'load-failed',
        'core.wasm is of another release of epitome: use the one of this package',
      );
    }
    return new Core(module);
  }

  /** A trap leaves memory in no known state: nothing may be asked of this instance again. */
  get dead(): boolean {
    return this.#dead;
  }

  /**
   * Runs calls against the instance. What is no refusal and no error of ours is a trap: it marks the
   * instance dead. Throws `internal` for a trap and for a dead instance.
   */
  guard<T>(run: (call: Calls) => T): T {
    if (this.#dead) {
      throw new EpitomeError(
        'internal',
        'the engine had stopped; the next prepareStep, prepare or compact starts a fresh one',
      );
    }
    try {
      return run(this.call);
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) throw error;
      this.#dead = true;
      throw new EpitomeError('internal', `the engine stopped: ${error.message}`, { cause: error });
    }
  }

  /** The number that one call answers. */
  ask(question: (call: Calls) => number): number {
    return this.guard((call) => this.check(question(call)));
  }

  /** What `answer` makes of the numbers and texts that come back. */
  read<T>(question: (call: Calls) => number, answer: (output: OutputReader) => T): T {
    return this.guard((call) => {
      this.check(question(call));
      return answer(this.output());
    });
  }

  /** The text that comes back. */
  tell(question: (call: Calls) => number): string {
    return this.guard((call) => {
      this.check(question(call));
      return this.outputText();
    });
  }

  /** Runs calls, then puts memory back: no handle that they open may be kept. */
  undone<T>(run: () => T): T {
    const before = this.memory.slice();
    try {
      return run();
    } finally {
      const { memory } = this;
      memory.set(before);
      // It may have grown.
      memory.fill(0, before.length);
    }
  }

  /** The answer, or a CoreRefusal. */
  check(answer: number): number {
    if (answer < 0) throw new CoreRefusal(-answer);
    return answer;
  }

  /** All of the instance's; another whenever it grows. */
  get memory(): Uint8Array<ArrayBuffer> {
    return this.#module.HEAPU8;
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

  /** 0, or minus the engine's error. A state that is longer than the buffer crosses in pieces. */
  restore(session: number, state: string): number {
    for (let rest = state; ; ) {
      const { read, written } = this.writePiece(rest);
      if (read === rest.length) return this.call.restoreSession(session, written);
      const fed = this.call.feedState(session, written);
      if (fed !== 0) return fed;
      rest = rest.slice(read);
    }
  }

  output(): OutputReader {
    return new OutputReader(this.#output());
  }

  /** The whole output as text. */
  outputText(): string {
    const bytes = this.#output();
    return bytes.length > 0 ? decoder.decode(bytes) : '';
  }

  #output(): Uint8Array<ArrayBuffer> {
    const address = this.#module.place(Place.output);
    return this.memory.subarray(address, address + this.#module.place(Place.outputLength));
  }
}

/** Reads words and texts off an answer, in the order in which `bindings/wire.h` writes them. */
export class OutputReader {
  readonly #view: DataView;
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#bytes = bytes;
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
