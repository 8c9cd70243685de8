/** The entry `epitome/ai-sdk`: what plugs into the AI SDK beside `session.prepareStep`. */

export type { Overflow } from '../overflow/overflow.ts';
export { overflowOf } from '../overflow/overflow.ts';
export { composePrepareStep } from './compose.ts';
export type { CompactionMiddleware } from './middleware.ts';
export { compaction, withCompaction } from './middleware.ts';
export type {
  CompactionData,
  CompactionPart,
  CompactionStatus,
  CompactionUpdate,
  ReportOptions,
} from './reports.ts';
export { compactionParts, compactionUpdates } from './reports.ts';
export type { CompactionOptions, CompactionTarget } from './sessions.ts';
