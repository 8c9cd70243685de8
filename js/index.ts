/** The public API. */
export type { Compactor } from './compactor/compactor.ts';
export { createCompactor } from './compactor/compactor.ts';
export type { CompactionResult, CompactionSelection } from './compactor/one-shot.ts';
export {
  buildSummaryPrompt,
  compact,
  safeCompact,
  selectMessagesToCompact,
  shouldCompact,
} from './compactor/one-shot.ts';
export type { EpitomeErrorCode } from './errors.ts';
export { EpitomeError } from './errors.ts';
export type { MemoryFlushOptions } from './fold/memory-flush.ts';
export { memoryFlush } from './fold/memory-flush.ts';
export { modelProfile } from './models/models.ts';
export { optionsFromEnv } from './options/env.ts';
export type { Session } from './session/session.ts';
export { fromFetch } from './summarizers/from-fetch.ts';
export type { FromModelOptions } from './summarizers/from-model.ts';
export { fromModel } from './summarizers/from-model.ts';
export type * from './types.ts';
export type { OneShotOptions, SharedStep, SharedStepOptions } from './types.ts';
