/**
 * The names, types and ranges of all options, and how options of several layers become one.
 */

import { wasmSource } from '../load/given.ts';
import { tokenFamilies } from '../types/families.ts';
import type { Policy } from '../types/policy.ts';
import type {
  AgentOptions,
  CompactorOptions,
  OneShotOptions,
  OpenOptions,
  SessionOverrides,
  SharedStepOptions,
} from '../types.ts';
import {
  amount,
  anything,
  type Check,
  checkedOptions,
  either,
  flag,
  having,
  isPlain,
  kind,
  list,
  modelNamed,
  names,
  object,
  off,
  oneOf,
  price,
  record,
  shape,
  shown,
  signal,
  some,
  text,
  textOf,
  whole,
  wholeFrom,
  words,
  wordsOf,
} from '../values/checks.ts';
import { refuseOption } from '../values/require.ts';
import { calibrations, summaryShapes } from './core-options.ts';
import { presetNames, presets } from './presets.ts';
import { stateText } from './stored-state.ts';

/** `kMaxToolRules` of `src/transcript/tool_rules.h`. */
const mostToolRules = 254;
/** The session's own tools have rules, too. */
const mostQuestionTools = 52;
const ownTools = 2;
/** Each is looked for in every text. */
const mostPatterns = 64;

/** Of `Store`; a lease is not every store's. */
const storeMethods = [
  'load',
  'save',
  'saveMeter',
  'rounds',
  'messages',
  'list',
  'delete',
  'expire',
];

const protect = shape({ results: wholeFrom(0), assistants: wholeFrom(0), tokens: amount });
const roles = wordsOf(['system', 'developer', 'user', 'assistant', 'tool', 'function']);
const messageRule = either(
  kind('function', 'a function (message, index) => boolean'),
  shape({ roles, metadata: kind('string', 'the name of a field') }),
);

const policyChecks: Record<keyof Policy, Check> = {
  windowGuard: shape({ refuse: wholeFrom(0), warn: wholeFrom(0) }),
  enabled: flag,
  maxMessages: wholeFrom(1),
  trigger: amount,
  target: amount,
  ofPrompt: flag,
  flushAt: amount,
  warn: amount,
  keepRecent: shape({
    tokens: amount,
    messages: wholeFrom(0),
    combine: oneOf(['most', 'least']),
  }),
  userWords: amount,
  budgets: shape({
    system: wholeFrom(0),
    summary: amount,
    blocks: amount,
    output: wholeFrom(1),
    margin: amount,
  }),
  results: shape({
    arrival: wholeFrom(200),
    repeats: flag,
    outdated: flag,
    trim: either(
      off,
      shape({ over: wholeFrom(200), head: wholeFrom(0), tail: wholeFrom(0), protect }),
    ),
    clear: either(off, shape({ protect })),
    batch: amount,
    media: flag,
    tools: record(
      shape({ keep: flag, over: wholeFrom(200) }),
      'an object from tool names to { keep, over }',
      mostToolRules - mostQuestionTools - ownTools,
    ),
  }),
  reasoning: oneOf(['keep', 'drop']),
  media: either(off, shape({ protect })),
  pace: shape({ minimumGain: amount, leastFold: wholeFrom(1) }),
  placement: oneOf(['user', 'assistant', 'system', 'pair', 'first-user', 'alternating']),
  oneSummary: flag,
  summary: shape({
    shape: oneOf(summaryShapes),
    instructions: textOf(0, 2_000),
    sections: some(
      16,
      shape({ heading: textOf(1, 120), instruction: textOf(0, 500) }, ['heading', 'instruction']),
    ),
    maxInput: wholeFrom(4_000),
    askAgain: flag,
  }),
  redact: either(
    off,
    shape({ patterns: record(textOf(3, 200), 'an object from names to patterns', mostPatterns) }),
  ),
  calibration: oneOf(calibrations),
};

const resource = shape(
  {
    tools: words,
    does: oneOf(['read', 'write', 'delete', 'run', 'search', 'fetch', 'plan']),
    of: words,
    part: words,
  },
  ['tools', 'does'],
);

