/** What went wrong with an endpoint, in words for the reader. */

import { APICallError, RetryError } from 'ai';

const longest = 300;

function reasonOf(status: number): string {
  if (status === 401 || status === 403) return 'did not accept the key';
  if (status === 404) return 'knows no such address or model';
  if (status === 413) return 'found the request too large';
  if (status === 429) return 'allows no more requests for now';
  if (status >= 500) return 'failed';
  return 'refused the request';
}

/** An answer that is no stream. */
export class Refused extends Error {
  readonly status: number;
  constructor(status: number, body: string) {
    super(messageOf(body));
    this.status = status;
  }
}

function messageOf(body: string): string {
  try {
    const { error } = JSON.parse(body);
    return String(typeof error === 'string' ? error : (error?.message ?? ''));
  } catch {
    return '';
  }
}

/** `secret` must not come back: an endpoint may quote it. */
export function inWords(error: unknown, secret: string): string {
  const cause = RetryError.isInstance(error) ? error.lastError : error;
  const said = (text: string) => {
    const clean = (secret === '' ? text : text.replaceAll(secret, '…')).slice(0, longest);
    return clean === '' ? '' : ` It says: ${clean}`;
  };
  const status = APICallError.isInstance(cause)
    ? cause.statusCode
    : cause instanceof Refused
      ? cause.status
      : undefined;
  const message = cause instanceof Error ? cause.message : String(cause);
  if (status !== undefined && status >= 400) {
    return `The endpoint ${reasonOf(status)} (${status}).${said(message)}`;
  }
  if (cause instanceof TypeError || (APICallError.isInstance(cause) && status === undefined)) {
    return 'The endpoint could not be reached. Either the address is wrong, or it does not run, or it does not let pages call it (CORS).';
  }
  return `The answer broke off.${said(message)}`;
}
