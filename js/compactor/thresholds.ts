/** Holds what options say of sizes against each other. */

import type { AgentOptions, CompactorOptions } from '../types.ts';
import { refuseOption } from '../values/require.ts';

/** What a view may have in a window, tokens, and what is kept free for system prompt and tools. */
export interface Room {
  window: number;
  budget: number;
  overhead: number;
}

const defaultTrigger = 0.8;

/** One size that has to be below another, or at most as large. */
interface Pair {
  name: string;
  size: number | undefined;
  /** The options that say it, or what it is held against; a dot leads to a part of one. */
  by: readonly string[];
  /** What the limit is called. */
  below: string;
  limit: number;
  strict?: boolean;
  /** Neither counts the system prompt, whatever `ofPrompt` says. */
  ofView?: boolean;
}

/**
 * Throws `invalid-option` for sizes that contradict each other. `options` are those that hold, and only what
 * `own`, the nearest layer of them, sets is held against the rest: a preset by its name is for any window.
 * `roomsOf` gives the budgets that are possible, none where the window is not known: what may be right in one
 * of them passes, and the core then aims at half of the trigger. It is asked where a size is set.
 */
export function checkThresholds(
  own: AgentOptions,
  options: CompactorOptions,
  roomsOf: () => readonly Room[],
  where: string,
): void {
  const set: AgentOptions = { ...(typeof own.preset === 'object' ? own.preset : {}), ...own };
  const isSet = (path: string) =>
    path.split('.').reduce<unknown>((at, name) => Object(at)[name], set) !== undefined;
  const refuse = (what: string): never => {
    refuseOption(`${where}: ${what}`);
  };
  let known: readonly Room[] | undefined;
  const rooms = () => {
    known ??= roomsOf();
    return known;
  };
  const window = isSet('trigger') || isSet('budgets') ? rooms()[0]?.window : undefined;
  if (isSet('trigger') && window !== undefined && (options.trigger ?? 0) > window) {
    refuse(
      `\`trigger\` must not be above the context window, which is ${window} tokens; got ${options.trigger}`,
    );
  }
  if (isSet('budgets') && window !== undefined) {
    const sum = sumOf(options);
    if (sum > window) {
      refuse(
        `\`budgets\` must not be above the context window, which is ${window} tokens; its parts have ${sum}`,
      );
    }
  }
  for (const { name, size, by, below, limit, strict = false, ofView = false } of pairs(options)) {
    if (size === undefined || !by.some(isSet)) continue;
    const ofPrompt = options.ofPrompt === true && !ofView;
    const fits = (one: number, other: number) => (strict ? one < other : one <= other);
    const isRight = (room: Room) =>
      fits(tokens(size, room, ofPrompt), tokens(limit, room, ofPrompt));
    const sameUnit = size < 1 === limit < 1;
    const right = sameUnit ? fits(size, limit) : rooms().length === 0 || rooms().some(isRight);
    if (!right) {
      const rule = strict ? 'be below' : 'not be above';
      refuse(`\`${name}\` must ${rule} ${below}; got ${size}`);
    }
  }
}

function pairs({ trigger = defaultTrigger, target, ...options }: CompactorOptions): Pair[] {
  const { background, keepRecent, flushAt, warn } = options;
  const above = { below: `\`trigger\`, which is ${trigger}`, limit: trigger };
  const { tokens: recent, messages, combine } = keepRecent ?? {};
  const isLeast = combine === 'least' && messages !== undefined;
  return [
    { name: 'target', size: target, by: ['target', 'trigger'], ...above, strict: true },
    { name: 'flushAt', size: flushAt, by: ['flushAt', 'trigger'], ...above },
    {
      name: 'background.at',
      size: typeof background === 'object' ? background.at : undefined,
      by: ['background.at', 'trigger'],
      ...above,
      ofView: true,
    },
    { name: 'warn', size: warn, by: ['warn'], below: 'the budget', limit: 0.999_999 },
    {
      name: 'keepRecent.tokens',
      // A target of one token asks for as much as can go, whatever stays.
      size: target === undefined || target === 1 || isLeast ? undefined : recent,
      by: ['keepRecent.tokens'],
      below: `\`target\`, which is ${target}`,
      limit: target ?? 1,
      ofView: true,
    },
  ];
}

function tokens(amount: number, { budget, overhead }: Room, ofPrompt: boolean): number {
  if (amount < 1) return Math.floor(amount * budget);
  return ofPrompt ? amount - overhead : amount;
}

/** What the named parts of a window have together, as far as they are tokens. */
function sumOf({
  budgets = {},
  maxOutputTokens = budgets.output,
  keepRecent,
}: CompactorOptions): number {
  const { system, summary, blocks, margin } = budgets;
  const parts = [system, maxOutputTokens, summary, blocks, keepRecent?.tokens, margin];
  return parts.reduce<number>((sum, part = 0) => sum + (part < 1 ? 0 : part), 0);
}
