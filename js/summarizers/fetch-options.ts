/**
 * Checks the options of `fromFetch` when it is called. An error names the option and never quotes a
 * header.
 */

import type { Signal } from '../types.ts';
import {
  checkedOptions,
  is,
  isPlain,
  kind,
  named,
  numberTo,
  oneOf,
  record,
  secret,
  text,
} from '../values/checks.ts';
import { type ApiName, apiOf } from './apis.ts';

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

const addressOf = (url: unknown) => (isPlain(url) ? url.href : url);

const checks = {
  url: secret(
    is((value) => {
      const url = addressOf(value);
      return typeof url === 'string' && /^(https?:\/\/[^/\s]|\/)\S*$/i.test(url);
    }, 'an http or https URL, or a path that starts with "/"'),
  ),
  model: named,
  headers: secret(record(secret(text), 'an object of names and strings')),
  fetch: kind('function', 'a function'),
  api: oneOf(['openai', 'anthropic']),
  temperature: numberTo(0, 2),
};
/** Throws `invalid-option` for a wrong name or value. */
export function fetchOptions(given: unknown): CheckedOptions {
  const options = checkedOptions<FromFetchOptions>('fromFetch', given, checks, ['url', 'model']);
  const { model, headers = {}, fetch, temperature = 0 } = options;
  const url = addressOf(options.url) as string;
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  const { api = apiOf(url) } = options;
  return { url, model, headers: Object.fromEntries(lower), fetch, api, temperature };
}
