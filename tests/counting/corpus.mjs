/**
 * The counting corpus: training text and held-out text by category, cut into messages, with what each
 * truly costs. Decides how much of each category there is and what is kept out of the fit; sources,
 * readers and generators are in corpus/.
 *
 *     node tests/counting/corpus.mjs [--transcripts DIR]
 *
 * writes fit.jsonl, heldout.jsonl and, with a folder of transcripts, transcripts.jsonl into the cache.
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { say, step } from '../../bindings/toolchain/shell.mjs';
import { agentMessages } from './corpus/agent.mjs';
import { cache } from './corpus/fetch.mjs';
import { generatedMessages } from './corpus/generated.mjs';
import { packagedMessages } from './corpus/packaged.mjs';
import { holdsUnseen } from './corpus/scripts.mjs';
import { readTranscripts } from './corpus/transcripts.mjs';
import { trueCounts } from './truth.mjs';

/** Code units of each category; what agents see most is there most. */
const fitQuota = {
  cpp: 400e3,
  ts: 500e3,
  js: 400e3,
  python: 500e3,
  'code-other': 500e3,
  css: 100e3,
  markdown: 500e3,
  prose: 700e3,
  dialogue: 300e3,
  mail: 400e3,
  schemas: 500e3,
  latin: 900e3,
  'latin-other': 300e3,
  ru: 400e3,
  cyrillic: 300e3,
  ar: 300e3,
  indic: 360e3,
  southeast: 360e3,
  verses: 60e3,
  binary: 60e3,
};
const heldoutQuota = { latin: 200e3, prose: 200e3 };

const isSpecial = /<\|[a-z_]+\|>|<(bos|eos|pad|unk|start_of_turn|end_of_turn)>/;

/** All messages of one split ('fit' or 'heldout'), without their truth; the same on every machine. */
export async function messagesOfSplit(split) {
  const quota =
    split === 'fit' ? (name) => fitQuota[name] ?? 260e3 : (name) => heldoutQuota[name] ?? 120e3;
  const packaged = await packagedMessages(split, quota);
  const messages = [
    ...packaged,
    ...(await generatedMessages(split, packaged)),
    ...(await agentMessages(split, packaged)),
  ];
  const seen = new Set();
  return messages.filter(({ category, text }) => {
    if (seen.has(text) || isSpecial.test(text)) return false;
    seen.add(text);
    return split === 'heldout' || category === 'emoji' || !holdsUnseen(text);
  });
}

/** Adds `truth` to messages, in place, and returns them. */
export async function withTruth(messages, title) {
  await step(`counting ${title}`, async () => {
    const counts = await trueCounts(messages.map(({ text }) => text));
    messages.forEach((message, index) => {
      message.truth = counts[index];
    });
    return { note: `${messages.length} messages` };
  });
  return messages;
}

/** Writes one file of the corpus and returns its messages. */
async function write(name, messages) {
  await withTruth(messages, name);
  const lines = messages.map((message) => JSON.stringify(message)).join('\n');
  writeFileSync(join(cache, `${name}.jsonl`), `${lines}\n`);
  return messages;
}

/** Makes the corpus, or what of it `transcripts` (a folder, optional) adds. */
export async function makeCorpus({ transcripts } = {}) {
  mkdirSync(cache, { recursive: true });
  const fit = await write('fit', await messagesOfSplit('fit'));
  const heldout = await write('heldout', await messagesOfSplit('heldout'));
  const recorded = transcripts ? await write('transcripts', readTranscripts(transcripts)) : [];
  return { fit, heldout, transcripts: recorded };
}

function printSizes(title, messages) {
  const sizes = new Map();
  for (const { category, text } of messages) {
    const [count, length] = sizes.get(category) ?? [0, 0];
    sizes.set(category, [count + 1, length + text.length]);
  }
  const total = messages.reduce((sum, { text }) => sum + text.length, 0);
  say(`\n${title}: ${messages.length} messages, ${(total / 1e6).toFixed(2)} M code units`);
  for (const [category, [count, length]] of sizes) {
    say(`  ${category.padEnd(16)}${String(count).padStart(6)}${String(length).padStart(10)}`);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { values } = parseArgs({ options: { transcripts: { type: 'string' } } });
  for (const [title, messages] of Object.entries(await makeCorpus(values))) {
    printSizes(title, messages);
  }
}
