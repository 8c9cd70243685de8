// promise: 4 never breaks the agent, api
/**
 * The memory flush: what a host is given before messages go, that nothing it does blocks a fold, and
 * the ghost turn of an agent on the real AI SDK 5, 6 and 7.
 */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import * as ai5 from 'ai5';
import { MockLanguageModelV2 } from 'ai5/test';
import * as ai6 from 'ai6';
import { MockLanguageModelV3 } from 'ai6/test';
import * as ai7 from 'ai7';
import { MockLanguageModelV4 } from 'ai7/test';
import {
  type CompactorOptions,
  createCompactor,
  type FlushRequest,
  type MemoryFlush,
  memoryFlush,
} from 'epitome';
import { z } from 'zod';
import { inVirtualTime, turn } from './support/clock.ts';
import {
  assistant,
  conversation,
  EventLog,
  goodSummary,
  model,
  playCarried,
  playRaw,
  user,
} from './support/conversation.ts';
import { validateView } from './support/validator.ts';

(globalThis as { AI_SDK_LOG_WARNINGS?: boolean }).AI_SDK_LOG_WARNINGS = false;

const disposables: { dispose(): void }[] = [];
after(() => {
  for (const each of disposables) each.dispose();
});

async function open(flush: MemoryFlush, options: Partial<CompactorOptions> = {}) {
  const log = new EventLog();
  const compactor = await createCompactor({
    contextWindow: 20_000,
    summarize: async (request) => goodSummary(request),
    onEvent: log.onEvent,
    memoryFlush: flush,
    ...options,
  });
  disposables.push(compactor);
  return { compactor, session: compactor.session('chat'), log };
}

/** Types of the events that matter here, in their order. */
function course(log: EventLog): string[] {
  return log.all
    .map(({ type }) => type)
    .filter((type) => type === 'flush' || type === 'compaction');
}

describe('a turn before a fold', () => {
  it('leaves the count of secrets as it is', async () => {
    for (const secrets of [1, 2, 5]) {
      const host = conversation(60);
      for (let i = 0; i < secrets; i += 1) {
        const key = `ghp_${String(i).repeat(4)}aBcDeFgHiJkLmNoPqRsTuVwXyZ012345`;
        host.splice(2, 0, assistant(`Yes, ${i}.`), user(`The key is ${key} for now.`));
      }
      const told = async (options: Partial<CompactorOptions>) => {
        const { session, log } = await open(async () => 'Noted.', options);
        await session.prepare(host);
        assert.ok(log.rewrites.length > 0);
        return log.rewrites.map(({ redactions }) => redactions);
      };
      const [without, turned] = [await told({ memoryFlush: undefined }), await told({})];
      assert.ok(JSON.stringify(without).includes('github'), JSON.stringify(without));
      assert.deepEqual(turned, without);
    }
  });
});

