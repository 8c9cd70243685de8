/** Sessions in a store: processes that open one, and conversations for them. Knows no test. */
import assert from 'node:assert/strict';
import { after } from 'node:test';
import {
  type Compactor,
  type CompactorOptions,
  createCompactor,
  type Session,
  type Store,
  type SummaryRequest,
} from 'epitome';
import type { Message } from '../../../js/testing/shapes.ts';
import { EventLog, goodSummary } from './conversation.ts';
import { type Dialect, talkIn } from './talk.ts';
import { validateView } from './validator.ts';

const compactors: Compactor[] = [];
after(() => {
  for (const compactor of compactors) compactor.dispose();
});

/** A process of its own, as far as sessions can tell. */
export async function compactorOn(store: Store, options: Partial<CompactorOptions> = {}) {
  const log = new EventLog();
  const compactor = await createCompactor({
    contextWindow: 8_000,
    onEvent: log.onEvent,
    store,
    ...options,
  } as CompactorOptions);
  compactors.push(compactor);
  return { compactor, log };
}

/** The same, where Ann's chat goes on. */
export async function processOn(store: Store, options: Partial<CompactorOptions> = {}) {
  const { compactor, log } = await compactorOn(store, options);
  return { compactor, log, session: await compactor.open('chat', { scope: 'ann' }) };
}

export const key = { scope: 'ann', id: 'chat' };

/** A conversation of so many steps: the array of each. The last request of the user is `now`. */
export function stepsOf(count: number, dialect: Dialect = 'ai-sdk', now = 'Go on.') {
  const talk = talkIn(dialect);
  const history: Message[] = [...talk.user('Begin with the first file.')];
  return Array.from({ length: count }, (_, at) => {
    if (at === count - 4) history.push(...talk.says('That is done.'), ...talk.user(now));
    history.push(...talk.reads(1));
    return [...history];
  });
}

export async function play(
  session: Session,
  arrays: readonly Message[][],
  { usage, dialect = 'ai-sdk' }: { usage?: object; dialect?: Dialect } = {},
) {
  const views: Message[][] = [];
  for (const messages of arrays) {
    const { messages: view } = await session.prepare(messages, { usage });
    // The validator reads the AI SDK's messages.
    if (dialect === 'ai-sdk') assert.deepEqual(validateView(view, messages), []);
    views.push(view);
  }
  return views;
}

/** What `work` comes to, which waits for answers: they are given one after the other, each in a turn of its own. */
export async function answering<T>(work: Promise<T>, answers: (() => void)[]): Promise<T> {
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  work.then(end, end);
  while (!isOver) {
    answers.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return work;
}

export const last = <T>(values: readonly T[]): T => values.at(-1) as T;
/** Options with a model that writes. */
export const writes = { summarize: async (request: SummaryRequest) => goodSummary(request) };
