/** Numbers of payment cards: in one run or in printed groups, as issuers begin them, with the right check digit. */
import { isAlnum } from './looks.ts';
import { eachMatch, type Finder, wordBegins } from './scan.ts';

const places =
  /[2-6]\d{3}(?:\d{10,15}|([ -])(?:\d{4}\1\d{4}\1\d{4}(?:\1\d{3})?|\d{6}\1\d{4,5}))(?![\w])(?!\.\d|-[A-Za-z\d])/g;
/** By count of digits. */
const issued = new Map([
  [14, /^3(?:0[0-5]|[689])/],
  [15, /^3[47]/],
  [
    16,
    /^(?:4|5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720|6011|65|64[4-9]|352[89]|35[3-8]|62|5018|6304|6759)/,
  ],
  [19, /^62/],
]);
/** A group of the same row: four to six hexadecimal digits with a digit among them. */
const groupBefore = /(?:^|[^A-Za-z\d])(?=[a-f]*\d)[a-f\d]{4,6}([ -])$/i;
const groupBehind = /^([ -])(?=[a-f]*\d)[a-f\d]{4,6}(?![A-Za-z\d])/i;

function checks(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const value = Number(digits[digits.length - 1 - i]) * (i % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

export const findCards: Finder = (text, found) => {
  eachMatch(places, text, ({ index, 0: number, 1: separator }) => {
    const end = index + number.length;
    const before = text.charAt(index - 1);
    if (/[\d_.]/.test(before) || !wordBegins(text, index)) return undefined;
    if (before === '-' && isAlnum(text, index - 2)) return undefined;
    if (separator) {
      const [, left] = groupBefore.exec(text.slice(Math.max(0, index - 8), index)) ?? [];
      const [, right] = groupBehind.exec(text.slice(end, end + 8)) ?? [];
      if (left === separator || right === separator) return undefined;
    }
    const digits = number.replace(/\D/g, '');
    return issued.get(digits.length)?.test(digits) && checks(digits)
      ? found(index, end, 'card-number')
      : undefined;
  });
};
