/** A summarizer for tests: it says what it was told to say, costs nothing, and remembers what it was asked. */
import type { Summarize, SummaryReply, SummaryRequest } from '../types.ts';
import { is, isPlain, requireArgument } from '../values/checks.ts';

/** What one call comes to: a text or reply, an error that it rejects with, or what a function of yours returns. */
export type ScriptedReply = string | SummaryReply | Error | Summarize;

export interface ScriptedSummarizer extends Summarize {
  /** What it was asked, oldest first. */
  readonly requests: readonly SummaryRequest[];
}

/** A record that can stand for any range: it names nothing that the range might not have. */
function plainRecord({ firstMessage, lastMessage }: SummaryRequest): string {
  return [
    '## Done',
    `- Messages ${firstMessage} to ${lastMessage} were worked through in order, and this is their scripted summary.`,
    '- Each step was taken, and what came of it was noted before the next one began.',
    '## Current state',
    '- The work goes on from here; what the user asked for last is still to be finished.',
  ].join('\n');
}

const aReply = is(
  (value) =>
    ['string', 'function'].includes(typeof value) ||
    value instanceof Error ||
    (isPlain(value) && typeof value.text === 'string'),
  'a text, a reply { text }, an Error, or a function like `summarize`',
);

/**
 * Give its replies in the order of the calls; the last one stays for all that follow. Without any, each call gets a plain
 * record that stands for its range. A call whose signal is aborted rejects with the signal's reason.
 * Throws `invalid-argument` for what is no reply.
 */
export function scriptedSummarizer(...replies: readonly ScriptedReply[]): ScriptedSummarizer {
  for (const reply of replies) requireArgument('scriptedSummarizer', 'replies', reply, aReply);
  const requests: SummaryRequest[] = [];
  const summarize: Summarize = async (request, options) => {
    const reply = replies[Math.min(requests.length, replies.length - 1)] ?? plainRecord(request);
    requests.push(request);
    options.signal.throwIfAborted();
    if (reply instanceof Error) throw reply;
    return typeof reply === 'function' ? reply(request, options) : reply;
  };
  return Object.assign(summarize, { requests });
}
