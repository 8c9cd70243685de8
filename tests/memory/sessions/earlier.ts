/**
 * Going back to what came before. Decides how far back a session reaches for something that it uses
 * again; refuses to know what that is.
 */
import type { Rng } from '../../js/support/random.ts';

export type Distance = 'near' | 'turn' | 'task' | 'hour' | 'day';

/** Messages since the last use, both ends included. */
const reach: Readonly<Record<Distance, readonly [number, number]>> = {
  near: [0, 10],
  turn: [11, 30],
  task: [31, 100],
  hour: [101, 300],
  day: [301, Number.MAX_SAFE_INTEGER],
};

const everyday: Readonly<Record<Distance, number>> = {
  near: 40,
  turn: 24,
  task: 18,
  hour: 12,
  day: 6,
};
/** For whoever looks back on purpose. */
export const farBack: Readonly<Record<Distance, number>> = {
  near: 0,
  turn: 15,
  task: 30,
  hour: 32,
  day: 23,
};

export class Earlier<T> {
  readonly #last = new Map<T, number>();

  /** A thing was named in message `at`. */
  note(thing: T, at: number): void {
    this.#last.set(thing, at);
  }

  forget(thing: T): void {
    this.#last.delete(thing);
  }

  get size(): number {
    return this.#last.size;
  }

  has(thing: T): boolean {
    return this.#last.has(thing);
  }

  /** Something named as long ago as the weights say; where nothing is, as long ago as possible. */
  pick(rng: Rng, now: number, weights = everyday): T | undefined {
    const [least, most] = reach[rng.weighted(weights)];
    let oldest: T | undefined;
    let age = -1;
    const fitting: T[] = [];
    for (const [thing, at] of this.#last) {
      const distance = now - at;
      if (distance >= least && distance <= most) fitting.push(thing);
      if (distance > age) {
        age = distance;
        oldest = thing;
      }
    }
    return fitting.length > 0 ? rng.pick(fitting) : oldest;
  }

  /** Up to `n` different things, each from its own distance. */
  several(rng: Rng, now: number, n: number, weights = farBack): T[] {
    const found = new Set<T>();
    for (let i = 0; i < n * 2 && found.size < n; i += 1) {
      const thing = this.pick(rng, now, weights);
      if (thing !== undefined) found.add(thing);
    }
    return [...found];
  }
}
