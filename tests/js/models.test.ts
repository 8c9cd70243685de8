// promise: 3 never larger, 4 never breaks the agent
/** What a model's id says of its window, and what a host hears of one that says nothing. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type CompactorOptions, createCompactor, EpitomeError, modelProfile } from 'epitome';
import { maker } from './support/compactors.ts';
import { assistant, conversation, goodSummary, prose, user } from './support/conversation.ts';
import { opener } from './support/opener.ts';

const make = maker({});
const large = 'gemini-2.5-pro';
const open = opener({ model: large });

async function windowOf(model: string): Promise<number | undefined> {
  const { session, log } = await open({ model });
  await session.prepare([user('hi')]);
  if (log.of('unknown-model').length > 0) return undefined;
  return session.explain().budget.contextWindow;
}

/** Spellings of one model, by clouds, gateways, registries and hosts. */
const spellings: Record<string, string[]> = {
  'claude-sonnet-4-5': [
    'us.anthropic.claude-sonnet-4-5-20250929-v1:0',
    'apac.anthropic.claude-sonnet-4-5-20250929-v1:0',
    'arn:aws:bedrock:us-east-1:123456789012:inference-profile/us.anthropic.claude-sonnet-4-5-20250929-v1:0',
    'bedrock:us.anthropic.claude-sonnet-4-5-20250929-v1:0',
    'anthropic/claude-sonnet-4.5',
    'openrouter/anthropic/Claude-Sonnet-4.5:thinking',
    'anthropic:claude-sonnet-4-5',
    'claude-sonnet-4-5@20250929',
    'claude-sonnet-4-5@latest',
    'databricks-claude-sonnet-4-5',
    'claude-sonnet-4-5[1m]',
  ],
  'gpt-4o': [
    'openai/gpt-4o',
    'openai:gpt-4o',
    'gpt-4o-2024-08-06',
    'gpt-4o:free',
    'GPT-4o',
    'gpt4o',
    'azure/gpt-4o-prod',
    'contoso-gpt-4o-eastus2',
    'team7-gpt-4o',
    'ft:gpt-4o-2024-08-06:acme::7p4lURel',
  ],
  'llama-3.1-70b': [
    'accounts/fireworks/models/llama-v3p1-70b-instruct',
    'meta.llama3-1-70b-instruct-v1:0',
    'meta-llama/Meta-Llama-3.1-70B-Instruct',
    'llama3.1:70b',
    '@cf/meta/llama-3.1-70b-instruct-fp8',
  ],
  'gemini-2.5-flash': [
    'models/gemini-2.5-flash',
    'vertex/gemini-2.5-flash-preview-09-2025',
    'gemini-2.5-flash-preview-05-20',
  ],
};

/** Names like one that is known, of models that are others. */
const others = `
gpt-4-giant gpt-4-8192 gpt-5.9 gpt-5.99-mini gpt-99 gpt gpt-4o-audio gpt-4o-mini-next claude claude-next-9
claude-sonnet-4-77 claude-sonnet-next gemini-9-pro gemini-2.5-pro-giant grok-33 llama-3.1-70b-8192
dolphin-llama-3.1-70b deepseek-r1-distill-llama-3.1-70b marco-o1 gpt-4o-or-claude-sonnet-4-5 llama3.1:3b
anthropic.claude-3-haiku-20240307-v1:0:48k no-such-model constructor __proto__ toString / : @ -
`
  .trim()
  .split(/\s+/);

describe('an id', () => {
  for (const [name, ids] of Object.entries(spellings)) {
    it(`means ${name} in every spelling`, async () => {
      const window = await windowOf(name);
      assert.ok(window !== undefined);
      for (const id of ids) assert.equal(await windowOf(id), window, id);
    });
  }

  it("has no other model's window for a name that is like its name", async () => {
    for (const id of others) assert.equal(await windowOf(id), undefined, id);
    const long = await windowOf(`gpt-4o${'-x'.repeat(100_000)}`);
    assert.equal(long, undefined);
  });
});

