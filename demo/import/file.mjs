/** Reads a transcript from a file, on Node. Knows nothing of formats. */

import { readFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { ImportError, importSession } from './index.ts';

export { ImportError };

const faults = {
  ENOENT: 'there is none of this name',
  EISDIR: 'it is a folder',
  ERR_STRING_TOO_LONG: 'it is too large',
  ERR_FS_FILE_TOO_LARGE: 'it is too large',
};

/** All that an import says of `file`; `conversation` counts from 1. */
export function importFile(file, conversation = 1) {
  let text;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const why = faults[error.code] ?? error.code ?? error.message;
    throw new ImportError('unreadable-file', `cannot read the file: ${why}`);
  }
  return importSession(text, { name: basename(file, extname(file)), conversation });
}

/** Its session: `{ name, system, tools, messages }` with messages of `ai` 5 and later. */
export function loadSession(file, conversation = 1) {
  return importFile(file, conversation).session;
}
