// promise: api, 4 never breaks the agent
/**
 * `chatParts`: what a chat of the real AI SDK 5, 6 and 7 ends up with, whose server writes the parts of a session's
 * events into its stream; and that each compaction that was begun is ended, whatever becomes of the step.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as ai5 from 'ai5';
import * as ai6 from 'ai6';
import * as ai7 from 'ai7';
import {
  type CompactionEvent,
  type CompactorEvent,
  type CompactorOptions,
  createCompactor,
  type Session,
} from 'epitome';
import { type CompactionPart, type ContextPart, chatParts, type EpitomeChunk } from 'epitome/ai';
import { field } from '../../js/testing/shapes.ts';
import { type LoopOptions, runLoop, type SdkVersion } from './support/agents.ts';
import { turn } from './support/clock.ts';
import { conversation, goodSummary, prose } from './support/conversation.ts';
import { opener } from './support/opener.ts';

// biome-ignore lint/suspicious/noExplicitAny: three versions, whose types differ.
type Loose = any;
const sdks: Record<SdkVersion, Loose> = { 5: ai5, 6: ai6, 7: ai7 };

const open = opener({ contextWindow: 12_000, windowGuard: { warn: 0 } });

interface Part {
  type: string;
  id?: string;
  data?: unknown;
}

interface Message {
  id: string;
  role: string;
  parts: Part[];
}

/** The state of a chat as an interface holds it, and every message that it showed. */
class Shown {
  status = 'ready';
  error: unknown;
  messages: Message[] = [];
  readonly history: Message[] = [];

  pushMessage = (message: Message) => {
    this.messages = [...this.messages, message];
    this.history.push(structuredClone(message));
  };
  popMessage = () => {
    this.messages = this.messages.slice(0, -1);
  };
  replaceMessage = (at: number, message: Message) => {
    this.messages = this.messages.with(at, this.snapshot(message));
    this.history.push(structuredClone(message));
  };
  snapshot = <T>(value: T): T => structuredClone(value);
}

/** A client's chat, whose requests are answered by `serve`. */
function chatOf(version: SdkVersion, serve: (messages: Message[]) => ReadableStream) {
  const state = new Shown();
  const transport = {
    sendMessages: async ({ messages }: { messages: Message[] }) => serve(messages),
    reconnectToStream: async () => null,
  };
  class Chat extends sdks[version].AbstractChat {}
  const chat: Loose = new (Chat as Loose)({ id: 'chat', state, transport });
  return { state, send: (text: string): Promise<void> => chat.sendMessage({ text }) };
}

const reading =
  (steps: number): LoopOptions['script'] =>
  (number) =>
    number === steps - 1
      ? { text: 'Done.' }
      : {
          text: `Step ${number}.`,
          calls: [
            { tool: 'read', input: { path: `src/${number}.ts` }, result: prose(700, `f${number}`) },
          ],
        };

/** The stream of an answer: an agent of so many steps, whose session tells of itself in parts. */
function answerOf(
  version: SdkVersion,
  messages: Message[],
  session: Session,
  own: { steps?: number; beside?: LoopOptions['prepareStep'] } = {},
): ReadableStream {
  const { steps = 30, beside } = own;
  const sdk = sdks[version];
  return sdk.createUIMessageStream({
    originalMessages: messages,
    execute: async ({ writer }: Loose) => {
      // Before all parts: a reader that learns the message's id begins anew.
      writer.write({ type: 'start' });
      const onEvent = chatParts(writer.write);
      await runLoop({
        version,
        mode: 'stream',
        steps,
        script: reading(steps),
        messages: await sdk.convertToModelMessages(messages),
        prepareStep: async (step) => {
          await beside?.(step);
          return session.prepareStep({ ...step, onEvent });
        },
        read: async (result) => {
          const { stream } = result as { stream: unknown };
          const options = { sendStart: false };
          const ui = version === 7 ? sdk.toUIMessageStream({ stream, ...options }) : undefined;
          writer.merge(ui ?? (result as Loose).toUIMessageStream(options));
          await field(result, 'steps');
        },
      });
    },
  });
}

function partsOf<T>(message: Message | undefined, type: string): { id: string; data: T }[] {
  return (message?.parts ?? []).filter((part) => part.type === type) as never;
}

const told = ({ tokensBefore, tokensAfter, reason }: CompactionEvent) => ({
  state: 'done',
  fraction: 1,
  tokensBefore,
  tokensAfter,
  reason,
});

