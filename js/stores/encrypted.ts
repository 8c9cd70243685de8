/** A store whose texts only a key of the host's can read. */
import { EpitomeError } from '../errors.ts';
import type { SessionKey, Store } from '../types/store.ts';
import { is, requireArgument } from '../values/checks.ts';
import { requireClient } from './checks.ts';
import { original, storable } from './texts.ts';

export type { Store };

/** A `CryptoKey` of AES-GCM. Declarations are read in projects without its type, too. */
export interface AesKey {
  readonly algorithm: { readonly name: string };
  readonly usages: readonly string[];
}

/** Bytes of the random part that each text has of its own. */
const nonceBytes = 12;
/** Begins each text, for what a later release writes otherwise. */
const mark = 'e1.';
/** Characters are made of so many bytes at once: more would not fit on the stack. */
const slice = 2 ** 13;

const aKey = is((value) => {
  const { algorithm, usages = [] } = Object(value) as Partial<AesKey>;
  return algorithm?.name === 'AES-GCM' && usages.includes('encrypt') && usages.includes('decrypt');
}, 'a CryptoKey of AES-GCM that may encrypt and decrypt');

/**
 * The same store with texts that are encrypted by AES-GCM: decisions, meters, records, what is told of rounds, and
 * messages. Keys of sessions, numbers, roles, prints and times stay readable. A text is bound to its session and its
 * place there: moved elsewhere it is refused.
 */
export function encrypted(store: Store, key: AesKey): Store {
  requireClient(
    'encrypted',
    'store',
    store,
    'a store, such as memoryStore()',
    ...['load', 'save', 'saveMeter', 'list'],
  );
  requireArgument('encrypted', 'key', key, aKey);
  const own = key as CryptoKey;

  /** What a text is bound to. */
  const bound = ({ scope, id }: SessionKey, ...place: (string | number)[]) =>
    new TextEncoder().encode(JSON.stringify(['epitome', scope, id, ...place]));

  const close = async (text: string, additionalData: BufferSource): Promise<string> => {
    const iv = crypto.getRandomValues(new Uint8Array(nonceBytes));
    const plain = new TextEncoder().encode(storable(text));
    const made = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, own, plain);
    const all = new Uint8Array(nonceBytes + made.byteLength);
    all.set(iv);
    all.set(new Uint8Array(made), nonceBytes);
    let binary = '';
    for (let from = 0; from < all.length; from += slice) {
      binary += String.fromCharCode(...all.subarray(from, from + slice));
    }
    return mark + btoa(binary);
  };

  const open = async (text: string, additionalData: BufferSource): Promise<string> => {
    try {
      if (!text.startsWith(mark)) throw new Error('not encrypted');
      const all = Uint8Array.from(atob(text.slice(mark.length)), (unit) => unit.charCodeAt(0));
      const iv = all.subarray(0, nonceBytes);
      const cipher = all.subarray(nonceBytes);
      const plain = await crypto.subtle.decrypt(
        { name: 'AES-GCM', iv, additionalData },
        own,
        cipher,
      );
      return original(new TextDecoder('utf-8', { ignoreBOM: true }).decode(plain));
    } catch {
      throw new EpitomeError(
        'invalid-state',
        'a stored text can’t be decrypted: it has another key, was changed, or was moved from another place',
      );
    }
  };

  const { lease, release } = store;
  return {
    async load(at) {
      const found = await store.load(at);
      if (found === undefined) return undefined;
      const { revision } = found;
      const [decisions, meter] = await Promise.all([
        open(found.decisions, bound(at, 'decisions', revision)),
        open(found.meter, bound(at, 'meter', revision)),
      ]);
      return { revision, decisions, meter };
    },
    async save(at, write) {
      const revision = write.revision + 1;
      const [decisions, summary, text, rounds, messages] = await Promise.all([
        close(write.decisions, bound(at, 'decisions', revision)),
        close(write.summary, bound(at, 'summary', revision)),
        close(write.meter.text, bound(at, 'meter', revision)),
        Promise.all(
          write.rounds.map(async (round) => ({
            ...round,
            summary: await close(round.summary, bound(at, 'record', round.round)),
            details: await close(round.details, bound(at, 'details', round.round)),
          })),
        ),
        Promise.all(
          write.messages.map(async (message) => {
            const { round, message: number, print, role } = message;
            const place = bound(at, 'message', round, number, print, role);
            return { ...message, content: await close(message.content, place) };
          }),
        ),
      ]);
      const meter = { ...write.meter, text };
      return store.save(at, { ...write, decisions, meter, summary, rounds, messages });
    },
    async saveMeter(at, revision, meter) {
      const text = await close(meter.text, bound(at, 'meter', revision));
      await store.saveMeter(at, revision, { ...meter, text });
    },
    ...(lease && { lease: (...given) => lease.apply(store, given) }),
    ...(release && { release: (...given) => release.apply(store, given) }),
    async rounds(at) {
      const found = await store.rounds(at);
      return Promise.all(
        found.map(async (round) => ({
          ...round,
          summary: await open(round.summary, bound(at, 'record', round.round)),
          details: await open(round.details, bound(at, 'details', round.round)),
        })),
      );
    },
    async messages(at, of) {
      const found = await store.messages(at, of);
      return Promise.all(
        found.map(async (message) => {
          const { round, message: number, print, role } = message;
          const place = bound(at, 'message', round, number, print, role);
          return { ...message, content: await open(message.content, place) };
        }),
      );
    },
    list: (scope, id) => store.list(scope, id),
    delete: (at) => store.delete(at),
    expire: (millis) => store.expire(millis),
  };
}
