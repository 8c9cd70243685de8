/** What an error says, wherever providers, their SDKs and proxies put it. */
import { attempt, type Fields, isObject } from '../values/fields.ts';

/** Objects that are looked into, and texts that are kept: an error's `data` can be of any size. */
const mostObjects = 40;
const mostTexts = 60;
/** UTF-16 code units of one text that is looked at, and of all that are read as JSON. */
const mostRead = 4_000;
const mostJson = 200_000;
/** Of a list of errors, the last ones. */
const mostOfList = 5;

/**
 * Fields with words of who refuses. Those with words of the request or of a reply are left alone: they quote
 * errors of this kind wherever somebody works on one.
 */
const fieldsWithWords = [
  'message',
  'msg',
  'code',
  'type',
  'name',
  'status',
  'reason',
  'error',
  'errors',
  'detail',
  'details',
  'cause',
  'data',
  // In OpenRouter's errors they hold the provider's own body.
  'metadata',
  'raw',
  'lc_error_code',
  'error_type',
  'stop_reason',
  'finish_reason',
];
/** Answers, as objects or as they came: a reply of Ollama's is a text in `response`. */
const bodies = ['response', 'responseBody', 'body'];

/** Errors of the AI SDK that quote what a model, a tool or the host said. */
const quoting = /^AI_(?:Download|Invalid|JSONParse|NoObject|NoSuchTool|Tool|TypeValidation)/;

export interface Words {
  /** Messages, codes and names, those of the error itself first. */
  texts: string[];
  /** Of HTTP. */
  statuses: number[];
  /** Tokens, where llama.cpp tells them in fields. */
  limit: number | undefined;
  size: number | undefined;
}

/** Never throws. Bounded in time, whatever the error holds. */
export function wordsOf(error: unknown): Words {
  const words: Words = { texts: [], statuses: [], limit: undefined, size: undefined };
  const queue: unknown[] = [error];
  const seen = new Set<object>();
  let json = mostJson;
  for (let at = 0; at < queue.length && seen.size < mostObjects; at += 1) {
    let value = queue[at];
    if (typeof value === 'string' && looksLikeJson(value)) {
      const fits = value.length <= json;
      if (fits) json -= value.length;
      value = fits ? (parsed(value) ?? value) : undefined;
    }
    if (typeof value === 'string') addText(value, words);
    if (!isObject(value) || seen.has(value)) continue;
    seen.add(value);
    queue.push(...(attempt(() => listOf(value)) ?? inObject(value, words)));
  }
  return words;
}

/** A text that begins with a brace, or has one after a few words: `400 {"error":…}`. */
const looksLikeJson = (text: string) => text.slice(0, 40).includes('{');

function parsed(text: string): unknown {
  const value = attempt(() => JSON.parse(text.slice(text.search(/\[?\s*\{/))));
  return isObject(value) ? value : undefined;
}

function addText(text: string, { texts }: Words): void {
  if (texts.length >= mostTexts) return;
  const half = mostRead / 2;
  const read = text.length <= mostRead ? text : `${text.slice(0, half)} ${text.slice(-half)}`;
  texts.push(read.replace(/\s+/g, ' ').replace(/[‘’]/g, "'"));
}

/** The newest of a list; undefined for anything else. */
function listOf(value: object): unknown[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const { length } = value;
  return Array.from({ length: Math.min(length, mostOfList) }, (_, i) => value[length - 1 - i]);
}

/** Takes down an object's numbers. What else it says is returned. */
function inObject(object: Fields, words: Words): unknown[] {
  const field = (name: string) => attempt(() => object[name]);
  const statuses = ['statusCode', 'status', 'code'].flatMap((name) => statusIn(field(name)));
  words.statuses.push(...statuses);
  words.limit ??= count(field('n_ctx'));
  words.size ??= count(field('n_prompt_tokens'));
  const name = field('name');
  // A schema that knows no errors refused the chunk that tells of one.
  const refused = name === 'AI_TypeValidationError' ? field('value') : undefined;
  if (isObject(refused)) return [attempt(() => refused.error)];
  if (typeof name === 'string' && quoting.test(name)) return [];
  // Earlier tries may have failed of something else.
  const last = field('lastError');
  if (isObject(last)) return [last];
  // Without a status that says so, a body that is no JSON may be a reply.
  const isError = statuses.some((status) => status >= 400);
  const told = bodies
    .map(field)
    .filter((body) => isError || typeof body !== 'string' || looksLikeJson(body));
  return [...fieldsWithWords.map(field), ...told];
}

function statusIn(value: unknown): number[] {
  const status = typeof value === 'string' && value.length === 3 ? Number(value) : value;
  return typeof status === 'number' && status >= 100 && status < 600 ? [status] : [];
}

function count(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}
