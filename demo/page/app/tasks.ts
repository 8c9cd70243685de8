/** Work in short tasks, so that the page answers in between. */

/** Resolves in a task of its own. */
export const nextTask = (): Promise<unknown> =>
  'scheduler' in globalThis && 'yield' in scheduler
    ? scheduler.yield()
    : new Promise((resolve) => setTimeout(resolve));

/** Resolves once what there is now has been painted. */
export const painted = (): Promise<unknown> =>
  new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
