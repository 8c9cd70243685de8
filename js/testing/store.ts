/** A store for tests: in memory, with faults on demand, and a count of its calls. */
import { memoryStore } from '../stores/memory.ts';
import type { Store } from '../types/store.ts';

/** A method of a store. */
export type StoreMethod = keyof Store;

export interface StoreFault {
  /** Which method has it. Default: each of them. */
  method?: StoreMethod | undefined;
  /** How many calls have it, from now on. Default: all, until `heal`. */
  times?: number | undefined;
}

export interface FakeStore extends Required<Store> {
  /** How often each method was called so far. */
  readonly calls: Readonly<Record<StoreMethod, number>>;
  /** Calls reject, with `error` or one of its own, and nothing is written. */
  fail(fault?: StoreFault & { error?: unknown }): void;
  /** Calls wait for so many milliseconds first, by `setTimeout`: in `fakeClock().run` nobody waits. */
  slow(millis: number, fault?: StoreFault): void;
  /**
   * As if another process had saved the same a moment before: what is given is stored, and `save` resolves to false.
   * `times` is 1 by default.
   */
  conflict(times?: number): void;
  /** Ends all faults. */
  heal(): void;
}

interface Planned {
  method: StoreMethod | undefined;
  left: number;
  happen(): Promise<void>;
}

const methods: readonly StoreMethod[] = [
  ...(['load', 'save', 'saveMeter', 'lease', 'release'] as const),
  ...(['rounds', 'messages', 'list', 'delete', 'expire'] as const),
];

/** Its sessions end with it. */
export function fakeStore(): FakeStore {
  const memory = memoryStore() as Required<Store>;
  const calls = Object.fromEntries(methods.map((name) => [name, 0])) as Record<StoreMethod, number>;
  let planned: Planned[] = [];
  let conflicts = 0;
  const plan = ({ method, times = Infinity }: StoreFault, happen: () => Promise<void>) => {
    planned.push({ method, left: times, happen });
  };

  async function suffer(name: StoreMethod): Promise<void> {
    calls[name] += 1;
    for (const fault of [...planned]) {
      if ((fault.method ?? name) !== name || fault.left <= 0) continue;
      fault.left -= 1;
      await fault.happen();
    }
  }

  const faulty =
    (name: StoreMethod) =>
    async (...given: unknown[]) => {
      await suffer(name);
      return (memory[name] as (...all: unknown[]) => Promise<unknown>)(...given);
    };
  const own = Object.fromEntries(methods.map((name) => [name, faulty(name)]));
  const save: Store['save'] = async (key, write) => {
    await suffer('save');
    const isSaved = await memory.save(key, write);
    if (!isSaved || conflicts <= 0) return isSaved;
    conflicts -= 1;
    return false;
  };
  return {
    ...(own as unknown as Required<Store>),
    save,
    calls,
    fail({ error, ...fault } = {}) {
      plan(fault, async () => {
        throw error ?? new Error('the fake store fails, as it was told to');
      });
    },
    slow(millis, fault = {}) {
      plan(fault, () => new Promise((resolve) => setTimeout(resolve, millis)));
    },
    conflict(times = 1) {
      conflicts += times;
    },
    heal() {
      planned = [];
      conflicts = 0;
    },
  };
}
