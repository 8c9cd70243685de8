/**
 * Search and reading of one session's archive. Decides what questions may say, how messages read as text
 * and where they are cut; what is found is the index's decision.
 */
import { toWellFormed } from '../adapters/well-formed.ts';
import { EpitomeError } from '../errors.ts';
import type { ArchivedMessage, SessionChange } from '../stores/store.ts';
import { loadEstimator } from '../tokens/estimator.ts';
import { ArchiveIndex, type Known } from './archive-index.ts';
import { leadOf, type MessagePart, partsOf, roleNames } from './message-parts.ts';
import type { IndexFilter, IndexHit, RecallModule } from './recall-module.ts';
import { recallTool } from './tool.ts';
import type {
  ReadOptions,
  Recall,
  RecallFilter,
  RecallHandle,
  RecallHit,
  RecallOptions,
  RecallRange,
  RecallStats,
  RecallText,
  RecallTool,
  RecallToolOptions,
} from './types.ts';
import { type CountTokens, headWithin } from './within.ts';

const defaultLimit = 5;
const mostHits = 100;
const defaultTokens = 2_000;
const defaultIndexBytes = 64 * 1024 * 1024;
/** UTF-16 code units. */
const excerptLength = 400;
/** Of the line that says which message a hit is. */
const tokensOfLine = 20;
/** Messages that are read from the store at once. */
const atOnce = 50;

const wrong = (what: string) => new EpitomeError('invalid-argument', `recall: ${what}`);

export class ArchiveRecall implements Recall {
  readonly #options: RecallOptions;
  readonly #index: ArchiveIndex;
  #count: CountTokens | undefined;

  constructor(options: RecallOptions) {
    const { store, sessionId, maxIndexBytes = defaultIndexBytes } = Object(options);
    if (typeof store?.archive !== 'function') throw wrong('`store` must be a store');
    if (typeof sessionId !== 'string' || sessionId === '') {
      throw wrong('`sessionId` must be a non-empty string');
    }
    checkWhole('maxIndexBytes', maxIndexBytes, 1);
    this.#options = options;
    this.#index = new ArchiveIndex(store, sessionId, maxIndexBytes);
  }

  async search(query: string, filter: RecallFilter = {}): Promise<RecallHit[]> {
    if (typeof query !== 'string') throw wrong('the query must be a string');
    const wanted = filterOf(filter);
    const module = await this.#index.synchronised();
    const found = await Promise.all(
      module.search(query, wanted).map((hit) => this.#told(module, query, hit)),
    );
    // A message may be gone since: its session was deleted.
    const hits = found.filter((hit) => hit !== undefined);
    return filter.maxTokens === undefined ? hits : this.#within(hits, filter.maxTokens);
  }

  async read(
    handle: RecallHandle,
    { maxTokens = defaultTokens, offset = 0 }: ReadOptions = {},
  ): Promise<RecallText> {
    checkWhole('maxTokens', maxTokens, 1);
    checkWhole('offset', offset, 0);
    const { from, to, callId } = await this.#rangeOf(handle);
    const count = await this.#counter();
    let text = '';
    let skipped = 0;
    for await (const message of this.#messages(from, to)) {
      const told = textOf(message, callId, this.#index);
      if (told === '') continue;
      const skip = Math.min(told.length, offset - skipped);
      skipped += skip;
      text += told.slice(skip);
      // Whatever comes behind would be cut off: the longest tokens have fewer code units.
      if (text.length > maxTokens * 20) break;
    }
    const whole = text.trimEnd();
    const head = headWithin(whole, maxTokens, count);
    const answer: RecallText = { text: head, tokens: count(head) };
    if (head.length < whole.length) answer.next = offset + head.length;
    return answer;
  }

  tool(options: RecallToolOptions = {}): RecallTool {
    return recallTool(this, options);
  }

  async stats(): Promise<RecallStats> {
    const module = await this.#index.synchronised();
    return { messages: this.#index.size, bytes: module.bytes, complete: this.#index.complete };
  }

  /**
   * The session's own process has saved.
   * @internal
   */
  saved(change: SessionChange, revision: number): void {
    this.#index.saved(change, revision);
  }

  async #within(hits: readonly RecallHit[], most: number): Promise<RecallHit[]> {
    checkWhole('maxTokens', most, 1);
    const count = await this.#counter();
    const fitting: RecallHit[] = [];
    let left = most;
    for (const hit of hits) {
      left -= count(hit.excerpt) + tokensOfLine;
      if (left < 0) break;
      fitting.push(hit);
    }
    return fitting;
  }

  async #counter(): Promise<CountTokens> {
    if (this.#count === undefined) {
      const estimator = await loadEstimator();
      const { model, family } = this.#options;
      this.#count = (text) => estimator.estimateTokens(text, { model, family });
    }
    return this.#count;
  }

  async #told(module: RecallModule, query: string, hit: IndexHit): Promise<RecallHit | undefined> {
    const known = this.#index.message(hit.message);
    const archived = known && (await this.#archived(known));
    if (known === undefined || archived === undefined) return undefined;
    const part = partsOf(archived.message).parts[hit.part];
    const passage = part?.text.slice(hit.from, hit.to) ?? '';
    const tool = part && (part.tool || this.#index.toolOf(part.callId));
    const { position, round, at, role } = known;
    return {
      ...{ handle: `${position}`, position, round, role: roleNames[role] ?? 'other' },
      ...(tool && { tool }),
      ...{ at, score: hit.score },
      excerpt: toWellFormed(module.excerpt(query, passage, excerptLength).trim()),
    };
  }

  async #archived({ position, fingerprint }: Known): Promise<ArchivedMessage | undefined> {
    const { store, sessionId } = this.#options;
    const found = await store.archive(sessionId, { from: position, to: position });
    return found.find((message) => message.fingerprint === fingerprint);
  }

  async #rangeOf(handle: RecallHandle): Promise<RecallRange & { callId?: string }> {
    if (typeof handle === 'object' && handle !== null) {
      checkWhole('from', handle.from, 1);
      checkWhole('to', handle.to, handle.from);
      return { from: handle.from, to: handle.to };
    }
    const text = String(handle).trim();
    const [, from, to = from] = /^(\d{1,15})(?:\s*-\s*(\d{1,15}))?$/.exec(text) ?? [];
    if (from !== undefined) return { from: Number(from), to: Number(to) };
    if (typeof handle !== 'string' || text === '') throw wrong('no such handle');
    await this.#index.synchronised();
    const range = this.#index.rangeOf(text);
    if (range === undefined) throw wrong(`nothing is archived under '${text.slice(0, 100)}'`);
    return { ...range, callId: text };
  }

