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
function within<T>(owner: object, work: () => T): T {
  const here = scopesHere();
  return here === undefined ? work() : here.run([...(here.getStore() ?? []), owner], work);
}

/** Undefined where the runtime does not tell. */
function isWithin(owner: object): boolean | undefined {
  return scopes && (scopes.getStore() ?? []).includes(owner);
}

/** What the host does for a step that waits for it, a model's call perhaps. */
export class Waiting {
  isUnderWay = false;

  async on<T>(work: () => Promise<T>): Promise<T> {
    this.isUnderWay = true;
    try {
      return await within(this, work);
    } finally {
      this.isUnderWay = false;
    }
  }

  /** By a function that the step under way waits for, as far as the runtime can tell. */
  get isCalledWithin(): boolean {
    return this.isUnderWay && (isWithin(this) ?? true);
  }

  /** The same, and surely. */
  get isSurelyWithin(): boolean {
    return this.isUnderWay && isWithin(this) === true;
  }
}
