/**
 * Compares the exact counter with both reference packages, text by text:
 *
 *     node tests/counting/equality.mjs [--strings 1000000] [--seed TEXT] [--transcripts DIR]
 *
 * Half of the strings for each encoding. Every difference from `tiktoken` counts; one from
 * `gpt-tokenizer` counts unless the text has what the two disagree on (tests/js/support/odd-text.ts).
 * Ends with 1 when there is one. Needs dist/, and the packages of tests/counting; a Node that reads
 * TypeScript.
 */

import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { get_encoding } from 'tiktoken';
import { exactEncodings, loadExactCounter } from '../../dist/node/exact.js';
import { isDisputed, oddText } from '../js/support/odd-text.ts';
import { createRng } from '../js/support/random.ts';

const { values: options } = parseArgs({
  options: {
    strings: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: 'equality' },
    transcripts: { type: 'string' },
  },
});
const strings = Number(options.strings);
const shown = 5;
const asText = { allowedSpecial: new Set(), disallowedSpecial: new Set() };

/** Tokens that are texts by themselves: each is somewhere where a merge could go wrong. */
function wordsOf(encoding) {
  const file = new URL(import.meta.resolve(`gpt-tokenizer/data/${encoding}.tiktoken`));
  return readFileSync(file, 'latin1')
    .trim()
    .split('\n')
    .map((line) => Buffer.from(line.split(' ')[0], 'base64').toString())
    .filter((word) => !word.includes('\ufffd'));
}

/** What the counters say, and whether that is a difference that counts. */
function compare(text, counter, tiktoken, gptTokenizer) {
  const ours = counter.count(text);
  const billed = tiktoken.encode(text, [], []).length;
  const other = gptTokenizer.countTokens(text, asText);
  return { ours, billed, other, disputed: other !== ours && isDisputed(text) };
}

async function* textsOf(encoding) {
  if (options.transcripts !== undefined) {
    const { readTranscripts } = await import('./corpus/transcripts.mjs');
    for (const { text } of readTranscripts(options.transcripts)) yield text;
  }
  const rng = createRng(`${options.seed} ${encoding}`);
  const words = wordsOf(encoding);
  for (let i = 0; i < strings / exactEncodings.length; i += 1) yield oddText(rng, 12, words);
}

let differences = 0;
for (const encoding of exactEncodings) {
  const counter = await loadExactCounter({ encoding });
  const tiktoken = get_encoding(encoding);
  const gptTokenizer = await import(`gpt-tokenizer/encoding/${encoding}`);
  const start = performance.now();
  let texts = 0;
  let units = 0;
  let fromTiktoken = 0;
  let fromGptTokenizer = 0;
  let disputed = 0;
  for await (const text of textsOf(encoding)) {
    texts += 1;
    units += text.length;
    const found = compare(text, counter, tiktoken, gptTokenizer);
    if (found.disputed) disputed += 1;
    else if (found.other !== found.ours) fromGptTokenizer += 1;
    if (found.billed !== found.ours) fromTiktoken += 1;
    const differs = found.billed !== found.ours || (found.other !== found.ours && !found.disputed);
    if (!differs) continue;
    differences += 1;
    if (differences <= shown) console.log(`  ${JSON.stringify({ encoding, text, ...found })}`);
  }
  tiktoken.free();
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  console.log(
    `${encoding}: ${texts.toLocaleString('en-US')} texts, ${(units / 1e6).toFixed(1)} M units, ${seconds} s: ` +
      `${fromTiktoken} differ from tiktoken, ${fromGptTokenizer} from gpt-tokenizer ` +
      `(and ${disputed} where the two disagree by design)`,
  );
}
process.exitCode = differences === 0 ? 0 : 1;
