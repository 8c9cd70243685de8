/**
 * Checks the options of `fromFetch` when it is called. An error names the option and never quotes a
 * header.
 */

import { EpitomeError } from '../errors.ts';
import type { Signal } from '../types.ts';
import { refuseOption } from '../values/require.ts';
import { type ApiName, apiOf } from './apis.ts';
import { get } from './reply.ts';

export interface FromFetchOptions {
  /** Base of the API (`https://host/v1`) or the full endpoint; absolute, or a path in a page. */
  url: string | { readonly href: string };
  /** The provider's name of the model. */
  model: string;
  /** Sent with each request: authorization and the like. Names are case-insensitive. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Default: the runtime's own. */
  fetch?: FetchLike | undefined;
  /** Default: 'anthropic' for a URL whose path ends in `/messages`, otherwise 'openai'. */
  api?: ApiName | undefined;
  /** Default: 0. */
  temperature?: number | undefined;
}

/** What is needed of `fetch`. */
export type FetchLike = (
  url: string,
  init: { method: 'POST'; headers: Record<string, string>; body: string; signal: Signal },
) => Promise<{
  readonly ok: boolean;
  readonly status: number;
  /** Where they are there, `Retry-After` is honoured. */
  readonly headers?: { get(name: string): string | null };
  text(): Promise<string>;
}>;

export interface CheckedOptions {
  url: string;
  model: string;
  /** Names in lower case. */
  headers: Record<string, string>;
  fetch: FetchLike | undefined;
  api: ApiName;
  temperature: number;
}

const known = ['url', 'model', 'headers', 'fetch', 'api', 'temperature'];

export function checkedOptions(options: FromFetchOptions): CheckedOptions {
  if (typeof options !== 'object' || options === null) {
    refuseOption('fromFetch takes an object of options');
  }
  for (const name of Object.keys(options)) {
    if (known.includes(name)) continue;
    refuseOption(`fromFetch has no option \`${name}\`; the options are ${known.join(', ')}`);
  }
  const { model, fetch, temperature = 0 } = options;
  const url = checkedUrl(options.url);
  if (typeof model !== 'string' || model === '') throw invalid('model', 'must be a model name');
  if (fetch !== undefined && typeof fetch !== 'function') {
    throw invalid('fetch', 'must be a function');
  }
  if (typeof temperature !== 'number' || !(temperature >= 0 && temperature <= 2)) {
    throw invalid('temperature', 'must be a number from 0 to 2');
  }
  const { api = apiOf(url) } = options;
  if (api !== 'openai' && api !== 'anthropic') {
    throw invalid('api', "must be 'openai' or 'anthropic'");
  }
  return { url, model, headers: checkedHeaders(options.headers), fetch, api, temperature };
}

function checkedUrl(value: unknown): string {
  const url = typeof value === 'object' ? get(value, 'href') : value;
  if (typeof url !== 'string' || !/^(https?:\/\/[^/\s]|\/)\S*$/i.test(url)) {
    throw invalid('url', 'must be an http or https URL, or a path that starts with "/"');
  }
  return url;
}

function checkedHeaders(headers: unknown): Record<string, string> {
  if (headers === undefined) return {};
  if (typeof headers !== 'object' || headers === null || Array.isArray(headers)) {
    throw invalid('headers', 'must be an object of names and values');
  }
  const lower: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value !== 'string') throw invalid(`headers.${name}`, 'must be a string');
    lower[name.toLowerCase()] = value;
  }
  return lower;
}

function invalid(name: string, what: string): EpitomeError {
  return new EpitomeError('invalid-option', `fromFetch: \`${name}\` ${what}`);
}