describe('memoryFlush', () => {
  it('is called once before each compaction, and below its trigger', async () => {
    const sizes: number[] = [];
    const { session, log } = await open(() => {
      sizes.push(session.usage().viewTokens);
    });
    await playRaw(session, conversation(220));
    const events = course(log);
    assert.ok(log.rewrites.length > 1);
    // Pruning rewrites too; between two folds there is one flush.
    const folds = log.rewrites.filter((event) => event.folds.length > 0);
    const flushes = log.of('flush');
    assert.ok(flushes.length === folds.length || flushes.length === folds.length + 1);
    assert.equal(events[0], 'flush');
    for (let i = 1; i < events.length; i += 1) assert.notEqual(events[i], events[i - 1]);
    for (const size of sizes) assert.ok(size < (log.rewrites[0]?.trigger ?? 0));
  });

  it('comes before the fold where one step is past both thresholds, and before a manual one', async () => {
    const history = conversation(120);
    const { session, log } = await open(() => 'SILENT');
    await session.prepare(history);
    assert.deepEqual(course(log), ['flush', 'compaction']);
    const manual = await open(() => 'SILENT');
    await manual.session.prepare(conversation(20));
    assert.deepEqual(course(manual.log), []);
    await manual.session.compact();
    assert.deepEqual(course(manual.log), ['flush', 'compaction']);
  });

  it('gives the own messages that the next fold takes, and all that a turn needs', async () => {
    const requests: FlushRequest[] = [];
    const { session, log } = await open(async (request) => {
      requests.push(request);
    });
    const history = conversation(120).map((message, i) =>
      i === 30
        ? {
            role: 'user',
            content: 'Keep port 8443 and src/deep/limits.ts; password: tr0ub4dor&3x!',
          }
        : i === 34
          ? { role: 'user', content: 'Go on.' }
          : message,
    ) as ReturnType<typeof conversation>;
    const before = structuredClone(history);
    const { messages: view } = await session.prepare(history, { model });
    assert.deepEqual(history, before);
    const [request] = requests;
    assert.ok(request);
    const [fold] = log.rewrites[0]?.folds ?? [];
    assert.ok(fold);
    const range = history.slice(fold.firstMessage - 1, fold.lastMessage);
    const taken = range.filter((message) => !view.includes(message));
    assert.equal(request.messages.length, taken.length);
    for (const [i, message] of request.messages.entries()) assert.equal(message, taken[i]);
    assert.ok(request.tokens > 1_000);
    assert.equal(request.sessionId, 'chat');
    assert.equal(request.model, model);
    assert.equal(request.silentToken, 'SILENT');
    assert.match(request.prompt, /SILENT/);
    assert.match(request.prompt, /memory/);
    assert.ok(
      request.facts.some(({ text, kind }) => text.includes('limits.ts') && kind === 'path'),
    );
    assert.ok(request.facts.every(({ message }) => message >= 1 && message <= history.length));
    assert.ok(!JSON.stringify([request.facts, request.prompt]).includes('tr0ub4dor'));
    assert.deepEqual(validateView([...request.view], history), []);
    assert.ok(request.view.length > view.length, 'what goes is still there');
  });

  it('is not called twice in a cycle, not even by another process', async () => {
    const history = conversation(220);
    let calls = 0;
    const count = () => {
      calls += 1;
    };
    const first = await open(count);
    let end = 1;
    const steps: object[] = [];
    while (calls === 0) {
      end += 2;
      const messages = history.slice(0, end);
      await first.session.prepareStep({ messages, steps, stepNumber: steps.length, model });
      steps.push({});
    }
    assert.deepEqual(first.log.rewrites, []);
    const state = first.session.snapshot();
    const second = await open(count);
    const session = second.compactor.session('again', { state });
    for (; second.log.rewrites.length === 0; end += 2) {
      await session.prepare(history.slice(0, end));
    }
    assert.equal(calls, 1);
    assert.deepEqual(course(second.log), ['compaction']);
  });

  const failures: Record<string, [MemoryFlush, string | undefined, boolean]> = {
    'throws at once': [
      () => {
        throw new Error('no');
      },
      'failed',
      false,
    ],
    rejects: [() => Promise.reject(new Error('no')), 'failed', false],
    hangs: [() => new Promise(() => {}), 'timed-out', false],
    'says that it did nothing': [() => false, undefined, false],
    'says that it did': [() => true, undefined, true],
    'returns what nobody asked for': [() => ({ text: 5 }), undefined, true],
  };
  for (const [name, [flush, failed, ran]] of Object.entries(failures)) {
    it(`never blocks: one that ${name}`, async () => {
      const { session, log } = await open(flush, { memoryFlushTimeout: 20 });
      await inVirtualTime(() => session.prepare(conversation(120)));
      const [event] = log.of('flush');
      assert.ok(event);
      assert.equal(event.ran, ran);
      assert.equal(event.failed, failed);
      assert.equal('error' in event, failed !== undefined);
      assert.equal(event.reply, undefined);
      assert.ok(event.messages > 10 && event.tokens > 1_000 && event.millis >= 0);
      assert.deepEqual(course(log), ['flush', 'compaction']);
      assert.deepEqual(log.of('error'), []);
      const told = log.of('compacting').map(({ kind, fraction }) => [kind, fraction]);
      assert.deepEqual(told.slice(0, 2), [
        ['flush', 0],
        ['flush', 1],
      ]);
    });
  }

  it('is called off with the step', async () => {
    const controller = new AbortController();
    const { session, log } = await open(() => {
      turn().then(() => controller.abort());
      return new Promise(() => {});
    });
    await session.prepare(conversation(120), { abortSignal: controller.signal });
    assert.equal(log.of('flush')[0]?.failed, 'aborted');
    assert.equal(log.rewrites.length, 1);
  });

  it('tells what was said beside the silent token, and keeps it from the view', async () => {
    const said = `I noted it. The key is sk-ant-${'x1Y2'.repeat(8)}.`;
    for (const [reply, told] of [
      ['SILENT', undefined],
      ['All saved. silent', undefined],
      ['', undefined],
      [said, /^I noted it\. The key is \[redacted/],
    ] as const) {
      const { session, log } = await open(() => reply);
      const { messages } = await session.prepare(conversation(120));
      const [event] = log.of('flush');
      if (told === undefined) assert.equal(event?.reply, undefined);
      else assert.match(event?.reply ?? '', told);
      assert.ok(!JSON.stringify(messages).includes('I noted it'));
    }
  });
});

interface Sdk {
  sdk: { generateText: typeof ai7.generateText; tool: typeof ai7.tool };
  Model: new (settings: object) => object;
  usage: object;
  finish: (reason: string) => unknown;
}

const counted = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const unified = (reason: string) => ({ unified: reason, raw: reason });
const sdks = {
  5: {
    sdk: ai5,
    Model: MockLanguageModelV2,
    usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
    finish: (reason: string) => reason,
  },
  6: { sdk: ai6, Model: MockLanguageModelV3, usage: counted, finish: unified },
  7: { sdk: ai7, Model: MockLanguageModelV4, usage: counted, finish: unified },
} as unknown as Record<string, Sdk>;

describe('the ghost turn', () => {
  for (const [version, { sdk, Model, usage, finish }] of Object.entries(sdks)) {
    /** An agent's model that saves twice, then says `last`. */
    const agent = (last: string) => {
      const prompts: unknown[][] = [];
      const settings: { tools?: { name: string }[]; abortSignal?: AbortSignal }[] = [];
      const primary = new Model({
        doGenerate: async (options: { prompt: unknown[]; tools?: { name: string }[] }) => {
          prompts.push(options.prompt);
          settings.push(options);
          const turn = prompts.length;
          const content =
            turn <= 2
              ? [
                  {
                    type: 'tool-call',
                    toolCallId: `m${turn}`,
                    toolName: 'save_memory',
                    input: JSON.stringify({ text: `memory ${turn}` }),
                  },
                ]
              : [{ type: 'text', text: last }];
          const finishReason = finish(turn <= 2 ? 'tool-calls' : 'stop');
          return { content, finishReason, usage, warnings: [] };
        },
      });
      const saved: string[] = [];
      const tools = {
        save_memory: sdk.tool({
          description: 'Saves a memory.',
          inputSchema: z.object({ text: z.string() }),
          execute: async ({ text }: { text: string }) => {
            saved.push(text);
            return 'saved';
          },
        }),
      };
      return { primary, prompts, settings, saved, tools };
    };

    it(`saves with the agent's own tool and leaves no trace, with ai ${version}`, async () => {
      const { primary, prompts, settings, saved, tools } = agent('Done. Silent.');
      const { generateText } = sdk;
      const flush = memoryFlush({ generateText, tools, model: primary, system: 'You are kind.' });
      const { session, log } = await open(flush);
      const { views } = await playCarried(session, conversation(104), { first: 201 });
      assert.deepEqual(saved, ['memory 1', 'memory 2']);
      assert.equal(prompts.length, 3, 'it goes on until it calls no tool');
      const [event] = log.of('flush');
      assert.equal(event?.ran, true);
      assert.equal(event?.reply, undefined);
      for (const view of views) {
        assert.ok(!/save_memory|memory 1|SILENT|Silent/.test(JSON.stringify(view)));
      }
      const first = JSON.stringify(prompts[0]);
      assert.match(first, /You are kind/);
      assert.match(first, /src\/c3\.ts/, 'the whole conversation is there');
      assert.match(JSON.stringify(prompts[0]?.at(-1)), /SILENT/);
      assert.deepEqual(
        settings[0]?.tools?.map(({ name }) => name),
        ['save_memory'],
      );
      assert.ok(settings[0]?.abortSignal instanceof AbortSignal);
      assert.equal(log.rewrites.length > 0, true);
    });

    it(`takes the model of the step, and tells what is not silent, with ai ${version}`, async () => {
      const { primary, saved, tools } = agent('I have a question for the user.');
      const flush = memoryFlush({ generateText: sdk.generateText, tools });
      const { session, log } = await open(flush);
      await session.prepareStep({
        messages: conversation(120),
        steps: [],
        stepNumber: 0,
        model: primary,
      });
      assert.equal(saved.length, 2);
      assert.equal(log.of('flush')[0]?.reply, 'I have a question for the user.');
    });

    it(`ends after so many steps, with ai ${version}`, async () => {
      const { primary, prompts, tools } = agent('SILENT');
      const flush = memoryFlush({
        generateText: sdk.generateText,
        tools,
        model: primary,
        maxSteps: 1,
      });
      const { session, log } = await open(flush);
      await session.prepare([{ role: 'system', content: 'Be kind.' }, ...conversation(120)]);
      assert.equal(prompts.length, 1);
      assert.equal(log.of('flush')[0]?.ran, true);
    });
  }

  it('is refused where it could never run', () => {
    const good = { generateText: ai7.generateText, tools: {} };
    for (const [options, message] of [
      [undefined, /an object of options/],
      [{ tools: {} }, /`generateText`/],
      [{ generateText: ai7.generateText }, /`tools`/],
      [{ ...good, maxSteps: 0 }, /maxSteps/],
      [{ ...good, step: 1 }, /has no option `step`/],
    ] as const) {
      assert.throws(() => memoryFlush(options as unknown as typeof good), {
        code: 'invalid-option',
        message,
      });
    }
  });
});

describe('the preset of three tiers', () => {
  it('flushes 4,000 tokens before the window without its reserve is full', async () => {
    const sizes: number[] = [];
    const { session, log } = await open(() => void sizes.push(session.usage().viewTokens), {
      preset: 'tiered',
      contextWindow: 200_000,
      system: '',
      results: { trim: false, clear: false, repeats: false, outdated: false },
    });
    // Each step is told with what a provider would bill, so that the counts are sure.
    const history = conversation(300, { tokens: 1_200 });
    let billed = 0;
    for (let end = 1; log.rewrites.length === 0; end += 2) {
      await session.prepare(history.slice(0, end), { usage: { inputTokens: billed } });
      billed = session.usage().viewTokens;
    }
    assert.deepEqual(course(log), ['flush', 'compaction']);
    const [size = 0] = sizes;
    const [event] = log.rewrites;
    assert.ok(event);
    assert.equal(event.trigger, 179_820 - session.usage().hostOverhead);
    // The step before it: 4,000 below the trigger, a step's growth, and what is kept for new messages.
    assert.ok(size > 176_000 - 2 * 1_600 - 1_600 && size <= 176_000, String(size));
    assert.ok(event.tokensBefore > size + 2_000);
  });
});
