/**
 * The sessions that belong to another one, those of its agent's sub-agents: adds up their totals, and
 * ends them with their parent.
 */

import type { SessionUsage, UsageOptions } from '../types.ts';
import { attempt } from '../values/fields.ts';

interface Child {
  readonly id: string;
  usage(options?: UsageOptions): SessionUsage;
  dispose(): void;
}

/** Totals that grow with every session; what else usage tells is the size of one view. */
const cumulative = [
  'compactions',
  'summariesRequested',
  'summariesAccepted',
  'summaryInputTokens',
  'summaryOutputTokens',
  'inputTokens',
  'outputTokens',
] as const;

type Totals = Record<(typeof cumulative)[number], number>;

const none = Object.fromEntries(cumulative.map((name) => [name, 0])) as Totals;

export class Children<C extends Child> {
  readonly #open = new Map<string, C>();
  /** By name: a child that is opened again with its state brings its totals along. */
  readonly #ended = new Map<string, Totals>();

  /** In the order in which they were opened. */
  get all(): C[] {
    return [...this.#open.values()];
  }

  get(name: string): C | undefined {
    return this.#open.get(name);
  }

  add(name: string, child: C): C {
    this.#open.set(name, child);
    // What it goes on from is in its own totals.
    const ended = this.#ended.get(name);
    if (ended !== undefined) addTo(ended, totalsOf(child), -1);
    return child;
  }

  /** A child is about to end: its totals stay. */
  end(child: C): void {
    for (const [name, open] of this.#open) {
      if (open !== child) continue;
      this.#open.delete(name);
      const ended = this.#ended.get(name) ?? { ...none };
      addTo(ended, totalsOf(child));
      this.#ended.set(name, ended);
    }
  }

  /** `own` and the totals of all children. */
  addedTo(own: SessionUsage): SessionUsage {
    const sum = { ...own };
    for (const totals of [...this.#ended.values(), ...this.all.map(totalsOf)]) addTo(sum, totals);
    return sum;
  }

  dispose(): void {
    for (const child of this.all) child.dispose();
  }
}

function totalsOf(child: Child): Totals {
  // Its compactor may be gone, and with it what could be asked.
  return attempt(() => child.usage({ children: true })) ?? none;
}

function addTo(sum: Totals, totals: Totals, times = 1): void {
  for (const name of cumulative) sum[name] = Math.max(0, sum[name] + times * totals[name]);
}
