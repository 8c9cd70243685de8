// promise: 4 never breaks the agent
/**
 * The middleware in front of real provider packages, each provider refusing for size as it does: what was refused is
 * sent again, smaller, in mid-loop and at the start, until something has reached the user.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CompactorEvent, CompactorOptions, Session } from 'epitome';
import { compactionMiddleware } from 'epitome/ai';
import { z } from 'zod';
import { prose } from '../js/support/conversation.ts';
import { opener } from '../js/support/opener.ts';
import { type RefusalBody, refusalBodies } from '../js/support/refusal-bodies.ts';
import { type Endpoint, type EndpointName, endpoints } from './scripted/endpoints.ts';
import { toolName } from './scripted/replies.ts';
import { type Asked, type Refused, serverOf } from './scripted/server.ts';

// biome-ignore lint/suspicious/noExplicitAny: three SDK versions disagree on the type of a message.
type Anything = any;
type Mode = 'generate' | 'stream';

// The SDK writes its warnings to the console, once per kind and process.
(globalThis as { AI_SDK_LOG_WARNINGS?: boolean }).AI_SDK_LOG_WARNINGS = false;

const open = opener({ contextWindow: 80_000, windowGuard: { warn: 0 } });
const modes: readonly Mode[] = ['generate', 'stream'];

interface Scene {
  refuse: (asked: Asked, session: Session) => Refused | undefined;
  /** Answers, the last one without a call. */
  steps?: number;
  /** Tokens that the tool gives back at the step. */
  result?: (step: number) => number;
  messages?: Anything[];
  options?: Partial<CompactorOptions>;
}

const request = { role: 'user', content: 'Work through all of it.' };

async function start(endpoint: Endpoint, mode: Mode, scene: Scene) {
  const { refuse, steps = 10, result = () => 1_500, options } = scene;
  const { session, log } = await open(options);
  const ran: number[] = [];
  const script = (number: number) => ({
    text: `Step ${number}.`,
    calls: number % steps < steps - 1 ? [{ id: `call_${number}`, input: { step: number } }] : [],
  });
  const server = serverOf(endpoint.api, script, (asked) => refuse(asked, session));
  const { generateText, streamText, stepCountIs, tool, wrapLanguageModel } = endpoint.ai;
  const middleware = compactionMiddleware(session) as Anything;
  const model = wrapLanguageModel({ model: endpoint.model(server.fetch), middleware }) as never;
  const work = tool({
    description: 'Does a step of the work.',
    inputSchema: z.object({ step: z.number() }),
    execute: async ({ step }) => {
      ran.push(step);
      return prose(result(step), `part${step}`);
    },
  });
  /** Ends with the loop, and with what it threw or streamed as errors. */
  const run = async (messages: Anything[]) => {
    const errors: unknown[] = [];
    const call = {
      model,
      messages,
      tools: { [toolName]: work },
      stopWhen: stepCountIs(steps),
      maxRetries: 0,
      // What is stored is not sent again, and nobody can make it smaller.
      providerOptions: { openai: { store: false } },
    };
    const texts: string[] = [];
    try {
      if (mode === 'generate') texts.push((await generateText(call)).text);
      else {
        const { fullStream } = streamText({ ...call, onError: () => {} });
        for await (const part of fullStream) {
          if (part.type === 'error') errors.push(part.error);
          if (part.type === 'text-delta') texts.push(part.text);
        }
      }
    } catch (error) {
      errors.push(error);
    }
    return { errors, texts };
  };
  return { session, log, server, ran, run, steps, ...(await run(scene.messages ?? [request])) };
}

/** A recorded body with the numbers of this very request: those beside the limit grow as the size does. */
function bodyWith({ body, says }: RefusalBody, limit: number, size: number): string {
  const { of, limit: toldLimit, size: toldSize } = says;
  const numbers = of === 'images' ? /\b\d+\b/g : /\b\d{4,}\b/g;
  return body.replace(numbers, (digits) => {
    const told = Number(digits);
    if (told === toldLimit) return `${limit}`;
    if (told === toldSize) return `${size}`;
    return of === 'images' || toldSize === undefined
      ? digits
      : `${Math.floor((told * size) / toldSize)}`;
  });
}

