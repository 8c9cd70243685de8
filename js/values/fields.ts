/** Safe looks into hosts' objects of unknown shape. */

/** A host's object of unknown shape. Reading a field may throw. */
export type Fields = { readonly [field: string]: unknown };

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

/** The function's value, or undefined when it throws. */
export function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
