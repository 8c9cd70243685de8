/** Numbers of payment cards: in one run or in printed groups, as issuers begin them, with the right check digit. */
import { behind, eachMatch, type Finder, wordBegins } from './scan.ts';

const places =
  /[2-6]\d{3}(?:\d{10,15}|([ -])(?:\d{4}\1\d{4}\1\d{4}(?:\1\d{3})?|\d{6}\1\d{4,5}))(?!\w|\.\d|-[A-Za-z\d])/g;
/** By their digits: 14, 15, 16 and 19. */
const issued =
  /^(?:3(?:0[0-5]|[689]\d)\d{11}|3[47]\d{13}|(?:4\d{3}|5[1-5]\d\d|222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720|6011|65\d\d|64[4-9]\d|352[89]|35[3-8]\d|62\d\d|5018|6304|6759)\d{12}|62\d{17})$/;
/** A group of the same row: four to six hexadecimal digits with a digit among them. */
const groupBefore = /(?:^|[^A-Za-z\d])(?=[a-f]*\d)[a-f\d]{4,6}([ -])$/i;
const groupBehind = /^([ -])(?=[a-f]*\d)[a-f\d]{4,6}(?![A-Za-z\d])/i;

/** Luhn's check: from the right, every second digit counts twice. */
const added = (sum: number, digit: string, i: number) =>
  sum + ((Number(digit) * (1 + (i % 2))) % 9 || Number(digit));
const checks = (digits: string) => [...digits].reverse().reduce(added, 0) % 10 === 0;

export const findCards: Finder = (text, found) => {
  eachMatch(places, text, ({ index, 0: number, 1: sign = 'none' }) => {
    const end = index + number.length;
    const before = behind(text, index, 8);
    const digits = number.replace(/\D/g, '');
    if (/[\d_.]$|[A-Za-z\d]-$/.test(before) || !wordBegins(text, index)) return undefined;
    if (groupBefore.exec(before)?.[1] === sign) return undefined;
    if (groupBehind.exec(text.slice(end, end + 8))?.[1] === sign) return undefined;
    return issued.test(digits) && checks(digits) ? found(index, end, 'card-number') : undefined;
  });
};
