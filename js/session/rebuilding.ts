/** Records made anew of what is stored, where the state is of a release whose states this one does not read. */
import { nothingBilled } from '../bills/step-bills.ts';
import type { HostMessage } from '../dialects/dialect.ts';
import { Next } from '../engine/codes.ts';
import type { EngineSession } from '../engine/engine-session.ts';
import type { Run } from '../engine/run.ts';
import { modelIdOf } from '../models/models.ts';
import { Limits } from '../overflow/limits.ts';
import * as secrecy from '../redact/secrecy.ts';
import type { FoldReport, StoredMessage } from '../types.ts';
import { attempt, isObject } from '../values/fields.ts';
import { printOf } from '../values/print.ts';
import { contentOf, missing } from './archive.ts';
import { kept } from './deciding.ts';
import { readState, stateVersion } from './lineage.ts';
import { rewriteTold } from './news.ts';
import { untilAsked } from './planning.ts';
import {
  type Behind,
  recordsBehind,
  roundOfRewrite,
  roundsBehind,
  type StoredRecord,
} from './rounds.ts';
import { type MidStep, plainStep, type StepContext } from './step-context.ts';
import type { Steps } from './steps.ts';
import type { History } from './stored.ts';

/** What was made anew of stored records so far. */
interface Remade {
  /** Of the last one's messages. */
  run: Run | undefined;
  told: ReturnType<typeof rewriteTold>;
  readonly folds: FoldReport[];
  readonly records: StoredRecord[];
}

/** Goes on from the records that another release has left in the store: no model is asked for them again. */
export async function rebuild(
  steps: Steps,
  messages: readonly HostMessage[],
  context: StepContext,
): Promise<void> {
  const { stored, options } = steps;
  if (stored === undefined || steps.foreign === undefined) return;
  if (options.redact !== false) await secrecy.load();
  const history = await stored.history();
  if (history === undefined) return;
  await kept(stored, async () => {
    const { foreign } = steps;
    if (foreign === undefined) return { changes: false };
    steps.foreign = undefined;
    const rounds = rebuilt(steps, foreign, history, messages, context);
    return { changes: true, ...(rounds && { rounds: () => rounds }) };
  });
}

function rebuilt(
  steps: Steps,
  foreign: string,
  history: History,
  messages: readonly HostMessage[],
  context: StepContext,
) {
  const { side, views, news, options, refusals } = steps;
  const members = attempt(() => JSON.parse(foreign) as Record<string, unknown>) ?? {};
  const { facts, requestBytes } = steps.bounds(modelIdOf(context.model));
  side.keepTo(requestBytes);
  const engine = side.awake();
  engine.countBy(facts);
  views.see(messages, context.hook);
  const dialect = context.dialect ?? views.dialect;
  const { chain, records, behind } = recordsBehind(history.rounds);
  const own = roundsBehind(history.rounds, chain);
  const archived = history.messages.filter(({ round }) => own.has(round));
  const clean = secrecy.cleaner(options.redact);
  const whole = withArchive(views.unmarked(messages), archived, behind, clean);
  const take = (count: number) =>
    engine.runs.take(whole.messages.slice(0, count), undefined, dialect);
  const remade: Remade = { run: undefined, told: undefined, folds: [], records: [] };
  let untold: string[] = [];
  for (const record of records) {
    const end = whole.endOf(record);
    if (end === undefined) break;
    // As long ago: of all that has come since, nothing could be in the view.
    const run = take(end + 1);
    remade.run = run;
    engine.foldBefore(run, end);
    const prose = [...untold, record.prose].filter((text) => text !== '').join('\n\n');
    const step = { ...plainStep, manual: true, now: steps.now, resume: false };
    untilOver({ engine, run, dialect }, engine.step(run, facts, step), prose);
    // A record would be no smaller than its messages: it is told with the next one.
    untold = addRecord({ engine, run, dialect }, record, prose, remade) ? [] : [prose];
  }
  pinAgain(engine, members.pins);
  refusals.limits = new Limits(members.limits);
  steps.turns += history.turnCount;
  const number = Math.max(0, ...history.rounds.map(({ round }) => round)) + 1;
  // What the host sends next is known by what came before it.
  const run = remade.run && take(whole.messages.length);
  const known = run === undefined ? [] : engine.records(run);
  side.startFrom(withTotals(engine.snapshot(), number, members.totals, history.totalTokens));
  const { told, folds } = remade;
  if (told === undefined) {
    const { version = 0 } = readState(foreign);
    const reason = 'version';
    news.tell({ type: 'state-dropped', reason, version, reads: stateVersion });
    return undefined;
  }
  const made = { round: number, reason: 'rebuilt', folds, summarizeMillis: 0 } as const;
  const rewrite = { ...told, ...made };
  news.rewrite(rewrite, undefined);
  const round = roundOfRewrite(rewrite, nothingBilled, known, options);
  return [{ round, folded: [], records: remade.records, before: chain }];
}

