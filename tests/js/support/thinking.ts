/**
 * A provider that binds thinking to what stands before it, as an independent judge: it signs each block
 * with a hash of the request that it was thought in view of, as sent, and refuses what does not verify.
 * It shares no code with the product: it reads bytes.
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

/** Marks for the cache are no content, nor are the options of a part that holds nothing else. */
function withoutMarks(key: string, value: unknown): unknown {
  if (key === 'cache_control' || key === 'cacheControl') return undefined;
  if (key !== 'providerOptions') return value;
  const rest = JSON.stringify(value, (name, own) => (name === 'cacheControl' ? undefined : own));
  return /^\{("\w+":\{\},?)*\}$/.test(rest) ? undefined : value;
}

/** Messages of any dialect, piece by piece; those of one role that meet are one to a provider. */
export function piecesOf(messages: readonly unknown[]): Piece[] {
  return (messages as Fields[]).flatMap(({ role, content, thinking_blocks: blocks, ...rest }) => {
    const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
    const all = [...((blocks ?? []) as Fields[]), ...((parts ?? []) as Fields[])];
    // What the AI SDK adds to a message says nothing to the model.
    const { providerOptions: _, ...own } = rest;
    if (Object.keys(own).length > 0) all.push(own);
    return all.map((part) => ({
      seal: sealIn(part),
      bytes: JSON.stringify([role, part], withoutMarks),
    }));
  });
}

/** The body of a request to Anthropic's API, piece by piece. */
export function piecesOfBody({ system, tools, messages }: Fields): Piece[] {
  const before = [system, tools].map((value) => ({
    bytes: JSON.stringify([value], withoutMarks),
  }));
  return [...before, ...piecesOf(messages as unknown[])];
}

/** A hash of the pieces so far. */
class Prefix {
  readonly #hash = createHash('sha256');

  add(bytes: string): void {
    this.#hash.update(`${bytes.length} ${bytes}`);
  }

  get hash(): string {
    return this.#hash.copy().digest('base64');
  }
}

const bytesOf = (pieces: readonly Piece[]): string[] =>
  pieces.filter(({ seal }) => seal === undefined).map(({ bytes }) => bytes);

export class ThinkingProvider {
  readonly #seals = new Map<string, Seal>();
  readonly #sizes: number[] = [];

  /** Why the request is refused. */
  faults(request: readonly Piece[]): string[] {
    const faults: string[] = [];
    const prefix = new Prefix();
    const replies = new Map<number, number>();
    let before: string | undefined;
    for (const [at, { seal, bytes }] of request.entries()) {
      const known = this.#seals.get(seal ?? '');
      if (seal === undefined) prefix.add(bytes);
      else if (known === undefined) faults.push(`${at}: not signed by us`);
      if (seal === undefined || known === undefined) continue;
      if (known.bytes !== bytes) faults.push(`${at}: changed`);
      if (known.prefix !== prefix.hash) faults.push(`${at}: bound to a different conversation`);
      if (before !== undefined && known.before !== before) faults.push(`${at}: a torn chain`);
      before = seal;
      replies.set(known.reply, (replies.get(known.reply) ?? 0) + 1);
    }
    for (const [reply, count] of replies) {
      const all = this.#sizes[reply] ?? 0;
      if (count < all) faults.push(`a torn group: ${count} of ${all}`);
    }
    return faults;
  }

  /** Seals for the thoughts of the next reply. */
  seals(count: number): string[] {
    return Array.from({ length: count }, (_, i) => {
      const seal = createHash('sha256').update(`${this.#sizes.length} ${i}`);
      return seal.digest('base64').repeat(2);
    });
  }

  /** Signs what it replies to a request. */
  signs(request: readonly Piece[], reply: readonly Piece[]): void {
    const prefix = new Prefix();
    for (const bytes of bytesOf(request)) prefix.add(bytes);
    let before = request.findLast(({ seal }) => seal !== undefined)?.seal;
    let size = 0;
    for (const { seal, bytes } of reply) {
      if (seal === undefined) {
        prefix.add(bytes);
        continue;
      }
      this.#seals.set(seal, { prefix: prefix.hash, before, reply: this.#sizes.length, bytes });
      before = seal;
      size += 1;
    }
    this.#sizes.push(size);
  }
}

/** How many pieces of bytes stand before each thought. */
export function placesOf(request: readonly Piece[]): Map<string, number> {
  const places = new Map<string, number>();
  let place = 0;
  for (const { seal } of request) {
    if (seal === undefined) place += 1;
    else places.set(seal, place);
  }
  return places;
}

/** How many pieces of bytes two requests begin with together, and whether the first is all of them. */
export function sameBytes(first: readonly Piece[], second: readonly Piece[]): [number, boolean] {
  const [was, is] = [bytesOf(first), bytesOf(second)];
  let same = 0;
  while (same < was.length && was[same] === is[same]) same += 1;
  return [same, same === was.length];
}
