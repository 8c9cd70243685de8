/** Compactors for the tests of one file: what each told, and what its model was asked. They go when the tests are over. */
import { after } from 'node:test';
import { type CompactorOptions, createCompactor } from 'epitome';
import { EventLog, recordingSummarizer } from './conversation.ts';

/** Options with members left out, or set to undefined to leave out a default. */
export type Given = { [Name in keyof CompactorOptions]?: CompactorOptions[Name] | undefined };

/** Makes compactors with `defaults` and what each call adds to them; with a model that writes well if so wanted. */
export function maker(defaults: Given, { writes = false } = {}) {
  const made: { dispose(): void }[] = [];
  after(() => {
    for (const each of made) each.dispose();
  });
  return async (options: Given = {}) => {
    const log = new EventLog();
    const { requests, summarize } = recordingSummarizer();
    const own = { onEvent: log.onEvent, ...(writes && { summarize }) };
    const compactor = await createCompactor({
      ...own,
      ...defaults,
      ...options,
    } as CompactorOptions);
    made.push(compactor);
    return { compactor, log, requests };
  };
}