/** Refuses what has more than `limit` of what the recorded refusal is about. */
const limitedBy =
  (recorded: RefusalBody, limit: number, where: Pick<Refused, 'in'> = {}) =>
  (asked: Asked): Refused | undefined => {
    const size = asked[recorded.says.of];
    if (size <= limit) return undefined;
    return { status: recorded.status, body: bodyWith(recorded, limit, size), ...where };
  };

const recordedOf = (who: string) => refusalBodies.find((each) => each.who === who) as RefusalBody;

/** Pictures that the model has seen, and the request. */
const pictures = (count: number): Anything[] => [
  ...Array.from({ length: count }, (_, i) => [
    {
      role: 'user',
      content: [
        { type: 'text', text: `Picture ${i}.` },
        { type: 'file', data: `iVBORw0KGgo${`${i}AAA`.repeat(200)}`, mediaType: 'image/png' },
      ],
    },
    { role: 'assistant', content: `I see ${i}.` },
  ]).flat(),
  request,
];

/** A scene in which the refusal comes in mid-loop, at a tenth of what is stated. */
function scenes(recorded: RefusalBody): Scene {
  const { of, limit = 5 } = recorded.says;
  if (of === 'images') {
    const options = { contextWindow: 1_000_000 };
    return { messages: pictures(limit + 4), refuse: limitedBy(recorded, limit), steps: 3, options };
  }
  return { refuse: limitedBy(recorded, of === 'bytes' ? 32_000 : 8_000) };
}

type Learned = Extract<CompactorEvent, { type: 'limit-learned' }>;

function checkLimits(events: readonly Learned[], of: string): void {
  assert.ok(events.length > 0);
  for (const { of: unit, limit, refused, served = 0 } of events) {
    assert.equal(unit, of);
    assert.ok(served <= limit && limit <= refused, `${served} <= ${limit} <= ${refused}`);
  }
}

const everyStep = (steps: number) => Array.from({ length: steps - 1 }, (_, i) => i);

for (const [name, endpoint] of Object.entries(endpoints)) {
  describe(`${name}: a request that is refused in mid-loop`, () => {
    for (const recorded of refusalBodies.filter(({ who }) => endpoint.whose.test(who))) {
      for (const mode of modes) {
        // A good status without events is an empty stream.
        if (recorded.status === 200 && mode === 'stream') continue;
        it(`is sent again, smaller: ${recorded.who}, ${mode}`, async () => {
          const scene = scenes(recorded);
          const { errors, ran, server, steps, log } = await start(endpoint, mode, scene);
          assert.deepEqual(errors.map(String), []);
          assert.deepEqual(ran, everyStep(steps));
          assert.equal(server.served.length, steps);
          assert.ok(server.refused.length > 0 && server.refused.length <= 3);
          checkLimits(log.of('limit-learned'), recorded.says.of);
          assert.deepEqual(log.of('error'), []);
        });
      }
    }
  });
}

const compatible: EndpointName = 'all others, behind a chat endpoint';
const providers: [EndpointName, who: string][] = [
  ['Anthropic, ai 5', 'Anthropic'],
  ['Anthropic, ai 6', 'Anthropic'],
  ['Anthropic, ai 7', 'Anthropic'],
  ['OpenAI, responses', 'OpenAI, Responses'],
  ['OpenAI, chat', 'OpenAI'],
  ['Google', 'Google'],
  [compatible, 'Mistral'],
  [compatible, 'xAI'],
  [compatible, 'DeepSeek'],
  [compatible, 'Groq'],
  [compatible, 'OpenRouter'],
  [compatible, 'Ollama'],
  [compatible, 'llama.cpp'],
  [compatible, 'vLLM'],
  [compatible, 'LM Studio'],
];

/** Messages of a request as its API has them. */
function messagesIn({ body }: Asked): unknown[] {
  const { messages, input, contents } = JSON.parse(body);
  return messages ?? input ?? contents;
}

const isSmaller = ({ tokens }: Asked, i: number, all: readonly Asked[]) =>
  i === 0 || tokens < (all[i - 1] as Asked).tokens;

