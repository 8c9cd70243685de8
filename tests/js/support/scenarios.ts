/**
 * Courses of conversations: how they grow, how they come back altered, how processes end.
 */
import type { Compactor, PresetName, SessionOverrides } from 'epitome';
import { isSegmentsMessage } from '../../../js/testing/host-index.ts';
import type { Message } from '../../../js/testing/shapes.ts';
import { anthropicShape, toAnthropic } from './anthropic.ts';
import { chatShape, toChat } from './chat.ts';
import { jsonClone, type MutationKind, mutateHistory, mutationKinds } from './mutations.ts';
import type { Journey, Player, PlayOptions } from './play.ts';
import { createRng, type Rng, text } from './random.ts';
import { Replies, replyKinds } from './replies.ts';
import type { Dialect } from './talk.ts';
import {
  growingTranscript,
  randomTranscript,
  type Dialect as SdkDialect,
  type TranscriptOptions,
} from './transcripts.ts';

/** Models that a host may change in mid-session. */
export const models = {
  narrow: { contextWindow: 1_500, maxOutputTokens: 100 },
  middle: { contextWindow: 5_000 },
  wide: { contextWindow: 32_000, maxOutputTokens: 4_000 },
};

/** Options that a host may set, each present or not. */
export function randomOverrides(rng: Rng): SessionOverrides {
  const contextWindow = rng.pick([1_000, 1_500, 2_000, 3_000, 4_000, 8_000, 16_000, 64_000]);
  // Without a window of its own a session follows the model of each step.
  const overrides: SessionOverrides = rng.chance(0.85) ? { contextWindow } : {};
  if (rng.chance(0.8)) Object.assign(overrides, { system: '', tools: {} });
  else if (rng.chance(0.5)) overrides.system = text(rng, 400, 'words');
  if (rng.chance(0.8)) {
    overrides.maxOutputTokens = rng.int(1, Math.floor(contextWindow / rng.pick([4, 8, 32])));
  }
  const amount = (least: number, most: number): number =>
    rng.chance(0.5) || overrides.contextWindow === undefined
      ? rng.int(Math.round(least * 100), Math.round(most * 100)) / 100
      : rng.int(Math.ceil(least * contextWindow), Math.ceil(most * contextWindow));
  if (rng.chance(0.3)) overrides.trigger = amount(0.2, 0.99);
  if (rng.chance(0.3)) {
    const target = amount(0.1, 0.9);
    // One that is not below the trigger is refused, and a preset may have any.
    const { trigger } = overrides;
    const sameUnit = trigger !== undefined && trigger < 1 === target < 1;
    if (sameUnit && target < trigger) overrides.target = target;
  }
  if (rng.chance(0.4)) {
    overrides.keepRecent = {};
    // More than the target is refused.
    const tokens = rng.chance(0.6) ? amount(0.01, 0.9) : undefined;
    if (tokens !== undefined && overrides.target === undefined) {
      overrides.keepRecent.tokens = tokens;
    }
    if (rng.chance(0.5)) overrides.keepRecent.messages = rng.int(0, 12);
  }
  return overrides;
}

const presetNames: PresetName[] = [
  'epitome',
  'aiSdk',
  'tiered',
  'rolling',
  'checkpoint',
  'microAgent',
  'openclaw',
];

/** A preset or terms of one's own: what views shrink by, how often, and where summaries stand. */
export function randomPolicy(rng: Rng): SessionOverrides {
  if (rng.chance(0.3))
    return { preset: rng.pick(presetNames), windowGuard: { refuse: 0, warn: 0 } };
  const protect = () => rng.pick([{}, { results: rng.int(0, 6) }, { assistants: rng.int(0, 4) }]);
  const results: NonNullable<SessionOverrides['results']> = {};
  if (rng.chance(0.3)) results.arrival = rng.int(200, 4_000);
  if (rng.chance(0.2)) results.repeats = false;
  if (rng.chance(0.2)) results.outdated = false;
  if (rng.chance(0.5)) {
    const head = rng.int(0, 600);
    results.trim = { over: 2 * head + 400, head, tail: rng.int(0, head), protect: protect() };
  }
  if (rng.chance(0.4)) results.clear = { protect: protect() };
  if (rng.chance(0.4)) results.batch = rng.pick([0.02, 0.1, 50]);
  if (rng.chance(0.2)) results.media = true;
  if (rng.chance(0.3))
    results.tools = { 're*': { keep: true }, '*': { over: rng.int(200, 2_000) } };
  const policy: SessionOverrides = { results };
  if (rng.chance(0.3)) policy.reasoning = 'drop';
  if (rng.chance(0.3)) policy.media = { protect: protect() };
  if (rng.chance(0.3)) policy.placement = rng.pick(['user', 'assistant', 'system']);
  if (rng.chance(0.3)) policy.oneSummary = true;
  if (rng.chance(0.2)) policy.prices = { input: 3 };
  if (rng.chance(0.2)) policy.warn = 0.5;
  if (rng.chance(0.1)) Object.assign(policy, { enabled: false, maxMessages: rng.int(4, 40) });
  if (rng.chance(0.3)) {
    policy.pace = { minimumGain: rng.pick([1, 0.05, 0.3]), leastFold: rng.int(1, 6) };
  }
  return policy;
}

