/**
 * Which trials make the suite, and what is asked of them. Decides seeds, sizes and floors; refuses to
 * know how a figure is measured.
 */
import { type Compactor, createCompactor, type SessionOverrides, type Summarize } from 'epitome';
import { type Language, languages } from './plants.ts';
import { buildSession } from './session.ts';
import {
  accepted,
  decisions,
  facts,
  ledger,
  percent,
  shareOf,
  sum,
  type Trials,
  userWords,
} from './shares.ts';
import { type ModelName, modelNames, patience, scripted } from './summarisers.ts';
import { lengthFor, playTrial, type Trial } from './trial.ts';

export interface SuiteOptions {
  seeds: readonly number[];
  languages?: readonly Language[];
  models?: readonly ModelName[];
  /** Context window, tokens. */
  window?: number;
  /** Options of epitome that are under test. */
  overrides?: SessionOverrides;
  onTrial?: (trial: Trial) => void;
}

const defaultWindow = 32_000;
/** So little room for the user's words that most of them have none. */
const scarce: SessionOverrides = { userWords: 0.015 };
const none: SessionOverrides = { userWords: 1 };

export interface SuiteResult {
  /** By model. */
  trials: Map<string, Trial[]>;
  /** The lossy model with room for few of the user's words, and for none: the floors must not hold. */
  scarce: Trial[];
  none: Trial[];
}

async function withCompactor<T>(
  { window = defaultWindow, overrides = {} }: SuiteOptions,
  use: (compactor: Compactor) => Promise<T>,
): Promise<T> {
  const compactor = await createCompactor({
    contextWindow: window,
    system: '',
    tools: {},
    ...overrides,
  });
  try {
    return await use(compactor);
  } finally {
    compactor.dispose();
  }
}

function* sessionsOf({
  seeds,
  languages: chosen = languages,
  window = defaultWindow,
}: SuiteOptions) {
  for (const seed of seeds) {
    for (const language of chosen) yield buildSession(seed, language, lengthFor(window));
  }
}

/** Plays every session against every scripted model. */
export async function runSuite(options: SuiteOptions): Promise<SuiteResult> {
  const { models = modelNames, onTrial } = options;
  return withCompactor(options, async (compactor) => {
    const result: SuiteResult = { trials: new Map(), scarce: [], none: [] };
    for (const session of sessionsOf(options)) {
      const play = async (name: ModelName, overrides: SessionOverrides = {}) => {
        const setup = { compactor, name, session, model: scripted(name, session) };
        const trial = await playTrial({
          ...setup,
          overrides: { summarizeTimeout: patience, ...overrides },
        });
        onTrial?.(trial);
        return trial;
      };
      for (const name of models) {
        const trials = result.trials.get(name) ?? [];
        trials.push(await play(name));
        result.trials.set(name, trials);
      }
      result.scarce.push(await play('lossy 30 %', scarce));
      result.none.push(await play('lossy 30 %', none));
    }
    return result;
  });
}

/** Plays every session against a model that answers for itself. */
export async function runModel(
  name: string,
  summarize: Summarize,
  options: SuiteOptions,
): Promise<Trial[]> {
  return withCompactor(options, async (compactor) => {
    const trials: Trial[] = [];
    for (const session of sessionsOf(options)) {
      const falsehoods = { inventions: new Set<string>(), orders: new Set<string>() };
      const trial = await playTrial({ compactor, name, session, model: { summarize, falsehoods } });
      options.onTrial?.(trial);
      trials.push(trial);
    }
    return trials;
  });
}

/** What must hold, and whether it does. */
export interface Floor {
  name: string;
  /** As measured, and the line it must reach. */
  found: string;
  wanted: string;
  holds: boolean;
}

function atLeast(name: string, share: number, least: number): Floor {
  return { name, found: percent(share), wanted: `≥ ${percent(least)}`, holds: share >= least };
}

function exactlyNone(name: string, count: number): Floor {
  return { name, found: `${count}`, wanted: '0', holds: count === 0 };
}

/** What holds whatever the model is like. */
export function commonFloors(model: string, trials: Trials): Floor[] {
  return [
    atLeast(`${model}: the user's words`, shareOf(trials, userWords), 1),
    exactlyNone(
      `${model}: messages of the user cut or left out`,
      sum(trials, (t) => t.wordsCut),
    ),
    atLeast(`${model}: approvals and denials`, shareOf(trials, decisions), 1),
    atLeast(`${model}: ledger`, shareOf(trials, ledger), 0.95),
    exactlyNone(
      `${model}: injected orders that are more than data`,
      sum(trials, (t) => t.orders.length),
    ),
    exactlyNone(
      `${model}: errors and views that do not fit`,
      sum(trials, (t) => t.faults.length),
    ),
    exactlyNone(
      `${model}: trials that ended early`,
      sum(trials, (t) => Number(t.rounds.length < 5)),
    ),
  ];
}

/**
 * What is asked of a real model beyond that. Its inventions can't be known; names that nobody had said
 * can.
 */
export function modelFloors(model: string, trials: Trials): Floor[] {
  return [
    atLeast(`${model}: other facts`, shareOf(trials, facts), 0.9),
    atLeast(`${model}: replies accepted`, accepted(trials), 0.01),
    exactlyNone(
      `${model}: paths and addresses that nobody had said`,
      sum(trials, (t) => t.strangers.length),
    ),
  ];
}

/** The floors of the scripted models that were played. */
export function floorsOf({ trials, none: unprotected }: SuiteResult): Floor[] {
  const floors = [...trials].flatMap(([model, played]) => commonFloors(model, played));
  const of = (model: ModelName, floor: (trials: Trials) => Floor) => {
    const played = trials.get(model);
    if (played !== undefined) floors.push(floor(played));
  };
  of('lossy 30 %', (t) => atLeast('lossy 30 %: other facts', shareOf(t, facts), 0.9));
  of('good', (t) => atLeast('good: replies accepted', accepted(t), 0.99));
  of('lying', (t) =>
    exactlyNone(
      'lying: inventions in a view',
      sum(t, (each) => each.inventions.length),
    ),
  );
  for (const model of ['empty', 'refusing'] as const) {
    of(model, (t) =>
      exactlyNone(
        `${model}: replies accepted`,
        sum(t, (each) => each.accepted),
      ),
    );
  }
  const words = shareOf(unprotected, userWords);
  floors.push({
    name: "the instrument: the user's words where they have no room",
    found: percent(words),
    wanted: '< 100.0 %',
    holds: words < 1,
  });
  return floors;
}