  /** Of branches the message that was archived last. */
  async *#messages(from: number, to: number): AsyncGenerator<ArchivedMessage> {
    const { store, sessionId } = this.#options;
    for (let at = from; at <= to; ) {
      const some = await store.archive(sessionId, { from: at, to, limit: atOnce });
      const newest = new Map<number, ArchivedMessage>();
      for (const message of some) {
        const held = newest.get(message.position);
        const isNewer =
          held === undefined ||
          message.round > held.round ||
          (message.round === held.round && message.at >= held.at);
        if (isNewer) newest.set(message.position, message);
      }
      yield* newest.values();
      const last = some.at(-1);
      if (last === undefined || some.length < atOnce) return;
      at = last.position + 1;
    }
  }
}

/** A message below a line that says which it is; with `callId` only what belongs to that call. */
function textOf(
  { position, round, message }: ArchivedMessage,
  callId: string | undefined,
  index: ArchiveIndex,
): string {
  const { role, parts } = partsOf(message);
  const told = parts
    .filter((part) => callId === undefined || part.callId === callId)
    .map((part) => lineOf({ ...part, tool: part.tool || index.toolOf(part.callId) }));
  if (told.length === 0) return '';
  const name = roleNames[role] ?? 'other';
  return `[message ${position}, ${name}, folded in round ${round}]\n${told.join('\n')}\n\n`;
}

function lineOf(part: MessagePart): string {
  return `${leadOf(part)}${part.text}`;
}

function filterOf(filter: RecallFilter): IndexFilter {
  const { limit = defaultLimit, role, tool = '', from = 0, to, round } = filter;
  checkWhole('limit', limit, 1);
  checkWhole('from', from, 0);
  if (to !== undefined) checkWhole('to', to, 0);
  if (round !== undefined) checkWhole('round', round, 0);
  if (typeof tool !== 'string') throw wrong('`tool` must be a string');
  const roles = role === undefined ? roleNames : [role].flat();
  let bits = 0;
  for (const name of roles) {
    const bit = roleNames.indexOf(name);
    if (bit < 0) throw wrong(`\`role\` must be one of ${roleNames.slice(0, -1).join(', ')}`);
    bits |= 1 << bit;
  }
  return {
    roles: bits,
    tool,
    positions: [from, to ?? Number.MAX_SAFE_INTEGER],
    rounds: [round ?? 0, round ?? Number.MAX_SAFE_INTEGER],
    times: [
      timeOf('after', filter.after) ?? Number.NEGATIVE_INFINITY,
      timeOf('before', filter.before) ?? Number.POSITIVE_INFINITY,
    ],
    limit: Math.min(limit, mostHits),
  };
}

function timeOf(name: string, value: RecallFilter['after']): number | undefined {
  if (value === undefined) return undefined;
  const time = typeof value === 'number' ? value : new Date(value).getTime();
  if (!Number.isNaN(time)) return time;
  throw wrong(`\`${name}\` must be a time`);
}

function checkWhole(name: string, value: unknown, least: number): void {
  if (Number.isSafeInteger(value) && Number(value) >= least) return;
  throw wrong(`\`${name}\` must be a whole number from ${least}`);
}
