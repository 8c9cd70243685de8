/** Hosts' objects of unknown shape. Decides what may be looked into; refuses to know what is there. */

/** A host's object of unknown shape. Reading a field may throw. */
export type Fields = { readonly [field: string]: unknown };

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}
