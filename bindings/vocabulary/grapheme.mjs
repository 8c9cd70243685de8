/**
 * Writes src/text/grapheme_data.h: for each code point how it joins its neighbours, and
 * tests/core/support/grapheme_cases.h: texts with the cuts that `Intl.Segmenter` allows.
 * src/text/grapheme.cc reads the table.
 *
 *     node bindings/vocabulary/grapheme.mjs
 *
 * The classes are asked of `Intl.Segmenter`, by putting each code point beside others that are known:
 * JavaScript has no property for them. A newer Unicode than the table's own is no harm.
 */

import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });
const pieces = (text) => Array.from(segmenter.segment(text), ({ segment }) => segment);
const isWhole = (...codes) => pieces(String.fromCodePoint(...codes)).length === 1;

const letter = 0x61;
const hangul = { leading: 0x1100, syllable: 0xac00, closed: 0xac01 };
const consonant = 0x915;

/** In the order of `Joining` in src/text/grapheme.cc. */
const [none, before, after, linker] = [0, 1, 2, 3];

function joiningOf(code) {
  // They have rules of their own, and whole syllables follow from their parts.
  const isFlagLetter = code >= 0x1f1e6 && code <= 0x1f1ff;
  const isSyllable = code >= 0xac00 && code <= 0xd7a3;
  if (code === 0x0d || code === 0x0a || code === 0x200d || isFlagLetter || isSyllable) return none;
  if (isWhole(letter, code)) return isWhole(consonant, code, consonant) ? linker : before;
  const standsBeforeSyllable = isWhole(code, hangul.syllable);
  const isVowel = isWhole(hangul.leading, code) && !standsBeforeSyllable;
  if (isVowel || isWhole(hangul.closed, code)) return before;
  return standsBeforeSyllable || isWhole(code, letter) ? after : none;
}

const ranges = [];
for (let code = 0; code < 0x110000; code += 1) {
  const joining = code >= 0xd800 && code <= 0xdfff ? none : joiningOf(code);
  if (joining === none) continue;
  const last = ranges.at(-1);
  if (last?.joining === joining && last.start + last.count === code && last.count < 511) {
    last.count += 1;
  } else {
    ranges.push({ start: code, count: 1, joining });
  }
}

// What src/text/grapheme.cc crosses without a look.
for (const { start, count } of ranges) {
  const leads = [start, start + count - 1].map(
    (code) => Buffer.from(String.fromCodePoint(code))[0],
  );
  for (let lead = leads[0]; lead <= leads[1]; lead += 1) {
    if (lead < 0xcc || lead === 0xce || lead === 0xcf || lead === 0xd0 || lead === 0xd1)
      throw new Error(`U+${start.toString(16)} is where none is expected`);
    if ((lead >= 0xe4 && lead <= 0xe9) || lead === 0xeb || lead === 0xec)
      throw new Error(`U+${start.toString(16)} is where none is expected`);
  }
}

function write(file, text) {
  writeFileSync(fileURLToPath(new URL(`../../${file}`, import.meta.url)), text);
}

const words = ranges.map(({ start, count, joining }) => {
  const word = start * 2048 + count * 4 + joining;
  return `0x${word.toString(16).padStart(8, '0')},`;
});
const rows = [];
for (let at = 0; at < words.length; at += 9) rows.push(words.slice(at, at + 9).join(''));
write(
  'src/text/grapheme_data.h',
  `#pragma once

// How code points join their neighbours, from Unicode ${process.versions.unicode}. Written by
// bindings/vocabulary/grapheme.mjs; a change made by hand is lost.

#include <cstdint>

namespace epitome::text {

/// Ranges of code points, ascending: the first one in the upper 21 bits, their number in 9, how they
/// join in 2.
// clang-format off
constexpr uint32_t kJoiningRanges[] = {
${rows.join('\n')}
};
// clang-format on

}  // namespace epitome::text
`,
);

const samples = [
  'e\u0301a\u0308\u0323x',
  'line\r\nline\n\rend',
  '👩‍👩‍👧‍👦👍🏽🏳️‍🌈❤️‍🔥☺️1️⃣#️⃣*️⃣',
  '🇩🇪🇫🇷🇬🇧x🇩🇪🇫',
  '🏴󠁧󠁢󠁥󠁮󠁧󠁿🏴󠁧󠁢󠁳󠁣󠁴󠁿',
  'नमस्ते क्षत्रिय र्क क्‍ष',
  'কিছু শক্তি',
  'தமிழ் நிலா',
  'ภาษาไทย น้ำ กำ',
  'ລາວ ບໍ່',
  'བོད་སྐད་',
  'မြန်မာဘာသာ',
  'ខ្មែរ',
  '한국어 각 \u1100\u1161\u11a8\u1100\uac00\u11a8 \u1112\u1161\u11ab',
  'العَرَبِيَّة \u0600\u0661',
  'עִבְרִית',
  '中文，测试。日本語が゛か\u3099',
  'Zalgo: H\u0338\u0321\u032a\u032f\u0353e\u0334',
  '\u0301start and end\u200d',
  '\u{1f468}\u200d\u{1f9b0} \u{1f44b}\u{1f3ff}',
];
// Code points of every kind, beside each other in every way.
const kinds = [
  0x0d, 0x0a, 0x61, 0x20, 0x300, 0x903, 0x200c, 0x200d, 0xfe0f, 0x600, 0x110bd, 0x1100, 0x1161,
  0x11a8, 0xac00, 0xac01, 0xa960, 0xd7b0, 0xd7cb, 0x915, 0x94d, 0x93c, 0x9cd, 0x995, 0x1f1e6,
  0x1f1e7, 0x1f468, 0x1f3fb, 0x2764, 0xa9, 0xe0067, 0xad, 0x4e00, 0x0e33, 0x0fff, 0x16d63, 0x1039,
  0x1b44,
];
let seed = 1;
const below = (bound) => {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return (seed >>> 16) % bound;
};
for (let left = 600; left > 0; left -= 1) {
  const codes = Array.from({ length: 2 + below(7) }, () => kinds[below(kinds.length)]);
  samples.push(String.fromCodePoint(...codes));
}
const everyRange = ranges.map(({ start, count }) => start + (count >> 1));
for (let at = 0; at < everyRange.length; at += 12) {
  samples.push(
    everyRange
      .slice(at, at + 12)
      .map((code) => `a${String.fromCodePoint(code)}b${String.fromCodePoint(code)}`)
      .join(''),
  );
}
const literal = (sample) => {
  const marked = pieces(sample).map((piece) =>
    Array.from(piece, (c) => `0x${c.codePointAt(0).toString(16)},`).join(''),
  );
  return `${marked.join('0,')}kEnd,`;
};
write(
  'tests/core/support/grapheme_cases.h',
  `#pragma once

// Texts as code points, with a 0 wherever \`Intl.Segmenter\` (Unicode ${process.versions.unicode}) has a cluster end
// before another. Written by bindings/vocabulary/grapheme.mjs; a change made by hand is lost.

#include <cstdint>

namespace epitome::test {

/// Behind each text.
constexpr uint32_t kEnd = 0xFFFFFFFF;

// clang-format off
constexpr uint32_t kGraphemeCases[] = {
${samples.map(literal).join('\n')}
};
// clang-format on

}  // namespace epitome::test
`,
);
console.log(`${ranges.length} ranges, ${samples.length} texts`);
