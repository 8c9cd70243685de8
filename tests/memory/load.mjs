/**
 * Which sessions are measured: recorded ones by path, and generated ones. Decides how short recordings
 * become a session of some length; refuses to know what is measured.
 */

import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { runsOf } from '../../demo/engine/runs.ts';
import { ImportError, loadSession } from '../../demo/import/file.mjs';
import { countMessages } from '../../demo/replay/exact-tokens.mjs';
import { stepsOf } from '../replay/session.mjs';

/** Conversations of a file at most. */
const mostConversations = 1_000;

/**
 * A session as it is measured: `{ name, kind, recorded, system, messages, steps, deeds, superseded,
 * falsehoods }`. `steps` are those of tests/replay/session.mjs.
 */
export function sessionOf({ name, kind, recorded = false, system = '', messages, ...truths }) {
  const { deeds = [], superseded = [], falsehoods = [], language = 'en' } = truths;
  const starts = new Set(runsOf(messages).map((run) => run.from));
  const steps = messages.flatMap(({ role }, length) =>
    role === 'assistant' ? [{ length, opensRun: starts.has(length), cold: false }] : [],
  );
  return {
    name,
    kind,
    recorded,
    language,
    system,
    messages,
    steps,
    deeds,
    superseded,
    falsehoods,
    tokens: countMessages(messages),
  };
}

/** All conversations of a file, in order. */
function conversationsOf(file) {
  const found = [];
  for (let n = 1; n <= mostConversations; n += 1) {
    try {
      const { name, system, messages } = stepsOf({ file, conversation: n });
      found.push({ name, system, messages });
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
      // A conversation without a reply is passed over; behind the last there is none.
      if (error.code !== 'no-messages') break;
    }
  }
  return found;
}

const callTypes = ['tool-call', 'tool-result'];

/** Conversations one after another, as of an agent that serves one user after another. */
function joined(name, conversations) {
  const messages = conversations.flatMap((conversation, n) =>
    conversation.messages.map((message) =>
      typeof message.content === 'string'
        ? message
        : {
            ...message,
            content: message.content.map((part) =>
              callTypes.includes(part.type)
                ? { ...part, toolCallId: `${n}-${part.toolCallId}` }
                : part,
            ),
          },
    ),
  );
  return { name, system: conversations[0].system, messages };
}

/**
 * The recorded sessions of a file for a window: one by one where they are at least `least` tokens,
 * else joined to sessions of about `length` tokens.
 */
export function recordedSessions(file, { least, length }) {
  const sessions = [];
  let short = [];
  let tokens = 0;
  const close = () => {
    if (short.length === 0) return;
    const name = `${basename(file, '.jsonl')} joined`;
    sessions.push(sessionOf({ ...joined(name, short), recorded: true }));
    short = [];
    tokens = 0;
  };
  for (const conversation of conversationsOf(file)) {
    const size = countMessages(conversation.messages);
    if (size >= least) {
      sessions.push(sessionOf({ ...conversation, recorded: true }));
      continue;
    }
    short.push(conversation);
    tokens += size;
    if (tokens >= length) close();
  }
  // What is left over is too short to be folded often.
  if (tokens >= least) close();
  return sessions;
}

/** The files of a folder that hold sessions. */
export function filesIn(folder) {
  const names = readdirSync(folder).filter((name) => /\.jsonl?$/.test(name));
  if (names.length === 0)
    throw new ImportError('unreadable-file', `${folder}: no .json or .jsonl file there`);
  return names.sort().map((name) => join(folder, name));
}

export { ImportError, loadSession };
