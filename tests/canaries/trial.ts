/**
 * One session played to its end against one model. Decides how an agent's host calls epitome and when
 * the view is looked at; refuses to say which figures are good.
 */
import type { Compactor, CompactorEvent, SessionOverrides } from 'epitome';
import { isSegmentsMessage } from '../../js/testing/host-index.ts';
import {
  figuresOf,
  inventionsIn,
  ordersIn,
  type RoundFigures,
  strangersIn,
  unmarkedOrders,
} from './measure.ts';
import { type CanarySession, textOf } from './plants.ts';
import type { Scripted } from './summarisers.ts';

/** Rewrites after which a trial ends. */
export const rounds = 5;

/** Messages of a session that is long enough for all rounds in a window of `window` tokens. */
export const lengthFor = (window: number): number => Math.ceil(window / 40);

export interface Trial {
  model: string;
  seed: number;
  language: string;
  rounds: RoundFigures[];
  requests: number;
  accepted: number;
  /** How often a reply was turned down, by reason. */
  rejected: Map<string, number>;
  /** User messages that were cut or left out for want of room. */
  wordsCut: number;
  /** What the model made up, and what of it was seen in a view. */
  invented: number;
  inventions: string[];
  /** Orders that were slipped in, and what passed for more than data. */
  injected: number;
  orders: string[];
  /** Keys that tools printed, where a model was asked, in records and in the state. */
  secrets: string[];
  strangers: string[];
  /** What calls of the model failed with. */
  failures: Set<string>;
  /** Errors, and views that could not be made to fit. */
  faults: string[];
  messages: number;
}

export interface TrialSetup {
  compactor: Compactor;
  name: string;
  session: CanarySession;
  model: Scripted;
  overrides?: SessionOverrides;
}

/** Plays until `rounds` folds have happened, or the session ends. */
export async function playTrial(setup: TrialSetup): Promise<Trial> {
  const { compactor, name, session, model, overrides } = setup;
  let events: CompactorEvent[] = [];
  const unmarked = new Set<string>();
  const epitome = compactor.session(undefined, {
    ...overrides,
    summarize: (request, how) => {
      for (const order of unmarkedOrders(session, request.prompt)) unmarked.add(order);
      noteSecrets(`${request.system}\n${request.prompt}`);
      return model.summarize(request, how);
    },
    onEvent: (event) => events.push(event),
  });
  const trial: Trial = {
    model: name,
    seed: session.seed,
    language: session.language,
    rounds: [],
    requests: 0,
    accepted: 0,
    rejected: new Map(),
    wordsCut: 0,
    invented: 0,
    inventions: [],
    injected: 0,
    orders: [],
    secrets: [],
    strangers: [],
    failures: new Set(),
    faults: [],
    messages: 0,
  };
  const inventions = new Set<string>();
  const orders = new Set<string>();
  const secrets = new Set<string>();
  const noteSecrets = (text: string) => {
    for (const secret of session.secrets) if (text.includes(secret)) secrets.add(secret);
  };
  let steps: object[] = [];
  let folded = 0;
  for (const [end, { role }] of session.messages.entries()) {
    if (role === 'user') steps = [];
    if (role !== 'assistant') continue;
    events = [];
    const messages = session.messages.slice(0, end);
    const answer = await epitome.prepareStep({ messages, steps, stepNumber: steps.length });
    steps.push({});
    folded = note(trial, events, folded);
    trial.messages = end;
    const isRound = events.some((event) => event.type === 'compaction' && event.folds.length > 0);
    if (!isRound) continue;
    const view = answer?.messages ?? messages;
    const round = trial.rounds.length + 1;
    trial.rounds.push(figuresOf(session, view, { round, folded }));
    for (const each of inventionsIn(view, model.falsehoods)) inventions.add(each);
    for (const each of ordersIn(session, view, model.falsehoods)) orders.add(each);
    for (const each of unmarked) orders.add(each);
    noteSecrets(textOf(view.filter(isSegmentsMessage)));
    noteSecrets(epitome.snapshot());
    trial.strangers.push(...strangersIn(session, view));
    if (round === rounds) break;
  }
  const { summariesRequested, summariesAccepted } = epitome.usage();
  epitome.dispose();
  return {
    ...trial,
    requests: summariesRequested,
    accepted: summariesAccepted,
    invented: model.falsehoods.inventions.size,
    inventions: [...inventions],
    injected: session.injections.filter(({ message }) => message < folded).length,
    orders: [...orders],
    secrets: [...secrets],
    strangers: [...new Set(trial.strangers)],
  };
}

/** Adds what happened to the trial. Returns how many messages are folded. */
function note(trial: Trial, events: readonly CompactorEvent[], before: number): number {
  let folded = before;
  for (const event of events) {
    if (event.type === 'summary-rejected') {
      trial.rejected.set(event.reason, (trial.rejected.get(event.reason) ?? 0) + 1);
    } else if (event.type === 'summary-failed') {
      trial.failures.add(event.error?.message ?? event.reason);
    } else if (event.type === 'error') {
      trial.faults.push(`error: ${event.error.message}`);
    } else if (event.type === 'cannot-fit') {
      trial.faults.push('cannot fit');
    } else if (event.type === 'compaction') {
      if (event.tokensAfter > event.budget) trial.faults.push('over the budget');
      for (const { kind, lastMessage, userMessages } of event.folds) {
        folded = Math.max(folded, lastMessage);
        if (kind === 'fold') trial.wordsCut += userMessages.cut + userMessages.leftOut;
      }
    }
  }
  return folded;
}
