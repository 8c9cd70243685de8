/**
 * Which of two saved states is the later one. Each names the state that it grew from, so that no clock and no random
 * number is needed to tell.
 */
import type { StateMark } from '../types.ts';
import { attempt } from '../values/fields.ts';
import { printOf } from '../values/print.ts';

/** `kStateVersion` of `src/session/state.cc`. */
export const stateVersion = 17;
/** States that a session remembers to have grown from. */
const remembered = 64;

/** A state that a host has given. */
export interface GivenState {
  text: string;
  /** Undefined where it has none. */
  version: number | undefined;
  /** Undefined where it tells of none. */
  mark: StateMark | undefined;
  /** Print of the state before. */
  from: string;
  /** As `Limits` saved them. */
  limits: unknown;
}

/** What a state's text tells of itself. */
export function readState(text: string): GivenState {
  const parsed = attempt(() => JSON.parse(text) as Record<string, unknown> | null);
  const { epitome, count, print, from, limits } = parsed ?? {};
  const isMarked = Number.isSafeInteger(count) && typeof print === 'string';
  return {
    text,
    version: typeof epitome === 'number' ? epitome : undefined,
    mark: isMarked ? { count: count as number, print } : undefined,
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
    this.#mark = mark ?? { count: 0, print: '' };
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
