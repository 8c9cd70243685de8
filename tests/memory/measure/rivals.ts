/**
 * What could stand in a record's place at exactly its size: a list of names ranked by what the past
 * tells, messages drawn at random, and a list by what the future will ask for. Decides the rankings;
 * refuses to know what stands in the view.
 */
import { createRng } from '../../js/support/random.ts';
import { countText } from '../../js/support/tokens.ts';
import { firstTokens } from './exact.ts';
import { namesIn } from './references.ts';
import { textOfMessage } from './texts.ts';

export interface Uses {
  /** Messages that name it. */
  count: number;
  /** The first and the last of them. */
  first: number;
  last: number;
}

/** Who names what, message by message. Messages must come in order. */
export class NameIndex {
  readonly #byMessage = new Map<number, ReadonlySet<string>>();
  readonly #messages: readonly object[];

  constructor(messages: readonly object[]) {
    this.#messages = messages;
  }

  /** The names of one message. */
  at(index: number): ReadonlySet<string> {
    let names = this.#byMessage.get(index);
    if (names === undefined) {
      const found = namesIn(textOfMessage(this.#messages[index] as object));
      names = new Set([...found].map(({ text }) => text));
      this.#byMessage.set(index, names);
    }
    return names;
  }

  uses(indexes: Iterable<number>): Map<string, Uses> {
    const uses = new Map<string, Uses>();
    for (const index of indexes) {
      for (const name of this.at(index)) {
        const known = uses.get(name);
        if (known === undefined) uses.set(name, { count: 1, first: index, last: index });
        else {
          known.count += 1;
          known.last = index;
        }
      }
    }
    return uses;
  }
}

/** Tokens of a name in a list. */
const priceOf = (name: string): number => countText(` ${name},`);

/** The names of most worth per token, as a list of exactly `tokens` tokens or all there are. */
export function listOf(worths: ReadonlyMap<string, number>, tokens: number): string {
  const ranked = [...worths]
    .map(([name, worth]) => ({ name, rank: worth / priceOf(name) }))
    .sort((a, b) => b.rank - a.rank || (a.name < b.name ? -1 : 1));
  const taken: string[] = [];
  let left = tokens;
  for (const { name } of ranked) {
    if (left <= 0) break;
    taken.push(name);
    left -= priceOf(name);
  }
  return firstTokens(taken.join(', '), tokens);
}

/** Names ranked by use × age per token: `now` is the number of messages so far. */
export function rankedList(uses: ReadonlyMap<string, Uses>, now: number, tokens: number): string {
  const worths = new Map<string, number>();
  for (const [name, { count, first }] of uses) worths.set(name, count * (now - first));
  return listOf(worths, tokens);
}

/** Texts of messages drawn at random, as far as they go into `tokens` tokens. */
export function randomText(messages: readonly object[], tokens: number, seed: string): string {
  const texts: string[] = [];
  let left = tokens;
  for (const message of createRng(seed).shuffle(messages)) {
    if (left <= 0) break;
    const text = textOfMessage(message);
    texts.push(text);
    left -= countText(text);
  }
  return firstTokens(texts.join('\n'), tokens);
}
