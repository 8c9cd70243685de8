/** How many of how many. */
export interface Share {
  readonly held: number;
  readonly total: number;
}

/** Shares by name; a name is there once something was counted under it. */
export class Tally {
  readonly #shares = new Map<string, Share>();

  count(name: string, isHeld: boolean): void {
    this.add(name, { held: isHeld ? 1 : 0, total: 1 });
  }

  add(name: string, { held, total }: Share): void {
    const share = this.get(name);
    this.#shares.set(name, { held: share.held + held, total: share.total + total });
  }

  addAll(other: Tally): void {
    for (const [name, share] of other.entries()) this.add(name, share);
  }

  get(name: string): Share {
    return this.#shares.get(name) ?? { held: 0, total: 0 };
  }

  entries(): [name: string, share: Share][] {
    return [...this.#shares];
  }
}

/** Between 0 and 1; NaN where nothing was counted. */
export function ratio({ held, total }: Share): number {
  return held / total;
}
