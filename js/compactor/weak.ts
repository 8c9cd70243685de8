/**
 * Weak references, and a stand-in for runtimes without them: a Worker with a compatibility date before
 * 2025-05-05.
 */

/** A reference that may not keep its target alive. */
export interface Ref<T> {
  deref(): T | undefined;
}

/** A weak reference, or where there is none an ordinary one. */
export function refTo<T extends object>(target: T): Ref<T> {
  return typeof WeakRef === 'function' ? new WeakRef(target) : { deref: () => target };
}

export interface Net<H> {
  register(target: object, held: H, token: object): void;
  unregister(token: object): unknown;
}

/** Calls `caught` some time after a registered target was collected, where the runtime can tell. */
export function netFor<H>(caught: (held: H) => void): Net<H> {
  return typeof FinalizationRegistry === 'function'
    ? new FinalizationRegistry<H>(caught)
    : { register: () => {}, unregister: () => {} };
}
