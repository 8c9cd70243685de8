/** Exact token counts by the vocabulary itself, which is loaded on demand. exact-module.ts counts. */

import { EpitomeError } from '../errors.ts';
import { loadParts, shareable } from '../load/exact-node.ts';
import type { ExactEncoding, ExactParts } from '../load/exact-parts.ts';
import { bytesOf, compiled, isSource } from '../load/given.ts';
import type { WasmSource } from '../types.ts';
import { text as aText, requireArgument, wholeFrom } from '../values/checks.ts';
import { refuseOption } from '../values/require.ts';
import { type EncodingChoice, encodingOf } from './encodings.ts';
import { ExactModule, type TextHead } from './exact-module.ts';

export { type ExactEncoding, exactEncodings } from '../load/exact-parts.ts';
export type { EncodingChoice } from './encodings.ts';
export { encodingOf } from './encodings.ts';
export type { TextHead } from './exact-module.ts';

/** Whose tokens are counted. `encoding` wins over `model`; without either: o200k_base. */
export interface ExactOptions {
  /** A model id. One whose encoding is not carried is counted by the nearest, and told so. */
  model?: string | undefined;
  encoding?: ExactEncoding | undefined;
  /**
   * bpe.wasm, where the runtime's own way of loading it does not fit: a `WebAssembly.Module`, its bytes
   * or a URL. Goes with `vocabulary`. What is loaded stays, so only the first call needs both.
   */
  wasm?: WasmSource | undefined;
  /** The encoding's file, such as o200k_base.bin: its bytes or a URL. Goes with `wasm`. */
  vocabulary?: WasmSource | undefined;
}

export interface ExactCount {
  tokens: number;
  encoding: ExactEncoding;
  /** False for a model that is not known to use this encoding: then the count is an estimate. */
  exact: boolean;
}

const anyWhole = wholeFrom(0, Number.MAX_SAFE_INTEGER);

/** Counts without waiting, for hot loops. */
export class ExactCounter {
  readonly encoding: ExactEncoding;
  /** False for a model that is not known to use this encoding. */
  readonly exact: boolean;
  readonly #module: ExactModule;

  /** @internal Use `loadExactCounter`. */
  constructor(module: ExactModule, { encoding, exact }: EncodingChoice) {
    this.#module = module;
    this.encoding = encoding;
    this.exact = exact;
  }

  /** Bytes of memory that this encoding keeps in use, for all counters of it together. */
  get memoryBytes(): number {
    return this.#module.memoryBytes;
  }

  /** Tokens of a text. Special tokens such as `<|endoftext|>` count as the text that they are. */
  count(text: string): number {
    requireArgument('count', 'text', text, aText);
    return this.#module.count(text);
  }

  /**
   * Where to cut a text so that its head has at most `maxTokens` tokens when counted alone: an offset
   * in UTF-16 code units that splits no code point, and that head's tokens.
   */
  truncate(text: string, maxTokens: number): TextHead {
    requireArgument('truncate', 'text', text, aText);
    requireArgument('truncate', 'maxTokens', maxTokens, anyWhole);
    return this.#module.truncate(text, Math.min(maxTokens, 2 ** 32 - 2));
  }
}

function choose(options: ExactOptions): EncodingChoice {
  const { encoding, model } = options;
  if (encoding !== undefined) {
    return { encoding, exact: true };
  }
  if (model === undefined) return { encoding: 'o200k_base', exact: true };
  return encodingOf(model);
}

const loaded = new Map<ExactEncoding, ExactModule>();
const loading = new Map<ExactEncoding, Promise<ExactModule>>();

async function partsOf(
  encoding: ExactEncoding,
  { wasm, vocabulary }: ExactOptions,
): Promise<ExactParts> {
  if (wasm === undefined && vocabulary === undefined) return loadParts(encoding);
  if (!isSource(wasm) || !isSource(vocabulary)) {
    const message = '`wasm` and `vocabulary` go together: pass both, as bytes or a URL each';
    refuseOption(message);
  }
  const [module, bytes] = await Promise.all([compiled(wasm), bytesOf(vocabulary)]);
  const view = ArrayBuffer.isView(bytes)
    ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    : new Uint8Array(bytes);
  return { module, vocabulary: view };
}

async function load(encoding: ExactEncoding, given: ExactOptions): Promise<ExactModule> {
  try {
    const module = new ExactModule(await partsOf(encoding, given));
    loaded.set(encoding, module);
    return module;
  } catch (cause) {
    if (cause instanceof EpitomeError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new EpitomeError(
      'load-failed',
      `${encoding} could not be loaded: ${reason}. Pass \`wasm\` and \`vocabulary\` if the files are elsewhere.`,
      { cause },
    );
  }
}

/** What is loaded stays; what failed or stopped is loaded again. */
function moduleOf(
  encoding: ExactEncoding,
  given: ExactOptions,
): ExactModule | Promise<ExactModule> {
  const known = loaded.get(encoding);
  if (known !== undefined && !known.dead) return known;
  if (!shareable) return load(encoding, given);
  const under = loading.get(encoding);
  if (under !== undefined) return under;
  const begun = load(encoding, given).finally(() => loading.delete(encoding));
  loading.set(encoding, begun);
  return begun;
}

/**
 * Loads an encoding, once for all callers. Throws `load-failed`; the next call tries again. Loading
 * takes no other resources than memory, about 5 MB an encoding, which stays in use.
 */
export async function loadExactCounter(options: ExactOptions = {}): Promise<ExactCounter> {
  const choice = choose(options);
  return new ExactCounter(await moduleOf(choice.encoding, options), choice);
}

/** Tokens of a text; loads the encoding on demand. */
export async function countTokens(text: string, options: ExactOptions = {}): Promise<number> {
  return (await loadExactCounter(options)).count(text);
}

/** The same, with what was counted by and whether that is the model's own encoding. */
export async function inspectExactTokens(
  text: string,
  options: ExactOptions = {},
): Promise<ExactCount> {
  const counter = await loadExactCounter(options);
  return { tokens: counter.count(text), encoding: counter.encoding, exact: counter.exact };
}