describe('a model that is not known', () => {
  const at = (modelId: string) => ({ modelId, provider: 'test' });

  it('has a small window of its own, told once for each id, whenever the model changes', async () => {
    const { session, log } = await open();
    const messages = conversation(10);
    const seen: [string, number][] = [];
    for (const id of [large, 'mine-1', 'mine-1', 'gpt-4o', 'mine-2', large, 'mine-1', 'mine-2']) {
      messages.push(user(`Go on with ${seen.length}.`));
      await session.prepareStep({ messages, steps: [], stepNumber: 0, model: at(id) });
      seen.push([id, session.explain().budget.contextWindow]);
    }
    const told = log.of('unknown-model');
    assert.deepEqual(
      told.map(({ modelId, usedFor }) => [modelId, usedFor]),
      [
        ['mine-1', 'steps'],
        ['mine-2', 'steps'],
      ],
    );
    for (const [id, window] of seen) {
      const assumed = told.find(({ modelId }) => modelId === id)?.contextWindow;
      assert.equal(window, assumed ?? (await windowOf(id)), id);
      assert.ok(assumed === undefined || assumed <= 32_768, id);
    }
  });

  it('gets no more than that window, and what a larger one folded stays folded', async () => {
    const { session, log } = await open();
    const messages = conversation(60, { tokens: 1_000 });
    await session.prepareStep({ messages, steps: [], stepNumber: 0, model: at(large) });
    assert.equal(log.of('compaction').length, 0);
    await session.prepareStep({ messages, steps: [], stepNumber: 0, model: at('mine') });
    const [{ contextWindow = 0 } = {}] = log.of('unknown-model');
    assert.ok(session.usage().viewTokens <= contextWindow);
    assert.ok(log.of('compaction').length > 0);
  });

  it('is known by what the host says of it', async () => {
    const models = { mine: { contextWindow: 50_000 } };
    for (const own of [{ models }, { contextWindow: 50_000 }]) {
      const { session, log } = await open({ ...own, strict: true });
      await session.prepare([user('hi')], { model: at('mine') });
      assert.equal(session.explain().budget.contextWindow, 50_000);
      assert.deepEqual(
        log.all.filter(({ type }) => /unknown|error/.test(type)),
        [],
      );
    }
  });

  it('has none of the agent’s window where it writes summaries', async () => {
    const turn = (i: number) => [user(`Go on with ${i}.`), assistant(`${i} ${prose(2_000)}`)];
    const history = Array.from({ length: 40 }, (_, i) => turn(i)).flat();
    const sizes = async (modelId: string | undefined, own: Partial<CompactorOptions> = {}) => {
      const seen: number[] = [];
      const write = async (request: Parameters<typeof goodSummary>[0] & { prompt: string }) => {
        seen.push(request.prompt.length);
        return goodSummary(request);
      };
      const summarize = Object.assign(write, { modelId });
      const { session, log } = await open({ model: 'gpt-4o', target: 0.1, ...own, summarize });
      await session.compact({ messages: history });
      return { largest: Math.max(...seen), told: log.of('unknown-model') };
    };
    const [{ modelId, usedFor, contextWindow = 0 } = {}] = (await sizes('mine')).told;
    assert.deepEqual([modelId, usedFor], ['mine', 'summaries']);
    const stated = await sizes('mine', { summarizerWindow: contextWindow });
    assert.deepEqual(stated.told, []);
    assert.equal((await sizes('mine')).largest, stated.largest);
    assert.ok(stated.largest < (await sizes(undefined)).largest);
    const own = { model: 'mine', contextWindow: 128_000 };
    assert.deepEqual((await sizes('mine', own)).told, [], 'it is the agent’s own model');
  });
});

describe('strict', () => {
  const code = (expected: string) => (error: unknown) => {
    assert.ok(EpitomeError.isInstance(error));
    assert.equal(error.code, expected);
    return true;
  };

  it('makes a model that is not known an error where it is named', async () => {
    const unknown = code('unknown-model');
    await assert.rejects(createCompactor({ model: 'mine', strict: true }), unknown);
    const agents = { coder: { model: 'mine' } };
    await assert.rejects(createCompactor({ model: large, strict: true, agents }), unknown);
    const summarize = Object.assign(async () => 'x', { modelId: 'mine' });
    await assert.rejects(createCompactor({ model: large, strict: true, summarize }), unknown);
    const { compactor } = await make({ model: large, strict: true });
    assert.throws(() => compactor.session('a', { model: 'mine' }), unknown);
    assert.throws(() => compactor.session('b').child('c', { model: 'mine' }), unknown);
    compactor.session('d', { model: 'mine', strict: false });
  });

  it('tells a step of it, which changes nothing, and the next one goes on', async () => {
    const { compactor, log } = await make({ model: large, strict: true });
    const session = compactor.session();
    const messages = conversation(60, { tokens: 1_000 });
    const step = { steps: [], stepNumber: 0 };
    const model = { modelId: 'mine' };
    assert.equal(await session.prepareStep({ ...step, messages, model }), undefined);
    assert.deepEqual((await session.prepare(messages, { model })).messages, messages);
    const errors = log.of('error');
    assert.equal(errors.length, 2);
    for (const { error } of errors) assert.equal(error.code, 'unknown-model');
    await session.prepareStep({ ...step, messages, model: { modelId: 'gpt-4o' } });
    assert.equal(log.of('error').length, 2);
    assert.equal(session.explain().budget.contextWindow, await windowOf('gpt-4o'));
  });
});

describe('the table of models', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  /** Ids of language models in every installed version of the AI SDK's gateway. */
  const files = globSync(`${root}node_modules/**/@ai-sdk/gateway/dist/index.d.ts`);
  const ids = files.flatMap((file) => {
    const [, list = ''] = /type GatewayModelId =([^;]+);/.exec(readFileSync(file, 'utf8')) ?? [];
    return [...list.matchAll(/'([^']+)'/g)].map(([, id = '']) => id);
  });
  const listed = [...new Set(ids)];

  it('knows no fewer of a gateway’s models than it did', (context) => {
    assert.ok(listed.length > 250, 'the list was found');
    const unknown = listed.filter((id) => modelProfile(id) === undefined);
    context.diagnostic(`${listed.length - unknown.length} of ${listed.length} are known`);
    context.diagnostic(`not known: ${unknown.join(' ')}`);
    assert.ok(listed.length - unknown.length >= 315 || unknown.length <= 30);
  });

  it('has sizes and prices that can be', () => {
    for (const id of [...listed, ...Object.keys(spellings)]) {
      const known = modelProfile(id);
      if (known === undefined) continue;
      const { contextWindow, maxOutputTokens, prices } = known;
      assert.ok(contextWindow >= 4_096 && contextWindow <= 10_000_000, id);
      assert.ok(maxOutputTokens >= 1_024 && maxOutputTokens <= contextWindow, id);
      if (prices === undefined) continue;
      for (const price of Object.values(prices)) assert.ok(price >= 0 && price < 1_000, id);
      assert.ok(prices.input > 0 && prices.output >= prices.input, id);
      assert.ok(prices.cacheRead <= prices.input && prices.cacheWrite >= prices.cacheRead, id);
    }
  });

  it('names prices that the option takes', async () => {
    const { prices } = modelProfile('claude-sonnet-4-5') ?? {};
    assert.ok(prices !== undefined);
    const compactor = await createCompactor({ model: 'claude-sonnet-4-5', prices });
    compactor.dispose();
  });
});