/** A model that is well, one that has bad days, one that always fails, or none. */
export function randomReplies(rng: Rng, seed: string): Replies | undefined {
  switch (rng.int(0, 4)) {
    case 0:
      return undefined;
    case 1:
    case 2:
      return new Replies(seed);
    case 3:
      return new Replies(seed, ['good', ...replyKinds]);
    default:
      return new Replies(
        seed,
        replyKinds.filter((kind) => kind !== 'good'),
      );
  }
}

/** Shapes of one SDK version, with results large enough for windows of a few thousand tokens. */
export function randomShapes(rng: Rng): TranscriptOptions & { dialect: SdkDialect } {
  if (rng.chance(0.2)) return { dialect: 'ai-sdk-4', hugeUnits: 8_000 };
  return { dialect: 'ai-sdk', version: rng.pick([5, 6, 7]), hugeUnits: 8_000 };
}

export function randomPlay(rng: Rng, seed: string, compactor: Compactor): PlayOptions {
  const overrides = randomOverrides(rng);
  return { compactor, overrides, replies: randomReplies(rng, seed) };
}

export interface Growth {
  arrays: Message[][];
  wellFormed: boolean;
  /** What a provider bills for a view of so many tokens by the engine's count; 0 for nothing. */
  bill: (tokens: number) => number;
  /** The model of each step. */
  models: string[];
}

/** A conversation as it grows, sound or damaged. */
export function randomGrowth(rng: Rng): Growth {
  const wellFormed = rng.chance(0.6);
  const options = { ...randomShapes(rng), wellFormed, hugeShare: 0.05 };
  const turns = rng.int(1, 4);
  const arrays = [...growingTranscript(rng, { ...options, turns, steps: rng.int(2, 16) })];
  // A provider's tokenizer differs from the estimate, and counts what the host sends besides.
  const [factor, besides] = [rng.int(90, 130), rng.int(0, 300)];
  const bills = rng.chance(0.3);
  const bill = (tokens: number): number =>
    bills && tokens > 0 ? Math.ceil((tokens * factor) / 100) + besides : 0;
  let model = rng.pick(Object.keys(models));
  const chosen = arrays.map(() => {
    if (rng.chance(0.1)) model = rng.pick(Object.keys(models));
    return model;
  });
  return { arrays, wellFormed, bill, models: chosen };
}

function stepOf(player: Player, { wellFormed, models, bill }: Growth, at: number): Journey {
  const billed = bill(player.usage.viewTokens);
  return { goesOn: at > 0, sound: wellFormed, billed, model: models[at] as string };
}

/** AI SDK 5 and 6: the whole history, in a new array, at every step. */
export async function playRaw(player: Player, growth: Growth): Promise<void> {
  for (const [at, messages] of growth.arrays.entries()) {
    await player.send(messages, stepOf(player, growth, at));
  }
}

/** AI SDK 7: the last view with what is new behind it. */
export async function playCarried(player: Player, growth: Growth): Promise<void> {
  let known = 0;
  for (const [at, host] of growth.arrays.entries()) {
    const array = [...player.view, ...host.slice(known)];
    await player.send(array, { ...stepOf(player, growth, at), host });
    known = host.length;
  }
}

/**
 * Like `playRaw`, but processes end, requests begin anew from a store, steps are repeated, folds are
 * asked for, and a first message may be written anew at each step, as `streamText` of AI SDK 5 does.
 */
