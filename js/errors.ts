/** The errors that a caller can get, recognised across duplicate installs. */

export type EpitomeErrorCode =
  /** An option has a wrong name, type or value. */
  | 'invalid-option'
  /** An argument of a call is wrong, or a session has no transcript yet. */
  | 'invalid-argument'
  /** A message can't be understood where understanding it is required. */
  | 'invalid-message'
  /** A saved state is not one, or of a version that this release can't read. */
  | 'invalid-state'
  /** With `strict`: neither the options nor the built-in table know the window of a model. */
  | 'unknown-model'
  /** The compactor or the session was disposed of. */
  | 'disposed'
  /** The WebAssembly module could not be loaded. */
  | 'load-failed'
  /** A model's endpoint answered with an error, or gave no summary that can be used. */
  | 'summarizer-failed'
  /** A function of yours gave no answer in time. Only in events, and as the reason of its aborted signal. */
  | 'timed-out'
  /** Your `rank` threw, gave no answer in time or no scores. Only in `error` events. */
  | 'rank-failed'
  /** The engine failed. Sessions go on with a new instance. */
  | 'internal';

const brand = Symbol.for('epitome.error');

/** Every error that epitome throws. */
export class EpitomeError extends Error {
  override readonly name: string = 'EpitomeError';
  /** What kind of error it is, for code. */
  readonly code: EpitomeErrorCode;
  /** Index in the caller's array, where one message is at fault. */
  readonly messageIndex: number | undefined;

  constructor(
    code: EpitomeErrorCode,
    message: string,
    options: { cause?: unknown; messageIndex?: number } = {},
  ) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.code = code;
    this.messageIndex = options.messageIndex;
    Object.defineProperty(this, brand, { value: true });
  }

  /** True for an error of any copy of the package. */
  static isInstance(value: unknown): value is EpitomeError {
    return typeof value === 'object' && value !== null && brand in value;
  }
}
