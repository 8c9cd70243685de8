/**
 * Texts as databases can keep them: in UTF-8, which has no lone surrogates, and without what some databases and clients
 * do not give back: NUL, and the mark of the order of bytes, which decoders take off the beginning. Each of those stands
 * as a sign and its number in hexadecimals; all other texts stay as they are.
 */

/** JSON never has it as it is: JSON text of texts that are storable is so, too. */
const sign = '\x1a';
const others = new RegExp(`[\\0\\ufeff${sign}\\p{Cs}]`, 'u');
const eachOther = new RegExp(others, 'gu');
const eachSign = new RegExp(`${sign}([0-9a-f]{4})`, 'g');

export function storable(text: string): string {
  if (!others.test(text)) return text;
  return text.replace(eachOther, (unit) => sign + unit.charCodeAt(0).toString(16).padStart(4, '0'));
}

export function original(text: string): string {
  if (!text.includes(sign)) return text;
  return text.replace(eachSign, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
}
