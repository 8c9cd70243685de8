/**
 * The engine's code: a module with what every step needs, and one with the rest. Decides when each is had
 * and that all instances share both; refuses to know what is in them.
 */
import { EpitomeError } from '../errors.ts';
import { fetchesRest, loadModule, loadRest } from '../load/core-node.ts';
import { found } from '../load/found.ts';
import type { WasmSource } from '../types.ts';

type Module = WebAssembly.Module;

/** What the runtime's own loader found: code can be shared by instances, memory is not. */
let own: Module | undefined;
let ownRest: Module | undefined;

/** The module is kept and not its promise: at the edge no request may wait for another's. */
async function ownModule(): Promise<Module> {
  own ??= await loadModule();
  return own;
}

async function compiled(source: unknown): Promise<Module> {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof URL || typeof source === 'string') {
    return WebAssembly.compile(await (await found(source)).arrayBuffer());
  }
  return WebAssembly.compile(source as BufferSource);
}

export function loadFailure(cause: unknown): EpitomeError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new EpitomeError(
    'load-failed',
    `the WebAssembly module could not be loaded: ${reason}. Pages need 'wasm-unsafe-eval' in script-src; the option \`wasm\` takes a module, bytes or a URL.`,
    { cause },
  );
}

/** Where the rest comes from, if not from the runtime's own loader. */
interface RestSource {
  module?: Module | undefined;
  address?: URL | undefined;
}

/** What is beside a file that is given by its address alone. */
function beside(core: unknown): URL | undefined {
  if (typeof core !== 'string' && !(core instanceof URL)) return undefined;
  try {
    return new URL('fold.wasm', new URL(core, globalThis.location?.href));
  } catch {
    // A data URL has nothing beside it.
    return undefined;
  }
}

export class Code {
  readonly core: Module;
  readonly #source: RestSource;
  #fetched: Module | undefined;
  #loading: Promise<Module> | undefined;

  private constructor(core: Module, source: RestSource) {
    this.core = core;
    this.#source = source;
  }

  /** Compiles what the host gave, or what the runtime's own loader finds. */
  static async load(source: WasmSource | undefined): Promise<Code> {
    try {
      if (source === undefined) return new Code(await ownModule(), {});
      if (typeof source === 'object' && 'core' in source && 'fold' in source) {
        const [core, module] = await Promise.all([source.core, source.fold].map(compiled));
        return new Code(core as Module, { module });
      }
      return new Code(await compiled(source), { address: beside(source) });
    } catch (cause) {
      throw loadFailure(cause);
    }
  }

  /** The rest where it is at hand; has it fetched where it is not. */
  get rest(): Module | undefined {
    const { module, address } = this.#source;
    const known = module ?? this.#fetched ?? (address === undefined ? ownRest : undefined);
    if (known !== undefined || this.#loading !== undefined) return known;
    const loaded = address === undefined ? loadRest() : compiled(address);
    if (!(loaded instanceof Promise)) {
      ownRest = loaded;
      return loaded;
    }
    this.#loading = loaded;
    // A failure is told to those who wait; the next who asks tries again.
    const settled = (rest: Module | undefined) => {
      this.#fetched = rest;
      if (address === undefined) ownRest ??= rest;
      this.#loading = undefined;
    };
    loaded.then(settled, () => settled(undefined));
    return undefined;
  }

  /** Whether the rest can be had whenever a call turns out to need it. */
  get isReady(): boolean {
    const { module, address } = this.#source;
    if ((module ?? this.#fetched) !== undefined) return true;
    return address === undefined && (!fetchesRest || ownRest !== undefined);
  }

  /** Resolves when it is so. Rejects with `load-failed`. */
  async ready(): Promise<void> {
    try {
      if (!this.isReady && this.rest === undefined) await this.#loading;
    } catch (cause) {
      throw loadFailure(cause);
    }
  }
}
