/**
 * The sessions of a compactor: by id those that are open, and those that were closed while somebody still
 * uses them; and which of all have engine memory. Decides which one gives its memory back.
 */
import type { Core } from './core/core.ts';
import { netFor, type Ref, refTo } from './weak.ts';

/** Sessions that hold engine memory at once; beyond them the least recent one is parked. */
const liveSessions = 64;

interface Entry {
  readonly id: string;
  readonly idle: boolean;
  park(): void;
  dispose(): void;
}

export class SessionTable<S extends Entry> {
  readonly #open = new Map<string, S>();
  readonly #closed = new Map<string, Ref<S>>();
  /** Sessions with engine memory, least recent first. */
  readonly #live = new Set<Ref<S>>();
  readonly #refs = new WeakMap<S, Ref<S>>();
  /** A net under sessions that were let go without `dispose`. */
  readonly #memory = netFor<{ core: Core; handle: number; ref: Ref<S> }>(
    ({ core, handle, ref }) => {
      this.#live.delete(ref);
      if (!core.dead) core.guard((call) => call.closeSession(handle));
    },
  );
  readonly #names = netFor<{ id: string; ref: Ref<S> }>(({ id, ref }) => {
    if (this.#closed.get(id) === ref) this.#closed.delete(id);
  });

  /** The session with this id that is open, or that is closed and still used. */
  get(id: string): S | undefined {
    return this.#open.get(id) ?? this.#closed.get(id)?.deref();
  }

  isOpen(id: string): boolean {
    return this.#open.has(id);
  }

  open(session: S): S {
    this.#closed.delete(session.id);
    this.#open.set(session.id, session);
    return session;
  }

  /** Nobody has the session open any more; a loop may still run. */
  release(session: S): void {
    if (this.#open.get(session.id) !== session) return;
    this.#open.delete(session.id);
    // Where nothing tells that nobody uses it any more, it can't be waited for.
    if (typeof FinalizationRegistry !== 'function') return;
    const ref = refTo(session);
    this.#closed.set(session.id, ref);
    this.#names.register(session, { id: session.id, ref }, session);
  }

  forget(session: S): void {
    if (this.get(session.id) !== session) return;
    this.#open.delete(session.id);
    this.#closed.delete(session.id);
  }

  dispose(): void {
    for (const ref of [...this.#live]) ref.deref()?.dispose();
    for (const session of [...this.#open.values()]) session.dispose();
  }

  /** The session has engine memory now. */
  watch(session: S, core: Core, handle: number): void {
    const ref = refTo(session);
    this.unwatch(session);
    this.#refs.set(session, ref);
    this.#live.add(ref);
    this.#memory.register(session, { core, handle, ref }, session);
    if (this.#live.size <= liveSessions) return;
    for (const oldest of this.#live) {
      const parked = oldest.deref();
      if (parked === session || parked?.idle === false) continue;
      this.#live.delete(oldest);
      parked?.park();
      break;
    }
  }

  /** A watched session is at work. */
  use(session: S): void {
    const ref = this.#refs.get(session);
    // One that was added anew is the last.
    if (ref !== undefined && this.#live.delete(ref)) this.#live.add(ref);
  }

  unwatch(session: S): void {
    const ref = this.#refs.get(session);
    if (ref !== undefined) this.#live.delete(ref);
    this.#memory.unregister(session);
  }
}
