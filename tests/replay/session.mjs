/**
 * A recorded session as the row of arrays that a host would send: one step for every reply on record,
 * broken-off ones too, since they were billed. Decides where a step stands, which run of the agent loop
 * it belongs to, and whether the provider's cache was cold; refuses to know who compacts.
 */

import { readFileSync } from 'node:fs';
import { runsOf } from '../../demo/engine/runs.ts';
import { ImportError, loadSession } from '../../demo/import/file.mjs';

/**
 * `{ name, system, messages, steps }`, a step being `{ length, opensRun, cold }`: how many messages
 * the host has by then, whether generateText is called anew, and whether the bill on record (if any)
 * read nothing from a cache.
 */
export function stepsOf({ file, conversation = 1 }) {
  const { name, system = '', messages } = loadSession(file, conversation);
  const starts = new Set(runsOf(messages).map((run) => run.from));
  const recorded = recordedReplies(file, conversation);
  const steps = [];
  let next = 0;
  for (const [i, message] of messages.entries()) {
    if (message.role !== 'assistant') continue;
    // A reply without content never entered the history; its request was sent all the same.
    while (recorded?.[next]?.empty) {
      steps.push({ length: recorded[next].before, opensRun: true, cold: recorded[next].cold });
      next += 1;
    }
    const cold = recorded?.[next]?.cold ?? false;
    const follows = steps.at(-1)?.length === i;
    steps.push({ length: i, opensRun: starts.has(i) || follows, cold });
    next += 1;
  }
  for (const reply of recorded?.slice(next) ?? []) {
    steps.push({ length: reply.before, opensRun: true, cold: reply.cold });
  }
  if (steps.length === 0)
    throw new ImportError('no-messages', `${file}: no reply, so nothing was sent`);
  return { name, system, messages, steps };
}

/** The replies of a chat with bills, in order; undefined for files of another kind. */
function recordedReplies(file, conversation) {
  const line = readFileSync(file, 'utf8')
    .split('\n')
    .filter((text) => text.trim() !== '')[conversation - 1];
  const chat = parsed(line);
  if (!Array.isArray(chat?.messages)) return undefined;
  if (!chat.messages.some(({ usage }) => usage !== undefined)) return undefined;
  const replies = [];
  let before = 0;
  let lastRole;
  for (const { role, usage, content, reasoning, tool_calls: calls } of chat.messages) {
    if (role === 'system') continue;
    const empty = role === 'assistant' && !content?.length && !reasoning && !calls?.length;
    if (role === 'assistant') replies.push({ before, empty, cold: usage?.cacheRead === 0 });
    if (empty) continue;
    // The results of one step stand in one message.
    if (role !== 'tool' || lastRole !== 'tool') before += 1;
    lastRole = role;
  }
  return replies;
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Walks the steps as AI SDK 6 does: every request loads its history afresh, and within a run each step
 * sends the same objects and what came since. Yields `{ index, messages, steps, cold, opensRun }`;
 * `steps` is the run's own list, to which the caller pushes each step's bill.
 */
export function* requestsOf({ messages, steps }) {
  const fresh = (from, to) => JSON.parse(JSON.stringify(messages.slice(from, to)));
  let sent = [];
  let run = [];
  for (const [index, { length, opensRun, cold }] of steps.entries()) {
    if (opensRun) {
      sent = fresh(0, length);
      run = [];
    } else {
      sent = [...sent, ...fresh(sent.length, length)];
    }
    yield { index, messages: sent, steps: run, cold, opensRun };
  }
}