for (const version of [5, 6, 7] as const) {
  describe(`a chat of ai ${version}`, () => {
    it('ends up with a part for each compaction, and one gauge in each message', async () => {
      const { session, log } = await open({
        summarize: async (request) => {
          await turn();
          return goodSummary(request);
        },
      });
      const { state, send } = chatOf(version, (messages) => answerOf(version, messages, session));
      for (const at of [1, 3]) {
        const from = log.all.length;
        await send('Find out why the tests fail.');
        assert.equal(state.error, undefined);
        assert.deepEqual(
          state.messages.map(({ role }) => role),
          ['user', 'assistant', 'user', 'assistant'].slice(0, at + 1),
        );
        const events = log.all.slice(from);
        const compactions = events.filter((event) => event.type === 'compaction');
        assert.ok(compactions.length > 1);
        const message = state.messages[at];
        const parts = partsOf<CompactionPart>(message, 'data-compaction');
        assert.deepEqual(
          parts.map(({ data }) => data),
          compactions.map(told),
        );
        assert.equal(new Set(parts.map(({ id }) => id)).size, parts.length);
        const { viewTokens: used, budget } = session.usage();
        const gauges = partsOf<ContextPart>(message, 'data-context');
        assert.deepEqual(
          gauges.map(({ data }) => data),
          [{ used, of: budget }],
        );
        // On the way there: each begins with nothing, and goes on to its end.
        for (const { id } of parts) {
          const seen = state.history
            .flatMap((shown) => partsOf<CompactionPart>(shown, 'data-compaction'))
            .filter((part) => part.id === id)
            .map(({ data }) => data);
          assert.equal(seen[0]?.state, 'begun');
          assert.equal(seen[0]?.fraction, 0);
          assert.deepEqual(
            seen.map(({ fraction }) => fraction),
            seen.map(({ fraction }) => fraction).sort((a, b) => a - b),
          );
        }
      }
      // Nothing of it is sent to a model.
      const sent = JSON.stringify(await sdks[version].convertToModelMessages(state.messages));
      assert.ok(!/data-|tokensBefore|"used"/.test(sent));
    });

    it('tells a message that goes on in another request apart', async () => {
      const { session, log } = await open();
      const text = prose(9_000, 'opening');
      const asked = [{ id: 'u', role: 'user', parts: [{ type: 'text', text } as Part] }];
      let message: Message | undefined;
      for (const steps of [30, 40]) {
        const messages = message === undefined ? asked : [...asked, message];
        const stream = answerOf(version, messages, session, { steps });
        const read = sdks[version].readUIMessageStream({ stream, message });
        for await (const update of read) message = update;
      }
      const compactions = log.rewrites;
      const parts = partsOf<CompactionPart>(message, 'data-compaction');
      assert.deepEqual(
        parts.map(({ data }) => data),
        compactions.map(told),
      );
      assert.equal(partsOf(message, 'data-context').length, 1);
    });

    it('is not told of compactions where there are none', async () => {
      const { session } = await open({ contextWindow: 200_000 });
      const { state, send } = chatOf(version, (messages) =>
        answerOf(version, messages, session, { steps: 4 }),
      );
      await send('Hello.');
      const [, message] = state.messages;
      assert.equal(partsOf(message, 'data-compaction').length, 0);
      const [gauge] = partsOf<ContextPart>(message, 'data-context');
      assert.equal(gauge?.data.used, session.usage().viewTokens);
      assert.ok(state.history.some((shown) => partsOf(shown, 'data-context').length > 0));
    });
  });
}

/** What a client holds of the parts that were written, by their ids. */
function client() {
  const written: EpitomeChunk[] = [];
  const held = new Map<string, EpitomeChunk>();
  const listener = chatParts((part) => {
    written.push(part);
    held.set(`${part.type} ${part.id}`, part);
  });
  const of = <T extends EpitomeChunk['type']>(type: T) =>
    [...held.values()].filter((part) => part.type === type) as Extract<EpitomeChunk, { type: T }>[];
  return { written, listener, of };
}

const history = conversation(60);

