/** A helper for types of options. */

/** Options of which none is left out. */
export type Complete<T> = { [K in keyof T]-?: Exclude<T[K], undefined> };
