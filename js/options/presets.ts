/**
 * Policies by name. Each is what one published design asks for, as far as the contracts of epitome
 * allow; `js/docs/presets/` tells where it differs and why.
 */
import type { Policy } from '../types/policy.ts';
import type { PresetName } from '../types.ts';

/** So small that a fold takes whatever is not protected. */
const asMuchAsPossible = 1;
/** The window without its reserve, whole. */
const all = 0.999;

export const presets = {
  /** Ours: segments that are written once, room for what comes. */
  epitome: {},

  /** One summary, written anew at four fifths of the window. */
  aiSdk: {
    trigger: 0.8,
    target: asMuchAsPossible,
    budgets: { system: 2_000, output: 4_000, margin: 5_000, summary: 1_000 },
    keepRecent: { messages: 10 },
    results: { repeats: false, outdated: false },
    pace: { leastFold: 2 },
    placement: 'assistant',
    oneSummary: true,
    summary: { shape: 'record' },
  },

  /** Prune, flush, compact: results shrink with age, and the window is used to its reserve. */
  tiered: {
    trigger: all,
    target: asMuchAsPossible,
    budgets: { output: 20_000, summary: 1_000 },
    keepRecent: { messages: 10 },
    results: {
      repeats: false,
      outdated: false,
      trim: { over: 4_000, head: 1_500, tail: 1_500, protect: { assistants: 3 } },
      clear: { protect: { assistants: 10 } },
    },
    placement: 'system',
    oneSummary: true,
    summary: { shape: 'brief' },
  },

  /** A rolling summary in front of six messages. */
  rolling: {
    trigger: 80_000,
    ofPrompt: true,
    target: asMuchAsPossible,
    warn: 60_000,
    budgets: { system: 5_000, summary: 2_000, output: 16_000, margin: 20_000 },
    keepRecent: { messages: 6, tokens: 30_000, combine: 'least' },
    results: { arrival: 4_000, repeats: false, outdated: false },
    placement: 'pair',
    oneSummary: true,
    summary: { shape: 'rolling' },
  },

  /** A checkpoint that every fold brings up to date, in front of what is recent by tokens. */
  checkpoint: {
    trigger: 100_000,
    ofPrompt: true,
    target: asMuchAsPossible,
    budgets: { system: 5_000, summary: 4_000, output: 16_000, margin: 20_000 },
    keepRecent: { tokens: 20_000 },
    results: {
      repeats: false,
      outdated: false,
      // Messages of results: one of them may hold several, and stand for one assistant message.
      trim: { over: 4_000, head: 1_500, tail: 1_500, protect: { results: 2, assistants: 2 } },
      clear: { protect: { results: 6, assistants: 6 } },
    },
    maxMessages: 20,
    placement: 'pair',
    oneSummary: true,
    summary: { shape: 'checkpoint' },
    calibration: 'moving-average',
  },

  /** A narrative beside the first request. */
  microAgent: {
    trigger: 80_000,
    target: asMuchAsPossible,
    budgets: { output: 8_000, summary: 4_096 },
    keepRecent: { messages: 6 },
    results: { arrival: 40_000, repeats: false, outdated: false },
    pace: { leastFold: 2 },
    maxMessages: 50,
    placement: 'first-user',
    oneSummary: true,
    summary: { shape: 'narrative', maxInput: 100_000 },
  },

  /** Pruning in a cold cache, then one summary in front of what is recent by tokens. */
  openclaw: {
    windowGuard: { refuse: 16_000, warn: 32_000 },
    trigger: all,
    target: asMuchAsPossible,
    budgets: { output: 20_000 },
    keepRecent: { tokens: 20_000 },
    results: {
      repeats: false,
      outdated: false,
      trim: { over: 4_000, head: 1_500, tail: 1_500, protect: { assistants: 3 } },
      clear: { protect: { assistants: 10 } },
    },
    oneSummary: true,
    summary: { shape: 'epitome' },
  },
} as const satisfies Record<PresetName, Policy>;

export const presetNames = Object.keys(presets) as PresetName[];
