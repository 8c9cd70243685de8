/** Fetches one of the package's files, or says which one could not be had and why. */
export async function fetched(url: string | URL): Promise<Response> {
  const response = await fetch(url).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    // Runtimes quote URLs whole.
    const safe = reason.replace(/\S+:\/\/\S+/g, addressOf);
    throw new Error(`${addressOf(url)}: ${safe}`);
  });
  if (!response.ok) throw new Error(`${addressOf(url)}: HTTP status ${response.status}`);
  return response;
}

/** A URL as errors may quote it: without credentials, query and fragment. */
export function addressOf(url: string | URL): string {
  return String(url)
    .replace(/[?#].*$/s, '')
    .replace(/^([a-z][a-z0-9+.-]*:)?\/\/[^/]*@/i, '$1//')
    .slice(0, 300);
}
