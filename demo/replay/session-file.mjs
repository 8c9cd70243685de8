/** A recorded session from a file of any format that epitome reads. Decides only how files fail. */

import { readFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { parseTranscript, TranscriptError } from 'epitome/formats';
import { sessionOf } from './session-text.mjs';

/** A file that is not a session. The message says what to do. */
export class SessionFileError extends Error {}

/** The session in `file`; `conversation` counts from 1 and picks one of a file that has one a line. */
export function loadSession(file, conversation = 1) {
  return sessionOf(read(file, conversation), basename(file, extname(file)), conversation);
}

function read(file, conversation) {
  try {
    return parseTranscript(readFileSync(file, 'utf8'), { conversation });
  } catch (error) {
    if (error instanceof TranscriptError) throw new SessionFileError(`${file}: ${error.message}`);
    throw new SessionFileError(`cannot read ${file}: ${error.code ?? error.message}`);
  }
}
