/** Numbers of payment cards: in one run or in printed groups, as issuers begin them, with the right check digit. */
import { isAlnum } from './looks.ts';
import { eachMatch, type Finder, wordBegins } from './scan.ts';

const places =
  /[2-6]\d{3}(?:\d{10,15}|([ -])(?:\d{4}\1\d{4}\1\d{4}(?:\1\d{3})?|\d{6}\1\d{4,5}))(?!\w|\.\d|-[A-Za-z\d])/g;
/** By their digits: 14, 15, 16 and 19. */
const issued =
  /^(?:3(?:0[0-5]|[689]\d)\d{11}|3[47]\d{13}|(?:4\d{3}|5[1-5]\d\d|222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720|6011|65\d\d|64[4-9]\d|352[89]|35[3-8]\d|62\d\d|5018|6304|6759)\d{12}|62\d{17})$/;
/** A group of the same row: four to six hexadecimal digits with a digit among them. */
const groupBefore = /(?:^|[^A-Za-z\d])(?=[a-f]*\d)[a-f\d]{4,6}([ -])$/i;
const groupBehind = /^([ -])(?=[a-f]*\d)[a-f\d]{4,6}(?![A-Za-z\d])/i;

/** Luhn's check: from the right, every second digit counts twice. */
function checks(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const value = Number(digits[digits.length - 1 - i]) * (i % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

export const findCards: Finder = (text, found) => {
  eachMatch(places, text, ({ index, 0: number, 1: sign = 'none' }) => {
    const end = index + number.length;
    const before = text.charAt(index - 1);
    if (/[\d_.]/.test(before) || !wordBegins(text, index)) return undefined;
    if (before === '-' && isAlnum(text, index - 2)) return undefined;
    const row = [
      groupBefore.exec(text.slice(Math.max(0, index - 8), index)),
      groupBehind.exec(text.slice(end, end + 8)),
    ];
    const digits = number.replace(/\D/g, '');
    if (!issued.test(digits) || !checks(digits) || row.some((at) => at?.[1] === sign))
      return undefined;
    return found(index, end, 'card-number');
  });
};
