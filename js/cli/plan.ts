/** `epitome plan`: what would become of each message if the transcript were sent now. */
import type { Transcript } from '../formats/index.ts';
import type { Explanation, MessageFate } from '../index.ts';
import { type EngineOptions, openCompactor } from './engine.ts';
import { count, type Style, table } from './terminal.ts';

export interface Plan {
  /** Of the messages as they are. */
  tokensBefore: number;
  tokensAfter: number;
  budget: Explanation['budget'];
  fits: boolean;
  ranges: {
    fate: MessageFate['fate'];
    firstMessage: number;
    lastMessage: number;
    tokens: number;
    reason: string;
  }[];
}

export async function plan(transcript: Transcript, options: EngineOptions): Promise<Plan> {
  const compactor = await openCompactor(transcript, options);
  try {
    const session = compactor.session();
    await session.prepare(transcript.messages);
    const { budget, viewTokens, messages } = session.explain();
    return {
      tokensBefore: messages.reduce((sum, { tokens }) => sum + tokens, 0),
      tokensAfter: viewTokens,
      budget,
      fits: viewTokens <= budget.total,
      ranges: rangesOf(messages),
    };
  } finally {
    compactor.dispose();
  }
}

/** Neighbours of one fate and reason together. */
function rangesOf(messages: readonly MessageFate[]): Plan['ranges'] {
  const ranges: Plan['ranges'] = [];
  for (const { message, tokens, fate, reason } of messages) {
    const last = ranges.at(-1);
    if (last?.fate === fate && last.reason === reason && last.lastMessage === message - 1) {
      last.lastMessage = message;
      last.tokens += tokens;
    } else {
      ranges.push({ fate, firstMessage: message, lastMessage: message, tokens, reason });
    }
  }
  return ranges;
}

export function planText(
  { tokensBefore, tokensAfter, budget, fits, ranges }: Plan,
  style: Style,
): string {
  const rows = ranges.map((one) => [
    one.fate,
    one.firstMessage === one.lastMessage
      ? `${one.firstMessage}`
      : `${one.firstMessage}–${one.lastMessage}`,
    count(one.tokens),
    one.reason,
  ]);
  return [
    style.bold(`${count(tokensBefore)} → ${count(tokensAfter)} tokens`),
    style.faint(
      `window ${count(budget.contextWindow)}, budget ${count(budget.total)}, ` +
        `trigger ${count(budget.trigger)}, target ${count(budget.target)}`,
    ),
    fits ? style.good('fits') : style.bad('cannot fit'),
    '',
    table(rows, ['fate', 'messages', 'tokens', 'why']),
  ].join('\n');
}
