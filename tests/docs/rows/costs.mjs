/** costs.md: the recorded session is priced anew, and figures may be off by a twentieth. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createCompactor, modelProfile } from 'epitome';
import { prune as cut } from '../../../demo/engine/rivals.ts';
import { countMessage, countText } from '../../../demo/replay/exact-tokens.mjs';
import { readPrice, writePrice } from '../../replay/account.mjs';
import { epitome } from '../../replay/policies/epitome.mjs';
import { oracle } from '../../replay/policies/oracle.mjs';
import { prune, raw } from '../../replay/policies/plain.mjs';
import { seed004 } from '../../replay/policies/seed-004.mjs';
import { priceSession } from '../../replay/price.mjs';
import { stepsOf } from '../../replay/session.mjs';
import { numberIn } from '../claims.mjs';

const file = new URL('../../../demo/sessions/repo-tour.json', import.meta.url).pathname;
const window = 32_000;
const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Is run once, when it is needed first. */
function once(work) {
  let promise;
  return () => (promise ??= work());
}
const session = once(async () => stepsOf({ file }));
const priced = (policy) =>
  once(async () => priceSession({ session: await session(), policy: await policy(), window }));
const ofPreset = (preset) => priced(() => epitome({ createCompactor, options: { preset } }));

const presets = new Map(
  ['epitome', 'aiSdk', 'microAgent', 'checkpoint', 'rolling', 'tiered', 'openclaw'].map((name) => [
    `\`${name}\``,
    ofPreset(name),
  ]),
);
const plain = presets.get('`epitome`');
const best = async () => {
  const { triggerTokens: trigger, targetTokens: target, envelope } = await plain();
  return oracle({ trigger, target, envelope });
};
const pruned = priced(() => prune(10));
const summarized = priced(() => seed004);
const whole = priced(() => raw);
const ways = new Map([
  ...presets,
  ['the whole history', whole],
  ['`pruneMessages`, results before the last 10 messages', pruned],
  ['a summary of all but 10 messages at each step', summarized],
  ['**epitome**, as it comes', plain],
  ['an oracle that folds at the same sizes', priced(best)],
]);

/** `pruneMessages` as the demo's race has it: at each step it gets as many tokens as epitome sends. */
const cutToSize = once(async () => {
  const { system } = await session();
  const sizeOf = (messages) =>
    messages.reduce((sum, each) => sum + countMessage(each), 4 + countText(system));
  const sizes = [];
  const policy = epitome({ createCompactor });
  const watched = {
    name: 'watched',
    async open(context) {
      const opened = await policy.open(context);
      const prompt = async (request) => {
        const sent = await opened.prompt(request);
        sizes.push(sizeOf(sent));
        return sent;
      };
      return { prompt, close: () => opened.close() };
    },
  };
  await priceSession({ session: await session(), policy: watched, window });
  const rival = cut(sizes, { message: countMessage, text: countText });
  const asReplayed = {
    name: rival.name,
    async open(context) {
      const opened = await rival.open(context);
      return { prompt: async (request) => (await opened.show(request)).view };
    },
  };
  return priceSession({ session: await session(), policy: asReplayed, window });
});

const columns = {
  cost: 'cost',
  'prompts over the window': 'overWindow',
  'largest prompt': 'largest',
  rewrites: 'rewrites',
  'newest messages, unchanged': 'meanTail',
};
const about = (said, is) =>
  assert.ok(Math.abs(said - is) <= is / 20, `it is ${Math.round(is).toLocaleString('en-US')}`);
const numberOf = (said) => Number(/[\d,]+/.exec(said)[0].replaceAll(',', ''));

