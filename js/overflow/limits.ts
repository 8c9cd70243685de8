/**
 * What providers have refused because it was too large, and what they have served: the limits that follow
 * from it, of each model.
 */
import { type Fields, isObject } from '../values/fields.ts';
import type { Overflow } from './refusal.ts';

export type Unit = Overflow['of'];

/** Of a request: tokens as the engine estimates them, with what goes out beside messages; 0 where not measured. */
export type Sizes = Record<Unit, number>;

/** A limit that is new or has changed. */
export interface LearnedLimit {
  of: Unit;
  limit: number;
  /** The size that was refused. */
  refused: number;
  /** The largest one that was served, where one was. */
  served?: number;
}

interface Known {
  limit: number | undefined;
  refused: number;
  served: number;
}

/** Requests in a row that may be refused before nothing more is tried. */
export const mostTries = 3;

const units: readonly Unit[] = ['tokens', 'bytes', 'images'];
/** No limit is smaller, whoever tells it. */
const least: Sizes = { tokens: 1_000, bytes: 1_000, images: 1 };
const mostSize = 2 ** 31 - 1;
/** The newest are kept, and saved where their ids have at most so many UTF-16 code units. */
const mostModels = 8;
const longestId = 200;
/** Of the way from what was refused down to what may be believed: what is left of it at each try. */
const left = [1 / 2, 1 / 4, 0];

export class Limits {
  readonly #models = new Map<string, Map<Unit, Known>>();

  /** `saved` as `saved()` wrote it; what is wrong in it is passed over. */
  constructor(saved?: unknown) {
    const models = isObject(saved) && !Array.isArray(saved) ? Object.entries(saved) : [];
    for (const [modelId, own] of models.slice(0, mostModels)) {
      for (const of of units) {
        const row = isObject(own) ? own[of] : undefined;
        if (!Array.isArray(row)) continue;
        const [limit, refused, served] = row;
        const isRight = [limit, refused, served].every((each) => Number.isSafeInteger(each));
        if (!isRight || limit < least[of] || limit > mostSize || refused < limit) continue;
        Object.assign(this.#known(modelId, of), { limit, refused, served: Math.max(0, served) });
      }
    }
  }

  copy(): Limits {
    const copy = new Limits();
    for (const [modelId, own] of this.#models) {
      for (const [of, known] of own) Object.assign(copy.#known(modelId, of), known);
    }
    return copy;
  }

  /** For a state; undefined where nothing was learned. */
  saved(): Fields | undefined {
    const models = [...this.#models].flatMap(([modelId, own]) => {
      const rows = [...own].filter(([, { limit }]) => limit !== undefined);
      const written = rows.map(([of, { limit, refused, served }]) => [
        of,
        [limit, refused, served],
      ]);
      const isSaved = rows.length > 0 && modelId.length <= longestId;
      return isSaved ? [[modelId, Object.fromEntries(written)]] : [];
    });
    return models.length > 0 ? Object.fromEntries(models) : undefined;
  }

  /** What a request to the model may have. */
  of(modelId: string): Partial<Sizes> {
    const own = this.#models.get(modelId);
    const limits = units.map((of) => [of, own?.get(of)?.limit]);
    return Object.fromEntries(limits.filter(([, limit]) => limit !== undefined));
  }

  /** A request of size `refused` was refused, for the `tries`-th time in a row. `stated` is what it might have had. */
  learn(
    modelId: string,
    overflow: Overflow,
    { refused, stated, tries }: { refused: number; stated: number; tries: number },
  ): LearnedLimit | undefined {
    if (!(refused > 0)) return undefined;
    const known = this.#known(modelId, overflow.of);
    const guessed = guessedLimit(overflow.of, refused, known.served, stated, tries);
    const lowered =
      toldLimit(overflow, refused, known.served) ?? Math.min(known.limit ?? Infinity, guessed);
    const limit = Math.max(1, Math.floor(lowered));
    if (limit === known.limit) return undefined;
    Object.assign(known, { limit, refused: Math.floor(refused) });
    return this.#change(overflow.of, known);
  }

  /** A request of these sizes was served: what has grown because of it. */
  served(modelId: string, sizes: Sizes): LearnedLimit[] {
    return units.flatMap((of) => {
      const size = Math.floor(sizes[of]);
      if (!(size > 0)) return [];
      const known = this.#known(modelId, of);
      known.served = Math.max(known.served, size);
      if (known.limit === undefined || size <= known.limit) return [];
      Object.assign(known, { limit: size, refused: Math.max(known.refused, size) });
      return [this.#change(of, known)];
    });
  }

  #known(modelId: string, of: Unit): Known {
    const own = this.#models.get(modelId) ?? new Map<Unit, Known>();
    const known = own.get(of) ?? { limit: undefined, refused: 0, served: 0 };
    own.set(of, known);
    this.#models.delete(modelId);
    this.#models.set(modelId, own);
    for (const oldest of this.#models.keys()) {
      if (this.#models.size <= mostModels) break;
      this.#models.delete(oldest);
    }
    return known;
  }

  #change(of: Unit, { limit = 0, refused, served }: Known): LearnedLimit {
    return { of, limit, refused, ...(served > 0 && { served }) };
  }
}

/** The most that can be believed after a refusal; a window keeps room for the reply, the others have none. */
function mostOf(of: Unit, refused: number): number {
  if (of === 'images') return Math.max(least.images, refused - 1);
  return of === 'bytes' ? (refused / 8) * 7 : refused;
}

/**
 * The provider's own number, in our unit where it also tells what it made of the request. It counts in another one, so
 * what it has served may look larger; where that was no less than what it refuses now, the limit has changed.
 */
function toldLimit(
  { of, limit, size }: Overflow,
  refused: number,
  served: number,
): number | undefined {
  if (!isSize(limit)) return undefined;
  const own = isSize(size) ? (limit / size) * refused : limit;
  const floor = Math.max(least[of], served < refused ? served : 0);
  return Math.min(Math.max(own, floor), mostOf(of, refused));
}

/** Between what was refused and the largest that was served, or a quarter of what was stated. */
function guessedLimit(
  of: Unit,
  refused: number,
  served: number,
  stated: number,
  tries: number,
): number {
  const most = mostOf(of, refused);
  const floor = served > 0 ? served : stated / 4;
  if (floor >= most) return (refused / 8) * 7;
  return floor + (most - floor) * (left[tries - 1] ?? 0);
}

function isSize(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value <= mostSize;
}
