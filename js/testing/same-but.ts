/** A copy beside its original, what an edit may strip aside. */
import { field } from './shapes.ts';
import { sameValue, wellFormed } from './values.ts';

/** Cache breakpoints, which an edit may strip since they are stale. */
const cacheMarks = ['cacheControl', 'cache_control'];

/** A copy without what an edit may strip: cache marks, and ids that make a server use its own copy. */
function withoutStale(options: unknown): unknown {
  if (typeof options !== 'object' || options === null) return options;
  const copy: Record<string, unknown> = {};
  for (const provider of Object.keys(options)) {
    const own = field(options, provider);
    if (typeof own !== 'object' || own === null || Array.isArray(own)) {
      copy[provider] = own;
      continue;
    }
    const stale = ['openai', 'azure'].includes(provider) ? [...cacheMarks, 'itemId'] : cacheMarks;
    const kept = Object.entries(own).filter(([name]) => !stale.includes(name));
    if (kept.length > 0) copy[provider] = Object.fromEntries(kept);
  }
  return Object.keys(copy).length > 0 ? copy : undefined;
}

/** Compares all fields but the named ones, what may be stripped aside. */
export function sameBut(a: unknown, b: unknown, skipped: readonly string[]): boolean {
  const strip = (value: unknown): Record<string, unknown> => {
    const copy = { ...(value as object) } as Record<string, unknown>;
    for (const key of skipped) delete copy[key];
    for (const key of ['providerOptions', 'experimental_providerMetadata']) {
      copy[key] = withoutStale(copy[key]);
    }
    return copy;
  };
  return sameValue(strip(a), strip(b)) || sameValue(wellFormed(strip(a)), strip(b));
}
