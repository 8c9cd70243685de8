/**
 * What has to compile, and what must not: checked by types.test.ts with both ways of resolving
 * modules. Nothing here runs.
 */
import * as ai5 from 'ai5';
import * as ai6 from 'ai6';
import * as ai7 from 'ai7';
import type {
  AnthropicTool,
  CompactionEvent,
  Compactor,
  CompactorEvent,
  CompactorOptions,
  OpenAIChatTool,
  PrepareStep,
  RankRecall,
  Recalled,
  Session,
  StepPlan,
  SummaryRequest,
} from 'epitome';
import {
  buildSummaryPrompt,
  compact,
  createCompactor,
  EpitomeError,
  fromFetch,
  fromModel,
  memoryFlush,
  safeCompact,
  selectMessagesToCompact,
  shouldCompact,
} from 'epitome';
import {
  type CompactionMiddleware,
  chatParts,
  compactionMiddleware,
  type EpitomeParts,
} from 'epitome/ai';
import { memoryStore } from 'epitome/stores/memory';
import { countMessages, countRequest, estimateTokens, type TokenBreakdown } from 'epitome/tokens';
import { z } from 'zod';

type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function assertType<T extends true>(_?: T): void {}

declare const model5: ai5.LanguageModel;
declare const model6: ai6.LanguageModel;
declare const model7: ai7.LanguageModel;
declare const messages5: ai5.ModelMessage[];
declare const messages6: ai6.ModelMessage[];
declare const messages7: ai7.ModelMessage[];
declare const compactor: Compactor;
declare const session: Session;

const { prepareStep } = session;
const hook = compactor.prepareStep({ sessionId: () => 'chat' });
assertType<Equal<typeof hook, PrepareStep>>();

// The middleware, around a model of every version.

declare const specified5: Parameters<typeof ai5.wrapLanguageModel>[0]['model'];
declare const specified6: Parameters<typeof ai6.wrapLanguageModel>[0]['model'];
declare const specified7: Parameters<typeof ai7.wrapLanguageModel>[0]['model'];
const middleware: CompactionMiddleware = compactionMiddleware(session, { only: 'overflow' });
ai5.wrapLanguageModel({ model: specified5, middleware: compactionMiddleware(compactor) });
ai6.wrapLanguageModel({ model: specified6, middleware });
ai7.wrapLanguageModel({ model: specified7, middleware: [middleware] });
// @ts-expect-error: it is a session or a compactor.
compactionMiddleware('chat');
// @ts-expect-error: there is one value.
compactionMiddleware(compactor, { only: 'never' });

// Parts of a chat: what a server writes is what a client reads.

export function parts(
  writer5: ai5.UIMessageStreamWriter<ai5.UIMessage<unknown, EpitomeParts>>,
  writer6: ai6.UIMessageStreamWriter<ai6.UIMessage<unknown, EpitomeParts>>,
  writer7: ai7.UIMessageStreamWriter<ai7.UIMessage<unknown, EpitomeParts>>,
  untyped: ai7.UIMessageStreamWriter,
): void {
  for (const writer of [writer5, writer6, writer7, untyped]) {
    compactor.prepareStep({ sessionId: 'chat', onEvent: chatParts(writer.write) });
  }
}

export function shown(
  message5: ai5.UIMessage<unknown, EpitomeParts>,
  message6: ai6.UIMessage<unknown, EpitomeParts>,
  message7: ai7.UIMessage<unknown, EpitomeParts>,
): number[] {
  return [...message5.parts, ...message6.parts, ...message7.parts].flatMap((part) => {
    if (part.type === 'data-context') return [part.data.used / part.data.of];
    if (part.type !== 'data-compaction') return [];
    const { state, fraction, tokensAfter = 0 } = part.data;
    // @ts-expect-error: there are two states.
    if (state === 'failed') return [];
    return [state === 'done' ? tokensAfter : fraction];
  });
}

// The plan of a step.