export async function playRough(player: Player, growth: Growth, seed: number): Promise<void> {
  const rng = createRng(seed);
  const fresh = rng.chance(0.2);
  let stored: Message[] = [];
  let goesOn = false;
  for (const [at, messages] of growth.arrays.entries()) {
    if (rng.chance(0.2)) {
      if (rng.chance(0.5)) player.restart();
      else player.newLoop();
      goesOn = false;
      stored = jsonClone(messages);
    }
    const array = [...stored, ...messages.slice(stored.length)];
    if (fresh) array[0] = jsonClone(array[0] as Message);
    const manual = rng.chance(0.05);
    await player.send(array, { ...stepOf(player, growth, at), goesOn, manual, fresh });
    goesOn = true;
    if (rng.chance(0.15)) await player.sendAgain();
  }
}

/** What a host makes of a history before the next request. */
export type Return = MutationKind | 'own-view';

/** A finished history that comes back altered, again and again, each time once more in vain. */
export async function playReturns(
  player: Player,
  { messages: given, options }: History,
  seed: number,
): Promise<Return[]> {
  const rng = createRng(seed);
  const returns: Return[] = [];
  let history = jsonClone(given);
  await player.send(history);
  await player.sendAgain();
  for (let round = rng.int(2, 5); round > 0; round -= 1) {
    const restarted = rng.chance(0.3);
    if (restarted) player.restart();
    else player.newLoop();
    const segments = player.view.findIndex(isSegmentsMessage);
    // What a repair moved would come back as the host's own.
    if (segments >= 0 && player.calls.at(-1)?.repairs === 0 && rng.chance(0.3)) {
      returns.push('own-view');
      const array = jsonClone([...player.view]);
      const host = array.toSpliced(segments, 1);
      await player.send(array, { host, suffix: true, mustKeep: array.slice(0, segments) });
    } else {
      const kind = rng.pick(mutationKinds);
      returns.push(kind);
      const { messages } = mutateHistory(rng, history, kind, options);
      if (kind === 'suffix') {
        // What stands before it is the host's own only when the session saw it in this process.
        const known = jsonClone(history);
        if (!restarted) await player.send(known);
        const before = known.slice(leadingSystem(known), known.length - messages.length);
        const numbered = before.length + messages.length === known.length;
        const memory = restarted ? {} : { before, numbered };
        await player.send(messages, { suffix: true, ...memory });
      } else {
        await player.send(messages);
        if (kind !== 'unrelated') history = messages;
      }
    }
    await player.sendAgain();
  }
  return returns;
}

function leadingSystem(messages: readonly Message[]): number {
  const first = messages.findIndex(({ role }) => role !== 'system');
  return first < 0 ? messages.length : first;
}

export interface History {
  messages: Message[];
  options: TranscriptOptions;
}

/** A transcript for `playReturns`, mostly damaged. */
export function randomHistory(rng: Rng): History {
  const options = { ...randomShapes(rng), units: 24, hugeShare: 0.03, wellFormed: rng.chance(0.3) };
  return { messages: randomTranscript(rng, options), options };
}

/** The same growth as a chat-completions host has it. */
export function asChat(growth: Growth): Growth {
  const known = new Map();
  return { ...growth, arrays: growth.arrays.map((messages) => toChat(messages, known)) };
}

/** The same growth as a host of Anthropic's Messages API has it. */
export function asAnthropic(growth: Growth): Growth {
  const known = new Map();
  return { ...growth, arrays: growth.arrays.map((messages) => toAnthropic(messages, known)) };
}

/** The growth in a dialect; `play` is told what belongs to that. */
export function inDialect(dialect: Dialect, play: PlayOptions, growth: Growth): Growth {
  if (dialect === 'ai-sdk') return growth;
  const { overrides, compactor } = play;
  overrides.dialect = dialect;
  const count = (message: Message) => compactor.estimateMessagesTokens([message]);
  if (dialect === 'openai-chat') {
    play.shape = chatShape(count);
    return asChat(growth);
  }
  // The system field of a request is not part of a step's answer.
  const goesToSystem = overrides.placement === 'system' || overrides.preset === 'tiered';
  if (goesToSystem) overrides.placement = 'user';
  play.shape = anthropicShape(count);
  return asAnthropic(growth);
}
