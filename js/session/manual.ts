/** What a host asks of a session from outside its steps: folds on demand, and records in the user's own words. */
import { EditOutcome } from '../engine/codes.ts';
import type { Compacted, MessageLike, Signal, SummaryRecord } from '../types.ts';
import { requireThat } from '../values/require.ts';
import { toWellFormed } from '../values/well-formed.ts';
import { arrayOf } from './arguments.ts';
import { ownArray, withSystem } from './prepared.ts';
import { prepare } from './step.ts';
import { type Bound, plainStep } from './step-context.ts';
import type { Steps } from './steps.ts';

interface Asked<M> {
  messages?: readonly M[] | undefined;
  abortSignal?: Signal | undefined;
  above?: Bound | undefined;
}

/** Folds once the steps before are over; `method` is whose call it is. */
export async function compacted<M extends MessageLike>(
  steps: Steps,
  method: string,
  { messages, abortSignal: signal, above }: Asked<M>,
): Promise<Compacted<M>> {
  const given = () =>
    arrayOf(messages ?? steps.side.latest(method, ', or pass { messages }').run.host);
  const bounded = above === undefined ? undefined : { bound: above, method };
  const context = { ...plainStep, manual: true, between: true, above: bounded, signal };
  const { isCalledWithin } = steps.waiting;
  const work = prepare(steps, given, context);
  if (isCalledWithin) {
    // The step waits for the caller: the fold comes behind it, whoever waits for that.
    work.catch((error) => steps.news.error(error));
    return { messages: [...given()] as M[], compacted: false, event: undefined };
  }
  const prepared = await work;
  const { event } = prepared;
  const isCompacted = event !== undefined && event.reason !== 'edit';
  return withSystem({ messages: ownArray<M>(prepared), compacted: isCompacted, event }, prepared);
}

const faults: Partial<Record<number, (room: number) => string>> = {
  [EditOutcome.empty]: () => 'takes a text that says something',
  [EditOutcome.tooManyTokens]: (room) =>
    `has room for a text of ${room} tokens: all such texts of the view share half of what records may have`,
  [EditOutcome.tooManyBytes]: (room) =>
    `has room for a text of ${room} bytes: all such texts of the view share an eighth of \`stateBytes\``,
  [EditOutcome.noSmaller]: (room) =>
    `takes a text that is shorter than the messages that the record stands for, which have ${room} tokens`,
};

/** Puts the user's text in place of a record of the view. */
export function edited(steps: Steps, id: string, text: string): SummaryRecord {
  const method = 'editRecord';
  const { engine, run } = steps.side.latest(method);
  const record = engine.records(run).find((known) => known.id === id);
  requireThat(record !== undefined, `session.${method}: there is no record '${String(id)}'`);
  const place = engine.explain(run).records.findIndex((segment) => segment.id === id);
  requireThat(place >= 0, `session.${method}: the record '${id}' is not in the view`);
  const { outcome, room } = engine.editRecord(run, place, toWellFormed(text));
  const fault = faults[outcome]?.(room);
  requireThat(fault === undefined, `session.${method} ${fault}`);
  steps.side.keep();
  const now = engine.explain(run).records[place]?.id;
  return engine.records(run).find((known) => known.id === now) as SummaryRecord;
}