/** Adds the record that the run's last step has written in place of a stored one. False where it has written none. */
function addRecord(
  { engine, run, dialect }: MidStep,
  stored: StoredRecord,
  prose: string,
  remade: Remade,
) {
  const report = engine.report(run);
  if (report === undefined || report.folds.length === 0) return false;
  remade.told = rewriteTold(report, engine, run, dialect);
  remade.folds.push(...report.folds);
  const place = engine.explain(run).records.length - 1;
  const { edited } = stored;
  if (edited !== undefined) {
    const texts = [...edited, prose].filter((text) => text !== '');
    engine.editRecord(run, place, texts.join('\n\n'));
  }
  const id = engine.explain(run).records[place]?.id ?? '';
  remade.records.push({ ...stored, id, prose });
  return true;
}

function pinAgain(engine: EngineSession, pins: unknown): void {
  for (const pin of Array.isArray(pins) ? pins : []) {
    if (typeof pin === 'string') engine.pin(pin, true);
  }
}

/** Carries a step out: the prose is the answer to whatever is asked. */
function untilOver(at: MidStep, begun: number, prose: string): void {
  const { engine, run } = at;
  let next = untilAsked(at, begun);
  while (next >= Next.read) {
    const number = engine.requests.pending(run)[0]?.number ?? 0;
    const answered =
      prose === ''
        ? engine.requests.giveUp(run, number, 'aborted')
        : engine.requests.replyAgain(run, number, prose);
    next = untilAsked(at, answered);
  }
}

/**
 * The host's messages behind those of the archive that it has left out; `behind` is the message that stood behind all
 * of these. `endOf` a record is the place behind its last message; undefined where the host has edited what it stands for.
 */
function withArchive(
  messages: readonly HostMessage[],
  archived: readonly StoredMessage[],
  behind: Behind | undefined,
  clean: (text: string) => string,
) {
  const known = behind === undefined ? archived : [...archived, behind];
  const numbers = new Map(known.map(({ print, message }) => [print, message]));
  const prints = messages.map((message) => printOf(contentOf(message, clean)));
  const votes = new Map<number, number>();
  for (const [at, print] of prints.entries()) {
    const number = numbers.get(print);
    if (number !== undefined) votes.set(number - at, (votes.get(number - at) ?? 0) + 1);
  }
  const [elected] = [...votes].sort(([, a], [, b]) => b - a);
  // Nothing of it is known here.
  if (elected === undefined) return { messages, endOf: () => undefined };
  const [first] = elected;
  const contents = new Map(archived.map(({ message, content }) => [message, content]));
  const before = Array.from({ length: Math.max(0, first - 1) }, (_, at) => {
    const read = attempt<unknown>(() => JSON.parse(contents.get(at + 1) ?? ''));
    return isObject(read) ? (read as HostMessage) : missing;
  });
  const all = [...before, ...messages];
  const endOf = ({ firstMessage, lastMessage }: StoredRecord): number | undefined => {
    const range = archived.filter(
      ({ message }) => message >= Math.max(first, firstMessage) && message <= lastMessage,
    );
    const same = range.filter(({ message, print }) => prints[message - first] === print);
    const isOwn = 2 * same.length >= range.length;
    return isOwn && lastMessage < all.length ? lastMessage : undefined;
  };
  return { messages: all, endOf };
}

/** A state with what was counted before: `writeMeter` of `src/session/state.cc` says what stands where. */
function withTotals(state: string, compactions: number, old: unknown, tokens: number): string {
  const members = JSON.parse(state) as { totals: number[] };
  const [, , , input, output] = Array.isArray(old) ? old : [];
  const isKnown = Number.isSafeInteger(input) && input + output === tokens;
  members.totals[0] = compactions;
  members.totals[3] = isKnown ? input : tokens;
  members.totals[4] = isKnown ? output : 0;
  return JSON.stringify(members);
}
