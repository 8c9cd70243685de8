/**
 * `epitome replay`: what a session would have cost, sent step by step under each preset. A prompt's
 * leading messages that the last one began with are read from the provider's cache; all others are
 * written to it. Sizes are estimated.
 */
import type { Transcript } from '../formats/index.ts';
import type { MessageLike, ModelProfile, PresetName, Prices } from '../index.ts';
import { createTokenCounter } from '../tokens/index.ts';
import { type EngineOptions, openCompactor, repliesIn, targetOf } from './engine.ts';
import { count, progress, type Style, shown, table } from './terminal.ts';

export interface ReplayRow {
  preset: PresetName | 'nothing';
  steps: number;
  /** In the replay's unit. */
  cost: number;
  /** Steps whose prompt was larger than the window. */
  overflows: number;
  largestPrompt: number;
  rewrites: number;
  /** Mean tokens of the host's own messages that a prompt still had. */
  verbatim: number;
}

export interface Replay {
  /** Tokens: what a request may have, and what the presets work in. */
  limit: number;
  window: number;
  /** What costs are in: US dollars at list prices, the money of `price`, tokens of uncached input. */
  unit: 'dollars' | 'money' | 'tokens';
  /** Of a million tokens, in that unit. */
  prices: Required<Prices>;
  /** The model whose list prices they are. */
  model?: string;
  rows: ReplayRow[];
}

/** As providers with a cache bill, where `input` is the price of uncached input. */
const usualPrices = (input: number): Required<Prices> => ({
  input,
  cacheRead: 0.1 * input,
  cacheWrite: 1.25 * input,
  output: 5 * input,
});

type Pricing = Pick<Replay, 'unit' | 'prices' | 'model'> & {
  priceStep?: ModelProfile['priceStep'];
};

function pricingOf(
  price: number | undefined,
  { model, profile }: ReturnType<typeof targetOf>,
): Pricing {
  if (price !== undefined) return { unit: 'money', prices: usualPrices(price) };
  const { prices, priceStep } = profile ?? {};
  if (model === undefined || prices === undefined)
    return { unit: 'tokens', prices: usualPrices(1e6) };
  const complete = { ...usualPrices(prices.input), ...prices };
  return { unit: 'dollars', prices: complete, model, priceStep };
}

/** `price` is that of a million tokens of uncached input, in any currency. */
export async function replay(
  transcript: Transcript,
  chosen: readonly PresetName[],
  { price, ...options }: EngineOptions & { price?: number },
): Promise<Replay> {
  const { messages, system, tools } = transcript;
  const steps = repliesIn(transcript);
  const target = targetOf(transcript, options);
  const { limit } = target;
  const { priceStep, ...pricing } = pricingOf(price, target);
  const counter = await createTokenCounter();
  const overhead = counter.countRequest({ messages: [], system, tools }).tokens;
  const known = new WeakMap<object, number>();
  const sizeOf = (message: MessageLike): number => {
    let size = known.get(message);
    if (size === undefined) {
      size = counter.countMessages([message]).tokens;
      known.set(message, size);
    }
    return size;
  };
  const own = new Set<MessageLike>(messages);
  const told = progress('replaying');
  let window = 0;

  async function row(preset: ReplayRow['preset'], part: number): Promise<ReplayRow> {
    const compactor = await openCompactor(transcript, {
      ...options,
      ...(preset !== 'nothing' && { preset }),
    });
    const session = compactor.session();
    const result = { preset, steps: steps.length, cost: 0, overflows: 0, largestPrompt: 0 };
    let verbatim = 0;
    let last: readonly MessageLike[] = [];
    let isFirst = true;
    try {
      for (const [n, at] of steps.entries()) {
        const history: MessageLike[] = messages.slice(0, at);
        const sent = preset === 'nothing' ? history : (await session.prepare(history)).messages;
        if (n === 0) {
          if (preset === 'nothing') await session.prepare(history);
          window = session.explain().budget.contextWindow;
        }
        let tokens = overhead;
        let cached = isFirst ? 0 : overhead;
        let isPrefix = true;
        for (const [i, message] of sent.entries()) {
          const size = sizeOf(message);
          tokens += size;
          isPrefix &&= last[i] === message;
          if (isPrefix) cached += size;
          if (own.has(message)) verbatim += size;
        }
        const reply = messages[at];
        const output = reply === undefined ? 0 : sizeOf(reply);
        const isLong = priceStep !== undefined && tokens > priceStep.above;
        const prices = { ...pricing.prices, ...(isLong && priceStep.prices) };
        result.cost +=
          (cached * prices.cacheRead +
            (tokens - cached) * prices.cacheWrite +
            output * prices.output) /
          1e6;
        result.largestPrompt = Math.max(result.largestPrompt, tokens);
        if (tokens > limit) result.overflows += 1;
        last = sent;
        isFirst = false;
        told.at((part + n / steps.length) / (chosen.length + 1));
      }
      const rewrites = preset === 'nothing' ? 0 : session.usage().compactions;
      return { ...result, rewrites, verbatim: Math.round(verbatim / steps.length) };
    } finally {
      compactor.dispose();
    }
  }

  try {
    const rows: ReplayRow[] = [];
    for (const [i, preset] of (['nothing', ...chosen] as const).entries()) {
      rows.push(await row(preset, i));
    }
    return { limit, window, ...pricing, rows };
  } finally {
    told.done();
  }
}

const unitNames = {
  dollars: 'cost in US dollars',
  money: 'cost in money',
  tokens: 'cost in tokens of uncached input',
} as const;

export function replayText(
  { window, limit, unit, model, rows }: Replay,
  { title, style }: { title: string; style: Style },
): string {
  const cost = (value: number) => (unit === 'tokens' ? count(value) : value.toFixed(4));
  const priced = model === undefined ? '' : ` at the list prices of ${shown(model)}`;
  const used = window === limit ? '' : ` of ${count(limit)}`;
  return [
    style.bold(
      `${shown(title)}: ${count(rows[0]?.steps ?? 0)} steps, window ${count(window)}${used} tokens`,
    ),
    style.faint(
      `${unitNames[unit]}${priced}; verbatim: own messages that a prompt still has, mean; ` +
        'sizes are estimated',
    ),
    '',
    table(
      rows.map((one) => [
        one.preset,
        cost(one.cost),
        count(one.overflows),
        count(one.largestPrompt),
        count(one.rewrites),
        count(one.verbatim),
      ]),
      ['preset', 'cost', 'overflows', 'largest', 'rewrites', 'verbatim'],
    ),
  ].join('\n');
}
