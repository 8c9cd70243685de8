/**
 * What a session looked like after earlier compactions, by the records that its store has of them. Decides
 * which records led to a round and what differs between two; refuses to know where they are stored.
 */
import { EpitomeError } from './errors.ts';
import type { CompactionRecord } from './stores/store.ts';
import type { RoundDiff, RoundSummary } from './types.ts';

/** Something came of what was asked for. */
export const changesView = ({ outcome }: Pick<CompactionRecord, 'outcome'>): boolean =>
  outcome !== 'failed' && outcome !== 'superseded';

/**
 * The records that led to the newest round up to `last`, oldest first. Those that a rewind took back are
 * none of them: where rounds were counted anew, the later ones count.
 */
export function lineageOf(
  records: readonly CompactionRecord[],
  last = Number.POSITIVE_INFINITY,
): CompactionRecord[] {
  const lineage: CompactionRecord[] = [];
  let round = 0;
  for (const record of records.filter(changesView)) {
    if (record.round < round) while ((lineage.at(-1)?.round ?? 0) >= record.round) lineage.pop();
    round = record.round;
    lineage.push(record);
  }
  return lineage.filter((record) => record.round <= last);
}

/** The state as it was after a round. Throws `round-not-kept`. */
export function stateAfter(records: readonly CompactionRecord[], round: number): string {
  const kept = lineageOf(records).filter(({ state }) => state !== undefined);
  const found = kept.filter((record) => record.round === round).at(-1);
  if (found?.state !== undefined) return found.state;
  throw notKept(
    round,
    kept.map((record) => record.round),
  );
}

/** What the rounds behind `from`, up to `to`, changed. Throws `round-not-kept`. */
export function diffOf(records: readonly CompactionRecord[], from: number, to: number): RoundDiff {
  const lineage = lineageOf(records);
  for (const round of [from, to]) {
    if (round === 0 || lineage.some((record) => record.round === round)) continue;
    throw notKept(
      round,
      lineage.map((record) => record.round),
    );
  }
  const before = summariesAfter(lineage, from);
  const after = summariesAfter(lineage, to);
  const between = lineage.filter(({ round }) => round > from && round <= to);
  const folds = between.filter(({ outcome }) => outcome !== 'merged');
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
  const tokens = (of: CompactionRecord[]) => sum(of.map(({ tokensAfter }) => tokensAfter));
  return {
    from,
    to,
    folded: folds.map(({ round, firstMessage, lastMessage, tokensBefore }) => {
      return { round, firstMessage, lastMessage, tokens: tokensBefore };
    }),
    foldedTokens: sum(folds.map(({ tokensBefore }) => tokensBefore)),
    added: after.filter((record) => !before.includes(record)).map(told),
    removed: before.filter((record) => !after.includes(record)).map(told),
    kept: after.filter((record) => before.includes(record)).length,
    summaryTokens: { from: tokens(before), to: tokens(after) },
    cost: sum(between.map(({ cost = 0 }) => cost)),
  };
}

/** The summaries in the view after a round: a later one takes the place of all whose messages it has. */
function summariesAfter(lineage: readonly CompactionRecord[], round: number): CompactionRecord[] {
  let shown: CompactionRecord[] = [];
  for (const record of lineage) {
    if (record.round > round) break;
    const { firstMessage, lastMessage } = record;
    shown = shown.filter(
      (other) => other.lastMessage < firstMessage || other.firstMessage > lastMessage,
    );
    shown.push(record);
  }
  return shown;
}

function told(record: CompactionRecord): RoundSummary {
  const { round, firstMessage, lastMessage, tokensAfter, source, summary } = record;
  return { round, firstMessage, lastMessage, tokens: tokensAfter, source, text: summary };
}

function notKept(round: number, kept: readonly number[]): EpitomeError {
  const rounds = [...new Set(kept)];
  const known = rounds.length === 0 ? 'no round is' : `these are: ${rounds.join(', ')}`;
  return new EpitomeError('round-not-kept', `round ${round} is not kept in the store; ${known}`);
}

/** Throws `invalid-argument` for what is no round. */
export function checkRound(where: string, round: unknown): asserts round is number {
  if (Number.isSafeInteger(round) && Number(round) >= 0) return;
  throw new EpitomeError('invalid-argument', `${where}: a round must be a whole number from 0 on`);
}
