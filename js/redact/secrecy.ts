/** Texts on their way into the engine, without their secrets. What finds these is a chunk of its own. */
import { EpitomeError } from '../errors.ts';
import type { RedactionPolicy } from '../types/policy.ts';
import type { createRedactor, Redactor } from './redactor.ts';

/** The option of that name. */
type Redact = false | RedactionPolicy | undefined;

/** The function is kept and not its promise: at the edge no request may wait for another's. */
let create: typeof createRedactor | undefined;
/** Why it is not there. */
let fault: unknown;

export const isLoaded = (): boolean => create !== undefined;

/** Never rejects. */
export async function load(): Promise<void> {
  if (create !== undefined) return;
  try {
    create = (await import('./redactor.ts')).createRedactor;
  } catch (cause) {
    fault = cause;
  }
}

/** Secrets are to be left out, and nothing is there that finds them. */
export const isBlind = (redact: Redact): boolean => redact !== false && !isLoaded();

export function loadFailure(): EpitomeError {
  return new EpitomeError(
    'load-failed',
    'what finds secrets, redactor.js, could not be loaded, so nothing of any text is kept and no model is asked: put it beside the other modules of this package, or pass `redact: false`',
    { cause: fault },
  );
}

const known = new WeakMap<object, Redactor>();
const noPatterns = {};

function redactorFor(redact: Redact): Redactor {
  if (create === undefined) throw loadFailure();
  const { patterns = noPatterns } = redact || {};
  const redactor = known.get(patterns) ?? create(patterns);
  known.set(patterns, redactor);
  return redactor;
}

/**
 * A text without those secrets that are known by their shape, whatever `redact` says, and those of its patterns.
 * Throws `load-failed`.
 */
export const withoutSecrets = (text: string, redact: Redact): string => redactorFor(redact)(text);

/** What leaves secrets out of what is kept for a session: nothing where its `redact` is false. */
export const cleaner = (redact: Redact) => (text: string) =>
  redact === false ? text : withoutSecrets(text, redact);

/** Secrets that were left out, by kind. */
export type Counts = Map<string, number>;

/** What one session's texts pass through. */
export class Secrecy {
  readonly #redact: Redact;
  /** Secrets left out in this step, by kind; and before what may be taken back. */
  #counts: Counts = new Map();
  #before = this.#counts;

  constructor(redact: Redact) {
    this.#redact = redact;
  }

  /** Another one, with counts of its own. */
  copy(): Secrecy {
    return new Secrecy(this.#redact);
  }

  /** Throws `load-failed` where nothing is left of any text. */
  require(): void {
    if (isBlind(this.#redact)) throw loadFailure();
  }

  /** A text without secrets, none of it where they can't be found; for what is written. */
  readonly counted = (text: string): string => this.counting(text, this.#counts);

  /** The same for what the host is told or pins. */
  readonly uncounted = (text: string): string => this.counting(text);

  /** The same for what a later step writes: `counts` are its own until then. */
  counting(text: string, counts?: Counts): string {
    if (this.#redact === false) return text;
    return isBlind(this.#redact) ? '' : redactorFor(this.#redact)(text, counts);
  }

  begin(): void {
    this.#counts = new Map();
    this.#before = this.#counts;
  }

  /** Counts from here on may be taken back. */
  mark(): void {
    this.#before = new Map(this.#counts);
  }

  takeBack(): void {
    this.#counts = this.#before;
  }

  /** Adds what was counted for this step before it. */
  count(counts: Counts = new Map()): void {
    for (const [kind, count] of counts)
      this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + count);
  }

  /** In the order of their kinds. */
  told(): { kind: string; count: number }[] {
    const byKind = [...this.#counts].sort(([a], [b]) => (a < b ? -1 : 1));
    return byKind.map(([kind, count]) => ({ kind, count }));
  }
}
