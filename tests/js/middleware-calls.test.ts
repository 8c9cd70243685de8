// promise: 4 never breaks the agent
/** Single calls of a wrapped model: when a refusal may be survived, what it costs, and what goes out. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CompactorOptions } from 'epitome';
import { compactionMiddleware } from 'epitome/ai';
import { type SdkVersion, sdkVersions } from './support/agents.ts';
import { maker } from './support/compactors.ts';
import { prose } from './support/conversation.ts';
import { promptFaults, sizes, tooLong, tooManyBytes, tooManyImages } from './support/refusals.ts';
import { countMessages } from './support/tokens.ts';
import {
  exchange,
  type Loose,
  type ProviderOptions,
  provider,
  streamOf,
  usageOf,
  userText,
} from './support/wrapped-model.ts';

const make = maker({ contextWindow: 64_000, windowGuard: { warn: 0 } });

interface Scene extends Partial<CompactorOptions> {
  version: SdkVersion;
  answer?: ProviderOptions['answer'];
  state?: string | undefined;
}

async function chat({ version, answer, state, ...options }: Scene) {
  const { compactor, log } = await make(options);
  const session = compactor.session('chat', { state });
  const middleware = compactionMiddleware(session);
  const model = await provider({ version, middleware, ...(answer && { answer }) });
  return { log, session, model };
}

const system = { role: 'system', content: 'You mend what fails.' };
/** So many reads of about 300 tokens. */
const reads = (count: number) =>
  Array.from({ length: count }, (_, i) => exchange(`call-${i}`, prose(300, `f${i}`))).flat();
const history = (count = 80) => [system, userText('Find out why the tests fail.'), ...reads(count)];

const textParts = (text: string) => [
  { type: 'text-start', id: '1' },
  { type: 'text-delta', id: '1', delta: text },
];

