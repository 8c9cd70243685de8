/**
 * The input of a tool call. Providers take a JSON object and nothing else; what a host has of a call whose
 * arguments were cut off, or never came, is a text, null or nothing.
 */
import { attempt, type Fields, isObject } from '../values/fields.ts';
import { jsonText } from '../values/json-text.ts';
import { toWellFormed } from '../values/well-formed.ts';

/** What stands in the object in place of the arguments. */
const field = 'invalid input';

/** What is kept of such an input, UTF-16 code units of its JSON text. */
const mostUnits = 1_000;
/** By how many that text may outgrow the input: quotes in JSON are escaped. */
const mostGrowth = 60;

/** Whether a text is the JSON of an object. */
export function isObjectText(text: string): boolean {
  return isFields(attempt(() => JSON.parse(text) as unknown));
}

/**
 * JSON text of the object that stands for an input that is none, itself given as JSON or as any text: the
 * object that was written as a text, or what was there under a name of its own, or an empty object where
 * there was nothing.
 */
export function objectText(input: string): string {
  const value = unwrapped(input);
  if (isFields(value)) return jsonText(value).text;
  if (isNothing(value)) return '{}';
  const text = toWellFormed(typeof value === 'string' ? value : jsonText(value).text);
  const room = Math.min(mostUnits, input.length + mostGrowth);
  return JSON.stringify({ [field]: shortened(text, room) });
}

function isFields(value: unknown): value is Fields {
  return isObject(value) && !Array.isArray(value);
}

function isNothing(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === '';
  return value === null || (Array.isArray(value) && value.length === 0);
}

/** The value that a text is the JSON of, however often it was written as a text; otherwise the text. */
function unwrapped(text: string): unknown {
  let value: unknown = text;
  while (typeof value === 'string') {
    const json = value;
    const parsed = attempt(() => [JSON.parse(json) as unknown]);
    if (parsed === undefined) break;
    value = parsed[0];
  }
  return value;
}

/** As much of the start of a text as takes `room` UTF-16 code units in JSON. */
function shortened(text: string, room: number): string {
  let end = 0;
  let used = 0;
  for (const character of text) {
    used += JSON.stringify(character).length - 2;
    if (used > room) return `${text.slice(0, end)} [... ${end} of ${text.length} characters shown]`;
    end += character.length;
  }
  return text;
}
