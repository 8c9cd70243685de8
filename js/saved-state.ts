/**
 * Saved states: the shapes in which stores give them back, and which of two is the later one. Each names
 * the state that it grew from, so that no clock and no random number is needed to tell.
 */
import { attempt, isObject } from './adapters/fields.ts';

/** `kStateVersion` of `src/session/state.cc`. */
export const stateVersion = 15;
/** States that a session remembers to have grown from. */
const remembered = 64;

/** What tells a saved state apart: how many there were before it, and a print of this one. */
export interface StateMark {
  count: number;
  print: string;
}

/** The text of a state as a store gives it back; undefined where there is none, null where it is no state's. */
export function stateText(stored: unknown): string | undefined | null {
  if (stored === undefined || stored === null || stored === '') return undefined;
  if (typeof stored === 'string') return unquoted(stored);
  const bytes = bytesOf(stored);
  if (bytes !== undefined) return stateText(new TextDecoder().decode(bytes));
  // A promise that nobody waited for is an object, too.
  const parsed = isObject(stored) && !Array.isArray(stored) && typeof stored.then !== 'function';
  return parsed ? JSON.stringify(stored) : null;
}

/** A store that makes JSON of what it is given puts a text into quotes. */
function unquoted(text: string): string | null {
  if (!text.startsWith('"')) return text;
  const inner = attempt<unknown>(() => JSON.parse(text));
  return typeof inner === 'string' && !inner.startsWith('"') ? inner : null;
}

function bytesOf(stored: unknown): Uint8Array | undefined {
  if (ArrayBuffer.isView(stored)) {
    return new Uint8Array(stored.buffer, stored.byteOffset, stored.byteLength);
  }
  if (stored instanceof ArrayBuffer) return new Uint8Array(stored);
  // A Buffer that went through JSON.
  if (!isObject(stored) || stored.type !== 'Buffer' || !Array.isArray(stored.data))
    return undefined;
  return Uint8Array.from(stored.data);
}

/** A state that a host has given. */
export interface GivenState {
  text: string;
  /** Undefined where it has none. */
  version: number | undefined;
  mark: StateMark;
  /** Print of the state before. */
  from: string;
  /** As `Limits` saved them. */
  limits: unknown;
}

/** What a state's text tells of itself. One without a mark is as old as can be. */
export function readState(text: string): GivenState {
  const parsed = attempt(() => JSON.parse(text) as Record<string, unknown> | null);
  const { epitome, count, print, from, limits } = parsed ?? {};
  const isMarked = Number.isSafeInteger(count) && typeof print === 'string';
  return {
    text,
    version: typeof epitome === 'number' ? epitome : undefined,
    mark: isMarked ? { count: count as number, print } : { count: 0, print: '' },
    from: typeof from === 'string' ? from : '',
    limits,
  };
}

/** The states that a session has grown from, and the one that it is at. */
export class Lineage {
  #mark: StateMark;
  /** Print of the state before. */
  #from: string;
  /** Prints by count. */
  readonly #prints = new Map<number, string>();

  /** Of a session that goes on from a state, or has none yet. */
  constructor({ mark, from }: GivenState = readState('{}')) {
    this.#mark = mark;
    this.#from = from;
    this.#remember();
  }

  get mark(): StateMark {
    return this.#mark;
  }

  /** The core's text and what providers have taught as a state. While both are the same, so is the state. */
  stateOf(body: string, limits: object | undefined): string {
    const content = limits === undefined ? body : body + JSON.stringify(limits);
    if (printOf(this.#from + content) !== this.#mark.print) {
      const { count, print } = this.#mark;
      this.#from = print;
      this.#mark = { count: count + 1, print: printOf(print + content) };
      this.#remember();
    }
    const own = JSON.stringify({ ...this.#mark, from: this.#from, limits });
    return `${body.slice(0, -1)},${own.slice(1)}`;
  }

  /** Whether this session is at that state or has grown from it. What is too old to be known counts as that. */
  grewFrom({ count, print }: StateMark): boolean {
    if (count > this.#mark.count) return false;
    return (this.#prints.get(count) ?? print) === print;
  }

  #remember(): void {
    const { count, print } = this.#mark;
    this.#prints.set(count, print);
    this.#prints.delete(count - remembered);
  }
}

/** A print of 64 bits as hex: two sums of the code units, each mixed in its own way. */
export function printOf(text: string): string {
  let [a, b] = [0x9e3779b9, 0x85ebca6b];
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul((b << 13) ^ (b >>> 19) ^ unit, 0xc2b2ae35);
  }
  return [a ^ (a >>> 15), b ^ (b >>> 16)]
    .map((half) => (half >>> 0).toString(16).padStart(8, '0'))
    .join('');
}
