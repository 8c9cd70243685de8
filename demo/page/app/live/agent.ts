/** The agent that runs in this tab: a model, tools, and epitome between the steps. */

import {
  createUIMessageStream,
  type ModelMessage,
  stepCountIs,
  streamText,
  toUIMessageStream,
  type UIMessageChunk,
} from 'ai';
import { type CompactorEvent, fromModel, type Session } from 'epitome';
import { chatParts } from 'epitome/ai';
import { nextTask } from '../tasks.ts';
import { inWords } from './failure.ts';
import { scriptedModel } from './scripted.ts';
import { answerOf, instructions, type Past, sessionOf } from './session.ts';
import type { Block, Shown, Who } from './who.ts';

const maxSteps = 60;

export interface Turn extends Past {
  who: Who;
  key: string;
  signal: AbortSignal;
  onEvent: (event: CompactorEvent) => void;
  onRequest: (shown: Shown) => void;
}

async function modelOf({ kind, url, model }: Who, key: string) {
  if (kind === 'anthropic') {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    return createAnthropic({
      apiKey: key,
      ...(url && { baseURL: url }),
      headers: { 'anthropic-dangerous-direct-browser-access': 'true' },
    })(model);
  }
  if (kind === 'openai') {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
    return createOpenAICompatible({
      name: 'endpoint',
      baseURL: url,
      includeUsage: true,
      ...(key && { apiKey: key }),
    })(model);
  }
  return scriptedModel;
}

/** A view's blocks to scale: shares of what the session counted, by the length of the texts. */
function blocksOf(view: readonly ModelMessage[], session: Session): Block[] {
  const records = session.records().filter(({ inView }) => inView);
  const lengths: Block[] = view.flatMap(({ role, content }): Block[] => {
    if (role !== 'user') return [{ kind: role, tokens: JSON.stringify(content).length }];
    const texts =
      typeof content === 'string'
        ? [content]
        : content.map((part) => (part.type === 'text' ? part.text : ''));
    return texts.map((text) => ({
      kind: records.some((record) => text.includes(record.text)) ? 'record' : 'user',
      tokens: text.length + 1,
    }));
  });
  const whole = lengths.reduce((sum, { tokens }) => sum + tokens, 0);
  const { viewTokens, hostOverhead } = session.usage();
  return [
    { kind: 'system', tokens: hostOverhead },
    ...lengths.map(({ kind, tokens }) => ({ kind, tokens: (tokens * viewTokens) / whole })),
  ];
}

function shownBy(session: Session, view: readonly ModelMessage[]): Shown {
  const { budget } = session.explain();
  const { viewTokens, hostOverhead } = session.usage();
  return {
    window: budget.contextWindow,
    trigger: budget.trigger + hostOverhead,
    target: budget.target + hostOverhead,
    tokens: viewTokens + hostOverhead,
    blocks: blocksOf(view, session),
    records: session
      .records()
      .filter(({ inView }) => inView)
      .map((record) => ({
        first: record.firstMessage,
        last: record.lastMessage,
        tokens: record.tokens,
        replaced: record.replacedTokens,
        text: record.text,
      })),
  };
}

/** Begins to answer the newest message. `snapshot` gives what to keep beside the messages. */
export async function answer(turn: Turn): Promise<{
  stream: ReadableStream<UIMessageChunk>;
  end(): string;
}> {
  const { key } = turn;
  const model = await modelOf(turn.who, key);
  const { compactor, session, tools, messages } = await sessionOf(turn, {
    // The script can't write.
    ...(model !== scriptedModel && { summarize: fromModel(model) }),
    onEvent: turn.onEvent,
  });
  const onError = (error: unknown) => inWords(error, key);
  const stream = createUIMessageStream({
    onError,
    execute({ writer }) {
      writer.write({ type: 'start' });
      const onEvent = chatParts(writer.write);
      const result = streamText({
        model,
        instructions,
        tools,
        messages,
        abortSignal: turn.signal,
        maxRetries: 1,
        maxOutputTokens: answerOf(turn.window),
        stopWhen: stepCountIs(maxSteps),
        async prepareStep(step) {
          await nextTask();
          const prepared = await session.prepareStep({ ...step, onEvent });
          await nextTask();
          turn.onRequest(shownBy(session, prepared?.messages ?? step.messages));
          return prepared;
        },
        // They come with the stream.
        onError() {},
      });
      writer.merge(
        toUIMessageStream({
          stream: result.stream,
          sendStart: false,
          tools,
          redactToolErrors: false,
          onError,
        }),
      );
    },
  });
  return {
    stream,
    end() {
      const snapshot = session.snapshot();
      compactor.dispose();
      return snapshot;
    },
  };
}
