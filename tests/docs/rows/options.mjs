/** options.md and the pages of the presets: defaults, bounds, and which option stands for which number. */

import assert from 'node:assert/strict';
import { createCompactor } from 'epitome';
import { presets } from '../../../js/options/presets.ts';
import { assertLeast, assertMost, at, budgetOf, over, shown } from '../lab.mjs';
import { apart } from './limits.mjs';

/** Option values of a size, by what a cell calls them. */
const makers = {
  names: (n) => Array.from({ length: n }, (_, i) => `tool_${i}`),
  'text, characters': (n) => 'x'.repeat(n),
  '`{ heading, instruction }[]`': (n) =>
    Array.from({ length: n }, (_, i) => ({ heading: `H${i}`, instruction: 'Say it.' })),
  '`{ [name]: { keep?, over? } }`': (n) =>
    Object.fromEntries(Array.from({ length: n }, (_, i) => [`tool_${i}`, { keep: true }])),
  '`{ [name]: pattern }`': (n) =>
    Object.fromEntries(Array.from({ length: n }, (_, i) => [`kind-${i}`, `abc_[0-9]{4}`])),
};
const makerOf = (cell) =>
  Object.entries(makers).find(([what]) =>
    what.split(', ').every((part) => cell.includes(part)),
  )?.[1] ?? ((n) => n);

/** What is tried beside a default, where the default's own effect shows in one of the sessions only so. */
const beside = {
  'results.media': { results: { clear: { protect: { results: 1 } } } },
  maxOutputTokens: { model: 'gpt-5' },
  'keepRecent.combine': { keepRecent: { messages: 2, tokens: 2_000 } },
  'pace.leastFold': { pace: { minimumGain: 1 } },
  ofPrompt: { trigger: 6_000, system: 'Be brief. '.repeat(100) },
  'background.external': { background: { external: false } },
  'summary.shape': {},
  strict: { contextWindow: undefined, model: 'house-1' },
  enabled: { maxMessages: 8 },
  quiet: { onEvent: undefined, model: 'house-1', contextWindow: undefined },
  dialect: {},
  reasoning: { contextWindow: 32_000 },
};
const literal = (text) => {
  const bare = text.replaceAll('`', '');
  if (/^(true|false)$/.test(bare)) return bare === 'true';
  if (/^'.*'$/.test(bare)) return bare.slice(1, -1);
  return /^[\d,.]+$/.test(bare) ? Number(bare.replaceAll(',', '')) : undefined;
};

const shownOnce = new Map();
const shownWithout = (key, more) => {
  if (!shownOnce.has(key)) shownOnce.set(key, shown(more));
  return shownOnce.get(key);
};

async function optionHolds({ said, of }) {
  const [name] = of.match(/(?<=`)[\w.]+(?=`)/) ?? [];
  if (name === undefined || ['agent', 'state', 'agents'].includes(name)) return;
  const use = (value) => createCompactor({ contextWindow: 128_000, ...at(name, value) });
  const make = makerOf(said);
  const number = (text) => Number(text.replaceAll(',', ''));
  const [, least] = /at least ([\d,]+)/.exec(said) ?? [];
  if (least) await assertLeast(number(least), make, use);
  const [, most] = /at most ([\d,]+)/.exec(said) ?? [];
  if (most) await assertMost(number(most), make, use);
  const [, from, to] = /([\d,]+) to ([\d,]+)/.exec(said) ?? [];
  if (from) await assertLeast(number(from), make, use);
  if (to) await assertMost(number(to), make, use);
  const usual = from || least || most ? undefined : literal(said.split(', ').at(-1) ?? '');
  if (name in apart) await apart[name](usual, said);
  if (usual === undefined || name in apart) return;
  const more = beside[name] ?? {};
  const [without, withIt] = [
    await shownWithout(name in beside ? name : '', more),
    await shown(over(more, at(name, usual))),
  ];
  assert.ok(without === withIt, `${name}: ${usual} is not what holds by default`);
}

const flat = (value) =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(flat) : [value];
const numbersIn = (text) =>
  (text.match(/\d[\d,_]*(?:\.\d+)?/g) ?? []).map((n) => Number(n.replaceAll(/[,_]/g, '')));

/** Every part of what a cell gives as options is a part of the preset. */
const presetHas =
  (preset) =>
  ({ said, of }) => {
    for (const [, lead, span] of said.matchAll(/(your |default: )?`(\w+: [^`]+)`/g)) {
      if (lead === 'your ' || /^(enabled|contextWindow):/.test(span)) continue;
      const wanted = Function(`return { ${span.replace('fromModel(cheapModel)', '0')} }`)();
      const policy = over({ results: { media: false }, ...presets[preset] }, {});
      const inside = { ...policy.keepRecent, ...policy.results, ...policy };
      const [[name, value]] = Object.entries(wanted);
      const isNested = typeof value === 'object';
      assert.partialDeepStrictEqual(inside[name], value, isNested ? `${of}: ${span}` : undefined);
    }
  };

/** Every number of a cell stands in the preset's options, or in the cell beside it that says whose it is. */
const presetCounts =
  (preset, besides = []) =>
  ({ said }) => {
    const known = [...flat(presets[preset]).filter((each) => typeof each === 'number'), ...besides];
    for (const number of numbersIn(said))
      assert.ok(known.includes(number), `${preset} has no ${number}`);
  };

/** Numbers that stand for something else than an option. */
const otherNumbers = {
  aiSdk: [128_000, 93_600],
  tiered: [200_000, 5, 500, 4_000],
  checkpoint: [800, 1_200],
  microAgent: [0],
  rolling: [],
  openclaw: [],
};

export const optionRows = [
  { on: 'options', column: 'type, default', holds: optionHolds },
  ...Object.keys(otherNumbers).flatMap((preset) => [
    { on: `presets/${preset}`, column: 'here', holds: presetHas(preset) },
    {
      on: `presets/${preset}`,
      column: preset === 'openclaw' ? 'as these designs tell it' : 'the design',
      holds: presetCounts(preset, otherNumbers[preset]),
    },
  ]),
  ...['rewrites at', 'keeps newest'].map((column) => ({
    on: 'presets',
    column,
    holds({ said, of }) {
      const [, name] = /`(\w+)`/.exec(of);
      if (name !== 'epitome') presetCounts(name)({ said });
    },
  })),
  {
    on: 'presets/aiSdk',
    says: '{} tokens of window: trigger at {}',
    async holds(contextWindow, trigger) {
      const budget = await budgetOf({ preset: 'aiSdk', contextWindow });
      assert.equal(budget.trigger, trigger);
    },
  },
];
