/**
 * Messages as text. Decides how values that JSON does not know are written, since messages hold bytes,
 * addresses and dates; refuses to know what a message is.
 *
 * A value that JSON does not know is an object with the single member `$epitome`, which holds its kind
 * and its text. An object of the host's that has such a member is written the same way.
 */
import { EpitomeError } from '../errors.ts';

const tag = '$epitome';

type Tagged = { [tag]: [kind: string, value: unknown] };

/** Throws `invalid-message` for what can't be written: cycles. */
export function textOf(message: unknown): string {
  try {
    return JSON.stringify(written(message)) ?? 'null';
  } catch (cause) {
    throw new EpitomeError('invalid-message', 'a message to archive can not be written as JSON', {
      cause,
    });
  }
}

export function messageOf(text: string): unknown {
  return JSON.parse(text, (_, value) => (isTagged(value) ? restored(value[tag]) : value));
}

function written(value: unknown): unknown {
  if (typeof value === 'bigint') return tagged('bigint', `${value}`);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(written);
  if (value instanceof URL) return tagged('url', value.href);
  if (value instanceof Date) return tagged('date', value.getTime());
  if (value instanceof ArrayBuffer) return tagged('buffer', base64Of(new Uint8Array(value)));
  if (ArrayBuffer.isView(value)) {
    return tagged(
      'bytes',
      base64Of(new Uint8Array(value.buffer, value.byteOffset, value.byteLength)),
    );
  }
  if ('toJSON' in value && typeof value.toJSON === 'function') return written(value.toJSON());
  const members = Object.entries(value).map(([name, member]) => [name, written(member)] as const);
  return tag in value ? tagged('object', members) : Object.fromEntries(members);
}

function tagged(kind: string, value: unknown): Tagged {
  return { [tag]: [kind, value] };
}

function isTagged(value: unknown): value is Tagged {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, tag);
}

function restored([kind, value]: Tagged[typeof tag]): unknown {
  switch (kind) {
    case 'bigint':
      return BigInt(String(value));
    case 'url':
      return new URL(String(value));
    case 'date':
      return new Date(Number(value));
    case 'buffer':
      return bytesIn(String(value)).buffer;
    case 'bytes':
      return bytesIn(String(value));
    default:
      return Object.fromEntries(value as [string, unknown][]);
  }
}

/** Bytes that `String.fromCharCode` takes at once on every engine. */
const pieceLength = 8192;

function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += pieceLength) {
    text += String.fromCharCode(...bytes.subarray(at, at + pieceLength));
  }
  return btoa(text);
}

function bytesIn(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
