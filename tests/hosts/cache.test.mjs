/**
 * `epitome/cache`: providers that report hits and misses by the longest prefix they have read. Every miss is
 * explained by a rewrite that the session told; one that a host causes behind its back is not.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import Anthropic from '@anthropic-ai/sdk';
import { compactRequest as compactAnthropic } from 'epitome/anthropic';
import { cacheDiagnostics } from 'epitome/cache';
import { compactRequest as compactOpenai } from 'epitome/openai';
import OpenAI from 'openai';
import { promptCache } from './support/caching-server.mjs';
import { example } from './support/example.mjs';
import { calls, open, request, resultOf } from './support/play.mjs';

/** Providers by name: a client before a scripted server, and one step of a loop of one's own. */
const providers = {
  openai() {
    const cache = promptCache(['model', 'tools', 'instructions']);
    let n = 0;
    const client = new OpenAI({
      apiKey: 'test',
      async fetch(_url, init) {
        const body = JSON.parse(init.body);
        const { read, written, missed, isFirst } = cache(body, body.input);
        n += 1;
        const compared = body.prompt_cache_options?.comparison_response_id;
        assert.equal(compared, isFirst ? undefined : `resp_${n - 1}`);
        const reasons = {
          model: 'model_changed',
          tools: 'tools_changed',
          messages: 'input_changed',
        };
        const miss = missed && {
          ...{
            type: 'cache_miss',
            reason: reasons[missed.name],
            cache_missed_tokens: missed.tokens,
          },
        };
        const usage = {
          ...{ input_tokens: read + written, output_tokens: 60, total_tokens: read + written + 60 },
          input_tokens_details: { cached_tokens: read },
        };
        const call = { type: 'function_call', id: `fc_${n}`, call_id: `call_${n}`, name: 'list' };
        return Response.json({
          ...{ id: `resp_${n}`, object: 'response', model: body.model, usage },
          output: [{ ...call, arguments: JSON.stringify({ module: n }) }],
          ...(!isFirst && { prompt_cache_diagnostics: miss ?? { type: 'cache_hit' } }),
        });
      },
    });
    const input = [{ role: 'user', content: request }];
    return {
      history: input,
      async step(session, cached, change = {}) {
        const own = { model: 'gpt-5.6', input, store: false, ...change };
        const asked = await compactOpenai(session, own, { usage: this.usage });
        const response = await client.responses.create(cached.request(asked));
        this.usage = response.usage;
        const event = cached.read(response);
        input.push(...response.output);
        for (const { call_id } of response.output) {
          input.push({ type: 'function_call_output', call_id, output: resultOf(n) });
        }
        return event;
      },
    };
  },

  anthropic() {
    const cache = promptCache(['model', 'tools', 'system']);
    let n = 0;
    const client = new Anthropic({
      apiKey: 'test',
      async fetch(_url, init) {
        const body = JSON.parse(init.body);
        const { read, written, missed, isFirst } = cache(body, body.messages);
        n += 1;
        assert.equal(body.diagnostics.previous_message_id, isFirst ? null : `msg_${n - 1}`);
        const reason = missed && {
          ...{ type: `${missed.name}_changed`, cache_missed_input_tokens: missed.tokens },
        };
        const usage = {
          ...{
            input_tokens: 0,
            cache_creation_input_tokens: written,
            cache_read_input_tokens: read,
          },
          output_tokens: 60,
        };
        return Response.json({
          ...{ id: `msg_${n}`, type: 'message', role: 'assistant', model: body.model, usage },
          content: [{ type: 'tool_use', id: `toolu_${n}`, name: 'list', input: { module: n } }],
          ...{ stop_reason: 'tool_use', diagnostics: { cache_miss_reason: reason ?? null } },
        });
      },
    });
    const messages = [{ role: 'user', content: request }];
    return {
      history: messages,
      async step(session, cached, change = {}) {
        const own = { model: 'claude-sonnet-5-5', max_tokens: 1_000, messages, ...change };
        const asked = await compactAnthropic(session, own, { usage: this.usage });
        const response = await client.beta.messages.create(cached.request(asked));
        this.usage = response.usage;
        const event = cached.read(response);
        messages.push({ role: 'assistant', content: response.content });
        const content = response.content.map(({ id }) => ({
          ...{ type: 'tool_result', tool_use_id: id, content: resultOf(n) },
        }));
        messages.push({ role: 'user', content });
        return event;
      },
    };
  },
};

test('the example asks and reads', async () => {
  const { watched } = await example('providers', 1);
  const { compactor, events } = await open();
  const asked = [];
  const create = watched(compactor.session('watched'), async (parameters) => {
    asked.push(parameters);
    const usage = { input_tokens: 9, cache_read_input_tokens: asked.length > 1 ? 900 : 0 };
    return { type: 'message', id: `msg_${asked.length}`, usage };
  });
  for (let n = 0; n < 2; n++) await create({ messages: [] });
  assert.equal(asked[1].diagnostics.previous_message_id, 'msg_1');
  assert.deepEqual(
    events.map(({ type, cause }) => [type, cause]),
    [
      ['cache', 'first'],
      ['cache', 'none'],
    ],
  );
});

for (const [name, start] of Object.entries(providers)) {
  test(`${name}: every miss has its rewrite`, async () => {
    const { compactor, events } = await open();
    const session = compactor.session('cached');
    const cached = cacheDiagnostics(session);
    const host = start();
    for (let n = 0; n < 2 * calls; n++) await host.step(session, cached);
    const told = events.filter(({ type }) => type === 'cache');
    assert.equal(told.length, 2 * calls);
    const count = (cause) => told.filter((event) => event.cause === cause).length;
    const rewrites = events.filter(({ type }) => type === 'compaction').length;
    console.log({
      hits: count('none'),
      first: count('first'),
      rewrite: count('rewrite'),
      rewrites,
    });
    assert.ok(rewrites >= 5);
    assert.equal(count('unexplained'), 0);
    assert.equal(count('first'), 1);
    assert.ok(count('rewrite') >= 5 && count('rewrite') <= rewrites);
    assert.equal(count('none') + count('first') + count('rewrite'), told.length);
    const misses = told.filter(({ cause }) => cause === 'rewrite');
    assert.ok(misses.every(({ missedTokens, reason }) => missedTokens > 0 && reason !== undefined));
  });

  test(`${name}: what the host does is told apart`, async () => {
    const { compactor } = await open();
    const session = compactor.session('changed');
    const cached = cacheDiagnostics(session);
    const host = start();
    for (let n = 0; n < 4; n++) await host.step(session, cached);
    const { cause: ofModel } = await host.step(session, cached, { model: 'another-model' });
    assert.equal(ofModel, 'request');
    await host.step(session, cached, { model: 'another-model' });
    // The transcript's own past is another one now.
    host.history[0] = { role: 'user', content: 'Something else altogether.' };
    const { cause: ofHistory } = await host.step(session, cached, { model: 'another-model' });
    assert.equal(ofHistory, 'history');
  });

  test(`${name}: a prefix that changes behind the session’s back is unexplained`, async () => {
    const { compactor } = await open();
    const session = compactor.session('behind');
    const cached = cacheDiagnostics(session);
    const host = start();
    await host.step(session, cached);
    await host.step(session, cached);
    const field = name === 'openai' ? 'input' : 'messages';
    const behind = {
      ...cached,
      request(asked) {
        const [first, ...rest] = asked[field];
        return cached.request({ ...asked, [field]: [{ ...first, content: 'Changed.' }, ...rest] });
      },
    };
    const { cause } = await host.step(session, behind);
    assert.equal(cause, 'unexplained');
  });
}
