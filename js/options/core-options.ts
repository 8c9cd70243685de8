/** Writes options as the core reads them (`src/session/options.cc`). They are already checked. */
import type { ModelFacts } from '../models/facts.ts';
import type { Complete } from '../types/complete.ts';
import { guessedFamily } from '../types/families.ts';
import type {
  KeepRecent,
  Policy,
  Prices,
  ResourceExtractor,
  ResultPolicy,
  SummaryPolicy,
  SummaryShape,
} from '../types/policy.ts';
import type { CompactorOptions } from '../types.ts';
import { toWellFormed } from '../values/well-formed.ts';
import { questionTools } from './question-tools.ts';

type ToolRule = NonNullable<ResultPolicy['tools']>[string];
type Calibration = NonNullable<Policy['calibration']>;

/** `CalibrationMethod` of `src/tokens/calibration.h`. */
export const calibrations: readonly Calibration[] = ['least-squares', 'moving-average', 'off'];

/** `SummaryShape` of `src/summary/record_shapes.h`. */
export const summaryShapes: readonly SummaryShape[] = [
  'epitome',
  'record',
  'checkpoint',
  'rolling',
  'narrative',
  'brief',
];

/** `ResourceKind` of `src/transcript/resource.h`. */
const accesses = ['', 'read', 'write', 'delete', 'run', 'search', 'fetch', 'plan'];

/** The host has summary requests answered itself. */
export function isExternal(background: CompactorOptions['background']): boolean {
  return typeof background === 'object' && background.external === true;
}

/** Tokens of what a request has besides messages. */
export interface Overhead {
  /** All of it, where that is stated. */
  stated?: number | undefined;
  /** What is known to be there beside what is assumed. */
  beside?: number | undefined;
}

export function coreOptions(
  options: CompactorOptions,
  overhead: Overhead,
  { family, media }: Pick<ModelFacts, 'family' | 'media'>,
  summarizerWindow?: number,
  recalling?: { readonly recall: string; readonly compact: string },
): string {
  const { budgets = {}, pace } = options;
  return JSON.stringify({
    trigger: options.trigger,
    target: options.target,
    flushAt: options.flushAt,
    warn: options.warn,
    margin: budgets.margin,
    ofPrompt: options.ofPrompt,
    requestBytes: options.requestBytes,
    stateBytes: options.stateBytes,
    userWords: options.userWords,
    ...recent(options.keepRecent ?? {}),
    maxOutputTokens: options.maxOutputTokens ?? budgets.output,
    hostOverhead: overhead.stated,
    assumedOverhead: budgets.system,
    besideAssumed: overhead.beside,
    family: family % guessedFamily,
    media,
    calibration: options.calibration && calibrations.indexOf(options.calibration),
    summarizer: options.summarize !== undefined || isExternal(options.background),
    background: options.background !== undefined && options.background !== false,
    backgroundAt: typeof options.background === 'object' ? options.background.at : undefined,
    summarizerWindow,
    flush: options.memoryFlush !== undefined,
    announces: options.beforeCompaction !== undefined,
    blocks: options.reinject !== undefined,
    blockTokens: budgets.blocks,
    enabled: options.enabled,
    mostMessages: options.maxMessages,
    results: results(options.results ?? {}, options.questionTools ?? questionTools, recalling),
    recall: recalling?.recall,
    dropReasoning: options.reasoning && options.reasoning === 'drop',
    clearMedia: options.media ? (options.media.protect ?? {}) : undefined,
    pace,
    prices: options.prices && completePrices(options.prices),
    cacheLifetime: options.cacheLifetime,
    oneSummary: options.oneSummary,
    summaryTokens: budgets.summary,
    summary: options.summary && summary(options.summary),
    extractors: options.resources?.map(extractor),
  });
}

/** With the ratios that most providers have where the host does not say. */
export function completePrices(prices: Prices): Complete<Prices> {
  const { input } = prices;
  return {
    input,
    cacheRead: prices.cacheRead ?? input * 0.1,
    cacheWrite: prices.cacheWrite ?? input * 1.25,
    output: prices.output ?? input * 5,
  };
}

function recent({ messages, tokens, combine }: KeepRecent) {
  const counted = messages !== undefined;
  // The least of two is nothing where one of them is.
  if (combine === 'least' && [tokens, messages].includes(0)) return { keepRecentTokens: 1 };
  return {
    // Messages alone mean messages alone; one token keeps the newest unit, as no token would.
    keepRecentTokens:
      (tokens === 0 ? 1 : tokens) ??
      (counted && combine !== 'least' ? 1 : counted ? 1e12 - 1 : undefined),
    keepRecentMessages: messages,
    keepLeast: combine && combine === 'least',
  };
}

function results(
  policy: ResultPolicy,
  asking: readonly string[],
  { recall, compact }: { recall?: string; compact?: string } = {},
) {
  const { trim, clear, tools, ...rest } = policy;
  return {
    ...rest,
    trim: trim ? completeTrim(trim) : undefined,
    clear: clear ? (clear.protect ?? {}) : undefined,
    tools: toolRules(tools ?? {}, asking, [recall, compact]),
  };
}

/** The core takes the first rule that fits a tool: names go before patterns, longer before shorter ones. */
function toolRules(
  tools: NonNullable<ResultPolicy['tools']>,
  asking: readonly string[],
  recalling: readonly (string | undefined)[],
) {
  const said = (pattern: string) =>
    pattern.includes('*') ? pattern.replaceAll('*', '').length : Number.MAX_SAFE_INTEGER;
  const rules = new Map<string, ToolRule & { asksUser?: boolean; recalls?: boolean }>(
    Object.entries(tools),
  );
  for (const name of asking) rules.set(name, { ...rules.get(name), asksUser: true });
  for (const name of recalling) {
    if (name !== undefined) rules.set(name, { ...rules.get(name), recalls: true });
  }
  return [...rules]
    .sort(([one], [other]) => said(other) - said(one))
    .map(([name, rule]) => ({ tools: name, ...rule }));
}

/** Three quarters of what is only just too long stay. */
function completeTrim({ over = 4_000, ...rest }: Exclude<ResultPolicy['trim'], false | undefined>) {
  const share = Math.floor((over * 3) / 8);
  return { over, head: rest.head ?? share, tail: rest.tail ?? share, protect: rest.protect };
}

function summary({ shape, instructions, sections, askAgain, maxInput }: SummaryPolicy) {
  return {
    asksAgain: askAgain,
    maxInput,
    shape: shape && summaryShapes.indexOf(shape),
    instructions: instructions && toWellFormed(instructions),
    sections: sections?.map(({ heading, instruction }) => ({
      heading: toWellFormed(heading),
      instruction: toWellFormed(instruction),
    })),
  };
}

function extractor({ tools, does, of = '', part = '' }: ResourceExtractor) {
  const joined = (names: string | readonly string[]) =>
    typeof names === 'string' ? names : names.join(' ');
  return {
    tools: joined(tools),
    kind: accesses.indexOf(does),
    subjects: joined(of),
    ranges: joined(part),
  };
}
