/** The table of models: what is known, under which spellings, and what a host hears of all others. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it, mock } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type CompactorEvent, createCompactor, modelProfile } from 'epitome';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Ids of a gateway's list whose windows no list tells. A refresh of the table may make it shorter. */
const unlisted = `
alibaba/qwen3.6-35b-a3b arcee-ai/trinity-large-thinking elorian/glimpse google/gemini-2.5-flash-image
google/gemini-3-pro-image google/gemini-3.1-flash-image google/gemini-3.1-flash-image-preview
google/gemini-3.1-flash-lite-image google/gemini-4-carbon google/gemini-4-hydrogen
google/gemini-nano-banana-2.1 google/gemini-omni-1.2-flash google/gemini-omni-flash-preview
inference-net/schematron-v2-small inference-net/schematron-v2-turbo morph/morph-v3-fast
morph/morph-v3-large paperinstruments/ultramarine-1-flash perplexity/sonar poolside/laguna-s-2.1-free
scaledown/scaledown-extract-1 scaledown/scaledown-summarize-1 spacexai/grok-4.1-fast-non-reasoning
spacexai/grok-4.1-fast-reasoning tencent/hy-mt2-lite tencent/hy-mt2-plus tencent/hy-mt2-pro
thinkingmachines/inkling-2-small xiaomi/mimo-v2.5 xiaomi/mimo-v2.5-pro
`
  .trim()
  .split(/\s+/);

/** Providers whose lists the catalogue has in files of their own. */
const catalogued = `
openai anthropic google xai deepseek mistral moonshotai zai minimax xiaomi meta vercel-ai-gateway amazon-bedrock
azure groq
`
  .trim()
  .split(/\s+/);

/** Ids of language models in every installed version of the AI SDK's gateway. */
function gatewayIds(): string[] {
  const files = globSync('node_modules/**/@ai-sdk/gateway/dist/index.d.ts', { cwd: root });
  const lists = files.map((file) => {
    const [, list = ''] =
      /type GatewayModelId =([^;]+);/.exec(readFileSync(join(root, file), 'utf8')) ?? [];
    return [...list.matchAll(/'([^']+)'/g)].map(([, id = '']) => id);
  });
  for (const ids of lists) assert.ok(ids.length > 250, 'the list was found');
  assert.ok(lists.length > 0);
  return [...new Set(lists.flat())];
}

describe('modelProfile', () => {
  it('knows every id of the gateway’s lists but those that no list tells of', () => {
    const unknown = gatewayIds().filter((id) => modelProfile(id) === undefined);
    assert.deepEqual(unknown.sort(), unlisted.sort());
  });

  it('gives sizes that can be', () => {
    for (const id of gatewayIds()) {
      const profile = modelProfile(id);
      if (profile === undefined) continue;
      const { contextWindow, maxOutputTokens = 0, maxInputTokens = 1, prices, priceStep } = profile;
      assert.ok(contextWindow >= 8_192 && contextWindow <= 10_000_000, `${id}: ${contextWindow}`);
      assert.ok(maxOutputTokens > 0 && maxOutputTokens <= contextWindow, id);
      assert.ok(maxInputTokens > 0 && maxInputTokens <= contextWindow, id);
      for (const [name, price] of Object.entries({ ...prices, ...priceStep?.prices })) {
        assert.ok(price >= 0 && price < 1_000, `${id}: ${name} ${price}`);
      }
      if (priceStep === undefined) continue;
      assert.ok(priceStep.above >= 100_000 && priceStep.above < contextWindow, id);
      assert.ok((priceStep.prices?.input ?? 0) > (prices?.input ?? 0), id);
    }
  });

  it('takes the spellings of clouds and dates for one model', () => {
    const profile = modelProfile('claude-sonnet-4-5');
    assert.deepEqual(profile, {
      contextWindow: 200_000,
      maxOutputTokens: 64_000,
      prices: { input: 3, cacheRead: 0.3, cacheWrite: 3.75, output: 15 },
      cacheLifetimes: [
        { milliseconds: 300_000, cacheWrite: 3.75 },
        { milliseconds: 3_600_000, cacheWrite: 6 },
      ],
    });
    for (const id of [
      'anthropic/claude-sonnet-4.5',
      'vercel/anthropic/Claude-Sonnet-4.5',
      'claude-sonnet-4-5-20250929',
      'claude-sonnet-4-5@20250929',
      'us.anthropic.claude-sonnet-4-5-20250929-v1:0',
      'claude-sonnet-4-5-latest',
    ]) {
      assert.deepEqual(modelProfile(id), profile, id);
    }
  });

  it('takes no model for another one whose name begins alike', () => {
    for (const [id, window] of [
      ['gpt-4', 8_192],
      ['gpt-4-0613', 8_192],
      ['gpt-4-32k', 32_768],
      ['gpt-4-0125-preview', 128_000],
      ['gpt-4-1106-preview', 128_000],
      ['gpt-4-turbo-2024-04-09', 128_000],
      ['gpt-4.1', 1_047_576],
      ['gpt-4o-mini', 128_000],
    ] as const) {
      assert.equal(modelProfile(id)?.contextWindow, window, id);
    }
    for (const id of [
      'gpt-4-giant',
      'gpt-5.99',
      'claude',
      'gpt',
      'constructor',
      '__proto__',
      '',
      '/',
    ]) {
      assert.equal(modelProfile(id), undefined, id);
    }
    assert.equal(modelProfile(`gpt-4${'-'.repeat(1e6)}`), undefined);
  });

  it('tells the price step, the largest input and the lifetimes of caches', () => {
    const { contextWindow, maxInputTokens, priceStep, cacheLifetimes } =
      modelProfile('openai/gpt-6-sol') ?? {};
    assert.deepEqual(
      { contextWindow, maxInputTokens, above: priceStep?.above },
      { contextWindow: 1_050_000, maxInputTokens: 922_000, above: 272_000 },
    );
    assert.deepEqual(
      cacheLifetimes?.map(({ milliseconds }) => milliseconds),
      [1_800_000, 43_200_000],
    );
    assert.equal(modelProfile('gemini-2.5-pro')?.priceStep?.above, 200_000);
  });
});

