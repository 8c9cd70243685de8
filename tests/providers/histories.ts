/**
 * Ways in which a host's history comes back, besides growing step by step. Decides what a session is
 * given; refuses to know what it makes of it.
 */
import type { Message } from './sessions/play.ts';
import type { Fields } from './sessions/voice.ts';

/** One call of a session. */
export interface Moment {
  /** The request of the planned session that this history leads to. */
  step: number;
  messages: readonly Message[];
  /** The process has ended meanwhile: a new session goes on from the saved state. */
  restart: boolean;
}

type Transcripts = readonly (readonly Message[])[];

/** The user goes back to an earlier answer and on from there, and the server is restarted at times. */
function goingBack(transcripts: Transcripts): Moment[] {
  const steps = [...transcripts.keys()];
  return [...steps.slice(0, 55), ...steps.slice(31, 44), ...steps.slice(36)].map((step, i) => ({
    step,
    messages: transcripts[step] as readonly Message[],
    restart: i % 9 === 8,
  }));
}

/** Twice the user speaks before tools have answered: once before all, once before some of them. */
function interrupted(transcripts: Transcripts): Moment[] {
  return transcripts.map((messages, step) => ({
    step,
    messages: withoutRest(withoutRest(messages, 5, 1), 2, 0),
    restart: false,
  }));
}

/** The messages without what followed parallel calls in a turn, but for so many results. */
function withoutRest(messages: readonly Message[], turn: number, kept: number): readonly Message[] {
  const users = messages.flatMap(({ role }, i) => (role === 'user' ? [i] : []));
  const [begin, end] = [users[turn], users[turn + 1]];
  if (begin === undefined || end === undefined) return messages;
  const calling = messages.findIndex(
    ({ role, content }, i) => i > begin && role === 'assistant' && clientCalls(content) > 1,
  );
  const results = messages[calling + 1] as Message;
  const some = { ...results, content: (results.content as Fields[]).slice(0, kept) };
  return [...messages.slice(0, calling + 1), ...(kept > 0 ? [some] : []), ...messages.slice(end)];
}

function clientCalls(content: unknown): number {
  if (!Array.isArray(content)) return 0;
  return (content as Fields[]).filter(
    ({ type, providerExecuted }) => type === 'tool-call' && providerExecuted !== true,
  ).length;
}

export const histories = {
  'goes back, and is restarted': goingBack,
  'is interrupted': interrupted,
} as const;