describe('each compaction that was begun is ended', () => {
  type Summarize = NonNullable<CompactorOptions['summarize']>;
  const models: Record<string, { summarize?: Summarize; options?: Partial<CompactorOptions> }> = {
    'by a model': { summarize: async (request) => goodSummary(request) },
    'without a model': {},
    'where the model fails': {
      summarize: async () => {
        throw Object.assign(new Error('no'), { statusCode: 401 });
      },
    },
    'where its replies are no good': { summarize: async () => '' },
    'where it is aborted': {
      summarize: (_request, { signal }) =>
        new Promise((_, reject) => {
          (signal as AbortSignal).addEventListener('abort', () => reject(new Error('aborted')));
        }),
    },
    'after a flush': {
      summarize: async (request) => goodSummary(request),
      options: { memoryFlush: async () => 'saved' },
    },
  };
  for (const [name, { summarize, options }] of Object.entries(models)) {
    it(name, async () => {
      const { listener, written, of } = client();
      const { session, log } = await open({ summarize, summarizeRetries: 0, ...options });
      const controller = new AbortController();
      const prepared = session.prepare(history, {
        onEvent: listener,
        abortSignal: controller.signal,
      });
      if (name.includes('aborted')) {
        await turn();
        controller.abort();
      }
      await prepared;
      const compactions = log.rewrites;
      assert.equal(compactions.length, 1);
      assert.deepEqual(
        of('data-compaction').map(({ data }) => data),
        compactions.map(told),
      );
      const begun = written.filter((part) => Object(part.data).state === 'begun');
      assert.equal(begun.length > 0, summarize !== undefined);
      assert.equal(of('data-context').length, 1);
    });
  }

  it('where the step fails, because the compactor is gone', async () => {
    const { listener, of } = client();
    let answer = () => {};
    const compactor = await createCompactor({
      contextWindow: 8_000,
      quiet: true,
      summarize: (request) =>
        new Promise((resolve) => {
          answer = () => resolve(goodSummary(request));
        }),
    });
    const prepared = compactor.session('chat').prepare(history, { onEvent: listener });
    await turn();
    assert.equal(of('data-compaction')[0]?.data.state, 'begun');
    compactor.dispose();
    answer();
    await prepared;
    const [part, ...others] = of('data-compaction');
    assert.deepEqual(part?.data, { state: 'done', fraction: 1 });
    assert.deepEqual([others, of('data-context')], [[], []]);
  });

  it('also where another call of the session fails meanwhile, or a step before has failed', () => {
    const { listener, of } = client();
    const sessionId = 'chat';
    const compacting = (fraction: number) =>
      listener({ type: 'compacting', sessionId, kind: 'fold', fraction });
    const fail = () =>
      listener({ type: 'error', sessionId, error: { name: 'Error', message: 'no' } });
    compacting(0);
    fail();
    compacting(1);
    fail();
    compacting(0);
    compacting(1);
    assert.deepEqual(
      of('data-compaction').map(({ data }) => data.state),
      ['done', 'done'],
    );
  });

  it('and a flush alone is none', async () => {
    const { listener, written } = client();
    const { session, log } = await open({
      memoryFlush: async () => 'saved',
      flushAt: 0.2,
      trigger: 0.95,
      target: 0.5,
    });
    await session.prepare(history.slice(0, 41), { onEvent: listener });
    assert.ok(log.all.some(({ type }) => type === 'flush'));
    assert.deepEqual(
      written.map(({ type }) => type),
      ['data-context'],
    );
  });
});

describe('one listener', () => {
  it('keeps sessions and their children apart, and children have no gauge', async () => {
    const { listener, of } = client();
    using compactor = await createCompactor({
      contextWindow: 8_000,
      onEvent: listener,
      summarize: async (request) => {
        await turn();
        return goodSummary(request);
      },
    });
    const sessions = ['a', 'a/b', 'tenant/c'].map((id) => compactor.session(id));
    const [first, , third] = sessions as [Session, Session, Session];
    await first.prepare([history[0] as never]);
    const child = first.child('sub');
    const grandchild = child.child('sub');
    const compactions: CompactionEvent[] = [];
    const all = [first, child, third, grandchild];
    await Promise.all(
      all.map((session, at) =>
        session.prepare(conversation(60, { name: `n${at}` }), {
          onEvent: (event: CompactorEvent) => {
            if (event.type === 'compaction') compactions.push(event);
          },
        }),
      ),
    );
    assert.equal(compactions.length, all.length);
    const byTokens = (a: { tokensBefore?: number }, b: { tokensBefore?: number }) =>
      (a.tokensBefore ?? 0) - (b.tokensBefore ?? 0);
    assert.deepEqual(
      of('data-compaction')
        .map(({ data }) => data)
        .sort(byTokens),
      compactions.map(told).sort(byTokens),
    );
    assert.deepEqual(
      of('data-context').map(({ data }) => data.used),
      [first, third].map((session) => session.usage().viewTokens),
    );
  });

  it('breaks nothing where its client has left', async () => {
    const leave = () => {
      throw new Error('the stream is closed');
    };
    const views = [];
    const refuse = async () => leave();
    for (const onEvent of [chatParts(leave), chatParts(refuse), undefined]) {
      const { session, log } = await open({ onEvent });
      const { messages } = await session.prepare(history, { onEvent });
      views.push([messages, session.snapshot()]);
      assert.ok(!log.all.some(({ type }) => type === 'error'));
    }
    assert.deepEqual(views[0], views[2]);
    assert.deepEqual(views[1], views[2]);
    const event = { type: 'view', sessionId: 'x', viewTokens: 1, budget: 2 } as const;
    assert.doesNotThrow(() => chatParts(leave)(event));
  });

  it('is refused without a function to write with', () => {
    for (const wrong of [undefined, {}, 'write']) {
      assert.throws(() => chatParts(wrong as never), { code: 'invalid-argument' });
    }
  });
});
