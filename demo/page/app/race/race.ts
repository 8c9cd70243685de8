/** Runs a race: each way in an engine's thread of its own, at most two at a time. */

import { effect, signal } from '@preact/signals';
import { proxy, type Remote, transfer, wrap } from 'comlink';
import type { Lane } from '../../../engine/lane.ts';
import type { Setup } from '../../../engine/setup.ts';
import type { Engine } from '../../../engine/worker.ts';
import { isOpen, setup, theEngine } from '../player.ts';
import { loadPrices } from '../prices.tsx';
import { type Allowance, chosen, isCutting, type Way } from './ways.ts';

const mostThreads = 2;

export interface Runner {
  way: Way;
  /** Steps played so far. */
  played: number;
  lane?: Lane;
  failure?: string;
}

export const allowance = signal<Allowance>('pace');
/** What was raced last; empty before the first race. */
export const runners = signal<Runner[]>([]);
export const isRacing = signal(false);
export const failure = signal<string | undefined>(undefined);

let racing = new AbortController();

function change(at: number, what: Partial<Runner>) {
  runners.value = runners.value.map((one, index) => (index === at ? { ...one, ...what } : one));
}

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Hands the open transcript over without the page's thread in between. */
async function handOver(to: Remote<Engine>) {
  const { port1, port2 } = new MessageChannel();
  await theEngine().give(transfer(port1, [port1]));
  await to.take(transfer(port2, [port2]));
}

/** Plays in a new thread, which ends with it or with `signal`. */
function playAlone(setup: Setup, progress: (steps: number) => void, signal: AbortSignal) {
  const worker = new Worker(new URL('../../../engine/worker.ts', import.meta.url), {
    type: 'module',
  });
  const engine = wrap<Engine>(worker);
  return new Promise<Lane>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    worker.addEventListener('error', ({ message }) => reject(new Error(message)));
    handOver(engine)
      .then(() => engine.race(setup, proxy(progress)))
      .then(resolve, reject);
  }).finally(() => worker.terminate());
}

export function cancel(): void {
  racing.abort();
  isRacing.value = false;
}

export async function race(): Promise<void> {
  cancel();
  racing = new AbortController();
  const { signal } = racing;
  const own = setup.value;
  const share = allowance.value;
  const ways = chosen.value;
  failure.value = undefined;
  runners.value = ways.map((way) => ({ way, played: 0 }));
  isRacing.value = true;
  const pace = Promise.withResolvers<Lane>();
  // Whoever waits for it is told; nobody may.
  pace.promise.catch(() => undefined);

  async function run(way: Way, at: number) {
    try {
      const limit = !isCutting(way)
        ? 0
        : share === 'pace'
          ? (await pace.promise).steps.map(({ sent }) => sent)
          : Math.floor(own.window * share);
      const progress = (played: number) => {
        // The last report may come after the result.
        if (!signal.aborted && runners.value[at]?.lane === undefined) change(at, { played });
      };
      const lane = await playAlone({ ...own, ...way.setup, limit }, progress, signal);
      if (signal.aborted) return;
      change(at, { lane, played: lane.steps.length });
      if (at === 0) pace.resolve(lane);
    } catch (error) {
      if (!signal.aborted) change(at, { failure: wordsOf(error) });
      if (at === 0) pace.reject(error);
    }
  }

  try {
    await loadPrices();
    // Those that need the first one's figures come last.
    const order = [...ways.entries()].sort(
      ([, a], [, b]) => Number(isCutting(a)) - Number(isCutting(b)),
    );
    const waiting = order.values();
    const thread = async () => {
      for (const [at, way] of waiting) {
        if (signal.aborted) return;
        await run(way, at);
      }
    };
    await Promise.all(Array.from({ length: mostThreads }, thread));
  } catch (error) {
    if (!signal.aborted) failure.value = wordsOf(error);
  }
  if (!signal.aborted) isRacing.value = false;
}

/** Another transcript, window or set of options: what was raced holds no more. */
effect(() => {
  isOpen.value;
  setup.value;
  cancel();
  runners.value = [];
});
