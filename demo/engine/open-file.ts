/** Reads a file that a reader chose: its text stays in the engine's thread. */

import { ImportError, importSession } from '../import/index.ts';
import type { Session } from './policies.ts';

/** Bytes. A text of this size takes about five times as much memory once it is read. */
export const largestFile = 200_000_000;

/** What the page is told of a file: never its text. */
export interface OpenedFile {
  name: string;
  messages: number;
  formatName: string;
  conversations: number;
  /** Which one of them it is, from 1. */
  conversation: number;
  notes: string[];
}

/** Why a file can't be played, in words for the one who chose it. */
export interface FileFault {
  fault: string;
}

export interface FileAsked {
  file: Blob;
  name: string;
  /** Which one of a file with several, from 1; by default the longest. */
  conversation?: number | undefined;
}

export async function readFile(
  asked: FileAsked,
): Promise<{ session: Session; opened: OpenedFile } | FileFault> {
  const { file, name, conversation } = asked;
  const megabytes = Math.ceil(file.size / 1_000_000);
  if (file.size > largestFile) {
    return {
      fault: `The file has ${megabytes} MB. At most ${largestFile / 1_000_000} MB can be opened here.`,
    };
  }
  let text: string;
  try {
    text = await file.text();
  } catch {
    return { fault: 'The browser could not read the file. It may have been moved or changed.' };
  }
  try {
    const { session, ...about } = importSession(text, { name, conversation });
    if (!session.messages.some(({ role }) => role === 'assistant')) {
      return { fault: 'The model says nothing in it, so there is no request to play.' };
    }
    const { format: _, ...told } = about;
    const messages = session.messages.length;
    return {
      session: session as Session,
      opened: { name: session.name, messages, ...told },
    };
  } catch (error) {
    if (error instanceof ImportError) return { fault: error.message };
    // An engine without memory for the text says so as a RangeError.
    if (error instanceof RangeError)
      return { fault: 'The file needs more memory than this tab has.' };
    throw error;
  }
}
