/**
 * Small hand-made conversations and hosts for the driver's tests. Decides what an agent's history
 * looks like and how the SDK versions pass it on; refuses to know what the product makes of it.
 */
import type { CompactionEvent, CompactorEvent, Session, SummaryRequest } from 'epitome';
import { isSegmentsMessage } from '../../../js/testing/host-index.ts';
import type { Message, Part } from '../../../js/testing/shapes.ts';

/** Text of about `tokens` tokens by the engine's counter (four UTF-16 code units each). */
export function prose(tokens: number, seed = 'work'): string {
  const sentence = `The ${seed} went on: file src/${seed}.ts was read and changed once more. `;
  return sentence.repeat(Math.ceil((tokens * 4) / sentence.length)).slice(0, tokens * 4);
}

export const user = (content: string): Message => ({ role: 'user', content });
export const assistant = (content: string): Message => ({ role: 'assistant', content });

export function callMessage(id: string, input: unknown = { path: `src/${id}.ts` }): Message {
  const call = { type: 'tool-call', toolCallId: id, toolName: 'read', input };
  return { role: 'assistant', content: [{ type: 'text', text: `Step ${id}.` }, call] };
}

export function resultMessage(id: string, value: string): Message {
  const output = { type: 'text', value };
  return {
    role: 'tool',
    content: [{ type: 'tool-result', toolCallId: id, toolName: 'read', output }],
  };
}

/** One step of an agent: a call and its result of about `tokens` tokens. */
export function step(id: string, tokens = 150): [Message, Message] {
  return [callMessage(id), resultMessage(id, prose(tokens, id))];
}

/** A request and `steps` steps; the same objects' content for the same arguments. */
export function conversation(
  steps: number,
  options: { tokens?: number; name?: string } = {},
): Message[] {
  const { tokens = 150, name = 'c' } = options;
  const messages = [user(`Please repair the ${name} module, and keep its public names.`)];
  for (let i = 0; i < steps; i += 1) messages.push(...step(`${name}${i}`, tokens));
  return messages;
}

/**
 * A longer story in one turn: parallel calls, an error, results far larger than the others, and a
 * user who says more half-way. Two messages a step, so that it can be played.
 */
export function story(steps: number, name = 's'): Message[] {
  const messages = [user(`Find out why the ${name} tests fail, and mend them.`)];
  for (let i = 0; i < steps; i += 1) {
    const id = `${name}${i}`;
    if (i % 17 === 11) {
      messages.push(assistant(`Half of ${id} is done.`), user(`Good. Mind the limits of ${id}.`));
    } else if (i % 13 === 6) {
      messages.push(callMessage(id), resultMessage(id, prose(2_600, id)));
    } else if (i % 7 === 3) {
      const [first, second] = [callMessage(`${id}a`), callMessage(`${id}b`)];
      const results = [resultMessage(`${id}b`, prose(90, id)), resultMessage(`${id}a`, 'none')];
      messages.push(joined(first, second), joined(...(results as [Message, Message])));
    } else {
      messages.push(...step(id, 60 + ((i * 37) % 140)));
    }
  }
  return messages;
}

function joined(first: Message, second: Message): Message {
  return { ...first, content: [...(first.content as Part[]), ...(second.content as Part[])] };
}

/** The same content in new objects, as a host has it that loads its history from a store. */
export function jsonClone<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

/** A summary that passes the gate for any range of these conversations. */
export function goodSummary(asked: Pick<SummaryRequest, 'firstMessage' | 'lastMessage'>): string {
  return [
    `## Done`,
    `- SUMMARY of messages ${asked.firstMessage} to ${asked.lastMessage}: the files under src were read in order.`,
    `- the parser was changed: it accepts empty input, and its public names stayed.`,
    `## Current state`,
    `- All tests of the first half pass; the second half was not run yet.`,
  ].join('\n');
}

/** A summariser that remembers what it was asked. */
export function recordingSummarizer(answer: (request: SummaryRequest) => unknown = goodSummary): {
  requests: SummaryRequest[];
  signals: AbortSignal[];
  // biome-ignore lint/suspicious/noExplicitAny: tests answer with what the type forbids, too.
  summarize: (request: SummaryRequest, options: { signal: AbortSignal }) => Promise<any>;
} {
  const requests: SummaryRequest[] = [];
  const signals: AbortSignal[] = [];
  return {
    requests,
    signals,
    summarize: async (request, { signal }) => {
      requests.push(request);
      signals.push(signal);
      return answer(request);
    },
  };
}

/** Listens, and finds events by type. */
export class EventLog {
  readonly all: CompactorEvent[] = [];
  readonly onEvent = (event: CompactorEvent): void => {
    this.all.push(event);
  };

  of<T extends CompactorEvent['type']>(...types: T[]): Extract<CompactorEvent, { type: T }>[] {
    const isOne = (event: CompactorEvent): event is Extract<CompactorEvent, { type: T }> =>
      types.some((type) => event.type === type);
    return this.all.filter(isOne);
  }

  get rewrites(): CompactionEvent[] {
    return this.of('compaction');
  }
}

type AnyMessage = unknown;

/** What the model gets at each step of a run. */
export interface Played {
  views: AnyMessage[][];
  answers: ({ messages: AnyMessage[] } | undefined)[];
}

/** A model argument as the SDK passes it. */
export const model = { modelId: 'unknown-model', provider: 'test' };

/**
 * Plays a history through `prepareStep` as AI SDK 5 and 6 do: at each step the whole history in a
 * new array. `first` messages at step 0, two more at each later one.
 */
export async function playRaw(
  session: Pick<Session, 'prepareStep'>,
  history: readonly Message[],
  options: { first?: number; refresh?: (message: Message, index: number) => Message } = {},
): Promise<Played> {
  const { first = 1, refresh = (message) => message } = options;
  const steps: object[] = [];
  const played: Played = { views: [], answers: [] };
  for (let end = first; end <= history.length; end += 2) {
    const messages = history.slice(0, end).map(refresh);
    const answer = await session.prepareStep({ messages, steps, stepNumber: steps.length, model });
    played.answers.push(answer);
    played.views.push([...(answer?.messages ?? messages)]);
    steps.push({});
  }
  return played;
}

/** The same as AI SDK 7 does: the last view with the new messages behind it. */
export async function playCarried(
  session: Pick<Session, 'prepareStep'>,
  history: readonly Message[],
  options: { first?: number } = {},
): Promise<Played> {
  const { first = 1 } = options;
  const steps: object[] = [];
  const played: Played = { views: [], answers: [] };
  let sent: Message[] = [];
  let from = 0;
  for (let end = first; end <= history.length; end += 2) {
    const messages = [...sent, ...history.slice(from, end)];
    const answer = await session.prepareStep({ messages, steps, stepNumber: steps.length, model });
    played.answers.push(answer);
    sent = [...(answer?.messages ?? messages)];
    played.views.push(sent);
    from = end;
    steps.push({});
  }
  return played;
}

/** Text of all segments in a view; empty where there is none. */
export function segmentText(view: readonly unknown[]): string {
  const message = view.find(isSegmentsMessage) as { content: { text: string }[] } | undefined;
  return message === undefined ? '' : message.content.map(({ text }) => text).join('\n\n');
}

/** True for the message that stands for folded ranges. */
export const isSegments = isSegmentsMessage;
