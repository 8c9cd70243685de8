/**
 * Compaction without a session: functions that each look at one array and forget it. A loop that calls
 * them at every step pays for its summaries again and again, so agents use `session.prepareStep`.
 */
import { detectDialect } from '../dialects/detect.ts';
import { EpitomeError } from '../errors.ts';
import { collecting } from '../events/events.ts';
import { oneShotOptions } from '../options/options.ts';
import { arrayOf } from '../session/arguments.ts';
import type { Session } from '../session/session.ts';
import type {
  AgentOptions,
  Compacted,
  CompactorEvent,
  MessageLike,
  OneShotOptions,
  Summarize,
  SummaryRecord,
  SummaryRequest,
} from '../types.ts';
import { type Compactor, createCompactor } from './compactor.ts';

export interface CompactionSelection<M> {
  messagesToCompact: M[];
  messagesToKeep: M[];
}

/** What `session.compact()` and `session.records()` give. */
export interface CompactionResult<M> extends Compacted<M> {
  records: SummaryRecord[];
}

const defaultWindow = 128_000;
const defaultRecent = { messages: 10 };

let shared: Promise<Compactor> | undefined;

function engine(): Promise<Compactor> {
  shared ??= createCompactor({ contextWindow: defaultWindow });
  // A failed load is tried again by the next call.
  shared.catch(() => {
    shared = undefined;
  });
  return shared;
}

/** Calls `use` with a session of its own for the messages, and with what that session tells. */
async function once<T>(
  where: string,
  messages: readonly MessageLike[],
  given: OneShotOptions,
  ownOf: (options: OneShotOptions) => AgentOptions,
  use: (session: Session, events: readonly CompactorEvent[]) => Promise<T>,
): Promise<T> {
  arrayOf(messages, where);
  const options = oneShotOptions(given, where);
  const own = ownOf(options);
  const events: CompactorEvent[] = [];
  const hear = (event: CompactorEvent) => {
    events.push(event);
    (own.onEvent ?? options.onEvent)?.(event);
  };
  const listener = options.onEvent === undefined ? collecting(hear) : hear;
  const compactor = await engine();
  try {
    const session = compactor.session(undefined, {
      dialect: detectDialect(messages) ?? 'ai-sdk',
      ...(options.preset === undefined && { keepRecent: defaultRecent }),
      ...options,
      ...own,
      onEvent: listener,
    });
    try {
      return await use(session, events);
    } finally {
      session.dispose();
    }
  } catch (error) {
    // Nothing outlives a call here: the next one loads a sound engine.
    if (EpitomeError.isInstance(error) && error.code === 'internal') shared = undefined;
    throw error;
  }
}

/** What only looks calls nobody. */
const silent = () => ({ summarize: undefined, reinject: undefined, onEvent: () => {} });

/**
 * Whether a session with these options would rewrite the array at its next step, because it has grown to the
 * trigger or does not fit. Rejects with `invalid-argument` for anything but an array, and with `invalid-option`
 * for a wrong option.
 */
export function shouldCompact(
  messages: readonly MessageLike[],
  options: OneShotOptions = {},
): Promise<boolean> {
  return once('shouldCompact', messages, options, silent, async (session, events) => {
    await session.prepare(messages);
    for (const event of events) {
      if (event.type === 'error') throw new EpitomeError('internal', event.error.message);
    }
    return events.some(({ type }) => type === 'compaction' || type === 'cannot-fit');
  });
}

/**
 * The messages that `compact` would fold, and those that it would keep. The initial messages, the current request
 * and what `keepRecent` names stay, and whatever else keeps a call with its result. Rejects like `shouldCompact`.
 */
export function selectMessagesToCompact<M extends MessageLike>(
  messages: readonly M[],
  options: OneShotOptions = {},
): Promise<CompactionSelection<M>> {
  return once('selectMessagesToCompact', messages, options, silent, async (session) => {
    await session.compact({ messages });
    const fates = session.explain().messages;
    const goes = new Set(
      fates.flatMap(({ fate, message }) => (fate === 'folded' ? [message - 1] : [])),
    );
    return {
      messagesToCompact: messages.filter((_, at) => goes.has(at)),
      messagesToKeep: messages.filter((_, at) => !goes.has(at)),
    };
  });
}

/**
 * The request that `summarize` would get for the array, or the first of several. Undefined where there is nothing
 * to summarize. No model is called. Rejects like `shouldCompact`.
 */
export function buildSummaryPrompt(
  messages: readonly MessageLike[],
  options: OneShotOptions = {},
): Promise<SummaryRequest | undefined> {
  const asked: SummaryRequest[] = [];
  const asking = new AbortController();
  const summarize = async (request: SummaryRequest) => {
    asked.push(request);
    asking.abort();
    return '';
  };
  const own = ({ summarize: model }: OneShotOptions) => ({
    ...silent(),
    summarize: Object.assign(summarize, { modelId: model?.modelId }),
    abortSignal: asking.signal,
    summarizeParallel: 1,
  });
  return once('buildSummaryPrompt', messages, options, own, async (session) => {
    await session.compact({ messages });
    return asked[0];
  });
}

/**
 * Compacts an array now: what `selectMessagesToCompact` selects gives way to a record. Records of earlier
 * compactions stay, as part of the initial messages. Rejects like `shouldCompact`, and with `summarizer-failed`
 * when `summarize` gave no summary that can be used.
 */
export function compact<M extends MessageLike>(
  messages: readonly M[],
  options: OneShotOptions = {},
): Promise<CompactionResult<M>> {
  const thrown: { cause?: unknown } = {};
  const own = ({ summarize }: OneShotOptions) => ({
    summarize: summarize && remembering(summarize, thrown),
  });
  return once('compact', messages, options, own, async (session, events) => {
    const { summarize: model } = session.steps.options;
    const compacted = await session.compact({ messages });
    const failed = compacted.event?.folds.find(
      ({ source, codeReason }) => source === 'code' && codeReason !== 'not-asked',
    );
    if (model !== undefined && failed !== undefined) {
      const told = events.filter((event) => event.type === 'summary-failed').at(-1);
      const why = told?.error === undefined ? '' : `: ${told.error.message}`;
      throw new EpitomeError(
        'summarizer-failed',
        `\`summarize\` gave no summary that can be used (${failed.codeReason})${why}`,
        thrown,
      );
    }
    return { ...compacted, records: session.records() };
  });
}

/** The same summarizer, whose last failure stays in `thrown`. */
function remembering(summarize: Summarize, thrown: { cause?: unknown }): Summarize {
  const asked: Summarize = async (...args) => {
    try {
      return await summarize(...args);
    } catch (error) {
      thrown.cause = error;
      throw error;
    }
  };
  return Object.assign(asked, { modelId: summarize.modelId });
}

/** The compacted messages, or the given ones when anything fails. Never rejects. */
export async function safeCompact<M extends MessageLike>(
  messages: readonly M[],
  options: OneShotOptions = {},
): Promise<readonly M[]> {
  try {
    return (await compact(messages, options)).messages;
  } catch {
    return messages;
  }
}
