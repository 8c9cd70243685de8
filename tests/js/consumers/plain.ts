/**
 * A project without types of a runtime, whose options may be undefined: compiled by types.test.ts with the
 * declarations of libraries checked. Nothing here runs.
 */
import type {
  Compactor,
  CompactorEvent,
  CompactorOptions,
  MemoryFlushOptions,
  OneShotOptions,
  SessionOverrides,
  SharedStepOptions,
  Summarize,
} from 'epitome';
import {
  buildSummaryPrompt,
  compact,
  createCompactor,
  EpitomeError,
  fromFetch,
  type fromModel,
  memoryFlush,
  optionsFromEnv,
} from 'epitome';
import {
  type ExpectOptions,
  expectValid,
  type FakeStore,
  fakeClock,
  fakeStore,
  type ScriptedSummarizer,
  type StoreFault,
  scriptedSummarizer,
} from 'epitome/testing';
import { type countMessages, countTokens } from 'epitome/tokens';

declare const maybe: {
  usage: object | undefined;
  text: string | undefined;
  number: number | undefined;
  flag: boolean | undefined;
  summarize: Summarize | undefined;
  listener: ((event: CompactorEvent) => void) | undefined;
};

/** Fails to compile where an optional member of `T` does not take undefined. */
type TakesUndefined<T> = {
  [K in keyof T]-?: Pick<T, K> extends Required<Pick<T, K>>
    ? true
    : { [P in K]: undefined } extends Pick<T, K>
      ? true
      : K;
}[keyof T];
function assertTrue<T extends true>(_?: T): void {}
assertTrue<TakesUndefined<CompactorOptions>>();
assertTrue<TakesUndefined<SessionOverrides>>();
assertTrue<TakesUndefined<OneShotOptions>>();
assertTrue<TakesUndefined<MemoryFlushOptions>>();
assertTrue<TakesUndefined<SharedStepOptions>>();
assertTrue<TakesUndefined<NonNullable<CompactorOptions['results']>>>();
assertTrue<TakesUndefined<NonNullable<CompactorOptions['keepRecent']>>>();
assertTrue<TakesUndefined<NonNullable<CompactorOptions['budgets']>>>();
assertTrue<TakesUndefined<NonNullable<CompactorOptions['pace']>>>();
assertTrue<TakesUndefined<NonNullable<CompactorOptions['prices']>>>();
assertTrue<TakesUndefined<NonNullable<CompactorOptions['summary']>>>();
assertTrue<TakesUndefined<NonNullable<CompactorOptions['windowGuard']>>>();
assertTrue<TakesUndefined<NonNullable<Parameters<typeof fromModel>[1]>>>();
assertTrue<TakesUndefined<Parameters<typeof fromFetch>[0]>>();
assertTrue<TakesUndefined<NonNullable<Parameters<typeof countMessages>[1]>>>();
assertTrue<TakesUndefined<NonNullable<Parameters<typeof countTokens>[1]>>>();
assertTrue<TakesUndefined<ExpectOptions>>();
assertTrue<TakesUndefined<StoreFault>>();

export const summarizer: ScriptedSummarizer = scriptedSummarizer(
  new Error('overloaded'),
  'A record.',
);
export const store: FakeStore = fakeStore();
export const tested: CompactorOptions = { summarize: summarizer, store, now: fakeClock().now };
expectValid([{ role: 'user', content: 'Hello.' }], 'google', { history: [] });
// @ts-expect-error: no provider.
expectValid([], 'grok');
store.slow(100, { method: 'save', times: maybe.number });

export async function use(given: { role: string; content: string }[]): Promise<void> {
  const compactor: Compactor = await createCompactor({
    contextWindow: maybe.number,
    model: maybe.text,
    summarize: maybe.summarize ?? fromFetch({ url: 'https://x.test', model: 'm', api: undefined }),
    results: { arrival: maybe.number, trim: { over: maybe.number } },
    background: { at: maybe.number, external: maybe.flag },
    onEvent: maybe.listener,
  });
  const session = compactor.session('chat', { state: maybe.text, trigger: maybe.number });
  const { messages, system } = await session.prepare(given, {
    usage: maybe.usage,
    final: maybe.flag,
    onEvent: maybe.listener,
  });
  const done = await session.compact({ messages: undefined });
  const asked = await buildSummaryPrompt(given, { contextWindow: maybe.number });
  const once = await compact(given, { summarize: maybe.summarize });
  const prepareStep = compactor.prepareStep({
    sessionId: (step) => step.runtimeContext.chatId,
    overrides: undefined,
    onEvent: maybe.listener,
  });
  const step = await prepareStep({ messages: given, steps: [], stepNumber: 0, onEvent: undefined });
  const tokens = await countTokens('x', { model: maybe.text });
  const turn = memoryFlush({
    generateText: async () => ({ text: '' }),
    tools: {},
    system: maybe.text,
  });
  const fromEnv = optionsFromEnv({ EPITOME_MODEL: 'm' });
  session.dispose();
  const error = new EpitomeError('internal', 'x');
  void [
    messages,
    system,
    done.event?.round,
    asked,
    once.records,
    step,
    tokens,
    turn,
    fromEnv,
    error,
  ];
}