const plan: StepPlan = session.plan(messages7, { model: model7, steps: [] });
assertType<Equal<(typeof plan)['reason'], CompactionEvent['reason'] | undefined>>();
session.plan(messages5, { usage: { inputTokens: 1 }, final: true });
// @ts-expect-error: it takes messages.
session.plan();

// The hook of a session, in every function and class, bare and with tools.

const inputSchema = z.object({ path: z.string() });
const execute = async ({ path }: { path: string }): Promise<string> => path;
const tools5 = { read: ai5.tool({ inputSchema, execute }) };
const tools6 = { read: ai6.tool({ inputSchema, execute }) };
const tools7 = { read: ai7.tool({ inputSchema, execute }) };

// The tools of a session, beside the host's own and in the shapes of providers.

export async function recalls(): Promise<void> {
  const own = session.tools();
  const [with5, with6] = [
    { ...tools5, ...own },
    { ...tools6, ...own },
  ];
  const with7 = { ...tools7, ...own };
  await ai5.generateText({ model: model5, prompt: 'hi', tools: with5, prepareStep });
  await ai6.generateText({ model: model6, prompt: 'hi', tools: with6, prepareStep });
  await ai7.generateText({ model: model7, prompt: 'hi', tools: with7, prepareStep });
  ai7.streamText({ model: model7, prompt: 'hi', tools: own });
  new ai5.Experimental_Agent({ model: model5, tools: own });
  new ai6.ToolLoopAgent({ model: model6, tools: own });
  new ai7.ToolLoopAgent({ model: model7, tools: with7 });
  const chat = session.tools({ dialect: 'openai-chat', tools: tools7 });
  const anthropic = session.tools({ dialect: 'anthropic', names: { recall: 'look_up' } });
  assertType<Equal<typeof chat, readonly OpenAIChatTool[]>>();
  assertType<Equal<typeof anthropic, readonly AnthropicTool[]>>();
  const rank: RankRecall = (_query, candidates) => candidates.map(({ score }) => score);
  const found: Recalled[] = await session.recall('x', { rank, role: 'user' });
  const result: string | undefined = await session.runTool('recall', { query: found[0]?.text });
  // @ts-expect-error: it takes a text.
  await session.recall(result === undefined);
  // @ts-expect-error: there are three.
  session.tools({ dialect: 'google' });
}

export async function version5(): Promise<void> {
  const model = model5;
  const given = { model, messages: messages5, tools: tools5 };
  await ai5.generateText({ model, prompt: 'hi', prepareStep });
  await ai5.generateText({ ...given, prepareStep });
  await ai5.generateText({ ...given, prepareStep: hook });
  ai5.streamText({ model, prompt: 'hi', prepareStep });
  ai5.streamText({ ...given, prepareStep: hook });
  const agent = new ai5.Experimental_Agent({ model, tools: tools5, prepareStep });
  await agent.generate({ prompt: 'hi' });
  new ai5.Experimental_Agent({ model, tools: tools5, prepareStep: hook });
  await ai5.generateText({
    ...given,
    prepareStep: async (step) => ({ activeTools: ['read'], ...(await prepareStep(step)) }),
  });
}

export async function version6(): Promise<void> {
  const model = model6;
  const given = { model, messages: messages6, tools: tools6 };
  await ai6.generateText({ model, prompt: 'hi', prepareStep });
  await ai6.generateText({ ...given, prepareStep });
  await ai6.generateText({ ...given, prepareStep: hook });
  ai6.streamText({ model, prompt: 'hi', prepareStep });
  ai6.streamText({ ...given, prepareStep: hook });
  const agent = new ai6.ToolLoopAgent({ model, tools: tools6, prepareStep });
  await agent.generate({ prompt: 'hi' });
  new ai6.ToolLoopAgent({ model, tools: tools6, prepareStep: hook });
  const typed: ai6.PrepareStepFunction<typeof tools6> = prepareStep;
  const shared: ai6.PrepareStepFunction = hook;
  await ai6.generateText({
    ...given,
    prepareStep: async (step) => ({ activeTools: ['read'], ...(await prepareStep(step)) }),
  });
  void [typed, shared];
}

