/** The rewrites of a session, as its store keeps them. */
import type { Billed } from '../bills/usage.ts';
import { modelIdOf, modelProfile } from '../models/models.ts';
import type { CompactorOptions, Round, StoredRound, SummaryRecord } from '../types.ts';
import { attempt } from '../values/fields.ts';
import type { Rewrite } from './news.ts';

const million = 1_000_000;

/** Ids of the records in the view, before the rewrite and after it. */
interface Chains {
  before: readonly unknown[];
  after: readonly unknown[];
}

/** A round, and the numbers of the messages that it folded. */
export interface ToldRound {
  round: Round;
  folded: readonly number[];
}

/** A rewrite with what belongs to it. */
export function roundOfRewrite(
  rewrite: Rewrite,
  usage: Billed,
  records: readonly SummaryRecord[],
  { summarize }: CompactorOptions,
): Round {
  const ids = rewrite.folds.map(({ id }) => id);
  const record = records.filter(({ id }) => ids.includes(id)).at(-1)?.text;
  const model = modelIdOf(summarize);
  const prices = model === undefined ? undefined : modelProfile(model)?.prices;
  return {
    ...rewrite,
    ...(record !== undefined && { record }),
    ...(model !== undefined && { model }),
    usage: { inputTokens: usage.input, outputTokens: usage.output },
    ...(prices?.output !== undefined && {
      cost: (usage.input * prices.input + usage.output * prices.output) / million,
    }),
  };
}

export function storedRound(
  { record = '', ...told }: Round,
  before: readonly unknown[],
  after: readonly unknown[],
): StoredRound {
  const { round, tokensBefore, tokensAfter, folds } = told;
  const messagesCompacted = folds
    .filter(({ kind }) => kind === 'fold')
    .reduce((sum, { firstMessage, lastMessage }) => sum + lastMessage - firstMessage + 1, 0);
  return {
    ...{ round, tokensBefore, tokensAfter, messagesCompacted },
    summary: record,
    details: JSON.stringify({ ...told, chains: { before, after } }),
  };
}

/** As hosts get it. */
export function roundOf({ summary, details }: StoredRound): Round {
  const { chains: _, ...told } = JSON.parse(details);
  return { ...told, ...(summary !== '' && { record: summary }) };
}

/** Numbers of the rounds that led to a view with these records: those of a history that was edited away are others. */
export function roundsBehind(
  rounds: readonly StoredRound[],
  chain: readonly unknown[],
): Set<number> {
  const found = new Set<number>();
  let wanted = chain.join();
  for (const { round, details } of [...rounds].reverse()) {
    const chains = attempt(() => (JSON.parse(details) as { chains?: Chains }).chains);
    if (chains === undefined || chains.after.join() !== wanted) continue;
    found.add(round);
    wanted = chains.before.join();
  }
  return found;
}
