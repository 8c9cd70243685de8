/**
 * The index of one session's archive. Decides when it is built and what is added to it; refuses to know
 * what is asked.
 *
 * It is complete up to a revision of the session. What the session's own process saves is added as it is
 * saved; where another one has saved, the archive is read again, and what is new is added.
 */
import { PartKind } from '../adapters/dialect.ts';
import type { ArchivedMessage, SessionChange, SessionStore } from '../stores/store.ts';
import { type MessagePart, partsOf } from './message-parts.ts';
import { newIndex, type RecallModule } from './recall-module.ts';

/** Messages that are read from the store at once. */
const atOnce = 200;

/** What is kept of a message beside its words. */
export interface Known {
  position: number;
  fingerprint: string;
  round: number;
  at: number;
  role: number;
}

/** Where a call and its result stand, and the call's tool. */
interface Call {
  from: number;
  to: number;
  tool: string;
}

export class ArchiveIndex {
  readonly #store: SessionStore;
  readonly #id: string;
  readonly #mostBytes: number;
  #module: RecallModule | undefined;
  /** Messages as the index numbers them. */
  #known: Known[] = [];
  #keys = new Set<string>();
  #calls = new Map<string, Call>();
  #revision = 0;
  #complete = true;
  /** The synchronisation under way, and those that wait. */
  #line: Promise<unknown> = Promise.resolve();

  constructor(store: SessionStore, id: string, mostBytes: number) {
    this.#store = store;
    this.#id = id;
    this.#mostBytes = mostBytes;
  }

  get complete(): boolean {
    return this.#complete;
  }

  /** What the index knows of its message `number`. */
  message(number: number): Known | undefined {
    return this.#known[number];
  }

  /** Messages that are found by words. */
  get size(): number {
    return this.#known.length;
  }

  /** Where a call and its result stand. */
  rangeOf(callId: string): { from: number; to: number } | undefined {
    const call = this.#calls.get(callId);
    return call && { from: call.from, to: call.to };
  }

  /** The tool of a call. */
  toolOf(callId: string): string {
    return this.#calls.get(callId)?.tool ?? '';
  }

  /** The index with all that is archived by now. */
  synchronised(): Promise<RecallModule> {
    const next = this.#line.then(() => this.#synchronise());
    this.#line = next.catch(() => {});
    return next;
  }

  /** The session's own process has saved a change, which made this revision. */
  saved({ archive = [] }: SessionChange, revision: number): void {
    const module = this.#module;
    if (module === undefined || module.dead || revision !== this.#revision + 1) return;
    for (const message of archive) this.#add(module, message);
    this.#revision = revision;
  }

  async #synchronise(): Promise<RecallModule> {
    const revision = (await this.#store.load(this.#id))?.revision ?? 0;
    // A session that was deleted begins anew.
    if (this.#module === undefined || this.#module.dead || revision < this.#revision) {
      this.#module = await newIndex(this.#mostBytes);
      this.#known = [];
      this.#keys = new Set();
      this.#calls = new Map();
      this.#revision = 0;
      this.#complete = true;
    }
    if (revision === this.#revision) return this.#module;
    for (let from = 0; ; ) {
      const some = await this.#store.archive(this.#id, { from, limit: atOnce });
      for (const message of some) this.#add(this.#module, message);
      const last = some.at(-1);
      if (last === undefined || some.length < atOnce) break;
      // Branches have messages at the same position: the last one's may not have come all.
      const isOnePosition = some[0]?.position === last.position;
      from = isOnePosition ? last.position + 1 : last.position;
    }
    this.#revision = Math.max(this.#revision, revision);
    return this.#module;
  }

  #add(module: RecallModule, { position, fingerprint, round, at, message }: ArchivedMessage): void {
    const key = `${position}:${fingerprint}`;
    if (this.#keys.has(key)) return;
    const { role, parts } = partsOf(message);
    for (const part of parts) {
      if (part.callId !== '') part.tool = this.#placed(part, position).tool;
    }
    this.#keys.add(key);
    if (!module.add({ position, round, at, role, parts })) {
      this.#complete = false;
      return;
    }
    this.#known.push({ position, fingerprint, round, at, role });
  }

  /** Notes where a part of a call stands. Hosts use ids again: a later call is another one. */
  #placed({ kind, callId, tool }: MessagePart, position: number): Call {
    const known = this.#calls.get(callId);
    const isAnother = known === undefined || (kind === PartKind.toolCall && position > known.to);
    const call = isAnother
      ? { from: position, to: position, tool }
      : {
          from: Math.min(known.from, position),
          to: Math.max(known.to, position),
          tool: known.tool || tool,
        };
    this.#calls.set(callId, call);
    return call;
  }
}
