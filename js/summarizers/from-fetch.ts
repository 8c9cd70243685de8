/**
 * A summariser that posts to a chat-completions or Anthropic Messages endpoint. Errors never hold a
 * header or a key. A parameter that is refused is left out from then on.
 */
import { addressOf } from '../load/fetched.ts';
import type { Summarize, SummaryReply, SummaryRequest } from '../types.ts';
import { type ApiShape, apiShapes, endpointOf } from './apis.ts';
import type { FetchLike, FromFetchOptions } from './fetch-options.ts';
import { fetchOptions } from './fetch-options.ts';
import { isRefusal, type Parameter, Refused, takesTemperature } from './refused.ts';
import { excerpt, failed, get } from './reply.ts';
import { mayPass } from './retrying.ts';

interface Endpoint {
  url: string;
  /** It, as errors may name it. */
  address: string;
  model: string;
  temperature: number;
  headers: Record<string, string>;
  send: FetchLike;
  shape: ApiShape;
  /** Removes what must not be told from somebody else's words. */
  redact(text: string): string;
}

/** Shorter values are words such as `gzip`, not keys. */
const minSecret = 8;

/**
 * A summarizer that asks an HTTP endpoint. Throws 'invalid-option' at once, naming the option. Calls reject with
 * 'summarizer-failed' (`cause.status` holds the HTTP status, where there is one), or with the signal's reason
 * once that is aborted. The session makes a failed call again.
 */
export function fromFetch(options: FromFetchOptions): Summarize {
  const { url, model, headers, fetch: injected, api, temperature } = fetchOptions(options);
  const shape = apiShapes[api];
  const target = endpointOf(url, api);
  const endpoint: Endpoint = {
    url: target,
    address: addressOf(target),
    model,
    temperature,
    headers: { 'content-type': 'application/json', ...shape.headers, ...headers },
    send: injected ?? ((to, init) => globalThis.fetch(to, init)),
    shape,
    redact: redactor(url, headers),
  };
  const refused = new Refused(shape.optional);
  if (options.temperature === undefined && !takesTemperature(model)) refused.add('temperature');

  const summarize: Summarize = (request, { signal }) =>
    refused.without(async (out) => {
      const { status, ok, body, responseHeaders } = await post(endpoint, out, request, signal);
      if (ok) return { value: parse(endpoint, status, body) };
      const error = failed(`${endpoint.address} answered ${status}: ${quote(endpoint, body)}`, {
        status,
        ...(responseHeaders && { responseHeaders }),
      });
      if (isRefusal(status)) return { refusal: body, error };
      throw error;
    });
  return Object.assign(summarize, { modelId: model });
}

/** An endpoint's answer. */
interface Answer {
  status: number;
  ok: boolean;
  body: string;
  /** Those that say when to try again; undefined where there are none. */
  responseHeaders: Record<string, string> | undefined;
}

/** Other headers are the endpoint's own business, and are told to nobody. */
function waitHeaders(
  headers: { get(name: string): string | null } | undefined,
): Answer['responseHeaders'] {
  const told = ['retry-after', 'retry-after-ms'].flatMap((name) => {
    const value = headers?.get(name);
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  return told.length > 0 ? Object.fromEntries(told) : undefined;
}

async function post(
  endpoint: Endpoint,
  out: ReadonlySet<Parameter>,
  request: SummaryRequest,
  signal: AbortSignal,
): Promise<Answer> {
  const { url, model, temperature, headers, send, shape } = endpoint;
  const body = JSON.stringify(shape.body(model, temperature, request, out));
  try {
    const response = await send(url, { method: 'POST', headers: { ...headers }, body, signal });
    return {
      status: response.status,
      ok: response.ok,
      body: await response.text(),
      responseHeaders: waitHeaders(response.headers),
    };
  } catch (error) {
    if (signal.aborted) throw error;
    // Not passed on as the cause: a runtime quotes the header or URL that it could not use.
    const reason = get(get(error, 'cause'), 'message') ?? get(error, 'message') ?? error;
    throw failed(`${endpoint.address} could not be reached: ${quote(endpoint, String(reason))}`, {
      isRetryable: mayPass(error),
    });
  }
}

function parse(endpoint: Endpoint, status: number, body: string): SummaryReply {
  let answer: unknown;
  try {
    answer = JSON.parse(body);
  } catch {
    const what = quote(endpoint, body);
    throw failed(`${endpoint.address} answered with something that is not JSON: ${what}`, {
      status,
    });
  }
  const reply = endpoint.shape.reply(answer);
  if (reply !== undefined) return reply;
  const what = quote(endpoint, body);
  throw failed(`${endpoint.address} answered without a message: ${what}`, { status });
}

function quote({ redact }: Endpoint, text: string): string {
  return excerpt(redact(text.slice(0, 4096))) || '(empty)';
}

/** Replaces all that may be a secret: header values, credentials and query values of the URL. */
function redactor(url: string, headers: Readonly<Record<string, string>>): Endpoint['redact'] {
  const credentials = /^[a-z]+:\/\/([^/?#@]*)@/i.exec(url)?.[1] ?? '';
  const query = /\?([^#]*)/.exec(url)?.[1] ?? '';
  const values = Object.values(headers).flatMap((value) => [value, ...value.split(/\s+/)]);
  const secrets = [...values, ...credentials.split(':'), ...query.split(/[&=]/)]
    .filter((value) => value.length >= minSecret)
    .sort((a, b) => b.length - a.length);
  return (text) => secrets.reduce((clean, secret) => clean.replaceAll(secret, '[redacted]'), text);
}