for (const [name, who] of providers) {
  const endpoint = endpoints[name];
  const recorded = recordedOf(who);
  const { status } = recorded;
  const bodyFor = (asked: Asked) => bodyWith(recorded, asked.tokens - 1, asked.tokens);
  for (const mode of modes) {
    describe(`${who}, ${name}, ${mode}`, () => {
      it('three refusals in a row end in an answer', async () => {
        let left = 3;
        const refuse = (asked: Asked) => {
          if (left === 0 || (left === 3 && asked.tokens < 9_000)) return undefined;
          left -= 1;
          return { status, body: bodyFor(asked) };
        };
        const { errors, ran, server, steps } = await start(endpoint, mode, { refuse });
        assert.deepEqual(errors.map(String), []);
        assert.deepEqual(ran, everyStep(steps));
        assert.equal(server.refused.length, 3);
        assert.ok(server.refused.every(isSmaller));
      });

      it('where nothing helps, the error is the provider’s own and nothing is lost', async () => {
        let state: string | undefined;
        let refuses = false;
        const { session, run, server, log } = await start(endpoint, mode, {
          refuse: (asked) => {
            if (!refuses) return undefined;
            state ??= session.snapshot();
            return { status, body: bodyFor(asked) };
          },
          options: { contextWindow: 24_000 },
          steps: 1,
        });
        const history = [request];
        for (let i = 0; i < 20; i += 1) {
          const text = prose(1_000, `part${i}`);
          history.push({ role: 'assistant', content: `${i}. ${text}` });
          history.push({ role: 'user', content: `Go on with ${i}.` });
        }
        assert.deepEqual((await run(history)).errors, []);
        assert.ok(log.rewrites.length > 0);
        const contextWindow = session.explain().budget.contextWindow;
        history.push({ role: 'assistant', content: 'Yes.' }, { role: 'user', content: 'Now.' });
        refuses = true;
        const { errors, texts } = await run(history);
        assert.deepEqual(texts.join(''), '');
        assert.ok(server.refused.length <= 4 && server.refused.every(isSmaller));
        const [error] = errors as [{ statusCode: number; responseBody: string }];
        const own = server.refused.map(bodyFor);
        assert.equal(errors.length, 1);
        assert.equal(error.statusCode, status);
        assert.ok(own.includes(error.responseBody));
        assert.equal(session.snapshot(), state);
        refuses = false;
        history.push({ role: 'assistant', content: 'Sorry.' }, { role: 'user', content: 'Again.' });
        assert.deepEqual((await run(history)).errors, []);
        const before = messagesIn(server.refused[0] as Asked);
        const now = messagesIn(server.served.at(-1) as Asked);
        assert.deepEqual(now.slice(0, before.length), before);
        assert.equal(session.explain().budget.contextWindow, contextWindow);
      });

      it('step 37 overflows, and each tool has run once', async () => {
        const { errors, ran, server, steps } = await start(endpoint, mode, {
          steps: 45,
          result: (step) => (step === 35 ? 30_000 : 200),
          refuse: limitedBy(recorded, 30_000),
        });
        assert.deepEqual(errors.map(String), []);
        assert.equal(server.served.length, steps);
        assert.ok(server.refused.length > 0);
        assert.deepEqual(ran, everyStep(steps));
      });
    });
  }

  if (typeof JSON.parse(recorded.body).error !== 'object') continue;
  describe(`${who}, ${name}: a stream that ends with a refusal`, () => {
    it('before the first token is made again', async () => {
      const { errors, ran, texts, server, steps, log } = await start(endpoint, 'stream', {
        refuse: limitedBy(recorded, 8_000, { in: 'begun' }),
      });
      assert.deepEqual(errors.map(String), []);
      assert.deepEqual(ran, everyStep(steps));
      assert.equal(texts.length, steps);
      assert.ok(server.refused.length > 0 && server.refused.length <= 3);
      checkLimits(log.of('limit-learned'), 'tokens');
    });

    it('after the first token is passed on: nothing is learned, and nothing repeated', async () => {
      const limited = limitedBy(recorded, 8_000, { in: 'told' });
      let state: string | undefined;
      let refuses = true;
      const { session, errors, run, ran, texts, server, log } = await start(endpoint, 'stream', {
        refuse: (asked, session) => {
          const refusal = refuses ? limited(asked) : undefined;
          if (refusal !== undefined) state = session.snapshot();
          return refusal;
        },
      });
      assert.equal(errors.length, 1);
      assert.equal(server.refused.length, 1);
      assert.deepEqual(ran, everyStep(server.served.length + 1));
      assert.deepEqual(
        texts,
        Array.from({ length: server.served.length + 1 }, (_, i) => `Step ${i}.`),
      );
      assert.deepEqual(log.of('limit-learned'), []);
      assert.equal(session.snapshot(), state);
      refuses = false;
      assert.deepEqual((await run([request])).errors, []);
    });
  });
}
