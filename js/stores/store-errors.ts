/**
 * What engines throw, as errors of ours. Decides by their codes, and by their words where they have no
 * code, which of four kinds it is; refuses to know who called.
 */
import { EpitomeError, type EpitomeErrorCode } from '../errors.ts';

interface Kind {
  code: EpitomeErrorCode;
  said: string;
  /** The engine's or the system's own codes, and names of its errors. */
  codes: RegExp;
  /** What messages say that come without a code, as of Redis and the engines at the edge. */
  words: RegExp;
}

/** The first one that matches decides. */
const kinds: readonly Kind[] = [
  {
    code: 'store-full',
    said: 'has no room left',
    // PostgreSQL's class 53 but for connections; Redis's maxmemory, and a disk it can't write to.
    codes: /^(53[12]00|ENOSPC|EDQUOT|SQLITE_FULL|QuotaExceededError)$/,
    words:
      /^(OOM|MISCONF) |disk is full|No space left|SQLITE_FULL|ENOSPC|exceeded.*(size|storage)/i,
  },
  {
    code: 'store-unavailable',
    said: 'can not be reached',
    // PostgreSQL's classes 08 (connection), 28 (authorization) and 57P (shutdown); too many
    // connections, a cancelled statement, a standby, locks that were not had, deadlocks; sockets; SQLite.
    codes:
      /^(08...|28...|57P..|53300|57014|25006|55P03|40001|40P01|ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|E(HOST|NET)UNREACH|ENOENT|EACCES|SQLITE_(BUSY|LOCKED|CANTOPEN)|Client(Closed|Offline)Error|\w*ConnectionTimeoutError|(Socket|Disconnects)\w*Error|MaxRetriesPerRequestError|InvalidStateError)$/,
    words:
      /^(LOADING|READONLY|MASTERDOWN|CLUSTERDOWN|NOAUTH|WRONGPASS) |connection .*(terminated|closed|closing|lost|timed? ?out|ended)|connection terminated|timeout exceeded|not queryable|connection error|after calling end|client is closed|database is (locked|not open)|unable to open database|object.*(reset|overloaded)|stream isn't writeable/i,
  },
];

/** Result codes of SQLite, which Node gives as numbers. */
const sqliteNames: Readonly<Record<number, string>> = {
  5: 'SQLITE_BUSY',
  6: 'SQLITE_LOCKED',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
};

const other = { code: 'store-failed', said: 'failed' } as const;

/** An error of ours for whatever an engine or its client threw. */
export function storeError(error: unknown): EpitomeError {
  if (EpitomeError.isInstance(error)) return error;
  const { code, said } = kinds.find((kind) => isOf(kind, error)) ?? other;
  const message = error instanceof Error ? error.message : String(error);
  return new EpitomeError(code, `the store ${said}: ${message}`, { cause: error });
}

/** Runs one call of a store. */
export async function guarded<Result>(work: () => Promise<Result> | Result): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw storeError(error);
  }
}

function isOf(kind: Kind, error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return kind.words.test(String(error));
  const { name, message, code, errcode, errors, cause } = error as Record<string, unknown>;
  // The lowest byte is the code, the rest says more of it.
  const sqlite = typeof errcode === 'number' ? sqliteNames[errcode & 0xff] : undefined;
  if ([name, code, sqlite].some((text) => typeof text === 'string' && kind.codes.test(text))) {
    return true;
  }
  if (typeof message === 'string' && kind.words.test(message)) return true;
  const inner = Array.isArray(errors) ? errors : cause === undefined ? [] : [cause];
  return inner.some((one) => isOf(kind, one));
}
