/** What the checks of a store are written with. */
import type {
  SessionKey,
  SessionWrite,
  Store,
  StoredMessage,
  StoredMeter,
  StoredRound,
} from '../../types/store.ts';

export type Checks = Record<string, (store: Store) => Promise<void>>;

/** Writers that are under way at once. */
export const writers = 8;
export const savesOfEach = 5;
/** Longest time until a lease of a millisecond must have ended. */
export const patience = 3_000;

export const expect = (isRight: boolean, what: string) => {
  if (!isRight) throw new Error(`The store breaks its contract: ${what}`);
};

/** True where `actual` has all that `expected` has; it may have more members. */
export function matches(actual: unknown, expected: unknown): boolean {
  if (typeof expected !== 'object' || expected === null) return Object.is(actual, expected);
  if (typeof actual !== 'object' || actual === null) return false;
  if (Array.isArray(expected) && (actual as unknown[]).length !== expected.length) return false;
  return Object.entries(expected).every(([name, value]) =>
    matches((actual as Record<string, unknown>)[name], value),
  );
}

export const same = (actual: unknown, expected: unknown, what: string) =>
  expect(matches(actual, expected), what);

export const pause = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis));
export const times = (count: number) => Array.from({ length: count }, (_, at) => at);

let keys = 0;
/** A scope that no run has had. */
export function newScope(): string {
  keys += 1;
  return `conformance-${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}-${keys}`;
}
export const newKey = (id = 'chat'): SessionKey => ({ scope: newScope(), id });

export const meterOf = (text = 'meter', totalTokens = 0): StoredMeter => ({
  text,
  totalTokens,
  compactionCount: 2,
  turnCount: 3,
});

export const roundOf = (round: number, more: Partial<StoredRound> = {}): StoredRound => ({
  round,
  tokensBefore: 9_000,
  tokensAfter: 1_000,
  messagesCompacted: 4,
  summary: `summary ${round}`,
  details: `{"round":${round}}`,
  ...more,
});

export const messageOf = (round: number, message: number, print = 'print'): StoredMessage => ({
  round,
  message,
  print,
  role: 'user',
  content: `"${round} ${message} ${print}"`,
});

export const writeOf = (revision: number, more: Partial<SessionWrite> = {}): SessionWrite => ({
  revision,
  decisions: `decisions ${revision}`,
  meter: meterOf(),
  summary: '',
  rounds: [],
  messages: [],
  ...more,
});

export async function saved(store: Store, key: SessionKey, write = writeOf(0)): Promise<void> {
  expect(
    await store.save(key, write),
    'save resolves to true where the revision is the stored one',
  );
}

/** Everything that is stored of a session. */
export async function allOf(store: Store, key: SessionKey) {
  const [session, rounds, messages, list] = await Promise.all([
    store.load(key),
    store.rounds(key),
    store.messages(key),
    store.list(key.scope, key.id),
  ]);
  return { session, rounds, messages, list };
}
