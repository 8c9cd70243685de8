/** The rewrites of a session, as its store keeps them. */
import type { Billed } from '../bills/usage.ts';
import { modelIdOf, modelProfile } from '../models/models.ts';
import type {
  CompactorOptions,
  Round,
  StoredMessage,
  StoredRound,
  SummaryRecord,
} from '../types.ts';
import { attempt } from '../values/fields.ts';
import type { Rewrite } from './news.ts';

const million = 1_000_000;

/** Ids of the records in the view, before the rewrite and after it. */
interface Chains {
  before: readonly unknown[];
  after: readonly unknown[];
}

/** What another release needs to know of a record to make it anew. */
export interface StoredRecord {
  id: string;
  firstMessage: number;
  lastMessage: number;
  prose: string;
  /** The user's own texts in it. */
  edited?: readonly string[];
}

/** A message by its number, and what tells it from another one of that number. */
export type Behind = Pick<StoredMessage, 'message' | 'print'>;

/** What is stored with a round, and is nothing that hosts get. */
interface Beside {
  records?: readonly StoredRecord[];
  /** The message behind all that was folded. */
  behind?: Behind | undefined;
  chains?: Chains;
}

/** A round, the numbers of the messages that it folded, and the records that it made. */
export interface ToldRound {
  round: Round;
  folded: readonly number[];
  records: readonly StoredRecord[];
  /** Ids of the records before it, where those that were saved last are others. */
  before?: readonly unknown[];
}

/** Of these records, those that a rewrite has made. */
export function recordsOf(
  { folds }: Pick<Rewrite, 'folds'>,
  records: readonly SummaryRecord[],
): StoredRecord[] {
  const made = records.filter(({ id }) => folds.some((fold) => fold.id === id));
  return made.map(({ id, firstMessage, lastMessage, prose, edited }) => ({
    ...{ id, firstMessage, lastMessage, prose },
    ...(edited.length > 0 && { edited: edited.map(({ text }) => text) }),
  }));
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
  beside: Required<Beside>,
): StoredRound {
  const { round, tokensBefore, tokensAfter, folds } = told;
  const messagesCompacted = folds
    .filter(({ kind }) => kind === 'fold')
    .reduce((sum, { firstMessage, lastMessage }) => sum + lastMessage - firstMessage + 1, 0);
  return {
    ...{ round, tokensBefore, tokensAfter, messagesCompacted },
    summary: record,
    details: JSON.stringify({ ...told, ...beside }),
  };
}

/** As hosts get it. */
export function roundOf({ summary, details }: StoredRound): Round {
  const { chains: _, records: __, behind: ___, ...told } = JSON.parse(details);
  return { ...told, ...(summary !== '' && { record: summary }) };
}

/** The records of the view behind the last round, oldest first: up to one that no round tells of. */
export function recordsBehind(rounds: readonly StoredRound[]): {
  chain: readonly unknown[];
  records: StoredRecord[];
  behind: Behind | undefined;
} {
  const details = rounds.map((round) => attempt(() => JSON.parse(round.details) as Beside) ?? {});
  const { chains, behind } = details.at(-1) ?? {};
  const chain = chains?.after ?? [];
  const made = new Map(
    details.flatMap(({ records = [] }) => records.map((each) => [each.id, each])),
  );
  const records: StoredRecord[] = [];
  for (const id of chain) {
    const record = made.get(id as string);
    if (record === undefined) break;
    records.push(record);
  }
  return { chain, records, behind };
}

/** Numbers of the rounds that led to a view with these records: those of a history that was edited away are others. */
export function roundsBehind(
  rounds: readonly StoredRound[],
  chain: readonly unknown[],
): Set<number> {
  const found = new Set<number>();
  // By each record, since a view that a host carries on may show some that no one round has left together.
  const wanted = new Set(chain);
  for (const { round, details } of [...rounds].reverse()) {
    const chains = attempt(() => (JSON.parse(details) as { chains?: Chains }).chains);
    if (chains === undefined) continue;
    const [before, after] = [new Set(chains.before), new Set(chains.after)];
    const made = chains.after.filter((id) => !before.has(id) && wanted.has(id));
    if (made.length === 0) continue;
    found.add(round);
    for (const id of made) wanted.delete(id);
    // What it has merged is behind it.
    for (const id of chains.before) if (!after.has(id)) wanted.add(id);
  }
  return found;
}