export async function version7(): Promise<void> {
  const model = model7;
  const given = { model, messages: messages7, tools: tools7 };
  await ai7.generateText({ model, prompt: 'hi', prepareStep });
  await ai7.generateText({ ...given, prepareStep });
  await ai7.generateText({ ...given, prepareStep: hook });
  ai7.streamText({ model, prompt: 'hi', prepareStep });
  ai7.streamText({ ...given, prepareStep: hook });
  const agent = new ai7.ToolLoopAgent({ model, tools: tools7, prepareStep });
  await agent.generate({ prompt: 'hi' });
  new ai7.ToolLoopAgent({ model, tools: tools7, prepareStep: hook });
  const typed: ai7.PrepareStepFunction<typeof tools7> = prepareStep;
  await ai7.generateText({
    ...given,
    prepareStep: async (step) => ({ activeTools: ['read'], ...(await prepareStep(step)) }),
  });
  void typed;
}

// A shared hook finds its chat in what the agent was called with, in every version.

export async function shared(chatId: string): Promise<void> {
  const byContext = compactor.prepareStep({
    sessionId: (step) => step.runtimeContext.chatId,
    overrides: { contextWindow: 32_000, state: null },
  });
  const runtimeContext = { chatId };
  await ai7.generateText({
    model: model7,
    messages: messages7,
    tools: tools7,
    runtimeContext,
    prepareStep: byContext,
  });
  ai7.streamText({
    model: model7,
    messages: messages7,
    runtimeContext,
    prepareStep: compactor.prepareStep({ sessionId: (step) => step.runtimeContext.chatId }),
  });
  new ai7.ToolLoopAgent({
    model: model7,
    tools: tools7,
    runtimeContext,
    prepareStep: compactor.prepareStep({ sessionId: (step) => step.runtimeContext.chatId }),
  });
  const byExperimental = compactor.prepareStep({
    sessionId: (step) => step.experimental_context.chatId,
  });
  await ai5.generateText({ model: model5, prompt: 'hi', prepareStep: byExperimental });
  await ai6.generateText({
    model: model6,
    prompt: 'hi',
    experimental_context: runtimeContext,
    prepareStep: byExperimental,
  });
  new ai6.ToolLoopAgent({ model: model6, tools: tools6, prepareStep: byExperimental });
  // For one request: an id, what ends the waiting, and who hears of it.
  await ai7.generateText({
    model: model7,
    messages: messages7,
    prepareStep: compactor.prepareStep({
      sessionId: chatId,
      abortSignal: new AbortController().signal,
      onEvent: (event) => void event.sessionId,
    }),
  });
  await ai7.generateText({
    model: model7,
    messages: messages7,
    prepareStep: (step) =>
      prepareStep({ ...step, onEvent: (event) => void event.type, abortSignal: undefined }),
  });
}

// It may be told what its steps carry.
compactor.prepareStep<{
  messages: ai7.ModelMessage[];
  steps: object[];
  stepNumber: number;
  runtimeContext: { chat: string };
}>({
  sessionId: ({ runtimeContext }) => runtimeContext.chat,
  overrides: { contextWindow: 32_000 },
});

// Message types come out as they went in.

