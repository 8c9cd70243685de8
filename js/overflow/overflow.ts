/** Recognises the errors with which providers refuse a request that is too large. */
import { attempt, type Fields, isObject } from '../adapters/fields.ts';
import { refusals } from './refusals.ts';

/** What a provider refused a request for. */
export interface Overflow {
  of: 'tokens' | 'bytes' | 'images';
  /** The limit as the provider tells it: tokens of prompt (or prompt and reply together), bytes, images. */
  limit?: number;
  /** How large the refused request was, as the provider counts it. */
  size?: number;
}

/** Undefined for any other error. Never throws; linear and bounded in the error's text, which is hostile data. */
export function overflowOf(error: unknown): Overflow | undefined {
  const texts = typeof error === 'string' ? [error] : textsOf(error);
  for (const text of texts) {
    const head = text.slice(0, 4_000);
    for (const { of, pattern } of refusals) {
      const { groups = {}, ...found } = head.match(pattern) ?? {};
      if ('index' in found) return { of, ...numbers(groups) };
    }
  }
  return undefined;
}

function textsOf(error: unknown): string[] {
  if (!isObject(error)) return [];
  const fields: Fields = error;
  return ['message', 'responseBody'].flatMap((name) => {
    const value = attempt(() => fields[name]);
    return typeof value === 'string' ? [value] : [];
  });
}

function numbers(groups: Record<string, string | undefined>): Omit<Overflow, 'of'> {
  const [limit, size, more = 0] = [groups.limit, groups.size, groups.more].map((digits) => {
    const value = Number(digits?.replaceAll(',', ''));
    return Number.isSafeInteger(value) && value > 0 ? value : undefined;
  });
  return { ...(limit && { limit }), ...(size && { size: size + more }) };
}
