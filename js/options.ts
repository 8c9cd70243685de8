/**
 * What a host may set. Decides names, types, ranges and defaults, and says at once what is wrong;
 * refuses to know what an option does.
 */
import { EpitomeError } from './errors.ts';
import type { ModelFacts } from './host.ts';
import type { CompactionConfig } from './one-shot.ts';
import { guessedFamily, type TokenFamily, tokenFamilies } from './tokens/families.ts';
import type { CompactorOptions, SessionOverrides } from './types.ts';

type Calibration = NonNullable<CompactorOptions['calibration']>;

/** `CalibrationMethod` of `src/tokens/calibration.h`. */
const calibrations: readonly Calibration[] = ['least-squares', 'moving-average', 'off'];

const list = (names: readonly string[]) => names.map((name) => `'${name}'`).join(', ');

type Check = (value: unknown) => string | undefined;

const amount: Check = (value) =>
  typeof value === 'number' && value > 0 && value < 1e12 && (value < 1 || Number.isInteger(value))
    ? undefined
    : 'a whole number of tokens, or a fraction between 0 and 1';
const wholeFrom =
  (least: number): Check =>
  (value) =>
    Number.isInteger(value) && (value as number) >= least && (value as number) < 2 ** 31
      ? undefined
      : `a whole number of at least ${least}`;
const kind =
  (type: string, what: string): Check =>
  (value) =>
    typeof value === type ? undefined : what;

const wasmTags = ['[object WebAssembly.Module]', '[object ArrayBuffer]', '[object URL]'];

const compactorChecks: Record<keyof CompactorOptions, Check> = {
  contextWindow: wholeFrom(256),
  model: (value) =>
    modelIdOf(value) === undefined ? 'a model id, or an object with a modelId' : undefined,
  models: (value) => {
    if (!isPlain(value)) return 'an object from model ids to { contextWindow, maxOutputTokens }';
    for (const [id, profile] of Object.entries(value)) {
      if (!isPlain(profile)) return `an object with a contextWindow for '${id}'`;
      const window = wholeFrom(256)(profile.contextWindow);
      if (window !== undefined) return `${window} as contextWindow of '${id}'`;
      const output = profile.maxOutputTokens;
      if (output !== undefined && wholeFrom(1)(output) !== undefined) {
        return `${wholeFrom(1)(output)} as maxOutputTokens of '${id}'`;
      }
    }
    return undefined;
  },
  summarize: kind('function', 'a function (request, { signal }) => Promise<string>'),
  summarizeTimeout: wholeFrom(1),
  maxOutputTokens: wholeFrom(1),
  system: kind('string', 'a string'),
  tools: (value) =>
    typeof value === 'object' && value !== null
      ? undefined
      : 'the tools as passed to the AI SDK, or an array of tool schemas',
  trigger: amount,
  target: amount,
  keepRecent: (value) => {
    if (!isPlain(value)) return 'an object { tokens, messages }';
    for (const name of Object.keys(value)) {
      if (name !== 'tokens' && name !== 'messages') {
        return `an object { tokens, messages }; it has no '${name}'`;
      }
    }
    if (value.tokens !== undefined && amount(value.tokens) !== undefined) {
      return `${amount(value.tokens)} as tokens`;
    }
    if (value.messages !== undefined && wholeFrom(0)(value.messages) !== undefined) {
      return `${wholeFrom(0)(value.messages)} as messages`;
    }
    return undefined;
  },
  userWords: amount,
  family: (value) =>
    tokenFamilies.includes(value as TokenFamily) ? undefined : list(tokenFamilies),
  calibration: (value) =>
    calibrations.includes(value as Calibration) ? undefined : list(calibrations),
  dialect: (value) =>
    ['auto', 'ai-sdk', 'ai-sdk-4', 'openai-chat', 'anthropic'].includes(value as string)
      ? undefined
      : "'auto', 'ai-sdk', 'ai-sdk-4', 'openai-chat' or 'anthropic'",
  onEvent: kind('function', 'a function (event) => void'),
  abortSignal: (value) => (value instanceof AbortSignal ? undefined : 'an AbortSignal'),
  wasm: (value) =>
    (typeof value === 'string' && value !== '') ||
    ArrayBuffer.isView(value) ||
    wasmTags.includes(Object.prototype.toString.call(value))
      ? undefined
      : 'a WebAssembly.Module, its bytes, or a URL',
};

