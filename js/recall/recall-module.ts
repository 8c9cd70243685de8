/**
 * One instance of dist/recall.wasm: one index. Decides how texts cross, in pieces through a buffer of
 * fixed size; refuses to know messages and stores.
 */
import { EpitomeError } from '../errors.ts';
import { loadModule } from '../load/recall-node.ts';

/** What bindings/recall.cc exports. */
interface Exports {
  memory: WebAssembly.Memory;
  /** Emscripten's: its allocator starts here. */
  _initialize(): void;
  create(mostBytes: number): void;
  bufferAddress(): number;
  bufferCapacity(): number;
  beginMessage(position: number, round: number, at: number, role: number): number;
  beginPart(toolBytes: number): void;
  addText(bytes: number): void;
  endMessage(): void;
  search(
    queryBytes: number,
    toolBytes: number,
    roles: number,
    firstPosition: number,
    lastPosition: number,
    firstRound: number,
    lastRound: number,
    from: number,
    to: number,
    limit: number,
  ): number;
  hitsAddress(): number;
  excerpt(queryBytes: number, textBytes: number, mostUnits: number): number;
  indexBytes(): number;
}

export interface IndexedMessage {
  position: number;
  round: number;
  /** Milliseconds since 1970. */
  at: number;
  role: number;
  parts: readonly { tool: string; text: string }[];
}

export interface IndexFilter {
  /** Bit N allows role N. */
  roles: number;
  tool: string;
  positions: readonly [number, number];
  rounds: readonly [number, number];
  times: readonly [number, number];
  limit: number;
}

export interface IndexHit {
  /** In the order in which messages were added, from 0. */
  message: number;
  part: number;
  /** Of the passage in the part's text, UTF-16 code units. */
  from: number;
  to: number;
  score: number;
}

/** UTF-8 takes at most three bytes for a UTF-16 code unit. */
const bytesPerUnit = 3;
/** Longer queries and names are cut, UTF-16 code units. */
const longestQuery = 2_000;
const longestName = 200;
/** Of a passage, UTF-16 code units: what an excerpt is looked for in. */
const longestPassage = 12_000;
/** Bytes of a hit. */
const hitBytes = 24;

const encoder = new TextEncoder();

export class RecallModule {
  readonly #exports: Exports;
  readonly #unitsPerPiece: number;
  #dead = false;

  constructor(module: WebAssembly.Module, mostBytes: number) {
    this.#exports = new WebAssembly.Instance(module).exports as unknown as Exports;
    this.#exports._initialize();
    this.#exports.create(mostBytes);
    this.#unitsPerPiece = Math.floor(this.#exports.bufferCapacity() / bytesPerUnit);
  }

  /** A trap leaves memory in no known state: nothing may be asked of this instance again. */
  get dead(): boolean {
    return this.#dead;
  }

  get bytes(): number {
    return this.#guarded((call) => call.indexBytes());
  }

  /** False when the index is full, and takes no more. */
  add({ position, round, at, role, parts }: IndexedMessage): boolean {
    return this.#guarded((call) => {
      if (call.beginMessage(position, round, at, role) === 0) return false;
      for (const { tool, text } of parts) {
        call.beginPart(this.#write(tool.slice(0, longestName)));
        for (const piece of this.#pieces(text)) call.addText(this.#write(piece));
      }
      call.endMessage();
      return true;
    });
  }

  search(query: string, { roles, tool, positions, rounds, times, limit }: IndexFilter): IndexHit[] {
    return this.#guarded((call) => {
      const queryBytes = this.#write(query.slice(0, longestQuery));
      const toolBytes = this.#write(tool.slice(0, longestName), queryBytes);
      const bounds = [...positions, ...rounds, ...times] as [
        number,
        number,
        number,
        number,
        number,
        number,
      ];
      const count = call.search(queryBytes, toolBytes, roles, ...bounds, limit);
      const view = new DataView(call.memory.buffer, call.hitsAddress(), count * hitBytes);
      return Array.from({ length: count }, (_, i) => ({
        message: view.getUint32(i * hitBytes, true),
        part: view.getUint32(i * hitBytes + 4, true),
        from: view.getUint32(i * hitBytes + 8, true),
        to: view.getUint32(i * hitBytes + 12, true),
        score: view.getFloat64(i * hitBytes + 16, true),
      }));
    });
  }

  /** The part of a passage that says the most about the query, of at most `mostUnits`. */
  excerpt(query: string, passage: string, mostUnits: number): string {
    if (passage.length <= mostUnits) return passage;
    return this.#guarded((call) => {
      const text = passage.slice(0, longestPassage);
      const queryBytes = this.#write(query.slice(0, longestQuery));
      const from = call.excerpt(queryBytes, this.#write(text, queryBytes), mostUnits);
      return text.slice(from, from + mostUnits);
    });
  }

  /** Pieces end between words where one is not longer than a piece. */
  *#pieces(text: string): Generator<string> {
    for (let at = 0; at < text.length; ) {
      let end = Math.min(text.length, at + this.#unitsPerPiece);
      if (end < text.length) {
        const space = Math.max(text.lastIndexOf(' ', end), text.lastIndexOf('\n', end));
        if (space > at + this.#unitsPerPiece / 2) end = space;
        else if ((text.charCodeAt(end - 1) & 0xfc00) === 0xd800) end -= 1;
      }
      yield text.slice(at, end);
      at = end;
    }
  }

  /** Writes a text that fits behind the buffer's first `behind` bytes; its length in bytes. */
  #write(text: string, behind = 0): number {
    if (text === '') return 0;
    // Memory that grew is another buffer.
    const { memory, bufferAddress, bufferCapacity } = this.#exports;
    const room = new Uint8Array(memory.buffer, bufferAddress() + behind, bufferCapacity() - behind);
    return encoder.encodeInto(text, room).written;
  }

  #guarded<T>(run: (call: Exports) => T): T {
    if (this.#dead) throw new EpitomeError('internal', 'the search had stopped');
    try {
      return run(this.#exports);
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) throw error;
      this.#dead = true;
      throw new EpitomeError('internal', `the search stopped: ${error.message}`, { cause: error });
    }
  }
}

/** Instances share nothing but code; the module is loaded once. */
let own: WebAssembly.Module | undefined;

export async function newIndex(mostBytes: number): Promise<RecallModule> {
  try {
    own ??= await loadModule();
    return new RecallModule(own, mostBytes);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new EpitomeError(
      'load-failed',
      `recall.wasm could not be loaded: ${reason}. Pages need 'wasm-unsafe-eval' in script-src.`,
      { cause },
    );
  }
}
