/**
 * Compaction without a session: four functions that each look at one array and forget it. Decides
 * their defaults; a loop that calls them at every step pays for its summaries again and again, so
 * agents use `session.prepareStep`.
 */
import { detectDialect } from './adapters/detect.ts';
import { type Compactor, createCompactor } from './compactor.ts';
import { EpitomeError } from './errors.ts';
import { checkConfig } from './options.ts';
import type { MessageLike, Summarize } from './types.ts';

/** All sizes in tokens. */
export interface CompactionConfig {
  /** What the model supports. Default 128,000. */
  modelContextLimit?: number;
  /** Kept free for system prompt and tools. Default 2,000. */
  systemReserve?: number;
  /** Kept free for the reply. Default 4,000. */
  outputReserve?: number;
  /** Kept free for the estimate's error. Default 5,000. */
  safetyBuffer?: number;
  /** Compact at this share of what is left, in (0, 1]. Default 0.8. */
  thresholdPercent?: number;
  /** Newest messages that stay. Default 10. */
  recentMessagesToKeep?: number;
  /** Writes the summary; without it the built-in digest does. */
  summarize?: Summarize;
  abortSignal?: AbortSignal;
}

export interface CompactionSelection<M> {
  messagesToCompact: M[];
  messagesToKeep: M[];
  /** Text of the segments that earlier compactions left in the array. */
  previousSummary: string | null;
}

export interface CompactionResult<M> {
  compactedMessages: M[];
  compactionEvent: {
    /** 0 when nothing was compacted; else one more than earlier compactions left segments. */
    round: number;
    tokensBefore: number;
    tokensAfter: number;
    /** The segment as the model reads it; empty when nothing was compacted. */
    summaryContent: string;
    /** Indexes in the given array. */
    compactedMessageIndexes: number[];
  };
}

const defaults = {
  modelContextLimit: 128_000,
  systemReserve: 2_000,
  outputReserve: 4_000,
  safetyBuffer: 5_000,
  thresholdPercent: 0.8,
  recentMessagesToKeep: 10,
};

let shared: Promise<Compactor> | undefined;

function engine(): Promise<Compactor> {
  shared ??= createCompactor({ contextWindow: defaults.modelContextLimit });
  // A failed load is tried again by the next call.
  shared.catch(() => {
    shared = undefined;
  });
  return shared;
}

async function withEngine<T>(use: (compactor: Compactor) => T): Promise<T> {
  const compactor = await engine();
  try {
    return use(compactor);
  } catch (error) {
    // Nothing outlives a call here: the next one loads a sound engine.
    shared = undefined;
    throw error;
  }
}

/** Tokens of an array, as `countMessages` of `epitome/tokens` counts them for an unknown model. */
function tokensOf(messages: readonly MessageLike[]): Promise<number> {
  return withEngine((compactor) => compactor.estimateMessagesTokens(messages));
}

/**
 * True when the array is at or over the threshold and longer than what would be kept. Throws
 * `invalid-argument` for what is no array, `invalid-option` for a wrong config.
 */
export async function shouldCompact(
  messages: readonly MessageLike[],
  config: CompactionConfig = {},
): Promise<boolean> {
  requireArray(messages, 'shouldCompact');
  checkConfig(config, 'shouldCompact');
  const { recentMessagesToKeep, ...sizes } = { ...defaults, ...withoutUndefined(config) };
  if (messages.length <= recentMessagesToKeep + 1) return false;
  const available =
    sizes.modelContextLimit - sizes.systemReserve - sizes.outputReserve - sizes.safetyBuffer;
  return (await tokensOf(messages)) >= Math.floor(available * sizes.thresholdPercent);
}

/**
 * Which messages a compaction would take. The opening request, the current one and the newest
 * `keepLast` stay, and more where a call would be torn from its result.
 */
export async function selectMessagesToCompact<M extends MessageLike>(
  messages: readonly M[],
  keepLast: number = defaults.recentMessagesToKeep,
): Promise<CompactionSelection<M>> {
  requireArray(messages, 'selectMessagesToCompact');
  if (!Number.isInteger(keepLast) || keepLast < 0) {
    throw new EpitomeError('invalid-argument', 'keepLast must be a whole number of at least 0');
  }
  const summaries = messages.filter((message) => segmentIds(message).length > 0);
  const previousSummary = summaries.length === 0 ? null : summaries.map(textOf).join('\n\n');
  if (messages.length <= keepLast + 1) {
    return { messagesToCompact: [], messagesToKeep: [...messages], previousSummary };
  }
  const { begin, end, keptBegin, keptEnd } = await withEngine((compactor) =>
    compactor.foldable(messages, keepLast),
  );
  const goes = (at: number) => at >= begin && at < end && !(at >= keptBegin && at < keptEnd);
  return {
    messagesToCompact: messages.filter((_, at) => goes(at)),
    messagesToKeep: messages.filter((_, at) => !goes(at)),
    previousSummary,
  };
}

