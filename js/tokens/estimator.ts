/**
 * The estimator's WebAssembly instance. Text crosses through one buffer of fixed size, longer strings in
 * pieces.
 */

import { EpitomeError } from '../errors.ts';
import { compiled } from '../load/given.ts';
import { loadModule } from '../load/tokens-node.ts';
import { guessedFamily, type TokenFamily, tokenFamilies } from '../types/families.ts';
import type { WasmSource } from '../types.ts';
import { type RateExports, type Rates, ratesOf } from './rates.ts';

export interface FamilyOptions {
  /**
   * A model id in any provider's spelling, 'gpt-5', 'us.anthropic.claude-sonnet-4-5-v1:0', or any
   * object with a `modelId`.
   */
  model?: string | { readonly modelId: string } | undefined;
  /** The tokenizer family itself; goes before `model`. */
  family?: TokenFamily | undefined;
}

export interface EstimateOptions extends FamilyOptions {
  /** A number that is rarely exceeded (once in a thousand messages) instead of the likely one. */
  safe?: boolean | undefined;
}

export interface LoadOptions {
  /**
   * tokens.wasm, where the runtime's own way of loading it does not fit: a `WebAssembly.Module`, its
   * bytes or a URL. What is loaded stays, so only the first call needs it.
   */
  wasm?: WasmSource | undefined;
}

export interface FamilyChoice {
  family: TokenFamily;
  /** False when neither option named a family that is known: then it is the most common one. */
  known: boolean;
}

export interface TokenEstimate extends FamilyChoice {
  /** The likely number of tokens. */
  tokens: number;
  /** The number that is rarely exceeded; never below `tokens`. */
  bound: number;
  /** Length of the text in UTF-16 code units. */
  units: number;
}

/** What tokens.wasm exports; bindings/tokens.cc says what each function does. */
interface Exports extends RateExports {
  readonly memory: WebAssembly.Memory;
  buffer(): number;
  capacity(): number;
  begin(): void;
  update(bytes: number): void;
  estimate(family: number): number;
  bound(family: number): number;
  estimateBuffer(bytes: number, family: number): number;
  familyOf(bytes: number): number;
  _initialize?(): void;
}

/** UTF-8 takes at most three bytes for a UTF-16 code unit. */
const bytesPerUnit = 3;
/** Model ids remembered at once; hosts use a handful. */
const rememberedModels = 256;

const encoder = new TextEncoder();

interface Choice extends FamilyChoice {
  /** Place in `tokenFamilies`. */
  index: number;
  /** How media are priced; bindings/tokens/rates.cc knows what it means. */
  mediaRule: number;
}

export class TokenEstimator {
  readonly #exports: Exports;
  /** The buffer: memory never grows, so the view stays. */
  readonly #buffer: Uint8Array<ArrayBuffer>;
  readonly #unitsPerPiece: number;
  readonly #choices = new Map<string, Choice>();
  /** What was asked for last: loops ask for the same again and again. */
  #last: (FamilyOptions & { choice: Choice }) | undefined;

  /** @internal Use `loadEstimator`. */
  constructor(module: WebAssembly.Module) {
    const exports = new WebAssembly.Instance(module).exports as unknown as Exports;
    exports._initialize?.();
    this.#exports = exports;
    const memory = exports.memory.buffer as ArrayBuffer;
    this.#buffer = new Uint8Array(memory, exports.buffer(), exports.capacity());
    this.#unitsPerPiece = Math.floor(exports.capacity() / bytesPerUnit);
  }

  /** Tokens of `text`: an estimate, without a vocabulary. */
  estimateTokens(text: string, options: EstimateOptions = {}): number {
    const { index } = this.#choose(options);
    const exports = this.#exports;
    if (!options.safe && text.length <= this.#unitsPerPiece) {
      return exports.estimateBuffer(encoder.encodeInto(text, this.#buffer).written, index) >>> 0;
    }
    this.#read(text);
    return (options.safe ? exports.bound(index) : exports.estimate(index)) >>> 0;
  }

  /** The same with all that is known about it. */
  inspectTokens(text: string, options: FamilyOptions = {}): TokenEstimate {
    const { family, known, index } = this.#choose(options);
    this.#read(text);
    return {
      tokens: this.#exports.estimate(index) >>> 0,
      bound: this.#exports.bound(index) >>> 0,
      family,
      known,
      units: text.length,
    };
  }

  /** Which family counts for a model. */
  familyOf(model: string): FamilyChoice {
    const { family, known } = this.#choose({ model });
    return { family, known };
  }

  /** What counts beside texts: envelopes and media. With `safe`, media at their most. */
  ratesFor(options: EstimateOptions): FamilyChoice & { rates: Rates } {
    const { family, known, index, mediaRule } = this.#choose(options);
    return { family, known, rates: ratesOf(this.#exports, index, mediaRule, options.safe) };
  }

  #choose({ model, family }: FamilyOptions): Choice {
    const last = this.#last;
    if (last !== undefined && last.model === model && last.family === family) return last.choice;
    const id = modelIdOf(model);
    const key = `${family ?? ''}:${id}`;
    let choice = this.#choices.get(key);
    if (!choice) {
      choice = this.#lookUp(id, family);
      if (this.#choices.size >= rememberedModels) this.#choices.clear();
      this.#choices.set(key, choice);
    }
    // A model object may be given another id.
    if (typeof model !== 'object') this.#last = { model, family, choice };
    return choice;
  }

  #lookUp(id: string, given: TokenFamily | undefined): Choice {
    const exports = this.#exports;
    const bytes = encoder.encodeInto(id, this.#buffer).written;
    let answer = guessedFamily;
    if (given !== undefined) answer = tokenFamilies.indexOf(given);
    else if (bytes > 0) answer = exports.familyOf(bytes);
    const index = answer % guessedFamily;
    const known = answer < guessedFamily;
    // The id is still in the buffer: within a family each model may price images in its own way.
    const mediaRule = exports.mediaRule(index, bytes);
    return { family: tokenFamilies[index] ?? 'o200k', known, index, mediaRule };
  }

  #read(text: string): void {
    const exports = this.#exports;
    exports.begin();
    for (let at = 0; at < text.length; ) {
      let end = Math.min(at + this.#unitsPerPiece, text.length);
      // A piece must not end inside a surrogate pair: each half would become U+FFFD.
      if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end -= 1;
      const piece = at === 0 && end === text.length ? text : text.slice(at, end);
      exports.update(encoder.encodeInto(piece, this.#buffer).written);
      at = end;
    }
  }
}

/** The id of a model; empty when there is none. */
function modelIdOf(model: FamilyOptions['model']): string {
  return typeof model === 'string' ? model : (model?.modelId ?? '');
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

/** Instances of one module share nothing but code; the module is loaded once. */
let own: WebAssembly.Module | undefined;

/** A fresh estimator, ready for synchronous use. */
export async function loadEstimator({ wasm }: LoadOptions = {}): Promise<TokenEstimator> {
  try {
    own ??= await (wasm === undefined ? loadModule() : compiled(wasm));
    return new TokenEstimator(own);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new EpitomeError(
      'load-failed',
      `tokens.wasm could not be loaded: ${reason}. Pass the option \`wasm\` (a module, bytes or a URL) if the file is elsewhere; a page also needs 'wasm-unsafe-eval' in script-src.`,
      { cause },
    );
  }
}
