/** What is told of the model of a step. */
import type { Complete } from '../types/complete.ts';
import type { ModelProfile } from '../types.ts';
import type { ImageLimit } from './images.ts';

/** What the engine knows of a model. */
export interface ModelFacts extends Complete<ModelProfile>, ImageLimit {
  /** Fingerprint of its id; 0 where the host names none. */
  model: number;
  /** Number of its tokeniser family, plus `guessedFamily` for a fallback. */
  family: number;
  /** Number of the rule that images and files are priced by. */
  media: number;
  /** As the step or the options name it. */
  modelId: string;
  /** Who says how large the window is: the table, the host or nobody. */
  window: 'known' | 'stated' | 'assumed';
}