export async function typesPass(): Promise<void> {
  const answer = await prepareStep({
    messages: messages6,
    steps: [],
    stepNumber: 0,
    model: model6,
  });
  assertType<Equal<typeof answer, { messages: ai6.ModelMessage[] } | undefined>>();
  const view = await session.prepare(messages7, { model: model7, usage: { inputTokens: 5 } });
  assertType<Equal<typeof view, { messages: ai7.ModelMessage[]; system?: string }>>();
  const done = await session.compact({ messages: messages5 });
  assertType<Equal<typeof done.messages, ai5.ModelMessage[]>>();
  assertType<Equal<typeof done.event, CompactionEvent | undefined>>();
  const once = await compact(messages6, { keepRecent: { messages: 4 } });
  assertType<Equal<typeof once.messages, ai6.ModelMessage[]>>();
  const safe = await safeCompact(messages6);
  assertType<Equal<typeof safe, readonly ai6.ModelMessage[]>>();
  const { messagesToKeep } = await selectMessagesToCompact(messages7, {
    keepRecent: { messages: 5 },
  });
  assertType<Equal<typeof messagesToKeep, ai7.ModelMessage[]>>();
  assertType<Equal<boolean, Awaited<ReturnType<typeof shouldCompact>>>>();
  const request7 = await buildSummaryPrompt(messages7, { model: 'gpt-5' });
  assertType<Equal<typeof request7, SummaryRequest | undefined>>();
  const tokens: number = (await estimateTokens(null)) + (await estimateTokens('', { safe: true }));
  const counted = await countMessages(messages5, { model: { modelId: 'gpt-4o' } });
  assertType<Equal<typeof counted.breakdown, TokenBreakdown>>();
  await countMessages(messages6, { family: 'claude', exact: { count: (text) => text.length } });
  const request = await countRequest({ system: 'x', messages: messages7, tools: {}, safe: true });
  assertType<Equal<typeof request.known, boolean>>();
  using own = session;
  void [tokens, own];
}

// Options.