const agentChecks: Record<keyof AgentOptions, Check> = {
  ...policyChecks,
  preset: whole(either(oneOf(presetNames), shape(policyChecks))),
  contextWindow: wholeFrom(256),
  model: modelNamed,
  models: record(
    shape({ contextWindow: wholeFrom(256), maxOutputTokens: wholeFrom(1) }, ['contextWindow']),
    'an object from model ids to { contextWindow, maxOutputTokens }',
  ),
  strict: flag,
  summarize: kind('function', 'a function (request, { signal }) => Promise<string>'),
  summarizeTimeout: wholeFrom(1),
  summarizeParallel: wholeFrom(1),
  background: either(
    kind('boolean', 'true or false'),
    shape({ at: amount, external: kind('boolean', 'true or false') }),
  ),
  summarizeRetries: wholeFrom(0),
  summarizerWindow: wholeFrom(4_096),
  memoryFlush: kind('function', 'a function (request) => Promise'),
  memoryFlushTimeout: wholeFrom(1),
  beforeCompaction: kind('function', 'a function (request) => { veto, instructions }'),
  afterCompaction: kind('function', 'a function ({ round }) => Promise'),
  maxOutputTokens: wholeFrom(1),
  requestBytes: wholeFrom(1),
  requestImages: wholeFrom(1),
  stateBytes: wholeFrom(32_768, 1_048_576),
  system: text,
  tools: (value) =>
    typeof value === 'object' && value !== null
      ? undefined
      : 'the tools as passed to the AI SDK, or an array of tool schemas',
  family: oneOf(tokenFamilies),
  dialect: oneOf(['auto', 'ai-sdk', 'ai-sdk-4', 'openai-chat', 'anthropic']),
  pin: messageRule,
  priority: messageRule,
  reinject: kind('function', 'a function (info) => blocks'),
  questionTools: names(mostQuestionTools),
  resources: Object.assign(
    (value: unknown) =>
      Array.isArray(value) && value.every((entry) => resource(entry) === undefined)
        ? undefined
        : 'an array of { tools, does, of, part }',
    { each: resource },
  ),
  prices: shape({ input: price, cacheRead: price, cacheWrite: price, output: price }, ['input']),
  cacheLifetime: wholeFrom(1),
  cacheControl: oneOf(['auto', 'off']),
  now: kind('function', 'a function that returns milliseconds'),
  maxSteps: wholeFrom(1),
  store: having(storeMethods, 'a store, such as memoryStore()'),
  waitUntil: kind('function', 'a function (promise) => void'),
  debug: flag,
  quiet: flag,
  onEvent: kind('function', 'a function (event) => void'),
  abortSignal: signal,
};

/** Every option of a compactor. */
export const compactorChecks: Record<keyof CompactorOptions, Check> = {
  ...agentChecks,
  agents: record(shape(agentChecks), 'an object from names of agents to their options'),
  openSessions: wholeFrom(1),
  wasm: wasmSource,
};

const overrideChecks: Record<keyof SessionOverrides, Check> = {
  ...agentChecks,
  agent: kind('string', 'the name of one of the `agents`'),
  state: (value) =>
    stateText(value) === null ? 'what snapshot() returned: its text, bytes or object' : undefined,
};

const sharedStepChecks: Record<keyof SharedStepOptions, Check> = {
  sessionId: (value) =>
    typeof value === 'function' || (typeof value === 'string' && value !== '')
      ? undefined
      : 'the id of a session, or a function that gives the id for a step',
  scope: (value) =>
    typeof value === 'function' || typeof value === 'string'
      ? undefined
      : 'whose session it is, or a function that says it for a step',
  overrides: object,
  abortSignal: agentChecks.abortSignal,
  onEvent: agentChecks.onEvent,
};

const {
  background,
  memoryFlush,
  memoryFlushTimeout,
  beforeCompaction,
  afterCompaction,
  maxSteps,
  store,
  waitUntil,
  ...oneShotChecks
} = agentChecks;
oneShotChecks satisfies Record<keyof OneShotOptions, Check>;

/** The options of a compactor. Throws `invalid-option` for the first one with a wrong name or value. */
export function compactorOptions(given: unknown): CompactorOptions {
  const options = checkedOptions<CompactorOptions>('createCompactor', given, compactorChecks);
  if (options.contextWindow === undefined && options.model === undefined) {
    refuseOption(
      'createCompactor needs `model` or `contextWindow` (tokens): it must know how large the window is',
    );
  }
  return options;
}

/** The same for what a session overrides; undefined where nothing is given. */
export const overridesOf = (where: string, given: unknown): SessionOverrides | undefined =>
  given === undefined ? undefined : checkedOptions<SessionOverrides>(where, given, overrideChecks);

