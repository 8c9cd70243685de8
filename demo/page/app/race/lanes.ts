/** The ways to play a transcript that the page can race. */

import type { CompactorOptions } from 'epitome';
import type { Setup } from '../../../engine/setup.ts';

export const rivals = {
  nothing: 'everything',
  recency: 'newest messages',
  random: 'random messages',
  prune: 'pruneMessages',
} as const;

export const presets = {
  epitome: 'preset epitome',
  aiSdk: 'preset aiSdk',
  tiered: 'preset tiered',
  rolling: 'preset rolling',
  checkpoint: 'preset checkpoint',
  microAgent: 'preset microAgent',
  openclaw: 'preset openclaw',
} as const satisfies Partial<Record<Extract<CompactorOptions['preset'], string>, string>>;

export type LaneId = 'mine' | keyof typeof rivals | keyof typeof presets;
export const names: Record<LaneId, string> = { mine: 'epitome', ...rivals, ...presets };
export const allLanes = Object.keys(names) as LaneId[];
export const compacting = ['mine', ...Object.keys(presets)] as LaneId[];

/** `pace`: as many tokens as the first way sends at each request; else a share of the window. */
export type Allowance = 'pace' | 0.25 | 0.5 | 0.75;

/** Whether a way cuts to what it is given, and so must know it. */
export const isCutting = (id: LaneId): id is 'recency' | 'random' | 'prune' =>
  id in rivals && id !== 'nothing';

/** What is played for `id`, where the page plays `setup`. `limit` is for those that cut. */
export function setupOf(id: LaneId, setup: Setup, limit: number | readonly number[]): Setup {
  const { window } = setup;
  if (id === 'mine') return setup;
  if (id === 'nothing') return { window, policy: 'nothing' };
  if (isCutting(id)) return { window, policy: id, limit };
  return { window, policy: 'epitome', options: { preset: id as keyof typeof presets } };
}
