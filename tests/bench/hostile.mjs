/**
 * What the driver reads in JavaScript, timed on values made to be slow, at a tenth and at all of a size:
 * linear is a ratio of 10, and 1 where the size must not matter. Part of `npm run fuzz -- hostile [MB]`.
 */

import { createCompactor } from 'epitome';
import { createTokenCounter } from 'epitome/tokens';
import { mediaSource } from '../../js/media/source.ts';
import { jsonText } from '../../js/values/json-text.ts';
import { png } from '../js/support/media-bytes.ts';
import { history } from './support/histories.mjs';

const megabytes = Number(process.argv[2] ?? 10);
if (!(megabytes >= 0.001)) throw new Error('hostile [MEGABYTES]');
const bytes = megabytes * 1e6;
const tries = 5;

const head = Buffer.from(png(4_000, 3_000)).toString('base64').replace(/=+$/, '');
/** One string in memory, not a rope of pieces that the first reader would have to join. */
const flat = (text) => Buffer.from(text, 'utf16le').toString('utf16le');
const base64 = (size) => flat(head + 'A'.repeat(size));
const counter = await createTokenCounter();

/** Name, what is made of a size before the clock starts, and what is timed. */
const rows = [
  ...['0123456789abcdef', '\ud83d', '\udc00', 'a\ud83d'].map((unit) => [
    `JSON of ${JSON.stringify(unit)}`,
    (size) => ({ text: flat(unit.repeat(size / unit.length)) }),
    jsonText,
  ]),
  [
    'JSON of nested arrays',
    (size) => Array.from({ length: size / 10 }).reduce((inner) => [inner], 0),
    jsonText,
  ],
  [
    'JSON of a graph that is a tree of any size',
    (size) =>
      Array.from({ length: 60 }).reduce((inner) => [inner, inner], 'x'.repeat(size / 1_000)),
    jsonText,
  ],
  ['media in base64', base64, (text) => mediaSource(text, 'image/png')],
  [
    'counting an image in base64',
    (size) => [{ role: 'user', content: [{ type: 'image', image: base64(size) }] }],
    (messages) => counter.countMessages(messages, { model: 'claude-sonnet-4-5' }),
  ],
  [
    'a history all at once',
    (size) => history(Math.ceil(size / 1_000)),
    async (messages) => {
      const compactor = await createCompactor({ contextWindow: 8_000 });
      await compactor.session().prepare(messages);
      compactor.dispose();
    },
  ],
];

async function leastOf(value, work) {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < tries; i += 1) {
    const start = performance.now();
    await work(value);
    least = Math.min(least, performance.now() - start);
  }
  return least;
}

for (const [name, make, work] of rows) {
  const small = await leastOf(make(bytes / 10), work);
  const large = await leastOf(make(bytes), work);
  const ratio = (large / Math.max(small, 0.01)).toFixed(1);
  console.log(
    `${name.padEnd(44)} ${ratio.padStart(6)} times as long for 10 times the size, ${large.toFixed(2)} ms`,
  );
}