for (const version of sdkVersions) {
  describe(`ai ${version}`, () => {
    const finish = {
      type: 'finish',
      finishReason: version === 5 ? 'stop' : { unified: 'stop', raw: 'stop' },
      usage: usageOf(version, 100),
    };

    it('a stream is made again as long as nothing has reached the user', async () => {
      const quiet = [
        { type: 'stream-start', warnings: [] },
        { type: 'response-metadata', id: 'r', modelId: 'm', timestamp: new Date(0) },
        { type: 'raw', rawValue: {} },
        // Anthropic's package for version 7 tells of a message's start so.
        { type: 'custom', kind: 'anthropic.message_start' },
        ...textParts(''),
      ];
      for (const how of ['part', 'thrown', 'rejected']) {
        const error = tooLong();
        const { model } = await chat({
          version,
          answer: (tokens) => {
            if (tokens <= 8_000) return undefined;
            if (how === 'rejected') return error;
            const rest = how === 'part' ? [{ type: 'error', error }] : [];
            const parts = [...quiet, ...rest];
            const stream = new ReadableStream({
              pull(controller) {
                const part = parts.shift();
                if (part !== undefined) controller.enqueue(part);
                else controller.error(error);
              },
            });
            return { stream };
          },
        });
        const parts = await model.stream({ prompt: history() });
        assert.equal(model.asked.length, 2);
        assert.ok(parts.every(({ type }) => type !== 'error'));
        assert.equal(parts.filter(({ type }) => type === 'stream-start').length, 1);
        assert.equal(parts.filter(({ type }) => type === 'text-delta').length, 1);
        assert.equal(parts.filter(({ type }) => type === 'custom').length, 0);
      }
    });

    it('and is left alone once something has', async () => {
      const error = tooLong();
      const begins = [
        textParts('I begin.'),
        [{ type: 'reasoning-start', id: '1' }],
        [{ type: 'tool-input-start', id: 'c', toolName: 'read' }],
        [{ type: 'tool-call', toolCallId: 'c', toolName: 'read', input: '{}' }],
        [{ type: 'file', mediaType: 'image/png', data: 'AA==' }],
      ];
      for (const begin of begins) {
        const { model, log } = await chat({
          version,
          answer: () => ({ stream: streamOf([...begin, { type: 'error', error }, finish]) }),
        });
        const parts = await model.stream({ prompt: history() });
        assert.deepEqual(parts, [...begin, { type: 'error', error }, finish]);
        assert.equal(model.asked.length, 1);
        assert.deepEqual(log.of('limit-learned'), []);
      }
    });

    it('a stream comes as it was, part by part, and can be left', async () => {
      let cancelled: unknown;
      let pulled = 0;
      const stream = () =>
        new ReadableStream(
          {
            pull(controller) {
              pulled += 1;
              controller.enqueue({ type: 'text-delta', id: '1', delta: `${pulled}` });
            },
            cancel(reason) {
              cancelled = reason;
            },
          },
          { highWaterMark: 0 },
        );
      const { session } = await chat({ version });
      const { wrapStream, transformParams } = compactionMiddleware(session);
      const prompt = history();
      const base = { specificationVersion: `v${version - 3}`, modelId: 'scripted' };
      const params = await transformParams({ params: { prompt }, model: base });
      const doStream = async () => ({ stream: stream(), request: 'kept' });
      const result = await wrapStream({ doStream, params, model: base });
      assert.equal(result.request, 'kept');
      const reader = result.stream.getReader();
      for (let part = 1; part <= 3; part += 1) {
        assert.equal((await reader.read()).value?.delta, `${part}`);
        assert.equal(pulled, part);
      }
      await reader.cancel('enough');
      assert.equal(cancelled, 'enough');
    });

    it('an abort during recovery ends it', async () => {
      for (const type of ['generate', 'stream'] as const) {
        const controller = new AbortController();
        const { model } = await chat({
          version,
          summarize: () => {
            controller.abort(new DOMException('stopped', 'AbortError'));
            return new Promise(() => {});
          },
          answer: () => tooLong(),
        });
        const params = { prompt: history(), abortSignal: controller.signal };
        await assert.rejects(model[type](params), { name: 'AbortError', message: 'stopped' });
        assert.equal(model.asked.length, 1);
      }
    });

    it('wrong counts lead to one refusal, and none after it', async () => {
      const limit = 9_000;
      const { model, log } = await chat({
        version,
        // The provider counts half as much again.
        answer: (tokens) => {
          const size = Math.round(tokens * 1.5);
          if (size <= limit) return { usage: usageOf(version, size) };
          return tooLong(
            `This model's maximum context length is ${limit} tokens. However, your messages resulted in ${size} tokens. Please reduce the length of the messages.`,
          );
        },
      });
      for (let count = 0; count < 60; count += 1) await model.generate({ prompt: history(count) });
      assert.equal(model.asked.length, 61);
      assert.equal(log.of('limit-learned').length, 1);
    });

    it('what was refused is tried three times more, each time smaller, and no more', async () => {
      const errors: Error[] = [];
      const { model, session } = await chat({
        version,
        answer: () => {
          errors.push(tooLong(`prompt is too long: ${errors.length}`));
          return errors.at(-1);
        },
      });
      const before = session.snapshot();
      const thrown = await model.generate({ prompt: history() }).catch((error: unknown) => error);
      assert.equal(thrown, errors.at(-1));
      assert.equal(model.asked.length, 4);
      const asked = sizes(model.asked);
      assert.ok(asked.every((size, i) => i === 0 || size < (asked[i - 1] as number)));
      assert.deepEqual(JSON.parse(session.snapshot()).segments, JSON.parse(before).segments);
    });

    it('tools, system prompt and limit of the reply are those of the first call', async () => {
      const tools = Array.from({ length: 20 }, (_, i) => ({
        type: 'function',
        name: `tool_${i}`,
        description: prose(100, `tool${i}`),
        inputSchema: { type: 'object', properties: { path: { type: 'string' } } },
      }));
      const { model, session } = await chat({ version });
      const params = { prompt: history(5), tools, maxOutputTokens: 3_000 };
      await model.generate(params);
      const { hostOverhead, outputReserve } = session.explain().budget;
      assert.ok(hostOverhead > 2_000);
      assert.equal(outputReserve, 3_000);
      const stated = await chat({ version, system: 'Short.', maxOutputTokens: 1_000 });
      await stated.model.generate(params);
      assert.ok(stated.session.explain().budget.hostOverhead < 100);
      assert.equal(stated.session.explain().budget.outputReserve, 1_000);
      // A session that goes on from a state is told as well.
      const resumed = await chat({ version, state: session.snapshot() });
      await resumed.model.generate(params);
      assert.equal(resumed.session.explain().budget.outputReserve, 3_000);
    });

    it('what nobody can read goes out as it came, and is answered', async () => {
      const { model } = await chat({ version });
      const odd: Loose[] = [
        [],
        [system],
        [{ role: 'user', content: 'A text.' }],
        [{ role: 'user' }],
        [{}],
        [userText('Hi.'), { role: 'assistant', content: null }],
      ];
      for (const prompt of odd) {
        await model.generate({ prompt }).catch((error: unknown) => assert.fail(String(error)));
        assert.equal(JSON.stringify(model.asked.at(-1)), JSON.stringify(prompt));
      }
      for (const providerOptions of [null, 7, { epitome: null }, { epitome: { sessionId: 7 } }]) {
        await model.generate({ prompt: history(2), providerOptions });
      }
    });

    it('bytes and images come back as fewer', async () => {
      const image = (i: number) => ({
        role: 'user',
        content: [
          { type: 'text', text: `Picture ${i}.` },
          { type: 'file', mediaType: 'image/png', data: pictureOf(version, i) },
        ],
      });
      const answer = (i: number) => ({
        role: 'assistant',
        content: [{ type: 'text', text: `Seen ${i}.` }],
      });
      const pictures = Array.from({ length: 30 }, (_, i) => [image(i), answer(i)]).flat();
      const prompt = [system, ...pictures, userText('Go on.')];
      const images = (sent: unknown) => JSON.stringify(sent).split('"file"').length - 1;
      for (const unit of ['bytes', 'images'] as const) {
        const { model, log } = await chat({
          version,
          contextWindow: 1_000_000,
          answer: (_tokens, sent) => {
            if (unit === 'images')
              return images(sent) > 8 ? tooManyImages(images(sent), 8) : undefined;
            return JSON.stringify(sent).length > 300_000 ? tooManyBytes() : undefined;
          },
        });
        await model.generate({ prompt });
        assert.ok(log.of('limit-learned').every(({ of }) => of === unit));
        assert.ok(images(model.asked.at(-1)) < images(model.asked[0]));
        assert.deepEqual(model.asked.flatMap(promptFaults), []);
      }
    });

    it('an empty reply at a full window is a refusal, too', async () => {
      for (const type of ['generate', 'stream'] as const) {
        const limit = 8_000;
        const reason = version === 5 ? 'length' : { unified: 'length', raw: 'length' };
        const empty = { content: [], finishReason: reason, usage: usageOf(version, 64_000, 0) };
        const { model } = await chat({
          version,
          answer: (tokens) => (tokens > limit ? empty : undefined),
        });
        const result = await model[type]({ prompt: history() });
        assert.equal(model.asked.length, 2);
        assert.ok(JSON.stringify(result).includes('Answer 2.'));
      }
    });

    it('and where all of them are empty, the first is given', async () => {
      const finishReason = version === 5 ? 'length' : { unified: 'length', raw: 'length' };
      const usage = usageOf(version, 64_000, 0);
      let calls = 0;
      const { model } = await chat({
        version,
        answer: () => {
          calls += 1;
          return { content: [{ type: 'reasoning', text: `${calls}.` }], finishReason, usage };
        },
      });
      const { content } = await model.generate({ prompt: history() });
      assert.ok(calls > 1 && calls <= 4);
      assert.deepEqual(content, [{ type: 'reasoning', text: '1.' }]);
    });

    it('what goes out is a prompt of that version, with what the provider knows untouched', async () => {
      const { model, log } = await chat({ version, contextWindow: 12_000 });
      const special = specialParts(version);
      const prompt = [system, userText('Begin.'), ...reads(60), ...special];
      const before = JSON.stringify(prompt);
      await model.generate({ prompt });
      const [sent] = model.asked as [Loose[]];
      assert.equal(JSON.stringify(prompt), before);
      assert.ok(countMessages(sent) < countMessages(prompt));
      assert.deepEqual(promptFaults(sent), []);
      assert.equal(sent[0], system);
      for (const message of special) assert.ok(sent.includes(message), JSON.stringify(message));
      assert.deepEqual(log.of('fault'), []);
      assert.deepEqual(log.of('repair'), []);
    });
  });
}