it('the page of models tells what the table has', () => {
  const page = readFileSync(join(root, 'js/docs/models.md'), 'utf8');
  const [, shown = ''] = /```json\n([\s\S]*?)```/.exec(page) ?? [];
  assert.deepEqual(modelProfile('anthropic/claude-sonnet-4.5'), JSON.parse(shown));
  const rows = [...page.matchAll(/^\| `([^`]+)` \| ([\d,]+).* \| ([\d,]*) ?\| [\d,]+ \|$/gm)];
  assert.equal(rows.length, 4);
  const tokens = (text = '') => (text === '' ? undefined : Number(text.replaceAll(',', '')));
  for (const [, id = '', window, above] of rows) {
    const { contextWindow, priceStep } = modelProfile(id) ?? {};
    assert.deepEqual([contextWindow, priceStep?.above], [tokens(window), tokens(above)], id);
  }
});

it('the table is written from a catalogue that lies on the disk', () => {
  const folder = mkdtempSync(join(tmpdir(), 'epitome-models-'));
  try {
    const data = join(folder, 'dist/providers/data');
    mkdirSync(data, { recursive: true });
    const manifest = { name: '@earendil-works/pi-ai', version: '0.0.1' };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    const cost = { input: 2, output: 8, cacheRead: 0.2, cacheWrite: 2.5 };
    const tiers = [{ inputTokensAbove: 271_999, input: 4, output: 12 }];
    const model = (id: string, contextWindow: number, more = {}) => ({
      [id]: { id, type: 'chat', contextWindow, maxTokens: 32_000, cost, ...more },
    });
    const lists: Record<string, object> = {
      anthropic: model('claude-sonnet-98-20990101', 300_000),
      openai: model('gpt-99', 1_000_000, { cost: { ...cost, tiers } }),
      // The smaller window overflows first.
      'vercel-ai-gateway': model('openai/gpt-99', 900_000),
      'amazon-bedrock': model('us.anthropic.claude-sonnet-98-20990101-v1:0', 100_000),
    };
    for (const provider of [...catalogued, ...Object.keys(lists)]) {
      writeFileSync(join(data, `${provider}.json`), JSON.stringify({ all: lists[provider] ?? {} }));
    }
    const target = join(folder, 'table.ts');
    const args = [join(root, 'bindings/models.mjs'), folder, target];
    const { status, stderr } = spawnSync(process.execPath, args, {
      env: { ...process.env, NODE_TEST_CONTEXT: undefined, npm_config_offline: 'true' },
      encoding: 'utf8',
    });
    assert.equal(status, 0, stderr);
    const lines = readFileSync(target, 'utf8').split('\n');
    assert.ok(lines.includes('900k 32k 2 8 .2 2.5 272k/2/1.5:gpt-99'), lines.join('\n'));
    assert.ok(lines.includes('300k 32k 2 8 .2 2.5:claude-sonnet-98-20990101'), lines.join('\n'));
    assert.ok(lines.some((line) => line.includes('pi-ai 0.0.1')));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

const told: CompactorEvent[] = [];
const onEvent = (event: CompactorEvent) => {
  if (event.type !== 'aligned') told.push(event);
};
after(() => mock.restoreAll());

async function windowOf(options: object, model?: string): Promise<number> {
  const compactor = await createCompactor({ onEvent, ...options } as never);
  const session = compactor.session();
  await session.prepare([{ role: 'user', content: 'Hi.' }], model === undefined ? {} : { model });
  const { contextWindow } = session.explain().budget;
  compactor.dispose();
  return contextWindow;
}

describe('the window of a model', () => {
  it('ends where its prices go up, unless the host says otherwise', async () => {
    const model = 'gpt-6-sol';
    assert.equal(await windowOf({ model }), 272_000);
    assert.equal(await windowOf({ model, windowCap: false }), 922_000);
    assert.equal(await windowOf({ model, windowCap: 150_000 }), 150_000);
    assert.equal(await windowOf({ model, contextWindow: 500_000 }), 500_000);
    assert.equal(await windowOf({ model: 'gpt-4o' }, model), 272_000);
    const models = { mine: { contextWindow: 900_000, priceStep: { above: 300_000 } } };
    assert.equal(await windowOf({ model: 'mine', models }), 300_000);
  });

  it('ends at the largest input', async () => {
    assert.equal(await windowOf({ model: 'gpt-5' }), 272_000);
  });
});

describe('a model that is not known', () => {
  const options = { model: 'nobody/nothing-1', onEvent };

  it('is told once, however many sessions there are', async () => {
    told.length = 0;
    const compactor = await createCompactor(options);
    for (const id of ['a', 'b', 'a']) {
      const session = compactor.session(id);
      await session.prepare([{ role: 'user', content: 'Hi.' }]);
      await session.prepare([{ role: 'user', content: 'Hi.' }]);
      session.dispose();
    }
    compactor.dispose();
    assert.deepEqual(told, [
      {
        type: 'unknown-model',
        sessionId: 'a',
        modelId: 'nobody/nothing-1',
        contextWindow: 32_000,
      },
    ]);
  });

  it('is told on the console where nothing listens', async () => {
    const warn = mock.method(console, 'warn', () => {});
    await windowOf({ model: 'nothing-1', onEvent: undefined });
    await windowOf({ model: 'nothing-1' });
    await windowOf({ model: 'gpt-4o', onEvent: undefined });
    assert.equal(warn.mock.callCount(), 1);
    assert.match(String(warn.mock.calls[0]?.arguments[0]), /^epitome: .*'nothing-1'.*`models`$/);
  });

  it('is an error where `strict` is set', async () => {
    const strict = { ...options, strict: true };
    const code = { code: 'unknown-model', message: /nobody\/nothing-1/ };
    await assert.rejects(createCompactor(strict), code);
    await assert.rejects(
      createCompactor({ ...strict, model: 'gpt-4o', agents: { a: options } }),
      code,
    );
    const models = { 'nobody/nothing-1': { contextWindow: 50_000 } };
    (await createCompactor({ ...strict, models })).dispose();
    (await createCompactor({ ...strict, contextWindow: 50_000 })).dispose();
    const compactor = await createCompactor({ ...strict, model: 'gpt-4o' });
    assert.throws(() => compactor.session('a', { model: 'nothing-2' }), { code: 'unknown-model' });
    assert.equal(compactor.has('a'), false);
    compactor.dispose();
  });

  it('gives way to the model that the options name', async () => {
    told.length = 0;
    assert.equal(await windowOf({ model: 'gpt-4o' }, 'my-deployment'), 128_000);
    assert.deepEqual(told, []);
  });
});

describe('prices of a model', () => {
  /** What the view would cost from a warm cache, and anew, for a token. */
  async function billed(options: object) {
    const compactor = await createCompactor({ model: 'claude-sonnet-4-5', ...options });
    const session = compactor.session();
    await session.prepare([{ role: 'user', content: 'word '.repeat(20_000) }]);
    const { reckoning, viewTokens } = session.explain();
    compactor.dispose();
    const price = (money = 0) => Math.round(((money * 1e6) / viewTokens) * 1_000) / 1_000;
    return reckoning && [price(reckoning.viewCached), price(reckoning.viewWritten)];
  }

  it('are taken where they are asked for, for the lifetime that the cache has', async () => {
    assert.equal(await billed({}), undefined);
    assert.deepEqual(await billed({ prices: 'model' }), [0.3, 3.75]);
    assert.deepEqual(await billed({ prices: 'model', cacheLifetime: 3_600_000 }), [0.3, 6]);
    assert.deepEqual(await billed({ prices: 'model', cacheLifetime: 200_000 }), [0.3, 3.75]);
    assert.equal(
      await billed({ prices: 'model', model: 'nothing', contextWindow: 9_000 }),
      undefined,
    );
  });
});