/** The same with whose session it is, for `compactor.open`. A scope is checked with the id that it goes with. */
export const openOptions = (given: unknown): OpenOptions =>
  checkedOptions<OpenOptions>('compactor.open', given, { ...overrideChecks, scope: anything });

/** The same for the options of `compactor.prepareStep`. */
export const sharedStepOptions = <A>(given: unknown): SharedStepOptions<A> =>
  checkedOptions<SharedStepOptions<A>>('compactor.prepareStep', given, sharedStepChecks, [
    'sessionId',
  ]);

/** The same for the options of the one-shot function `where`. */
export const oneShotOptions = (given: unknown, where: string): OneShotOptions =>
  checkedOptions<OneShotOptions>(where, given, oneShotChecks);

/** The state's text of overrides, if there is one. */
export const stateOf = (overrides: SessionOverrides | undefined): string | undefined =>
  stateText(overrides?.state) ?? undefined;

/**
 * The options of a session that is opened with `overrides`; `around` are those of its compactor or parent.
 * Throws `invalid-option` for an unknown agent.
 */
export function optionsOf(
  around: CompactorOptions,
  overrides: SessionOverrides | undefined,
): CompactorOptions {
  const options = layered({}, { preset: 'epitome', ...defined(around) });
  if (overrides === undefined) return options;
  const { state: _, agent, ...own } = overrides;
  return layered(ofAgent(options, agent), own);
}

/**
 * `around` with the options of its agent of that name. Throws `invalid-option` for an unknown name.
 */
function ofAgent(around: CompactorOptions, agent: string | undefined): CompactorOptions {
  if (agent === undefined) return around;
  const { agents = {} } = around;
  const own = Object.hasOwn(agents, agent) ? agents[agent] : undefined;
  if (own !== undefined) return layered(around, own);
  const names = Object.keys(agents);
  refuseOption(
    names.length === 0
      ? `\`agent\` is ${shown(agent)}, and the compactor has no \`agents\`: name it there`
      : `\`agent\` must be one of ${list(names)}; got ${shown(agent)}`,
  );
}

/**
 * What belongs to an option: where a nearer layer sets that option, these are not taken from the layers behind.
 * A preset is a whole policy except the kill switch, a model has its own window, prices are those of one
 * model, and `ofPrompt` says what the numbers beside it count.
 */
const companions: Readonly<Partial<Record<string, readonly string[]>>> = {
  preset: Object.keys(policyChecks).filter((name) => name !== 'enabled'),
  model: ['contextWindow', 'family'],
  prices: ['prices'],
  trigger: ['ofPrompt'],
  target: ['ofPrompt'],
  'budgets.output': ['maxOutputTokens'],
};

const anyOptions = shape(compactorChecks);

/**
 * Options laid over those behind them: a session's over its agent's, an agent's over the compactor's, and all
 * over those of the preset that they name.
 */
function layered(around: CompactorOptions, own: AgentOptions): CompactorOptions {
  const { preset, ...set } = defined(own);
  const policy = typeof preset === 'string' ? presets[preset] : preset;
  const behind =
    policy === undefined ? around : { ...defined(policy), ...without(around, ['preset']) };
  const parts = Object.keys(set.budgets ?? {}).map((name) => `budgets.${name}`);
  return laid(
    without(behind, [...Object.keys(set), ...parts]),
    set,
    anyOptions,
  ) as CompactorOptions;
}

function without(options: CompactorOptions, named: readonly string[]): CompactorOptions {
  const left: Record<string, unknown> = { ...options };
  for (const path of named.flatMap((name) => companions[name] ?? [])) {
    const [name = '', member] = path.split('.');
    const value = left[name];
    if (member === undefined) delete left[name];
    else if (isPlain(value)) left[name] = { ...value, [member]: undefined };
  }
  return left as CompactorOptions;
}

/** One value over another: member by member where the check has members, else as a whole. */
function laid(behind: unknown, nearer: unknown, check: Check | undefined): unknown {
  if (nearer === undefined) return behind;
  const { members, entries } = check ?? {};
  if (!(members || entries) || !isPlain(behind) || !isPlain(nearer)) return nearer;
  const merged = new Map(Object.entries(behind));
  for (const [name, value] of Object.entries(nearer)) {
    merged.set(name, laid(merged.get(name), value, members?.[name] ?? entries));
  }
  return Object.fromEntries(merged);
}

/** An option that is undefined sets nothing. */
function defined<Options extends object>(options: Options): Options {
  const set = Object.entries(options).filter(([, value]) => value !== undefined);
  return Object.fromEntries(set) as Options;
}
