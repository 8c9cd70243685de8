/**
 * Where the names that a reply uses were seen last before it.
 *
 * How it stays linear: a name that is bounded (`occurrence.ts`) is made of whole words of the text, where a
 * word is a run of one kind, or one character of none. So names are sequences of words, and one automaton
 * (Aho-Corasick) finds all of them in one pass over the words of the text. What has to be known before is
 * the names of the replies to come. They are read ahead, eight times as far each time, so that the first
 * replies need not wait for all; to find the new names, the earlier text is read again, which adds a seventh.
 */
import { nearest } from './bands.ts';
import { kindOf } from './occurrence.ts';
import { type Reference, referencesOf } from './references.ts';
import { textOfMessage } from './texts.ts';

/** Messages that are read ahead at first, and how many times as many next. */
const ahead = 64;
const growth = 8;

const kinds = Uint8Array.from({ length: 65_536 }, (_, code) => kindOf(String.fromCharCode(code)));

function eachWord(text: string, take: (word: string) => void) {
  for (let at = 0, end = 0; at < text.length; at = end) {
    const kind = kinds[text.charCodeAt(at)];
    end = at + 1;
    if (kind !== 0) while (kinds[text.charCodeAt(end)] === kind) end += 1;
    take(text.slice(at, end));
  }
}

/** In which message each of `names` was read last. */
export class LastSeen {
  readonly #words = new Map<string, number>();
  readonly #nodes: Map<string, number>;
  /** Of each node: what it continues, by which word; its longest other end; the longest name there. */
  readonly #parents: Int32Array;
  readonly #wordOf: Int32Array;
  readonly #links: Int32Array;
  readonly #names: Int32Array;
  /** Of each node that ends a name: the message where it was read last. */
  readonly #last: Int32Array;
  /** Nodes, hashed by parent and word; 0 is free. */
  readonly #table: Int32Array;

  constructor(names: Iterable<string>) {
    this.#nodes = new Map();
    const words: number[] = [];
    const spans: { name: string; at: number; end: number; node: number }[] = [];
    for (const name of new Set(names)) {
      const at = words.length;
      eachWord(name, (word) => {
        const known = this.#words.get(word);
        words.push(known ?? this.#words.size);
        if (known === undefined) this.#words.set(word, this.#words.size);
      });
      if (name !== '') spans.push({ name, at, end: words.length, node: 0 });
    }
    const most = words.length + 1;
    this.#parents = new Int32Array(most);
    this.#wordOf = new Int32Array(most);
    this.#links = new Int32Array(most);
    this.#names = new Int32Array(most);
    this.#last = new Int32Array(most).fill(-1);
    this.#table = new Int32Array(2 ** (33 - Math.clz32(most)));
    // All first words, then all second words: what a node links to is shorter, and so complete.
    let count = 1;
    for (let open = spans; open.length > 0; open = open.filter(({ at, end }) => at < end)) {
      for (const span of open) {
        const word = words[span.at++] as number;
        const slot = this.#slot(span.node, word);
        let node = this.#table[slot] as number;
        if (node === 0) {
          node = count++;
          const link = span.node === 0 ? 0 : this.#step(this.#links[span.node] as number, word);
          this.#table[slot] = node;
          this.#parents[node] = span.node;
          this.#wordOf[node] = word;
          this.#links[node] = link;
          this.#names[node] = this.#names[link] as number;
        }
        span.node = node;
        if (span.at < span.end) continue;
        this.#names[node] = node;
        this.#nodes.set(span.name, node);
      }
    }
  }

  /** Where the node is that continues `parent` by `word`, or would be. */
  #slot(parent: number, word: number): number {
    const mask = this.#table.length - 1;
    let hash = Math.imul(Math.imul(parent, 0x9e3779b1) ^ word, 0x85ebca6b);
    hash ^= hash >>> 15;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const node = this.#table[slot] as number;
      if (node === 0 || (this.#parents[node] === parent && this.#wordOf[node] === word))
        return slot;
    }
  }

  /** The longest end of `node` and `word` that a name begins with. */
  #step(from: number, word: number): number {
    for (let node = from; ; node = this.#links[node] as number) {
      const next = this.#table[this.#slot(node, word)] as number;
      if (next !== 0 || node === 0) return next;
    }
  }

  /** Messages must come in order. */
  read(text: string, message: number) {
    let node = 0;
    eachWord(text, (text) => {
      const word = this.#words.get(text);
      node = word === undefined ? 0 : this.#step(node, word);
      let name = this.#names[node] as number;
      // Behind a name that this message has been seen to hold, all shorter ones have been, too.
      while (name !== 0 && this.#last[name] !== message) {
        this.#last[name] = message;
        name = this.#names[this.#links[name] as number] as number;
      }
    });
  }

  /** -1 for nowhere. */
  of(name: string): number {
    return this.#last[this.#nodes.get(name) ?? 0] as number;
  }
}

/** A reference with the index of the last message before that has it. */
export type Seen = Reference & { readonly last: number };

/**
 * Tells of each reply which of its first `most` references were seen last more than `nearest` messages
 * before.
 */
export function lastSeen(
  messages: readonly { role?: string }[],
  most = Number.POSITIVE_INFINITY,
): (index: number) => readonly Seen[] {
  const found: Seen[][] = [];
  let coming: Reference[][] = [];
  let seen = new LastSeen([]);
  let from = 0;

  function readAhead() {
    from = found.length;
    coming = messages
      .slice(from, Math.max(ahead, from * growth))
      .map((message) => (message.role === 'assistant' ? referencesOf(message).slice(0, most) : []));
    seen = new LastSeen(coming.flat().map(({ text }) => text));
    for (const [at, message] of messages.slice(0, from).entries()) {
      seen.read(textOfMessage(message), at);
    }
  }

  return (index) => {
    while (found.length <= Math.min(index, messages.length - 1)) {
      const at = found.length;
      if (at === from + coming.length) readAhead();
      const references = (coming[at - from] as Reference[]).map((one) => ({
        ...one,
        last: seen.of(one.text),
      }));
      found.push(references.filter(({ last }) => last >= 0 && at - last > nearest));
      seen.read(textOfMessage(messages[at] as object), at);
    }
    return found[index] ?? [];
  };
}