export async function options(): Promise<void> {
  const everything: Required<Omit<CompactorOptions, 'wasm'>> = {
    contextWindow: 8_000,
    model: model7,
    openSessions: 100,
    quiet: true,
    models: { mine: { contextWindow: 8_000 } },
    summarize: async (request: SummaryRequest, { signal }) => `${request.prompt}${signal.aborted}`,
    summarizeTimeout: 1_000,
    summarizeParallel: 2,
    background: { at: 0.6, external: false },
    summarizeRetries: 1,
    summarizerWindow: 32_000,
    memoryFlush: async ({ messages, facts, prompt }) => {
      void [messages.length, facts[0]?.kind, prompt];
    },
    memoryFlushTimeout: 1_000,
    beforeCompaction: ({ fits }) => ({ veto: fits, instructions: 'Keep ports.' }),
    afterCompaction: ({ round }) => round.record,
    maxOutputTokens: 1_000,
    system: '',
    tools: tools7,
    trigger: 0.8,
    target: 4_000,
    ofPrompt: false,
    flushAt: 0.7,
    warn: 0.6,
    windowGuard: { refuse: 1_000, warn: 2_000 },
    enabled: true,
    maxMessages: 20,
    keepRecent: { tokens: 0.2, messages: 4, combine: 'least' },
    userWords: 0.1,
    budgets: { system: 100, summary: 0.1, output: 500, margin: 0.02 },
    results: {
      arrival: 20_000,
      repeats: true,
      outdated: true,
      trim: { over: 4_000, head: 1_500, tail: 1_500, protect: { results: 2, tokens: 0.1 } },
      clear: { protect: { assistants: 3 } },
      batch: 0.05,
      media: false,
      tools: { 'read*': { keep: true }, '*': { over: 2_000 } },
    },
    reasoning: 'drop',
    media: { protect: { results: 2 } },
    pace: { minimumGain: 0.05, leastFold: 2 },
    placement: 'user',
    oneSummary: false,
    summary: {
      shape: 'epitome',
      instructions: 'Be brief.',
      sections: [{ heading: 'Task', instruction: 'What was asked.' }],
    },
    redact: { patterns: { ticket: 'acme_[0-9a-f]{16}' } },
    preset: 'epitome',
    pin: (message, index) => index === 0 && message !== null,
    priority: { roles: ['user'], metadata: 'decision' },
    resources: [{ tools: 'read*', does: 'read', of: ['path', 'file'], part: '*' }],
    questionTools: ['ask_user'],
    requestBytes: 5_000_000,
    requestImages: 50,
    stateBytes: 65_536,
    strict: true,
    reinject: async ({ tokens, sessionId }) => [
      { name: sessionId, text: `${tokens}`, stable: true },
    ],
    agents: { reader: { trigger: 0.5 } },
    prices: { input: 3, cacheRead: 0.3, cacheWrite: 3.75, output: 15 },
    cacheLifetime: 300_000,
    cacheControl: 'auto',
    now: () => 0,
    maxSteps: 20,
    family: 'claude',
    calibration: 'least-squares',
    dialect: 'auto',
    abortSignal: new AbortController().signal,
    debug: false,
    store: memoryStore(),
    waitUntil: (work) => void work.finally(() => {}),
    onEvent: (event) => void event.sessionId,
  };
  await createCompactor(everything);
  await createCompactor({
    model: 'gpt-4o',
    summarize: fromModel(model6),
  });
  for (const model of [model5, model7, 'openai/gpt-5-mini']) fromModel(model);
  // @ts-expect-error an embedding model writes no summary
  fromModel(ai7.embed);
  await createCompactor({
    contextWindow: 8_000,
    summarize: fromFetch({ url: 'https://x.test', model: 'm' }),
  });
  for (const generateText of [ai5.generateText, ai6.generateText, ai7.generateText]) {
    await createCompactor({
      contextWindow: 8_000,
      memoryFlush: memoryFlush({ generateText, tools: tools7, model: model7, maxSteps: 4 }),
    });
  }
  const text: string = session.transcriptText({ summary: false, last: 5, maxLength: 100 });
  void text;
  compactor.session('a', { state: session.snapshot(), contextWindow: 5_000 });

  // @ts-expect-error: a number of tokens
  await createCompactor({ contextWindow: '8000' });
  // @ts-expect-error: no such option
  await createCompactor({ contextWindow: 8_000, maxTokens: 5 });
  // @ts-expect-error: an amount
  await createCompactor({ contextWindow: 8_000, trigger: '80%' });
  // @ts-expect-error: an object
  await createCompactor({ contextWindow: 8_000, keepRecent: 5 });
  // @ts-expect-error: no such dialect
  await createCompactor({ contextWindow: 8_000, dialect: 'openai' });
  // @ts-expect-error: a promise of a text
  await createCompactor({ contextWindow: 8_000, summarize: async () => 5 });
  // @ts-expect-error: options are needed
  await createCompactor();
  // @ts-expect-error: the module is the compactor's
  compactor.session('a', { wasm: 'core.wasm' });
  // @ts-expect-error: a text
  compactor.session(5);
  // @ts-expect-error: `sessionId` is needed
  compactor.prepareStep({});
  // @ts-expect-error: it names the session at once
  compactor.prepareStep({ sessionId: async () => 'a' });
  // @ts-expect-error: no such option
  await shouldCompact(messages5, { keepLast: 5 });
}

// Events and errors tell themselves apart.

export function tell(event: CompactorEvent, error: unknown): string {
  if (EpitomeError.isInstance(error)) return error.code;
  switch (event.type) {
    case 'compaction':
      return [
        ...event.folds.map((fold) => fold.source),
        ...event.edits.map(({ kind }) => kind),
      ].join();
    case 'repair':
    case 'fault':
    case 'aligned':
    case 'summary-rejected':
    case 'summary-failed':
    case 'summary-call':
    case 'view':
    case 'compacting':
    case 'flush':
    case 'cannot-fit':
    case 'warning':
    case 'usage-ignored':
    case 'unknown-model':
    case 'unseen-learned':
    case 'limit-learned':
    case 'window-learned':
    case 'veto':
    case 'state-dropped':
    case 'state-replaced':
    case 'store-failed':
    case 'small-window':
    case 'error':
      return event.sessionId;
    default:
      return event satisfies never;
  }
}
