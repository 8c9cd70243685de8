/** The options that have a control here: as a hash of the page's address, and as the code that sets them. */

import type { CompactorOptions } from 'epitome';
import type { Setup } from '../../../engine/setup.ts';

type PresetName = Extract<NonNullable<CompactorOptions['preset']>, string>;
export const presetNames = [
  'epitome',
  'aiSdk',
  'tiered',
  'rolling',
  'checkpoint',
  'microAgent',
  'openclaw',
] as const satisfies readonly PresetName[];

/** What the address may set. */
export interface Shared {
  window: number;
  preset?: PresetName;
  /** A share of the budget below 1, else tokens. */
  trigger?: number;
  target?: number;
  /** Messages. */
  keepRecent?: number;
}

export const defaultWindow = 32_000;
/** Shares of the budget that hold where nothing is set. */
export const defaults = { trigger: 0.8, target: 0.4 };
const windows = { least: 1_000, most: 4_000_000 };
const longestHash = 500;

type Read = (text: string, window: number) => number | string | undefined;

const wholeBetween = (text: string, least: number, most: number) => {
  const value = Number(text);
  return /^\d{1,7}$/.test(text) && value >= least && value <= most ? value : undefined;
};
const amount: Read = (text, window) => {
  if (/^0?\.\d{1,4}$/.test(text)) {
    const share = Number(text);
    return share >= 0.01 ? share : undefined;
  }
  return wholeBetween(text, 2, window);
};

const readers: Record<keyof Shared, { read: Read; wanted: string }> = {
  window: {
    read: (text) => wholeBetween(text, windows.least, windows.most),
    wanted: 'tokens between 1,000 and 4,000,000',
  },
  preset: {
    read: (text) => presetNames.find((name) => name === text),
    wanted: `one of ${presetNames.join(', ')}`,
  },
  trigger: { read: amount, wanted: 'a share such as 0.8, or tokens within the window' },
  target: { read: amount, wanted: 'a share such as 0.5, or tokens within the window' },
  keepRecent: {
    read: (text) => wholeBetween(text, 0, 10_000),
    wanted: 'a number of messages up to 10,000',
  },
};
const names = Object.keys(readers) as (keyof Shared)[];
const isName = (name: string): name is keyof Shared => Object.hasOwn(readers, name);

/** What stands in an address may be anyone's: printed short and on one line. */
const quoted = (text: string) => {
  const plain = text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ');
  return `"${plain.length > 30 ? `${plain.slice(0, 30)}…` : plain}"`;
};

/** True for a hash with options in it; others name a section. */
export const hasOptions = (hash: string) => hash.includes('=');

export function parse(hash: string): { shared: Shared; problems: string[] } {
  const values: Partial<Record<keyof Shared, number | string>> = {};
  const problems: string[] = [];
  const shared = () => ({ window: defaultWindow, ...values }) as Shared;
  const text = hash.replace(/^#/, '');
  if (text.length > longestHash) {
    return { shared: shared(), problems: ['The address is too long: its options are ignored.'] };
  }
  const given = [...new URLSearchParams(text)].filter(([, value]) => value !== '');
  // What is tokens is held against the window.
  given.sort(([a], [b]) => Number(b === 'window') - Number(a === 'window'));
  for (const [name, value] of given) {
    if (!isName(name)) {
      problems.push(`There is no option ${quoted(name)} here: ignored.`);
      continue;
    }
    const read = readers[name].read(value.trim(), shared().window);
    if (read === undefined || values[name] !== undefined) {
      problems.push(`${name}: ${quoted(value)} is ignored. It takes ${readers[name].wanted}.`);
    } else {
      values[name] = read;
    }
  }
  const { trigger, target } = shared();
  if (trigger !== undefined && target !== undefined) {
    const isComparable = trigger < 1 === target < 1;
    if (!isComparable || target > trigger) {
      const why = isComparable
        ? 'it must not be above the trigger'
        : 'trigger and target must both be shares, or both be tokens';
      problems.push(`target: "${target}" is ignored, ${why}.`);
      delete values.target;
    }
  }
  return { shared: shared(), problems };
}

/** `window=64000&preset=microAgent`, always in one order; empty where all is as it comes. */
export function format(shared: Shared): string {
  const fields = { ...shared, window: shared.window === defaultWindow ? undefined : shared.window };
  return names
    .filter((name) => fields[name] !== undefined)
    .map((name) => `${name}=${fields[name]}`)
    .join('&');
}

export function setupOf({ window, keepRecent, ...options }: Shared): Setup {
  return {
    window,
    policy: 'epitome',
    options: {
      ...options,
      ...(keepRecent !== undefined && { keepRecent: { messages: keepRecent } }),
    },
  };
}

export function sharedOf({ window, options = {} }: Setup): Shared {
  const { preset, trigger, target, keepRecent } = options;
  const name = presetNames.find((one) => one === preset);
  return {
    window,
    ...(name !== undefined && { preset: name }),
    ...(typeof trigger === 'number' && { trigger }),
    ...(typeof target === 'number' && { target }),
    ...(keepRecent?.messages !== undefined && { keepRecent: keepRecent.messages }),
  };
}

const grouped = (value: number) =>
  value < 1 ? `${value}` : `${value}`.replace(/\B(?=(?:\d{3})+$)/g, '_');

/** A module that gives the agent of a server these options. */
export function codeOf({ window, preset, trigger, target, keepRecent }: Shared): string {
  const lines = [
    `contextWindow: ${grouped(window)},`,
    ...(preset === undefined ? [] : [`preset: '${preset}',`]),
    ...(trigger === undefined ? [] : [`trigger: ${grouped(trigger)},`]),
    ...(target === undefined ? [] : [`target: ${grouped(target)},`]),
    ...(keepRecent === undefined ? [] : [`keepRecent: { messages: ${keepRecent} },`]),
  ];
  return `import { createCompactor } from 'epitome';
import { memoryStore } from 'epitome/stores/memory';

const compactor = await createCompactor({
${lines.map((line) => `  ${line}`).join('\n')}
  // Yours: postgresStore, redisStore, sqliteStore or durableObjectStore outlive the process.
  store: memoryStore(),
});

// For generateText and streamText of the AI SDK, in each request of a chat:
export const prepareStepOf = (chatId: string, userId: string) =>
  compactor.prepareStep({ sessionId: chatId, scope: userId });
`;
}
