/** The ways to play a transcript that the page can race, and those that are chosen. */

import { computed, signal } from '@preact/signals';
import type { Setup } from '../../../engine/setup.ts';
import { defaultWindow, format, presetNames, type Shared, setupOf } from '../share/options.ts';

export interface Way {
  id: string;
  name: string;
  /** What it sets; the rest is what the page plays. */
  setup: Pick<Setup, 'policy' | 'options'>;
}

/** `pace`: as many tokens as the first way sends at each step; else a share of the window. */
export type Allowance = 'pace' | 0.25 | 0.5 | 0.75;

const mostSets = 6;

export const isCompacting = ({ setup }: Way) => /^(epitome|recall)$/.test(setup.policy);
/** Whether a way cuts to what it is given, and so must know it. */
export const isCutting = (way: Way) => !isCompacting(way) && way.setup.policy !== 'nothing';

const rival = (policy: Setup['policy'], name: string): Way => ({
  id: policy,
  name,
  setup: { policy },
});

/** The options without their window, which is the page's. Equal ones have the same id. */
function wayOf(shared: Shared): Way {
  const { policy, options = {} } = setupOf(shared);
  // The preset of this name sets nothing.
  const id = format({ ...shared, window: defaultWindow }) || 'preset=epitome';
  const name = id.replaceAll('=', ' ').replaceAll('&', ', ');
  return { id, name, setup: { policy, options } };
}

const mine: Way = { id: 'mine', name: 'epitome', setup: { policy: 'epitome' } };
const recall: Way = { id: 'recall', name: 'epitome with recall', setup: { policy: 'recall' } };
const nothing = rival('nothing', 'the whole history');
const recency = rival('recency', 'newest messages');
const random = rival('random', 'random messages');
const prune = rival('prune', 'pruneMessages');
const presets = presetNames.map((preset) => wayOf({ window: defaultWindow, preset }));

/** Sets of options that the reader keeps for the race, while the tab is open. */
export const sets = signal<Way[]>([]);
export const ways = computed(() => [
  mine,
  recall,
  ...sets.value,
  nothing,
  recency,
  random,
  prune,
  ...presets,
]);
/** The first one compacts: it sets how many tokens those that cut get. */
export const chosen = signal<Way[]>([mine, nothing, recency, prune]);

/** Has the race offer these options, in place of the oldest set in no slot where there are too many. */
export function keepSet(shared: Shared): Way {
  const way = wayOf(shared);
  const known = ways.value.find(({ id }) => id === way.id);
  if (known !== undefined) return known;
  const isSpare = (set: Way) => !chosen.value.includes(set);
  const spare = sets.value.length < mostSets ? undefined : sets.value.find(isSpare);
  sets.value = [...sets.value.filter((set) => set !== spare), way];
  return way;
}

export function removeSet(set: Way): void {
  sets.value = sets.value.filter((one) => one !== set);
  const rest = chosen.value.filter((one) => one !== set);
  const [first] = rest;
  const isPaced = first !== undefined && isCompacting(first);
  chosen.value = isPaced ? rest : [mine, ...rest.filter((one) => one !== mine)];
}
