/** The transcript that a command works on. Decides where it is read from; refuses to know formats. */
import { createReadStream } from 'node:fs';
import { stdin } from 'node:process';
import { readTranscript, type Transcript, type TranscriptFormat } from '../formats/index.ts';
import { progress } from './terminal.ts';

/** Wrong use of the command line; the message says what to do. */
export class UsageError extends Error {}
/** A file that can't be read. */
export class InputError extends Error {}

export interface InputOptions {
  format?: TranscriptFormat;
  conversation?: number;
}

/** The transcript in `file`; `-` and nothing mean standard input. */
export async function transcriptIn(
  file: string | undefined,
  options: InputOptions,
): Promise<Transcript> {
  const isStdin = file === undefined || file === '-';
  if (isStdin && stdin.isTTY === true) {
    throw new UsageError('name a file, or pipe a transcript in');
  }
  const told = progress('reading');
  try {
    return await readTranscript(isStdin ? stdin : createReadStream(file), {
      ...options,
      onProgress: ({ fraction }) => told.at(fraction),
    });
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (typeof code === 'string' && /^E[A-Z]+$/.test(code)) {
      throw new InputError(`cannot read ${file}: ${code}`);
    }
    throw error;
  } finally {
    told.done();
  }
}
