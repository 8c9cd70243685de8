/**
 * What is known of a model by its id. Decides what its provider's caches cost and how long they last;
 * the rest is read from the table.
 */
import type { CompactorOptions, ModelProfile, Prices } from '../types.ts';
import { catalogueName, impliedBy } from './names.ts';
import { table } from './table.ts';

/** So small that no current model overflows by it. Tokens. */
export const unknownModel = { contextWindow: 32_000, maxOutputTokens: 4_096 } as const;

const minutes = 60_000;
const hours = 60 * minutes;

/** Names and what the table says of them. */
let known: Map<string, string> | undefined;

function entries(): Map<string, string> {
  if (known !== undefined) return known;
  known = new Map();
  for (const line of table.trim().split('\n')) {
    const [profile = '', names = ''] = line.split(':');
    for (const name of names.split(',')) known.set(name, profile);
  }
  return known;
}

/**
 * The profile of a model that is known: `anthropic/claude-sonnet-4.5`, `claude-sonnet-4-5-20250929` and
 * `us.anthropic.claude-sonnet-4-5-20250929-v1:0` are one. Undefined for a model that is not.
 */
export function modelProfile(id: string): ModelProfile | undefined {
  // A name from outside may have any length.
  const name = catalogueName(String(id).slice(0, 512));
  const table = entries();
  const base = table.has(name) ? name : impliedBy(name, (other) => table.has(other));
  const text = base === undefined ? undefined : table.get(base);
  return text === undefined ? undefined : read(name, text);
}

/**
 * Where a prompt has to end, tokens: at the window's end, at the largest input, or at `windowCap`, which is
 * the model's price step where nobody says otherwise. Paying more for all of a prompt is no reason to
 * compact less.
 */
export function usableWindow(
  { contextWindow, maxInputTokens = contextWindow, priceStep }: ModelProfile,
  windowCap: CompactorOptions['windowCap'],
): number {
  const cap = windowCap === undefined ? priceStep?.above : windowCap || undefined;
  return Math.min(contextWindow, maxInputTokens, cap ?? contextWindow);
}

/**
 * List prices of a model, with what writing to a cache costs that lasts `cacheLifetime` milliseconds.
 * Undefined where they are not known.
 */
export function listPrices(
  { prices, cacheLifetimes = [] }: ModelProfile,
  cacheLifetime = 0,
): Prices | undefined {
  const lasting = cacheLifetimes.find(({ milliseconds }) => milliseconds >= cacheLifetime);
  const written = lasting ?? cacheLifetimes.at(-1);
  return prices && { ...prices, ...(written && { cacheWrite: written.cacheWrite }) };
}

/** `272k` is 272,000. */
const amount = (text: string) => Number(text.replace('k', 'e3'));

function read(name: string, text: string): ModelProfile {
  const [window = '', output = '', ...rest] = text.split(' ');
  const maxOutputTokens = amount(output);
  const step = rest.find((one) => one.includes('/'));
  const [input, written, cacheRead, cacheWrite] = rest.filter((one) => one !== step).map(amount);
  const size = window.endsWith('+')
    ? {
        contextWindow: amount(window.slice(0, -1)) + maxOutputTokens,
        maxInputTokens: amount(window.slice(0, -1)),
      }
    : { contextWindow: amount(window) };
  // A batch has prices of its own, which are not in the table.
  if (input === undefined || written === undefined || name.endsWith('-batch')) {
    return { ...size, maxOutputTokens };
  }
  const prices = {
    input,
    cacheRead: cacheRead ?? input,
    cacheWrite: cacheWrite ?? input,
    output: written,
  };
  const isCached = cacheRead !== undefined;
  const cacheLifetimes = isCached ? lifetimesOf(name, prices, cacheWrite !== undefined) : [];
  return {
    ...size,
    maxOutputTokens,
    prices,
    ...(step !== undefined && { priceStep: stepOf(step, prices) }),
    ...(cacheLifetimes.length > 0 && { cacheLifetimes }),
  };
}

function stepOf(text: string, prices: Required<Prices>): NonNullable<ModelProfile['priceStep']> {
  const [edge = '', input = '', output = ''] = text.split('/');
  const { cacheRead, cacheWrite } = prices;
  return {
    above: amount(edge),
    prices: {
      input: prices.input * amount(input),
      cacheRead: cacheRead * amount(input),
      cacheWrite: cacheWrite * amount(input),
      output: prices.output * amount(output),
    },
  };
}

/**
 * Anthropic asks more for a cache that lasts longer; OpenAI, whose caches cost nothing extra before the
 * models that have a price for writing, does not. Of others no lifetime is promised.
 */
function lifetimesOf(
  name: string,
  { input, cacheWrite }: Required<Prices>,
  isWritePriced: boolean,
): NonNullable<ModelProfile['cacheLifetimes']> {
  const lasting = (milliseconds: number, price = cacheWrite) => ({
    milliseconds,
    cacheWrite: price,
  });
  if (name.startsWith('claude-') && isWritePriced) {
    return [lasting(5 * minutes), lasting(1 * hours, 2 * input)];
  }
  if (!/^(?:gpt-|o\d)/.test(name) || name.startsWith('gpt-oss')) return [];
  return isWritePriced ? [lasting(30 * minutes), lasting(12 * hours)] : [lasting(5 * minutes)];
}
