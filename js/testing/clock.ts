/**
 * Time for tests: it passes when nothing else is left to do, so that waiting costs nothing and comes out the same each time.
 * Decides when timers fire; knows nothing of what waits.
 */
import { is, requireArgument } from '../values/checks.ts';

export interface FakeClock {
  /** Milliseconds since 1970, by this clock. */
  now(): number;
  /** Lets time pass: what `run` began sees it at once, and timers that are due fire in their order. */
  advance(millis: number): void;
  /**
   * Runs `work` by this clock: `setTimeout`, `clearTimeout`, `Date.now` and `performance.now` are its own meanwhile, and a
   * millisecond passes whenever all that could be done is done. Resolves and rejects as `work` does. One at a time. What
   * `work` leaves to be done later is done in the next run.
   */
  run<T>(work: () => Promise<T> | T): Promise<T>;
}

interface Timer {
  due: number;
  fire(): void;
}

/** Names of what is replaced, with where it lies. */
const replaced = [
  [globalThis, 'setTimeout'],
  [globalThis, 'clearTimeout'],
  [Date, 'now'],
  [performance, 'now'],
] as const;

let isRunning = false;

/** Lets everything be done that can be done now. */
function turn(): Promise<void> {
  const { setImmediate } = globalThis as { setImmediate?: (done: () => void) => void };
  if (setImmediate !== undefined) return new Promise((resolve) => setImmediate(resolve));
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}

const aTime = is(Number.isFinite, 'a time in milliseconds since 1970');

/**
 * A clock that stands still at `start` (milliseconds since 1970; default: 2025-01-01). Throws `invalid-argument` for what is
 * no time.
 */
export function fakeClock(start = Date.UTC(2025, 0, 1)): FakeClock {
  requireArgument('fakeClock', 'start', start, aTime);
  const timers = new Map<number, Timer>();
  let time = start;
  let timerId = 0;
  const now = () => time;

  function advance(millis: number): void {
    const end = time + millis;
    for (;;) {
      const due = [...timers].filter(([, timer]) => timer.due <= end);
      const [id, next] = due.sort(([, a], [, b]) => a.due - b.due)[0] ?? [];
      if (id === undefined || next === undefined) break;
      timers.delete(id);
      time = Math.max(time, next.due);
      next.fire();
    }
    time = Math.max(time, end);
  }

  function setTimer(work: (...given: unknown[]) => void, millis = 0, ...given: unknown[]): object {
    timerId += 1;
    const id = timerId;
    timers.set(id, { due: time + Math.max(1, Number(millis) || 0), fire: () => work(...given) });
    // As Node's timers are: objects that read as numbers.
    const handle = {
      ref: () => handle,
      unref: () => handle,
      hasRef: () => true,
      [Symbol.toPrimitive]: () => id,
    };
    return handle;
  }

  const instead = [
    setTimer,
    (timer: unknown) => void timers.delete(Number(timer)),
    now,
    () => time - start,
  ];

  return {
    now,
    advance,
    async run(work) {
      if (isRunning) throw new Error('a fake clock runs already');
      isRunning = true;
      const before = replaced.map(([owner, name]) => Object.getOwnPropertyDescriptor(owner, name));
      replaced.forEach(([owner, name], at) => {
        Object.defineProperty(owner, name, {
          value: instead[at],
          configurable: true,
          writable: true,
        });
      });
      try {
        let isOver = false;
        const pending = Promise.resolve()
          .then(work)
          .finally(() => {
            isOver = true;
          });
        pending.catch(() => {});
        for (;;) {
          await turn();
          if (isOver) return await pending;
          advance(1);
        }
      } finally {
        replaced.forEach(([owner, name], at) => {
          const own = before[at];
          // What the owner only inherits is there again without its own.
          if (own === undefined) Reflect.deleteProperty(owner, name);
          else Object.defineProperty(owner, name, own);
        });
        isRunning = false;
      }
    },
  };
}