const { wasm: _, ...ofSessions } = compactorChecks;
const overrideChecks: Record<keyof SessionOverrides, Check> = {
  ...ofSessions,
  state: kind('string', 'the text that snapshot() returned'),
};

const configChecks: Record<keyof CompactionConfig, Check> = {
  modelContextLimit: compactorChecks.contextWindow,
  systemReserve: wholeFrom(0),
  outputReserve: wholeFrom(1),
  safetyBuffer: wholeFrom(0),
  thresholdPercent: (value) =>
    typeof value === 'number' && value > 0 && value <= 1
      ? undefined
      : 'a number above 0 and at most 1',
  recentMessagesToKeep: wholeFrom(0),
  summarize: compactorChecks.summarize,
  abortSignal: compactorChecks.abortSignal,
};

/** Throws `invalid-option` for the first option with a wrong name or value. */
export function checkOptions(options: unknown): asserts options is CompactorOptions {
  if (!isPlain(options)) {
    throw new EpitomeError('invalid-option', 'createCompactor takes an object of options');
  }
  check(options, 'createCompactor', compactorChecks);
  if (options.contextWindow === undefined && options.model === undefined) {
    throw new EpitomeError(
      'invalid-option',
      'createCompactor needs `contextWindow` (tokens) or `model`: one of the two sizes the window',
    );
  }
}

/** The same for what a session overrides. */
export function checkOverrides(overrides: unknown): asserts overrides is SessionOverrides {
  if (!isPlain(overrides)) {
    throw new EpitomeError('invalid-option', 'compactor.session takes an object of overrides');
  }
  check(overrides, 'compactor.session', overrideChecks);
}

/** The same for the configuration of the one-shot function `where`. */
export function checkConfig(config: unknown, where: string): asserts config is CompactionConfig {
  if (!isPlain(config)) {
    throw new EpitomeError('invalid-option', `${where} takes an object of options`);
  }
  check(config, where, configChecks);
}

function check(
  options: Record<string, unknown>,
  where: string,
  checks: Record<string, Check>,
): void {
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(checks, name)) {
      const names = Object.keys(checks).join(', ');
      throw new EpitomeError(
        'invalid-option',
        `${where} has no option \`${name}\`; the options are ${names}`,
      );
    }
    if (value === undefined) continue;
    const expected = checks[name]?.(value);
    if (expected !== undefined) {
      throw new EpitomeError(
        'invalid-option',
        `${where}: \`${name}\` must be ${expected}; got ${shown(value)}`,
      );
    }
  }
}

/**
 * The id of a model as the AI SDK passes it around: a string, or an object with `modelId`; undefined
 * for anything else. Never throws.
 */
export function modelIdOf(model: unknown): string | undefined {
  try {
    const id =
      typeof model === 'object' && model !== null
        ? (model as { modelId?: unknown }).modelId
        : model;
    return typeof id === 'string' && id !== '' ? id : undefined;
  } catch {
    return undefined;
  }
}

/** Options as the core reads them (`parseOptions` in `src/session/options.h`). */
export function coreOptions(
  options: CompactorOptions,
  hostOverhead: number | undefined,
  { family, media }: ModelFacts,
): string {
  const { tokens, messages } = options.keepRecent ?? {};
  return JSON.stringify({
    trigger: options.trigger,
    target: options.target,
    userWords: options.userWords,
    // Messages alone mean messages alone; one token keeps the newest unit, as no token would.
    keepRecentTokens: tokens ?? (messages === undefined ? undefined : 1),
    keepRecentMessages: messages,
    maxOutputTokens: options.maxOutputTokens,
    hostOverhead,
    family: family % guessedFamily,
    media,
    calibration: options.calibration && calibrations.indexOf(options.calibration),
    summarizer: options.summarize !== undefined,
  });
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function shown(value: unknown): string {
  if (typeof value === 'string') return `'${value.slice(0, 60)}'`;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return Array.isArray(value) ? 'an array' : value === null ? 'null' : typeof value;
}
