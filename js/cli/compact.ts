/** `epitome compact`: the transcript with its history folded now. */
import type { Transcript } from '../formats/index.ts';
import type { MessageLike } from '../index.ts';
import { type EngineOptions, openCompactor, type SummarizerOptions, summarizer } from './engine.ts';
import { progress } from './terminal.ts';

export interface Compacted {
  /** System prompt of the request. */
  system?: string;
  messages: MessageLike[];
  compacted: boolean;
  tokensBefore: number;
  tokensAfter: number;
}

export async function compact(
  transcript: Transcript,
  options: EngineOptions & SummarizerOptions,
): Promise<Compacted> {
  const told = progress('summarising');
  const compactor = await openCompactor(transcript, options, {
    ...summarizer(options),
    onEvent: (event) => {
      if (event.type === 'compacting') told.at(event.fraction);
    },
  });
  try {
    const { messages } = transcript;
    const result = await compactor.session().compact<MessageLike>({ messages });
    const system = [transcript.system, result.system].filter((text) => text !== undefined);
    return {
      ...(system.length > 0 && { system: system.join('\n\n') }),
      messages: result.messages,
      compacted: result.compacted,
      tokensBefore: compactor.estimateMessagesTokens(messages),
      tokensAfter: compactor.estimateMessagesTokens(result.messages),
    };
  } finally {
    told.done();
    compactor.dispose();
  }
}
