/**
 * What the rules of all providers have in common: requests are JSON in Unicode, with data in base64.
 * Decides how a body is walked; shares no code with the engine.
 */

import type { Fault } from '../fault.ts';
import { loneSurrogates } from '../values.ts';

export type Fields = Record<string, unknown>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The fields of what should be an object; none of anything else. */
export function fieldsIn(value: unknown): Fields {
  return isFields(value) ? value : {};
}

export function fieldsOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : [];
}

/**
 * RFC 8259, 8.2: a string with an unpaired surrogate is no Unicode, and receivers refuse it; the
 * providers answer "The request body is not valid JSON".
 */
export function unicodeFaults(body: unknown, where = 'body'): Fault[] {
  const fault = (detail: string): Fault => ({ rule: 'unicode', at: -1, detail });
  if (typeof body === 'string') {
    return loneSurrogates(body).length === 0 ? [] : [fault(`half a surrogate pair in ${where}`)];
  }
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([key, value]) => [
    ...(loneSurrogates(key).length === 0
      ? []
      : [fault(`half a surrogate pair in a name of ${where}`)]),
    ...unicodeFaults(value, `${where}.${key}`),
  ]);
}

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Notes a fault of the message or item at an index. */
export type Report = (rule: string, at: number, detail: string) => void;

/** Data that is there, and base64 with its padding. */
export function isBase64(data: unknown): boolean {
  return typeof data === 'string' && data !== '' && base64.test(data);
}

/** The media type of a data URL whose data is sound; undefined for every other text. */
export function dataUrlType(url: unknown): string | undefined {
  const [, type, data] = /^data:([^;,]+);base64,(.*)$/s.exec(String(url)) ?? [];
  return isBase64(data) ? type : undefined;
}

/** Text that is more than white space. */
export function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}

/** The parts of what may be a text, too; where nothing is in it, that is a fault. */
export function contentParts(content: unknown, index: number, fault: Report): Fields[] {
  if (typeof content === 'string') {
    if (!isText(content)) fault('empty-content', index, 'content without text');
    return [];
  }
  const parts = fieldsOf(content);
  if (parts.length === 0) fault('empty-content', index, 'no content');
  return parts;
}

/** A text that is the JSON of an object. */
export function isObjectText(value: unknown): boolean {
  try {
    return typeof value === 'string' && isFields(JSON.parse(value));
  } catch {
    return false;
  }
}

export function sameJson(a: unknown, b: unknown): boolean {
  return canonical(a) === canonical(b);
}

/** JSON with sorted names: order within an object carries no meaning. Absent and null are one. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (!isFields(value)) return JSON.stringify(value) ?? 'null';
  const names = Object.keys(value).filter((name) => value[name] != null);
  return `{${names
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`)
    .join(',')}}`;
}
