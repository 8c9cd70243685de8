/** The sessions of a compactor: which are found by their ids, and which hold memory of the engine. */
import type { Core } from '../engine/core.ts';
import type { Session } from '../session/session.ts';
import type { CompactorOptions } from '../types.ts';
import { netFor, type Ref, refTo } from './weak.ts';

/** Sessions that hold engine memory at once; beyond them the least recent one is parked. */
const liveSessions = 256;
/** Sessions that are found by their ids, unless the host says how many. */
const defaultOpenSessions = 1_000;
/** The same with a store: opening one reads the store anyway, so what is parked need not be kept for it. */
const defaultStoredSessions = liveSessions;
/** So many of the least recent sessions are looked at when one is opened beyond those that may be. */
const mostLooked = 8;

export class OpenSessions {
  readonly #most: number;
  /** Least recent first. */
  readonly #byKey = new Map<string, Session>();
  /** Sessions with engine memory, least recent first. */
  readonly #live = new Set<Ref<Session>>();
  readonly #refs = new WeakMap<Session, Ref<Session>>();
  /** A net under sessions that were let go without `dispose`. */
  readonly #registry = netFor<{ core: Core; handle: number; ref: Ref<Session> }>(
    ({ core, handle, ref }) => {
      this.#live.delete(ref);
      if (!core.dead) core.guard((call) => call.closeSession(handle));
    },
  );

  constructor({ openSessions, store }: CompactorOptions) {
    this.#most =
      openSessions ?? (store === undefined ? defaultOpenSessions : defaultStoredSessions);
  }

  get all(): Session[] {
    return [...this.#byKey.values()];
  }

  get(key: string): Session | undefined {
    return this.#byKey.get(key);
  }

  /** It is asked for by its id: the most recent one now. */
  renew(session: Session): void {
    this.#byKey.delete(session.key);
    this.#byKey.set(session.key, session);
  }

  add(session: Session): void {
    this.#byKey.set(session.key, session);
    let looked = 0;
    for (const oldest of this.#byKey.values()) {
      if (this.#byKey.size <= this.#most || looked === mostLooked) return;
      looked += 1;
      const eldest = eldestOf(oldest);
      if (isSpare(eldest)) {
        this.#letGo(eldest);
        continue;
      }
      // One that the host has not saved is looked at again after all others.
      this.renew(oldest);
      if (oldest.idle) oldest.park();
    }
  }

  /** Nobody finds it by its id any more. */
  forget(session: Session): void {
    if (this.#byKey.get(session.key) === session) this.#byKey.delete(session.key);
  }

  watch(session: Session, core: Core, handle: number): void {
    const ref = refTo(session);
    this.unwatch(session);
    this.#refs.set(session, ref);
    this.#live.add(ref);
    this.#registry.register(session, { core, handle, ref }, session);
    if (this.#live.size <= liveSessions) return;
    for (const oldest of this.#live) {
      const parked = oldest.deref();
      if (parked === session || parked?.idle === false) continue;
      this.#live.delete(oldest);
      parked?.park();
      break;
    }
  }

  use(session: Session): void {
    const ref = this.#refs.get(session);
    // One that was added anew is the last.
    if (ref !== undefined && this.#live.delete(ref)) this.#live.add(ref);
  }

  unwatch(session: Session): void {
    const ref = this.#refs.get(session);
    if (ref !== undefined) this.#live.delete(ref);
    this.#registry.unregister(session);
  }

  dispose(): void {
    for (const ref of [...this.#live]) ref.deref()?.dispose();
    for (const session of this.all) session.dispose();
  }

  /** With its children. Whoever holds it may go on with it. */
  #letGo(session: Session): void {
    for (const child of session.children) this.#letGo(child);
    this.forget(session);
    session.park();
  }
}

/** The session itself, or the one that it is a child of, and so on. */
const eldestOf = (session: Session): Session =>
  session.parent === undefined ? session : eldestOf(session.parent);

/** Nothing is lost where the object is let go: the host has its state, and nobody is at work for it. */
function isSpare({ idle, steps, children }: Session): boolean {
  return idle && !steps.side.isUnsaved && steps.calls.size === 0 && children.every(isSpare);
}
