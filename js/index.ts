/** The public API. */
export type { Compactor } from './compactor.ts';
export { createCompactor } from './compactor.ts';
export { optionsFromEnv } from './env.ts';
export type { EpitomeErrorCode } from './errors.ts';
export { EpitomeError } from './errors.ts';
export type { MemoryFlushOptions } from './memory-flush.ts';
export { memoryFlush } from './memory-flush.ts';
export { modelProfile } from './models/models.ts';
export type { CompactionResult, CompactionSelection, OneShotOptions } from './one-shot.ts';
export {
  buildSummaryPrompt,
  compact,
  safeCompact,
  selectMessagesToCompact,
  shouldCompact,
} from './one-shot.ts';
export type { Session } from './session.ts';
export type { SharedStep, SharedStepOptions } from './shared-step.ts';
export { fromFetch } from './summarizers/from-fetch.ts';
export type { FromModelOptions } from './summarizers/from-model.ts';
export { fromModel } from './summarizers/from-model.ts';
export type * from './types.ts';
