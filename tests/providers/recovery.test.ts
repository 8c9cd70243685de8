// promise: 4 never breaks the agent
/**
 * The middleware in front of real provider packages, each provider refusing for size as it does: at the start, again
 * and again, whatever is sent, at step 37, in a stream before and after its first token.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { prose } from '../js/support/conversation.ts';
import {
  type Anything,
  bodyWith,
  checkLimits,
  everyStep,
  limitedBy,
  modes,
  recordedOf,
  request,
  start,
} from './scripted/agent.ts';
import { type EndpointName, endpoints } from './scripted/endpoints.ts';
import type { Asked } from './scripted/server.ts';

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

/** The request, and so many answers of 1,000 tokens. */
const talk = (turns: number): Anything[] => [
  request,
  ...Array.from({ length: turns }, (_, i) => [
    { role: 'assistant', content: `${i}. ${prose(1_000, `part${i}`)}` },
    { role: 'user', content: `Go on with ${i}.` },
  ]).flat(),
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
      it('a conversation that is far too large from the start gets its answer', async () => {
        const { errors, ran, server, steps, log } = await start(endpoint, mode, {
          messages: talk(40),
          refuse: limitedBy(recorded, 8_000),
        });
        assert.deepEqual(errors.map(String), []);
        assert.deepEqual(ran, everyStep(steps));
        assert.ok((server.refused[0] as Asked).tokens > 32_000);
        assert.ok(server.refused.length <= 4);
        checkLimits(log.of('limit-learned'), 'tokens');
      });

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
        const history = talk(20);
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

      for (const prepares of [false, true]) {
        const way = prepares ? 'prepareStep' : 'the middleware';
        it(`step 37 overflows, and each tool has run once, ${way}`, async () => {
          const { errors, ran, server, steps } = await start(endpoint, mode, {
            steps: 45,
            result: (step) => (step === 35 ? 30_000 : 200),
            refuse: limitedBy(recorded, 30_000),
            prepares,
          });
          assert.deepEqual(errors.map(String), []);
          assert.equal(server.served.length, steps);
          assert.ok(server.refused.length > 0);
          assert.deepEqual(ran, everyStep(steps));
        });
      }
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
