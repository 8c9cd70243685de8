/** Who may call. Decides by the token alone, in a time that says nothing about it. */

const encoder = new TextEncoder();
const digest = (text) => crypto.subtle.digest('SHA-256', encoder.encode(text));

/** Whether an Authorization header bears the token. */
export async function isAllowed(header, token) {
  const [, given] = /^Bearer +(\S+)$/i.exec(header ?? '') ?? [];
  if (given === undefined) return false;
  const [one, other] = (await Promise.all([digest(given), digest(token)])).map(
    (bytes) => new Uint8Array(bytes),
  );
  let difference = 0;
  for (const [at, byte] of one.entries()) difference |= byte ^ other[at];
  return difference === 0;
}

const localHosts = ['localhost', '127.0.0.1', '[::1]'];

/** Whether an address is this machine's own; a page elsewhere can't make a browser say so. */
export function isLocal(url) {
  return localHosts.includes(new URL(url).hostname);
}
