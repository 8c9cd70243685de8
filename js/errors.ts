/**
 * The errors that a caller can get. Decides codes and how an error is recognised across duplicate
 * installs; refuses to know when one is thrown.
 */

export type EpitomeErrorCode =
  /** An option has a wrong name, type or value. */
  | 'invalid-option'
  /** An argument of a call is wrong. */
  | 'invalid-argument'
  /** Nothing is known of a model, and `strict` asks for it. */
  | 'unknown-model'
  /** A message can't be understood where understanding it is required. */
  | 'invalid-message'
  /** A saved state is not one, or was altered. */
  | 'invalid-state'
  /** A saved state is of a version that this release can't read. */
  | 'state-newer'
  /** A file is not a transcript of a format that is known, or is broken. */
  | 'invalid-transcript'
  /** The compactor or session was disposed. */
  | 'disposed'
  /** The WebAssembly module could not be loaded. */
  | 'load-failed'
  /** A part of the engine that a call needs is still being fetched; the same call succeeds later. */
  | 'not-loaded'
  /** A store can't be reached, lost its connection or is locked; the same call may succeed later. */
  | 'store-unavailable'
  /** A store has no room left: its disk, its memory or its quota is full. */
  | 'store-full'
  /** A store's tables were made by a newer release. */
  | 'store-newer'
  /** A store refused a call for another reason; `cause` says which. */
  | 'store-failed'
  /** A store has a session with that id, and a new one was to be made. */
  | 'session-exists'
  /** Of that round nothing is stored. */
  | 'round-not-kept'
  /** A model's endpoint answered with an error, or gave no summary that can be used. */
  | 'summarizer-failed'
  /** The engine failed; the sessions go on with a fresh instance. */
  | 'internal';

const brand = Symbol.for('epitome.error');

/** Base of every error that epitome throws. */
export class EpitomeError extends Error {
  override readonly name: string = 'EpitomeError';
  /** Machine-readable kind. */
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

  /** What `JSON.stringify` writes, with the causes. */
  toJSON(): object {
    return toPlain(this);
  }

  /** True for an error of any copy of the package. */
  static isInstance(value: unknown): value is EpitomeError {
    return typeof value === 'object' && value !== null && brand in value;
  }
}

/** Causes that are told. */
const mostCauses = 8;

/** An error as plain data: `JSON.stringify` of most errors is `{}`. Never throws. */
export function toPlain(error: unknown, depth = 0): object {
  try {
    if (!(error instanceof Error)) return { message: String(error) };
    const { name, message, code, cause } = error as Error & { code?: unknown };
    return {
      name,
      ...(typeof code === 'string' && { code }),
      message,
      ...(cause !== undefined && depth < mostCauses && { cause: toPlain(cause, depth + 1) }),
    };
  } catch {
    return { message: 'something that is no error was thrown' };
  }
}

/** What is wrong with a transcript's file. */
export type TranscriptFault =
  /** No text at all. */
  | 'empty'
  /** Not JSON, and no lines of JSON. */
  | 'not-json'
  /** JSON that nests deeper than any format does. */
  | 'too-deep'
  /** JSON of no format that is known. */
  | 'unknown-format'
  /** A record that its format does not allow. */
  | 'wrong-shape'
  /** A known format without a single message. */
  | 'no-messages'
  /** The file has fewer conversations. */
  | 'no-such-conversation';

/** A file that can't be read as a transcript. */
export class TranscriptError extends EpitomeError {
  override readonly name: string = 'TranscriptError';
  readonly fault: TranscriptFault;
  /** Line of the file, counted from 1, where one is at fault and known. */
  readonly line: number | undefined;

  constructor(
    fault: TranscriptFault,
    message: string,
    { line, ...options }: { cause?: unknown; messageIndex?: number; line?: number } = {},
  ) {
    super('invalid-transcript', line === undefined ? message : `line ${line}: ${message}`, options);
    this.fault = fault;
    this.line = line;
  }
}
