/**
 * Transcripts from files: the entry `epitome/formats`. Pure, so that it runs in a page's Worker; text
 * becomes messages in one pass, whatever is in it.
 */
import { EpitomeError, TranscriptError } from '../errors.ts';
import { readAiSdk } from './ai-sdk.ts';
import { readAiSdkUi } from './ai-sdk-ui.ts';
import { readAnthropic } from './anthropic.ts';
import { decoded, type TranscriptInput } from './bytes.ts';
import { readClaudeCode } from './claude-code.ts';
import { readCodex } from './codex.ts';
import { formatOf, sourceOf } from './detect.ts';
import type { Draft, Envelope, Item } from './draft.ts';
import { readOpenaiChat } from './openai-chat.ts';
import { readResponses } from './openai-responses.ts';
import { recordsOf } from './records.ts';
import type { ParseOptions, Transcript, TranscriptFormat } from './types.ts';

export { EpitomeError, TranscriptError, type TranscriptFault } from '../errors.ts';
export type { TranscriptInput } from './bytes.ts';
export type * from './types.ts';

const readers: Readonly<
  Record<TranscriptFormat, (items: readonly Item[], envelope: Envelope) => Draft>
> = {
  'claude-code': readClaudeCode,
  codex: readCodex,
  'openai-chat': readOpenaiChat,
  'openai-responses': readResponses,
  anthropic: readAnthropic,
  'ai-sdk': readAiSdk,
  'ai-sdk-ui': readAiSdkUi,
};

/** The names of all formats. */
export const transcriptFormats: readonly TranscriptFormat[] = Object.keys(
  readers,
) as TranscriptFormat[];

/**
 * The conversation in a file's text: JSON or JSON Lines of any format. Linear in the text.
 * @throws {TranscriptError} naming the line and the fault.
 * @throws {EpitomeError} `invalid-argument` for a wrong option.
 */
export function parseTranscript(text: string, options: ParseOptions = {}): Transcript {
  const parsing = steps(text, options);
  for (;;) {
    const step = parsing.next();
    if (step.done) return step.value;
    options.onProgress?.({ fraction: step.value });
  }
}

/**
 * The same from text, bytes, a `Blob` or a stream. Between two reports of progress other tasks get their
 * turn, so that a page stays alive; one task may still take long where a line is very long.
 * @throws {TranscriptError} naming the line and the fault, as a rejection; what a stream throws.
 */
export async function readTranscript(
  input: TranscriptInput,
  options: ParseOptions = {},
): Promise<Transcript> {
  const half = (fraction: number) => options.onProgress?.({ fraction: fraction / 2 });
  const text = await decoded(input, half);
  const parsing = steps(text, options);
  for (;;) {
    const step = parsing.next();
    if (step.done) {
      options.onProgress?.({ fraction: 1 });
      return step.value;
    }
    options.onProgress?.({ fraction: 0.5 + step.value / 2 });
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}

function* steps(
  text: string,
  { format, conversation = 1 }: ParseOptions,
): Generator<number, Transcript> {
  if (typeof text !== 'string') {
    throw new EpitomeError('invalid-argument', 'the text of a transcript must be a string');
  }
  if (format !== undefined && !Object.hasOwn(readers, format)) {
    throw new EpitomeError(
      'invalid-argument',
      `format must be one of ${transcriptFormats.join(', ')}`,
    );
  }
  if (!Number.isInteger(conversation) || conversation < 1) {
    throw new EpitomeError('invalid-argument', 'conversation must be a whole number from 1');
  }
  const records = yield* recordsOf(text);
  const source = sourceOf(records, conversation);
  const known = source.items.length > 0 || format !== undefined;
  if (!known) throw new TranscriptError('no-messages', 'a list of messages without a message');
  const draft = readers[format ?? formatOf(source)](source.items, source.envelope);
  if (records.truncatedLine !== undefined) draft.note('truncated', records.truncatedLine);
  return draft.finish(source.conversation, source.conversations);
}
