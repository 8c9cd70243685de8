/**
 * Which writing systems the fit may see, and which are kept from it so that an unknown script can be
 * measured. Decides the category of a text by its letters.
 */

/** Scripts with training text of their own, and the category that measures them. */
export const fitted = {
  Latin: 'latin',
  Greek: 'greek',
  Cyrillic: 'cyrillic',
  Hebrew: 'hebrew',
  Arabic: 'ar',
  Devanagari: 'hi',
  Bengali: 'indic',
  Tamil: 'indic',
  Telugu: 'indic',
  Gujarati: 'indic',
  Kannada: 'indic',
  Malayalam: 'indic',
  Gurmukhi: 'indic',
  Thai: 'th',
  Oriya: 'southeast',
  Sinhala: 'southeast',
  Lao: 'southeast',
  Tibetan: 'southeast',
  Myanmar: 'southeast',
  Ethiopic: 'southeast',
  Khmer: 'southeast',
  Georgian: 'caucasian',
  Armenian: 'caucasian',
  Han: 'zh',
  Hiragana: 'ja',
  Katakana: 'ja',
  Hangul: 'ko',
};

/** Scripts that the fit never sees: more than the thirty that are measured, all in Unicode 15. */
export const unseen = [
  'Mongolian',
  'Cherokee',
  'Canadian_Aboriginal',
  'Tifinagh',
  'Vai',
  'Yi',
  'Javanese',
  'Balinese',
  'Cham',
  'Tai_Tham',
  'Nko',
  'Syriac',
  'Thaana',
  'Ol_Chiki',
  'Adlam',
  'Bamum',
  'Osage',
  'Lisu',
  'Meetei_Mayek',
  'Sundanese',
  'Buginese',
  'New_Tai_Lue',
  'Tai_Viet',
  'Tai_Le',
  'Runic',
  'Gothic',
  'Deseret',
  'Shavian',
  'Coptic',
  'Glagolitic',
  'Limbu',
  'Lepcha',
  'Chakma',
  'Saurashtra',
  'Rejang',
  'Tagalog',
  'Batak',
  'Samaritan',
  'Mandaic',
  'Ogham',
  'Cuneiform',
  'Egyptian_Hieroglyphs',
  'Linear_B',
  'Old_Italic',
  'Ugaritic',
  'Syloti_Nagri',
  'Kayah_Li',
  'Braille',
  'Bopomofo',
];

const ofScript = (name) => new RegExp(`\\p{Script=${name}}`, 'gu');
const unseenPattern = new RegExp(`[${unseen.map((name) => `\\p{Script=${name}}`).join('')}]`, 'gu');

/** True where a text holds more than a stray letter of a script that the fit must not see. */
export function holdsUnseen(text) {
  return (text.match(unseenPattern)?.length ?? 0) > 0;
}

/** The script that most letters of a text belong to, or undefined. */
export function scriptOf(text) {
  let best;
  let most = 0;
  for (const name of [...Object.keys(fitted), ...unseen]) {
    const count = text.match(ofScript(name))?.length ?? 0;
    if (count > most) [best, most] = [name, count];
  }
  return best;
}

const letters = new Map();

/** All letters and marks of a script, for making text of a script that no package has. */
export function lettersOf(name) {
  if (!letters.has(name)) {
    const pattern = new RegExp(`^(?=\\p{Script=${name}})[\\p{L}\\p{So}]$`, 'u');
    const found = [];
    for (let code = 0x80; code < 0x20000; code += 1) {
      if (code >= 0xd800 && code < 0xe000) continue;
      const character = String.fromCodePoint(code);
      if (pattern.test(character)) found.push(character);
    }
    letters.set(name, found);
  }
  return letters.get(name);
}
