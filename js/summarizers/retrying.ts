/**
 * Calls again what failed for a moment: which failures pass by themselves, how long to wait, and which
 * failures every other call would meet, too.
 */
import { causesOf } from '../values/causes.ts';
import { attempt, isObject } from '../values/fields.ts';

/** Milliseconds before the first try after a failure; each next wait is twice as long. */
const firstWait = 1_000;

/** Request timeout, conflict, too many requests. */
const passingStatus = new Set([408, 409, 429]);

/** What a runtime's network errors are called. */
const networkCodes = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_SOCKET',
]);
/** What providers' clients and runtimes call a call that did not come through. */
const networkNames = /^(API)?Connect(ion)?(Timeout)?Error$/;
/** `fetch` in Node, Chromium, Firefox and Safari. */
const networkMessages = /^(fetch failed|Failed to fetch|NetworkError\b.*|Load failed)$/s;

/** What is tried again and how often. Times are milliseconds. */
export interface Retries {
  /** Tries after the first one. */
  retries: number;
  /** By `performance.now()`: nothing is begun that would begin later. */
  deadline: number;
  signal: AbortSignal;
  /** A try has failed, and the next one begins in `wait`. */
  onRetry: (error: unknown, wait: number) => void;
}

/** The first value that `call` gives. Rejects with the last failure, or the signal's reason. */
export async function withRetries<T>(call: () => Promise<T>, how: Retries): Promise<T> {
  for (let tried = 0; ; tried += 1) {
    try {
      return await call();
    } catch (error) {
      if (tried >= how.retries || how.signal.aborted || !mayPass(error)) throw error;
      const wait = retryAfter(error) ?? firstWait * 2 ** tried;
      if (performance.now() + wait >= how.deadline) throw error;
      how.onRetry(error, wait);
      await pause(wait, how.signal);
    }
  }
}

/**
 * A failure that may be gone at the next try: the server is busy, down or out of reach. What is not
 * known to be such a one is not. Never throws, whatever was thrown.
 */
export function mayPass(error: unknown): boolean {
  return verdictOf(error) === 'passes';
}

/**
 * A failure that every call of this model meets: a wrong key, an unknown model, a request that the
 * provider does not take. Never throws, whatever was thrown.
 */
export function isLasting(error: unknown): boolean {
  return verdictOf(error) === 'lasts';
}

type Verdict = 'passes' | 'lasts' | 'ended';

function verdictOf(error: unknown): Verdict | undefined {
  for (const cause of causesOf(error)) {
    const verdict = attempt(() => verdictOn(cause));
    if (verdict !== undefined) return verdict;
  }
  return undefined;
}

/** Undefined where this error says nothing, and its cause may. */
function verdictOn(error: object): Verdict | undefined {
  const fields = error as Record<string, unknown>;
  const { name, message, code, isRetryable, reason, statusCode, status } = fields;
  if (name === 'AbortError') return 'ended';
  // The AI SDK has tried again itself.
  if (name === 'AI_RetryError') return reason === 'errorNotRetryable' ? 'lasts' : 'ended';
  const answered = statusCode ?? status;
  const refused = typeof answered === 'number' && answered >= 400;
  if (typeof isRetryable === 'boolean') {
    if (isRetryable) return 'passes';
    // An answer that could not be read is one call's bad luck.
    return refused || answered === undefined ? 'lasts' : 'ended';
  }
  if (refused) return answered >= 500 || passingStatus.has(answered) ? 'passes' : 'lasts';
  if (typeof code === 'string' && networkCodes.has(code)) return 'passes';
  if (typeof name === 'string' && networkNames.test(name)) return 'passes';
  if (name === 'TypeError' && typeof message === 'string' && networkMessages.test(message)) {
    return 'passes';
  }
  return undefined;
}

/** How long the server wants to be left alone, where the error carries its headers. */
function retryAfter(error: unknown): number | undefined {
  for (const cause of causesOf(error)) {
    const wait = attempt(() => {
      const { responseHeaders, headers } = cause as Record<string, unknown>;
      return waitIn(responseHeaders ?? headers);
    });
    if (wait !== undefined) return wait;
  }
  return undefined;
}

function waitIn(headers: unknown): number | undefined {
  const millis = Number.parseFloat(headerOf(headers, 'retry-after-ms') ?? '');
  if (millis >= 0) return millis;
  const text = headerOf(headers, 'retry-after') ?? '';
  const seconds = Number(text.trim() || Number.NaN);
  if (seconds >= 0) return seconds * 1_000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

/** A header of `Headers`, or of an object with names in any case. */
function headerOf(headers: unknown, name: string): string | undefined {
  if (!isObject(headers)) return undefined;
  if (typeof headers.get === 'function') return headers.get(name) ?? undefined;
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? [];
  return typeof value === 'string' ? value : undefined;
}

function pause(millis: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    // Whoever was told of the failure may have aborted there and then.
    if (signal.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, millis);
    signal.addEventListener('abort', stop, { once: true });
  });
}
