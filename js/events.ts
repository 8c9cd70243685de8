/**
 * How a host hears of events. Decides that a listener's fault is not the agent's; refuses to know
 * what events mean.
 */
import type { CompactorEvent, CompactorOptions } from './types.ts';

/** Calls the listener, if there is one. Never throws. */
export function tell(listener: CompactorOptions['onEvent'], event: CompactorEvent): void {
  try {
    listener?.(event);
  } catch {
    // Whoever listens must not end a run.
  }
}
