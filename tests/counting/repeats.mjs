/**
 * Measures what repeats cost: writes the tables src/tokens/repeats_data.h and, for tests, true counts of texts
 * that repeat themselves, tests/counting/repeats.json. Decides which characters have a price of their own
 * and which texts are tested.
 *
 *     node tests/counting/repeats.mjs
 */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, say } from '../../bindings/toolchain/shell.mjs';
import { families, scaleOf, trueCounter } from './truth.mjs';

/** Of each character: more than the longest token that repeats it has. */
const measured = 1024;
/** As src/tokens/repeats.h: halvings of four tokens, in four bits. */
const dearest = 4;
const mostHalvings = 9;

const ascii = Array.from({ length: 128 }, (_, point) => String.fromCharCode(point));
/** Beyond ASCII: what is drawn with, and what stands where bytes are no text. */
const listed = '\u{a0}\u{2014}\u{2026}\u{2500}\u{2501}\u{2550}\u{2588}\u{3000}\u{fffd}';

const counters = await Promise.all(families.map(trueCounter));
const countsOf = (text) => counters.map((count) => count(text));

/** How often four tokens are halved until one place costs no less than `share` tokens. */
const halvingsOf = (share) =>
  Math.min(mostHalvings, Math.max(0, Math.floor(Math.log2(dearest / share) + 1e-9)));

/**
 * The prices of a character, a number. Nobody knows Claude's newer vocabularies: what only its old one
 * merges (a thousand zero bytes are a token) is not relied on.
 */
function pricesOf(character) {
  const shares = countsOf(character.repeat(measured)).map((tokens) => tokens / measured);
  const claude = families.indexOf('claude');
  const others = shares.filter((_, family) => family !== claude);
  shares[claude] = Math.max(shares[claude], Math.min(...others));
  return shares.reduce((number, share, family) => number + halvingsOf(share) * 16 ** family, 0);
}

const hex = (number, digits) => `0x${number.toString(16).toUpperCase().padStart(digits, '0')}`;
const table = ascii.map((character) => hex(pricesOf(character), 7));
const rows = Array.from({ length: table.length / 8 }, (_, row) =>
  table.slice(row * 8, row * 8 + 8).join(', '),
);
const others = Array.from(
  listed,
  (character) => `{${hex(character.codePointAt(0), 4)}, ${hex(pricesOf(character), 7)}}`,
);

writeFileSync(
  join(root, 'src/tokens/repeats_data.h'),
  `/// The prices of repeats: data, written by tests/counting/repeats.mjs. How often the dearest price is halved,
/// four bits a family.
#pragma once

#include <cstdint>

namespace epitome::tokens {

inline constexpr uint32_t kAsciiHalvings[] = {
    ${rows.join(',\n    ')},
};

struct ListedHalvings {
  uint32_t codePoint;
  uint32_t halvings;
};

/// Beyond ASCII, where vocabularies have long tokens.
inline constexpr ListedHalvings kListedHalvings[] = {
    ${others.join(',\n    ')},
};

}  // namespace epitome::tokens
`,
);

/** A character or two of every kind that is told apart, and some that nothing is known of. */
const samples = `${listed}éßā\u{301}αЖאبकเạ\u{200b}\u{200d}←□✓。あア中哈龘각한\u{e000}\u{f8ff}\u{fdd0}\u{fe0f}！\u{fffe}\u{ffff}😀🤣\u{1f1e6}\u{1f3fb}\u{e0020}\u{f0000}\u{10ffff}`;
const tested = [
  ...[...ascii, ...samples].flatMap((character) => [
    [character, 64],
    [character, 1000],
  ]),
  ...['word ', 'the ', ' error', 'null, ', 'file\n', 'data: '].map((unit) => [unit, 1000]),
  ...['\0\0\0\u{1}', '\u{7f}ELF\0\0\0\0\0\0', 'T\0h\0e\0', 'AAAAAAAAAAA=\n', '\u{fffd}\0'].map(
    (unit) => [unit, 500],
  ),
];
const cases = tested.map(([unit, times]) => {
  const tokens = countsOf(unit.repeat(times)).map((count, family) =>
    Math.ceil(count * scaleOf(families[family])),
  );
  return `    ${JSON.stringify({ unit, times, tokens })}`;
});
writeFileSync(
  join(root, 'tests/counting/repeats.json'),
  `{
  "about": "True tokens of texts that repeat themselves, by family in the order of src/tokens/family.h; written by tests/counting/repeats.mjs.",
  "cases": [
${cases.join(',\n')}
  ]
}
`,
);
say(`  -- wrote prices of ${ascii.length + others.length} characters, ${cases.length} true counts`);
