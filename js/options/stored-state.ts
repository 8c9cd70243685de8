/** The shapes in which stores give a saved state back. */
import { attempt, isObject } from '../values/fields.ts';

/** The text of a state as a store gives it back; undefined where there is none, null where it is no state's. */
export function stateText(stored: unknown): string | undefined | null {
  if (stored === undefined || stored === null || stored === '') return undefined;
  if (typeof stored === 'string') return unquoted(stored);
  const bytes = bytesOf(stored);
  if (bytes !== undefined) return stateText(new TextDecoder().decode(bytes));
  // A promise that nobody waited for is an object, too.
  const parsed = isObject(stored) && !Array.isArray(stored) && typeof stored.then !== 'function';
  return parsed ? JSON.stringify(stored) : null;
}

/** A store that makes JSON of what it is given puts a text into quotes. */
function unquoted(text: string): string | null {
  if (!text.startsWith('"')) return text;
  const inner = attempt<unknown>(() => JSON.parse(text));
  return typeof inner === 'string' && !inner.startsWith('"') ? inner : null;
}

function bytesOf(stored: unknown): Uint8Array | undefined {
  if (ArrayBuffer.isView(stored)) {
    return new Uint8Array(stored.buffer, stored.byteOffset, stored.byteLength);
  }
  if (stored instanceof ArrayBuffer) return new Uint8Array(stored);
  // A Buffer that went through JSON.
  if (!isObject(stored) || stored.type !== 'Buffer' || !Array.isArray(stored.data))
    return undefined;
  return Uint8Array.from(stored.data);
}
