/**
 * A real model behind an OpenAI-compatible URL, asked through the package's own summariser. Decides
 * where the key comes from and that an endpoint that never answers ends the run; refuses to retry.
 */
import { fromFetch, type Summarize } from 'epitome';

export interface EndpointOptions {
  url: string;
  model: string;
  /** Name of the environment variable that holds the key; without it none is sent. */
  keyVariable?: string | undefined;
  env?: Readonly<Record<string, string | undefined>>;
}

/** Throws when the variable is not set. */
export function openEndpoint({
  url,
  model,
  keyVariable,
  env = process.env,
}: EndpointOptions): Summarize {
  const key = keyVariable === undefined ? undefined : env[keyVariable];
  if (keyVariable !== undefined && !key) throw new Error(`${keyVariable} is not set`);
  return fromFetch({ url, model, ...(key && { headers: { authorization: `Bearer ${key}` } }) });
}
