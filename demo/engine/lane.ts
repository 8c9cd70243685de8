/** A played session as figures only: what a race compares. */

import type { Billed } from './price.ts';
import type { Timeline } from './timeline.ts';

export interface LaneStep extends Billed {
  /** Later references of the reply to this request, and those that its view held. */
  wanted: number;
  held: number;
  /** The request before it that only searched. */
  search?: Billed;
}

export interface Lane {
  window: number;
  steps: LaneStep[];
  /** Index of the first step after a fold; undefined where nothing was folded. */
  firstFold?: number;
}

export function laneOf({ window, steps, rewrites, messages }: Timeline): Lane {
  const first = rewrites.find(({ folds }) => folds.some(({ kind }) => kind === 'fold'));
  return {
    window,
    steps: steps.map(({ sent, cached, seen, wanted, search }) => ({
      ...(search !== undefined && { search }),
      sent,
      cached,
      output: messages[seen]?.tokens ?? 0,
      wanted: wanted.length,
      held: wanted.filter(({ held }) => held).length,
    })),
    ...(first !== undefined && { firstFold: first.step }),
  };
}

/** All requests, with those that only searched. */
export const requestsOf = ({ steps }: Pick<Lane, 'steps'>): Billed[] =>
  steps.flatMap(({ search, ...step }) => (search === undefined ? [step] : [search, step]));

/** The same requests, had each been sent the whole history: what was sent before begins every one. */
export const wholeOf = ({ steps, messages }: Pick<Timeline, 'steps' | 'messages'>): Billed[] =>
  steps.map(({ history, seen }, at) => ({
    sent: history,
    cached: steps[at - 1]?.history ?? 0,
    output: messages[seen]?.tokens ?? 0,
  }));

export interface LaneFigures {
  held: number;
  wanted: number;
  sent: number;
  cached: number;
  largest: number;
  /** Requests over the window. */
  over: number;
}

/** The figures of a lane; references count from step `from`, the same for every lane. */
export function figuresOf({ window, steps }: Lane, from: number): LaneFigures {
  const sum = <T>(all: readonly T[], of: (one: T) => number) =>
    all.reduce((total, one) => total + of(one), 0);
  const later = steps.slice(from);
  const requests = requestsOf({ steps });
  return {
    held: sum(later, ({ held }) => held),
    wanted: sum(later, ({ wanted }) => wanted),
    sent: sum(requests, ({ sent }) => sent),
    cached: sum(requests, ({ cached }) => cached),
    largest: steps.reduce((most, { sent }) => Math.max(most, sent), 0),
    over: sum(requests, ({ sent }) => Number(sent > window)),
  };
}