/**
 * Compacts an array now: what `selectMessagesToCompact` selects becomes one segment. Segments that
 * earlier compactions left stay, as part of the opening. Throws `invalid-argument` for what is no
 * array, `invalid-option` for a wrong config, `summarizer-failed` when `summarize` gave no summary
 * that can be used.
 */
export async function compact<M extends MessageLike>(
  messages: readonly M[],
  config: CompactionConfig = {},
): Promise<CompactionResult<M>> {
  requireArray(messages, 'compact');
  checkConfig(config, 'compact');
  const { summarize, abortSignal, ...sizes } = { ...defaults, ...withoutUndefined(config) };
  const tokensBefore = await tokensOf(messages);
  const unchanged: CompactionResult<M> = {
    compactedMessages: [...messages],
    compactionEvent: {
      round: 0,
      tokensBefore,
      tokensAfter: tokensBefore,
      summaryContent: '',
      compactedMessageIndexes: [],
    },
  };
  if (messages.length <= sizes.recentMessagesToKeep + 1) return unchanged;
  const rejected: { reason: string; error?: unknown }[] = [];
  const session = (await engine()).session(undefined, {
    dialect: detectDialect(messages) ?? 'ai-sdk',
    contextWindow: sizes.modelContextLimit,
    maxOutputTokens: sizes.outputReserve,
    keepRecent: { messages: sizes.recentMessagesToKeep },
    onEvent: (happened) => {
      if (happened.type === 'summary-rejected') rejected.push(happened);
    },
    ...(summarize && { summarize }),
    ...(abortSignal && { abortSignal }),
  });
  try {
    const { messages: compacted, event } = await session.compact({ messages });
    const [failure] = rejected;
    if (failure !== undefined) {
      throw new EpitomeError('summarizer-failed', `no summary was written: ${failure.reason}`, {
        cause: failure.error,
      });
    }
    const fold = event?.folds.find(({ kind }) => kind === 'fold');
    if (event === undefined || fold === undefined) return unchanged;
    const given = new Set<M>(messages);
    const segment = compacted.find((message) => !given.has(message) && message.role === 'user');
    const earlier = messages.flatMap((message) => segmentIds(message));
    const shown = new Set<M>(compacted);
    return {
      compactedMessages: compacted,
      compactionEvent: {
        round: earlier.length + 1,
        tokensBefore,
        tokensAfter: await tokensOf(compacted),
        summaryContent: segment === undefined ? '' : textOf(segment),
        compactedMessageIndexes: [...messages.keys()].filter(
          (at) =>
            at < fold.lastMessage && at >= fold.firstMessage - 1 && !shown.has(messages[at] as M),
        ),
      },
    };
  } finally {
    session.dispose();
  }
}

/** The same, for the inside of an agent loop: the given messages when anything fails. Never rejects. */
export async function safeCompact<M extends MessageLike>(
  messages: readonly M[],
  config: CompactionConfig = {},
): Promise<readonly M[]> {
  try {
    return (await compact(messages, config)).compactedMessages;
  } catch {
    return messages;
  }
}

function requireArray(messages: unknown, name: string): void {
  if (!Array.isArray(messages)) {
    throw new EpitomeError('invalid-argument', `${name} takes an array of messages`);
  }
}

/** Members that are undefined would hide defaults. */
function withoutUndefined(config: CompactionConfig): CompactionConfig {
  return Object.fromEntries(Object.entries(config).filter(([, value]) => value !== undefined));
}

/** Ids of the segments that a message of ours carries; none for every other message. */
function segmentIds(message: unknown): string[] {
  try {
    const { providerOptions } = message as {
      providerOptions?: { epitome?: { segments?: unknown } };
    };
    const ids = providerOptions?.epitome?.segments;
    return Array.isArray(ids) ? ids : [];
  } catch {
    return [];
  }
}

function textOf(message: MessageLike): string {
  const { content } = message;
  if (!Array.isArray(content)) return String(content);
  return content.map((part: { text?: string }) => part.text ?? '').join('\n\n');
}
