/** Ways of compacting that together make every edit there is. */
import type { CompactorOptions } from '../../build/modules/index.js';
import { presetNames } from '../../js/options/presets.ts';

export interface Way {
  name: string;
  options: CompactorOptions;
}

const base = { system: 'You are a careful agent.', tools: {} };

/** Presets keep much of a window free: each gets one in which its rungs are reached. */
const ofPresets = presetNames.map((preset) => ({
  name: `preset ${preset}`,
  options: { ...base, preset, contextWindow: preset === 'epitome' ? 20_000 : 56_000 },
}));

const trim = { over: 1_500, head: 500, tail: 400, protect: { results: 3 } };

const own: Record<string, Omit<CompactorOptions, 'system' | 'tools'>> = {
  'trimmed and cleared': {
    contextWindow: 24_000,
    results: { trim, clear: { protect: { results: 6 } }, batch: 0.05 },
  },
  'cleared, media as well': {
    contextWindow: 30_000,
    results: { clear: { protect: { assistants: 4 } }, media: true },
    media: { protect: { assistants: 4 } },
  },
  'without finished reasoning': { contextWindow: 30_000, reasoning: 'drop' },
  'reasoning let go of bit by bit': {
    contextWindow: 40_000,
    reasoning: 'drop',
    trigger: 0.6,
    target: 0.59,
    pace: { minimumGain: 1 },
    results: { repeats: false, outdated: false },
  },
  'priced, and pinned': {
    contextWindow: 40_000,
    prices: { input: 3, cacheRead: 0.3, cacheWrite: 3.75, output: 15 },
    cacheLifetime: 300_000,
    cacheControl: 'auto',
    results: { trim, clear: { protect: { results: 5 } } },
    reasoning: 'drop',
    pin: (_message, index) => index % 29 === 3,
    priority: (_message, index) => index % 13 === 6,
  },
  'cut on arrival, eight messages kept': {
    contextWindow: 24_000,
    results: { arrival: 1_200 },
    keepRecent: { messages: 8 },
  },
  'older reads given up soon, where nothing is cached': {
    contextWindow: 60_000,
    prices: { input: 1, cacheRead: 1, cacheWrite: 1 },
    results: { batch: 0.01 },
  },
  everything: {
    contextWindow: 26_000,
    results: { arrival: 5_000, trim, clear: { protect: { results: 4 } }, media: true, batch: 0.1 },
    reasoning: 'drop',
    media: { protect: { assistants: 6 } },
    cacheControl: 'auto',
    prices: { input: 1 },
    cacheLifetime: 300_000,
  },
  'a tiny window': { contextWindow: 5_000, maxOutputTokens: 800 },
  'a count of messages': { contextWindow: 200_000, enabled: false, maxMessages: 16 },
  'notes in the first message': { contextWindow: 20_000, placement: 'first-user' },
  'notes by the assistant': { contextWindow: 20_000, placement: 'assistant', oneSummary: true },
  'notes and an acknowledgement': { contextWindow: 20_000, placement: 'pair', reasoning: 'drop' },
};

export const ways: readonly Way[] = [
  ...ofPresets,
  ...Object.entries(own).map(([name, options]) => ({ name, options: { ...base, ...options } })),
];
