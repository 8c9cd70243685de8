/**
 * Which trials make the suite. Decides sessions, sizes and what stands beside them for comparison;
 * refuses to know which figures are good.
 */
import { mock } from 'node:test';
import { type Compactor, createCompactor, type SessionOverrides, type Summarize } from 'epitome';
import { type Language, languages } from './plants.ts';
import { buildSession } from './session.ts';
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
  return withCompactor(options, async (compactor) => {
    // Time passes only where the slow model says so.
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      return await played(compactor, options);
    } finally {
      mock.timers.reset();
    }
  });
}

async function played(compactor: Compactor, options: SuiteOptions): Promise<SuiteResult> {
  const { models = modelNames, onTrial } = options;
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
