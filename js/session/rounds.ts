/** The rewrites of a session, as its store keeps them. */

import type { Billed } from '../bills/usage.ts';
import { modelIdOf, modelProfile } from '../models/models.ts';
import type { CompactorOptions, Round, StoredRound, SummaryRecord } from '../types.ts';
import type { Rewrite } from './news.ts';

const million = 1_000_000;

/** What a rewrite leaves in the store; nothing where there was none. */
export function roundsOf(
  rewrite: Rewrite | undefined,
  usage: Billed,
  records: readonly SummaryRecord[],
  { summarize }: CompactorOptions,
): StoredRound[] {
  if (rewrite === undefined) return [];
  const { round, tokensBefore, tokensAfter, folds } = rewrite;
  const ids = folds.map(({ id }) => id);
  const record = records.filter(({ id }) => ids.includes(id)).at(-1)?.text;
  const model = modelIdOf(summarize);
  const prices = model === undefined ? undefined : modelProfile(model)?.prices;
  const details: Omit<Round, 'record'> = {
    ...rewrite,
    ...(model !== undefined && { model }),
    usage: { inputTokens: usage.input, outputTokens: usage.output },
    ...(prices?.output !== undefined && {
      cost: (usage.input * prices.input + usage.output * prices.output) / million,
    }),
  };
  const messagesCompacted = folds
    .filter(({ kind }) => kind === 'fold')
    .reduce((sum, { firstMessage, lastMessage }) => sum + lastMessage - firstMessage + 1, 0);
  return [
    {
      ...{ round, tokensBefore, tokensAfter, messagesCompacted },
      summary: record ?? '',
      details: JSON.stringify(details),
    },
  ];
}

/** As hosts get it. */
export function roundOf({ summary, details }: StoredRound): Round {
  return { ...JSON.parse(details), ...(summary !== '' && { record: summary }) };
}
