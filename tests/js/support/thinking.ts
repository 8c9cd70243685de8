/**
 * Thinking of current Claude models is bound to everything before it. A simulated provider signs each
 * block with a hash of the request that it was thought in view of, as sent, and refuses what does not
 * verify. It shares no code with the product: it reads bytes.
 */
import { createHash } from 'node:crypto';

export type Fields = Record<string, unknown>;

/** A piece of a request: a sealed thought, or bytes that the thoughts behind it are bound to. */
export interface Piece {
  seal?: string | undefined;
  bytes: string;
}

interface Seal {
  prefix: string;
  /** Of the thought before it: blocks are a chain, which may lose its beginning alone. */
  before: string | undefined;
  /** Thoughts of one reply come back together. */
  reply: number;
  bytes: string;
}

function sealIn(part: Fields): string | undefined {
  const options = (part.providerOptions as Fields | undefined)?.anthropic as Fields | undefined;
  const own = [part.signature, part.data, options?.signature, options?.redactedData];
  return /thinking|reasoning/.test(String(part.type))
    ? (own.find((value) => typeof value === 'string') as string | undefined)
    : undefined;
}

/** A request of any dialect, piece by piece. */
export function piecesOf(messages: readonly unknown[]): Piece[] {
  return (messages as Fields[]).flatMap(({ role, content, thinking_blocks: blocks, ...rest }) => {
    const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
    const all = [...((blocks ?? []) as Fields[]), ...((parts ?? []) as Fields[])];
    // What the AI SDK adds to a message says nothing to the model.
    const { providerOptions: _, ...own } = rest;
    if (Object.keys(own).length > 0) all.push(own);
    return all.map((part) => ({ seal: sealIn(part), bytes: JSON.stringify([role, part]) }));
  });
}

const hashOf = (bytes: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(bytes)).digest('base64');

export class Provider {
  readonly seals = new Map<string, Seal>();
  #replies = 0;

  /** Why the request is refused. */
  faults(request: readonly Piece[]): string[] {
    const faults: string[] = [];
    const prefix: string[] = [];
    const replies = new Map<number, number>();
    let before: string | undefined;
    for (const [at, { seal, bytes }] of request.entries()) {
      if (seal === undefined) {
        prefix.push(bytes);
        continue;
      }
      const known = this.seals.get(seal);
      if (known === undefined) {
        faults.push(`${at}: not signed by us`);
        continue;
      }
      if (known.bytes !== bytes) faults.push(`${at}: changed`);
      if (known.prefix !== hashOf(prefix)) faults.push(`${at}: bound to a different conversation`);
      if (before !== undefined && known.before !== before) faults.push(`${at}: a torn chain`);
      before = seal;
      replies.set(known.reply, (replies.get(known.reply) ?? 0) + 1);
    }
    for (const [reply, count] of replies) {
      const all = [...this.seals.values()].filter((seal) => seal.reply === reply).length;
      if (count < all) faults.push(`a torn group: ${count} of ${all}`);
    }
    return faults;
  }

  /** Signs a reply: `make` gets a seal for each of its thoughts, in their order. */
  reply(request: readonly Piece[], thoughts: number, make: (seals: string[]) => unknown): unknown {
    this.#replies += 1;
    const names = Array.from({ length: thoughts }, (_, i) =>
      hashOf([`${this.#replies}`, `${i}`]).repeat(2),
    );
    const message = make(names);
    const prefix = request.filter(({ seal }) => seal === undefined).map(({ bytes }) => bytes);
    let before = request.findLast(({ seal }) => seal !== undefined)?.seal;
    for (const { seal, bytes } of piecesOf([message])) {
      if (seal === undefined) {
        prefix.push(bytes);
      } else {
        this.seals.set(seal, { prefix: hashOf(prefix), before, reply: this.#replies, bytes });
        before = seal;
      }
    }
    return message;
  }
}
