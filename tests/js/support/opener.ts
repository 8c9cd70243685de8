/**
 * Sessions for the tests of one file. Decides that each has a compactor of its own, which is disposed
 * of when the file's tests are over; refuses to know what is tested.
 */
import { after } from 'node:test';
import { type Compactor, type CompactorOptions, createCompactor } from 'epitome';
import { EventLog } from './conversation.ts';

/** Opens sessions with `defaults` and what each call adds to them. */
export function opener(defaults: Partial<CompactorOptions>) {
  const compactors: Compactor[] = [];
  after(() => {
    for (const compactor of compactors) compactor.dispose();
  });
  return async (options: Partial<CompactorOptions> = {}, state?: string) => {
    const log = new EventLog();
    const settings = { onEvent: log.onEvent, ...defaults, ...options } as CompactorOptions;
    const compactor = await createCompactor(settings);
    compactors.push(compactor);
    const session = compactor.session('chat', state === undefined ? {} : { state });
    return { session, log };
  };
}
