/** Tells whether a call comes from a function of the host that a step waits for: it can't wait for that step. */
interface Scopes {
  run<T>(owners: readonly object[], work: () => T): T;
  getStore(): readonly object[] | undefined;
}

/** Made when a step waits first; undefined in runtimes that can't tell, as pages are. */
let scopes: Scopes | undefined;

function scopesHere(): Scopes | undefined {
  const hooks = globalThis.process?.getBuiltinModule?.('async_hooks');
  scopes ??= hooks && new hooks.AsyncLocalStorage<readonly object[]>();
  return scopes;
}

/** Calls made in `work`, and in all that it begins, are known to come from there. */
export function within<T>(owner: object, work: () => T): T {
  const here = scopesHere();
  return here === undefined ? work() : here.run([...(here.getStore() ?? []), owner], work);
}

/** Undefined where the runtime does not tell. */
export function isWithin(owner: object): boolean | undefined {
  return scopes && (scopes.getStore() ?? []).includes(owner);
}
