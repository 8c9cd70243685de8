/** The made-up project that the agent works in: a small shop, with files that are long enough to fill a window. */

const rows = <T>(count: number, row: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => row(index));
const two = (value: number) => String(value).padStart(2, '0');
const cities = ['Lisbon', 'Oslo', 'Turin', 'Ghent', 'Graz', 'Cork', 'Lyon'];
const goods = ['lantern', 'kettle', 'compass', 'blanket', 'rope', 'stove', 'flask', 'map'];

const server = `# The server of the shop
host: shop.example
port: 4173
workers: 6
log_level: info
session_minutes: 45
${rows(60, (index) => `route_${two(index)}: { path: /v1/${goods[index % 8]}/${index}, timeout_ms: ${200 + index * 5}, cache: ${index % 3 === 0} }`).join('\n')}`;

const decisions = `# Decisions

Decision 1: prices are stored in cents, because rounding lost money in spring.
Decision 2: an order is never deleted, only marked as cancelled.
Decision 3: the warehouse in Ghent ships all orders over 20 kg.
${rows(40, (index) => `\n## Meeting ${index + 1}\nThe team looked at the ${goods[index % 8]} page and at returns from ${cities[index % 7]}. Nothing was changed; it will be looked at again after week ${(index % 50) + 2}.`).join('\n')}`;

const runbook = `# When something breaks

On call: Ines Duarte, extension 7731.
Restart limit: 3 restarts an hour, then call the person on call.
${rows(45, (index) => `\n${index + 1}. If ${goods[index % 8]} pages answer slowly, look at queue ${index} in ${cities[index % 7]} and wait ${10 + index} seconds before the next try.`).join('\n')}`;

const cart = `/** The basket of a customer. */
export const limit = 40; // At most 40 items.

${rows(
  24,
  (index) => `export function add${goods[index % 8]}${index}(basket, count) {
  if (basket.items.length + count > limit) throw new RangeError('the basket is full');
  return { ...basket, items: [...basket.items, { id: ${1000 + index}, count }] };
}`,
).join('\n\n')}`;

const prices = `/** Prices in cents, with tax. */
export const taxRate = 0.23; // The tax rate is 23 % since January.

${rows(90, (index) => `export const ${goods[index % 8]}${index} = ${990 + index * 37};`).join('\n')}`;

const log = rows(
  95,
  (index) =>
    `2026-11-26T${two(6 + Math.floor(index / 12))}:${two((index * 5) % 60)}:00Z ${index === 61 ? 'ERROR payment of order 80617 was refused by the bank: limit of the card' : `info  order ${80556 + index} from ${cities[index % 7]} took ${40 + ((index * 13) % 90)} ms`}`,
).join('\n');

const stock = `id,item,city,count\n${rows(110, (index) => `${1000 + index},${goods[index % 8]},${cities[index % 7]},${(index * 17) % 60}`).join('\n')}\nTotal count: 3214 items in stock`;

const readme = `# Lantern, a small shop

Run it with \`npm start\`. The server's settings are in config/server.yaml.
${rows(30, (index) => `- ${cities[index % 7]} sells the ${goods[index % 8]} since ${1990 + index}.`).join('\n')}`;

export const projectFiles: Readonly<Record<string, string>> = {
  'README.md': readme,
  'config/server.yaml': server,
  'data/stock.csv': stock,
  'docs/decisions.md': decisions,
  'docs/runbook.md': runbook,
  'logs/today.log': log,
  'src/cart.js': cart,
  'src/prices.js': prices,
};
