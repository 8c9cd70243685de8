/** Recognises the errors with which providers refuse a request that is too large. */
import { attempt } from '../values/fields.ts';
import type { Overflow } from './refusal.ts';
import { refusals } from './refusals.ts';
import { wordsOf } from './words.ts';

/**
 * A limit per time is none of a request, whatever the request had to do with it. Groq and OpenAI refuse in
 * these words a request that is larger than a whole minute's tokens, Groq with 413. Still it is none: they
 * hold the reply's allowance against it, so that one word can be refused
 * (https://github.com/zeeyado/koassistant.koplugin/issues/106), it changes with the account, and it would
 * be taken for the model's window.
 */
const rateLimit =
  /\bper (?:second|min|minute|hour|day|week|month)\b|\b[TR]P[MD]\b|\brate.?limit|\bquota|\bthrottl|too.many.requests|please wait before/i;

const contentTooLarge = 413;

/**
 * What `error` says of the request's size: an error of the AI SDK, of a provider's SDK or of LangChain, a
 * part of a stream, a body or a message. Undefined for any other error, rate limits among them, and where
 * the reply that was asked for is alone larger than the limit. Never throws; linear and bounded in the
 * error's text, which is hostile data.
 */
export function overflowOf(error: unknown): Overflow | undefined {
  return attempt(() => overflowIn(wordsOf(error)));
}

function overflowIn({
  texts,
  statuses,
  ...told
}: ReturnType<typeof wordsOf>): Overflow | undefined {
  const ownTexts = texts.filter((text) => !rateLimit.test(text));
  for (const { of, pattern } of refusals) {
    for (const text of ownTexts) {
      const match = pattern.exec(text);
      if (match) return withNumbers(of, match.groups ?? {}, of === 'tokens' ? told : {});
    }
  }
  const isTooLarge = statuses.includes(contentTooLarge) && ownTexts.length === texts.length;
  return isTooLarge ? { of: 'bytes' } : undefined;
}

type Numbers = { limit?: number | undefined; size?: number | undefined };

/** Undefined where leaving messages out could not help. */
function withNumbers(
  of: Overflow['of'],
  groups: Record<string, string | undefined>,
  told: Numbers,
): Overflow | undefined {
  const number = (name: string) => numberIn(groups[name], groups.unit);
  const [part, rest, over] = [number('part'), number('rest'), number('over')];
  const limit = number('limit') ?? told.limit;
  if (rest !== undefined && limit !== undefined && rest >= limit) return undefined;
  const sum = part === undefined ? undefined : part + (rest ?? 0);
  const beyond = over === undefined || limit === undefined ? undefined : limit + over;
  const size = number('size') ?? sum ?? beyond ?? told.size;
  return { of, ...(limit && { limit }), ...(size && { size }) };
}

const units: Record<string, number> = {
  bytes: 1,
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  kib: 2 ** 10,
  mib: 2 ** 20,
  gib: 2 ** 30,
};

/** Undefined for what is no number of anything. */
function numberIn(digits: string | undefined, unit = 'bytes'): number | undefined {
  if (digits === undefined) return undefined;
  const value = Number(digits.replaceAll(',', '')) * (units[unit.toLowerCase()] ?? 1);
  return Number.isSafeInteger(value) ? value : undefined;
}
