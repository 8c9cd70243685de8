/**
 * Spellings that are one for a search: accents, letters of one sound and full-width forms. Marks that tell words apart,
 * as in Thai and in the scripts of India, stay.
 */

const beyondAscii = /[^\0-\x7f]+/g;

/**
 * Accents, points of Hebrew and Arabic, soft hyphens and what chooses the look of a character. Behind a Cyrillic letter
 * some make another letter.
 */
const marks = new RegExp(
  [
    '([\\u0400-\\u052f])([\\u0300-\\u036f]+)',
    '[\\u0300-\\u036f\\u0483-\\u0487\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20f0\\ufe00-\\ufe0f\\ufe20-\\ufe2f]',
    '[\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7\\u0610-\\u061a\\u0640\\u064b-\\u0652\\u0670\\u06d6-\\u06dc]',
    '\\u00ad',
  ].join('|'),
  'g',
);

/** Letters that no normalization takes apart. */
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  ẞ: 'SS',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ı: 'i',
};
const special = new RegExp(`[${Object.keys(letters).join('')}]`, 'g');

/** What makes another letter: the breve of `й` and the diaeresis of `ї`; that of `ё` is often left out. */
function withoutMarks(_: string, letter = '', all = ''): string {
  const breve = all.includes('\u0306') ? '\u0306' : '';
  const isKept = all.includes('\u0308') && letter.toLowerCase() !== 'е';
  return letter + breve + (isKept ? '\u0308' : '');
}

const foldedRun = (run: string): string =>
  run
    .normalize('NFKD')
    .replace(marks, withoutMarks)
    .normalize('NFC')
    .replace(special, (letter) => letters[letter] ?? letter)
    // Capitals of ASCII stay: they begin parts of identifiers.
    .replace(beyondAscii, (rest) => rest.toLowerCase().replaceAll('ς', 'σ'));

/** The text as terms are read of it. Linear. */
export const folded = (text: string): string => text.replace(beyondAscii, foldedRun);

/**
 * What stands right behind `\n`, `\r` and `\t` as JSON and code write them. Their letter may as well be the first one of
 * what follows, as in a path of Windows, so that this is read beside the text.
 */
export const behindBreaks = (text: string): string =>
  Array.from(text.matchAll(/\\[nrt](\w[\w$@./-]*)/g), ([, found]) => found).join(' ');
