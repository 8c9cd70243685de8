/**
 * What providers answer to requests that are too long, through their own packages: the request is made
 * again, smaller, and its limit is learned; other errors come through as they are.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { generateText, jsonSchema, streamText, tool } from 'ai7';
import { createCompactor } from 'epitome';
import { overflowOf, withCompaction } from 'epitome/ai-sdk';
import { endpoint, models } from './support/endpoints.mjs';
import { prose } from './support/loop.mjs';
import { others, refusals } from './support/refusals.mjs';

/** What the model is thought to have, and what its provider grants. */
const documented = 30_000;
const limit = 9_000;

/** About 15,000 tokens, in which the agent has called a tool 24 times. */
const history = [
  { role: 'user', content: 'Read all files, and say what is wrong. Never change one.' },
  ...Array.from({ length: 24 }, (_, i) => {
    const ids = { toolCallId: `call${i}abcde`.slice(0, 9), toolName: 'read' };
    return [
      { role: 'assistant', content: [{ type: 'tool-call', ...ids, input: { path: `a${i}.ts` } }] },
      {
        role: 'tool',
        content: [{ type: 'tool-result', ...ids, output: { type: 'text', value: prose(330, i) } }],
      },
    ];
  }).flat(),
  { role: 'assistant', content: 'The parser loses a token.' },
  { role: 'user', content: 'Which one?' },
];

// Some providers send no calls on where there are no tools.
const properties = { path: { type: 'string' } };
const tools = { read: tool({ inputSchema: jsonSchema({ type: 'object', properties }) }) };

async function ask(kind, model) {
  const settings = { model, messages: history, tools, maxOutputTokens: 500, maxRetries: 0 };
  if (kind === 'generate') return (await generateText(settings)).text;
  const errors = [];
  const onError = ({ error }) => void errors.push(error);
  let text = '';
  for await (const chunk of streamText({ ...settings, onError }).textStream) text += chunk;
  if (errors.length > 0) throw errors[0];
  return text;
}

globalThis.AI_SDK_LOG_WARNINGS = false;

describe('a request that its provider finds too long', () => {
  for (const refusal of refusals) {
    const { name, what = '', status, headers, body, events } = refusal;
    for (const kind of events ? ['stream'] : ['generate', 'stream']) {
      it(`is made again, smaller: ${name} ${what} (${kind})`, async () => {
        const told = [];
        using compactor = await createCompactor({ contextWindow: documented });
        const session = compactor.session('s', { onEvent: (event) => told.push(event) });
        const { fetch, log } = endpoint({
          reply: ({ input }) => {
            if (input <= limit) return undefined;
            return events
              ? { events: events(limit, input) }
              : { status, headers, body: body(limit, input) };
          },
        });
        const model = withCompaction(models[name](fetch), session);
        assert.equal(await ask(kind, model), 'All is well.');
        const overflows = told.filter(({ type }) => type === 'overflow');
        const known = body?.(limit, 1) ?? events(limit, 1);
        const said = JSON.stringify(known).includes(`${limit}`);
        assert.equal(overflows[0].limit, said ? limit : undefined);
        assert.ok(log.refused >= 1 && log.refused <= (said ? 2 : 3), `${log.refused} refused`);
        assert.equal(overflows.length, log.refused);
        assert.deepEqual(
          told.filter(({ type }) => type === 'error'),
          [],
        );
        assert.match(JSON.stringify(log.bodies[0]), /Never change one/);
        // What was learned is known before the next request is sent.
        const refused = log.refused;
        assert.equal(await ask(kind, model), 'All is well.');
        assert.equal(log.refused, refused);
      });
    }
  }

  it('comes to an end where nothing is small enough', async () => {
    using compactor = await createCompactor({ contextWindow: documented });
    for (const kind of ['generate', 'stream']) {
      const { fetch, log } = endpoint({
        reply: ({ input }) => ({ status: 400, body: refusals[0].body(10, input) }),
      });
      const model = withCompaction(models.anthropic(fetch), compactor.session(kind));
      await assert.rejects(ask(kind, model), /prompt is too long/);
      assert.ok(log.refused <= 4, `${log.refused} requests`);
    }
  });
});

describe('an error with another cause', () => {
  it('comes through as it is, and nothing is sent again', async () => {
    using compactor = await createCompactor({ contextWindow: documented });
    for (const [status, body] of others) {
      for (const name of ['openaiChat', 'anthropic', 'bedrock']) {
        const { fetch, log } = endpoint({ reply: () => ({ status, body }) });
        const model = withCompaction(models[name](fetch), compactor.session());
        await assert.rejects(ask('generate', model));
        assert.equal(log.refused, 1, JSON.stringify(body));
      }
      assert.equal(overflowOf(new Error(JSON.stringify(body))), undefined);
    }
  });

  it('is none of overflow, whatever was thrown', () => {
    const loop = {};
    loop.cause = loop;
    const hostile = new Proxy(
      {},
      {
        get: () => {
          throw new Error('no');
        },
      },
    );
    for (const thrown of [
      undefined,
      null,
      5,
      '',
      'x'.repeat(1e6),
      [],
      loop,
      hostile,
      Symbol('s'),
    ]) {
      assert.equal(overflowOf(thrown), undefined);
    }
    const deep = {
      cause: { errors: [{ lastError: { data: { error: { code: 'context_length_exceeded' } } } }] },
    };
    assert.deepEqual(overflowOf(deep), { kind: 'refused' });
  });
});
