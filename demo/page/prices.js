/** List prices of models, in US dollars for a million tokens: `{ name, input, cacheRead, cacheWrite, output }`. */
export { models } from 'virtual:prices';

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

export function money(amount) {
  return dollars.format(amount);
}