export const costRows = [
  ...Object.entries(columns).map(([column, field]) => ({
    on: 'costs',
    column,
    async holds({ said, of }) {
      const way = ways.get(of) ?? assert.fail(`nobody prices ${of}`);
      about(numberOf(said), (await way())[field]);
    },
  })),
  {
    on: 'costs',
    says: 'costs {} when its {} summaries are counted',
    async holds(cost, summaries) {
      const { total, summaries: asked } = await summarized();
      about(cost, total);
      assert.equal(summaries, asked);
    },
  },
  {
    on: 'deploy operating',
    says: 'session of {} steps in a window of {} tokens',
    async holds(steps, tokens) {
      assert.deepEqual([steps, tokens], [(await session()).steps.length, window]);
    },
  },
  ...['deploy', 'operating'].map((on) => ({
    on,
    says:
      on === 'deploy'
        ? 'of an object that was evicted, {} messages'
        : 'of a process, with {} messages',
    holds: async (messages) => assert.equal(messages, (await session()).messages.length),
  })),
  {
    on: 'operating',
    of: 'how deep a rewrite goes',
    says: 'near {}',
    async holds(share) {
      const { compactions } = await plain();
      const shares = compactions.map(({ tokensBefore, tokensAfter }) => tokensAfter / tokensBefore);
      const mean = shares.reduce((sum, each) => sum + each, 0) / shares.length;
      assert.ok(Math.abs(mean - share) < 0.1, `${mean}`);
    },
  },
  {
    on: 'operating',
    of: 'steps from one rewrite to the next',
    says: '{} and more',
    async holds(least) {
      const { steps, rewrites } = await plain();
      assert.ok(steps / rewrites >= least && steps / rewrites < 1.5 * least, `${steps / rewrites}`);
    },
  },
  {
    on: 'concepts',
    says: '{} tokens of messages become {}',
    async holds(before, after) {
      const [{ tokensBefore, tokensAfter }] = (await plain()).compactions;
      about(before, tokensBefore);
      about(after, tokensAfter);
    },
  },
  {
    on: 'costs',
    says: 'before the last {} messages',
    holds: (messages) => assert.equal(messages, 10),
  },
  {
    on: 'costs',
    says: 'a summary of all but {} messages',
    holds: (messages) =>
      assert.equal(messages, numberIn('tests/replay/policies/seed-004.mjs', 'keepLast')),
  },
  {
    on: 'stores',
    says: 'A million sessions of 100 steps are {} GB in PostgreSQL: {} dollars a month at {} dollars a GB-month … and {} dollars at {} (',
    holds(size, one, first, other, second) {
      assert.deepEqual([one, other], [Math.round(size * first), Math.round(size * second)]);
    },
  },
  {
    on: 'stores',
    says: 'In Durable Objects they are {} GB: {} dollars a month at {} dollars',
    holds: (size, cost, price) => assert.equal(cost, Math.round(size * price)),
  },
  {
    on: 'stores',
    says: 'wrote {} million rows, {} dollars at {} dollar a million, and read {} million, {} dollars at {} dollars',
    holds(written, cost, price, read, other, ofRead) {
      assert.deepEqual([cost, other], [written * price, read * ofRead]);
    },
  },
  {
    on: 'install',
    says: 'The tarball has {} MB',
    holds(size) {
      const [{ size: packed }] = JSON.parse(
        execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
          cwd: root,
          stdio: ['ignore', 'pipe', 'ignore'],
        }),
      );
      assert.equal(size, Math.round(packed / 1e6));
    },
  },
  {
    on: 'costs',
    says: 'has {} steps and {} messages; the window is {} tokens',
    async holds(steps, messages, tokens) {
      const { steps: all, messages: known } = await session();
      assert.deepEqual([steps, messages, tokens], [all.length, known.length, window]);
    },
  },
  {
    on: 'costs',
    says: 'over {} steps: the whole history passes the window at step {}, epitome {}',
    async holds(steps, first, never) {
      const { steps: all } = await session();
      const { overWindow } = await whole();
      // Once too large, it stays so.
      assert.deepEqual([steps, first], [all.length, all.length - overWindow + 1]);
      assert.equal((await plain()).overWindow, never);
    },
  },
  {
    on: 'costs',
    says: 'cached tokens cost {}, all others {}',
    holds(read, write) {
      assert.deepEqual([read, write], [readPrice, writePrice]);
    },
  },
  {
    on: 'costs',
    says: 'So it rewrites {} times and costs {}',
    async holds(rewrites, cost) {
      const way = await cutToSize();
      assert.equal(rewrites, way.rewrites);
      about(cost, way.cost);
    },
  },
  {
    on: 'costs',
    says: 'reading what is known often costs {}',
    holds(share) {
      const { input, cacheRead } = modelProfile('claude-sonnet-4-5').prices;
      about(share, cacheRead / input);
    },
  },
  {
    on: 'costs',
    says: 'writing to the cache costs {} more than reading without one',
    holds(share) {
      const { input, cacheWrite } = modelProfile('claude-sonnet-4-5').prices;
      about(share, cacheWrite / input - 1);
    },
  },
];
