/**
 * A compactor whose failures are not measured as speed: a hook that fails leaves messages alone, which
 * is quick.
 */

import { createCompactor } from 'epitome';

/** A compactor that makes the benchmark fail at the first event that reports a fault. */
export function soundCompactor(options) {
  return createCompactor({
    ...options,
    onEvent: (event) => {
      options.onEvent?.(event);
      if (event.type !== 'error' && event.type !== 'fault') return;
      console.error(event.error ?? event);
      process.exit(1);
    },
  });
}