/** A picture as the version's prompts have it. */
function pictureOf(version: SdkVersion, seed: number): unknown {
  const header = '89504e470d0a1a0a0000000d49484452000000400000004008020000';
  const data = Buffer.from(header + `${seed % 10}`.repeat(20_000), 'hex').toString('base64');
  return version === 7 ? { type: 'data', data } : data;
}

/** What only prompts of a version have, or write in a way of their own. */
function specialParts(version: SdkVersion): Loose[] {
  const image = pictureOf(version, 1);
  const items = {
    5: { type: 'media', data: image, mediaType: 'image/png' },
    6: { type: 'image-data', data: image, mediaType: 'image/png' },
    7: { type: 'file', data: image, mediaType: 'image/png' },
  };
  const call = { type: 'tool-call', toolCallId: 'shot', toolName: 'look', input: {} };
  const output = { type: 'content', value: [{ type: 'text', text: 'Here.' }, items[version]] };
  const result = { type: 'tool-result', toolCallId: 'shot', toolName: 'look', output };
  const parts: Loose[] = [
    { role: 'user', content: [{ type: 'file', mediaType: 'image/png', data: image }] },
    { role: 'assistant', content: [call] },
    { role: 'tool', content: [result] },
  ];
  if (version === 5) return parts;
  const remote = { toolCallId: 'mcp', toolName: 'mcp.send', providerExecuted: true };
  const sealed = { openai: { itemId: 'rs_1', reasoningEncryptedContent: 'c2VhbGVk' } };
  parts.push(
    {
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'It has to be sent.', providerOptions: sealed },
        { type: 'tool-call', ...remote, input: {} },
      ],
    },
    {
      role: 'tool',
      content: [{ type: 'tool-approval-response', approvalId: 'a1', approved: true }],
    },
  );
  if (version === 7) {
    const text = { type: 'text', text: 'A note.' };
    parts.unshift({
      role: 'user',
      content: [{ type: 'file', mediaType: 'text/plain', data: text, filename: 'note.txt' }],
    });
  }
  return parts;
}
