// promise: 10 deterministic, api
/**
 * The packed package in a real workerd, at an old and at the newest compatibility date: the scenario's
 * bytes, with the engine made in a request, and made while the isolate starts.
 */

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Miniflare, supportedCompatibilityDate } from 'miniflare';
import { bundle } from '../shared/bundle.mjs';
import { assertSameEverywhere } from '../shared/installed.mjs';

/** The old one is before WeakRef, FinalizationRegistry and Node's own modules came by default. */
const compatibilityDates = ['2023-07-01', supportedCompatibilityDate];

const atRequest = `
import * as epitome from 'epitome';
import { runScenario } from './scenario.mjs';
export default {
  async fetch() {
    try {
      return Response.json(await runScenario(epitome));
    } catch (error) {
      return new Response(error.stack, { status: 500 });
    }
  },
};
`;

/** While an isolate starts there are no timers, no random values and no requests. */
const atStart = `
import * as epitome from 'epitome';
import { runScenario, script } from './scenario.mjs';
const compactor = await epitome.createCompactor({ contextWindow: 4000, maxOutputTokens: 500 });
const session = compactor.session('from the start');
const first = await session.prepare(script().slice(0, 41));
const { compactions } = session.usage();
export default {
  async fetch() {
    try {
      // The same history again, from another request: its messages are other objects.
      const { messages } = await session.prepare(script().slice(0, 41));
      return Response.json({
        folded: first.messages.length < 41,
        again: JSON.stringify(messages) === JSON.stringify(first.messages),
        more: session.usage().compactions - compactions,
        scenario: await runScenario(epitome),
      });
    } catch (error) {
      return new Response(error.stack, { status: 500 });
    }
  },
};
`;

/** Both entries in one Worker, with the exact counter and the search, which are loaded when they are first needed. */
const counting = `
import { createCompactor, EpitomeError } from 'epitome';
import { countTokens, createTokenCounter } from 'epitome/tokens';
export default {
  async fetch() {
    const compactor = await createCompactor({ contextWindow: 8000 });
    const refused = await countTokens('text', { encoding: 'none' }).catch((error) => error);
    const session = compactor.session();
    const [first, ...rest] = Array.from({ length: 40 }, (_, i) => [
      { role: 'user', content: 'Question ' + i },
      { role: 'assistant', content: 'The answer is word' + i + '. ' + 'So it is. '.repeat(60) },
    ]);
    await session.prepare([...first, ...rest.flat(), { role: 'user', content: 'Go on.' }]);
    return Response.json({
      session: compactor.estimateTokens('12345678'),
      counter: (await createTokenCounter()).estimateTokens('12345678'),
      exact: await countTokens('12345678'),
      recalled: (await session.recall('word7'))[0].message,
      isOurs: refused instanceof EpitomeError,
    });
  },
};
`;

let folder;
const built = {};

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'epitome-workerd-'));
  for (const [name, entry] of Object.entries({ atRequest, atStart, counting })) {
    built[name] = join(folder, name);
    await bundle(entry, {
      outfile: join(built[name], 'worker.mjs'),
      conditions: ['workerd'],
      platform: 'neutral',
      loader: { '.wasm': 'copy', '.bin': 'copy' },
    });
  }
});

after(() => {
  if (folder) rmSync(folder, { recursive: true, force: true });
});

/** What the Worker answers in an isolate of its own. */
async function answerOf(root, compatibilityDate) {
  const worker = new Miniflare({
    modules: true,
    modulesRules: [
      { type: 'CompiledWasm', include: ['**/*.wasm'] },
      { type: 'Data', include: ['**/*.bin'] },
    ],
    rootPath: root,
    modulesRoot: root,
    scriptPath: join(root, 'worker.mjs'),
    compatibilityDate,
  });
  try {
    const response = await worker.dispatchFetch('http://worker/');
    const text = await response.text();
    assert.equal(response.status, 200, text);
    return JSON.parse(text);
  } finally {
    await worker.dispose();
  }
}

for (const date of compatibilityDates) {
  test(`the scenario's bytes, engine made in a request, compatibility date ${date}`, async () => {
    assertSameEverywhere(await answerOf(built.atRequest, date));
  });

  test(`engine made while the isolate starts, compatibility date ${date}`, async () => {
    const { folded, again, more, scenario } = await answerOf(built.atStart, date);
    assert.ok(folded, 'the first view was folded');
    assert.ok(again, 'a request gets the same view');
    assert.equal(more, 0);
    assertSameEverywhere(scenario);
  });
}

test('epitome/tokens beside it, and errors are the same in both', async () => {
  const counts = { session: 3, counter: 3, exact: 3, recalled: 16 };
  assert.deepEqual(await answerOf(built.counting, supportedCompatibilityDate), {
    ...counts,
    isOurs: true,
  });
});
