/** Numbers and names as a reader wants them. */

const whole = new Intl.NumberFormat('en-US');
const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

export const figure = (value: number) => whole.format(value);
/** 22.4K. For places where the exact figure stands nearby. */
export const shortFigure = (value: number) => short.format(value);
export const percent = (part: number, of: number) =>
  of === 0 ? '–' : `${Math.round((100 * part) / of)} %`;
const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 3,
});
export const money = (value: number) => dollars.format(value);
export const plural = (count: number, word: string) =>
  `${figure(count)} ${word}${count === 1 ? '' : 's'}`;
export const range = (first: number, last: number) =>
  first === last ? `${first}` : `${first}–${last}`;

export const roles = {
  system: 'system',
  user: 'user',
  assistant: 'assistant',
  tool: 'tool result',
} as const;
