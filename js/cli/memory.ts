/**
 * `epitome memory`: what an agent remembers at the end of a session in a window: its records as the model
 * reads them, how they came about, and what a search finds of all that left the view.
 */
import type { Transcript } from '../formats/index.ts';
import type { CompactionEvent, CompactorEvent, SummaryRecord } from '../index.ts';
import { createRecall, type RecallHit } from '../recall/index.ts';
import { memoryStore } from '../stores/memory.ts';
import { type EngineOptions, openCompactor, repliesIn } from './engine.ts';
import { count, progress, type Style, shown, table } from './terminal.ts';

export interface Memory {
  window: number;
  messages: number;
  /** Of the whole transcript, and of what the model sees of it. */
  tokens: number;
  viewTokens: number;
  /** Each fold: before which reply, what it took, and the view before and after it in tokens. */
  rounds: {
    beforeMessage: number;
    reason: CompactionEvent['reason'];
    firstMessage: number;
    lastMessage: number;
    tokensBefore: number;
    tokensAfter: number;
  }[];
  /** Those that stand in the view, oldest first. */
  records: Pick<
    SummaryRecord,
    'firstMessage' | 'lastMessage' | 'tokens' | 'replacedTokens' | 'text'
  >[];
  /** What `find` finds among the messages that left the view, the best first. */
  found?: Pick<RecallHit, 'position' | 'role' | 'tool' | 'excerpt'>[];
}

export async function memory(
  transcript: Transcript,
  { find, ...options }: EngineOptions & { find?: string },
): Promise<Memory> {
  const { messages } = transcript;
  const replies = repliesIn(transcript);
  const rounds: Memory['rounds'] = [];
  let at = 0;
  const onEvent = (event: CompactorEvent) => {
    if (event.type !== 'compaction') return;
    const { reason, tokensBefore, tokensAfter } = event;
    for (const { kind, firstMessage, lastMessage } of event.folds) {
      if (kind !== 'fold') continue;
      const beforeMessage = at + 1;
      rounds.push({ beforeMessage, reason, firstMessage, lastMessage, tokensBefore, tokensAfter });
    }
  };
  const store = memoryStore();
  const compactor = await openCompactor(transcript, options, { onEvent, store });
  const told = progress('playing');
  try {
    const session = compactor.session('transcript');
    for (const [n, reply] of replies.entries()) {
      at = reply;
      told.at(n / replies.length);
      await session.prepare(messages.slice(0, reply));
    }
    at = messages.length;
    await session.prepare(messages);
    const { budget, viewTokens, messages: fates } = session.explain();
    const records = session.records().filter(({ inView }) => inView);
    const hits = find === undefined ? undefined : await createRecall(session).search(find);
    return {
      window: budget.contextWindow,
      messages: messages.length,
      tokens: fates.reduce((sum, { tokens }) => sum + tokens, 0),
      viewTokens,
      rounds,
      records: records.map(({ firstMessage, lastMessage, tokens, replacedTokens, text }) => ({
        firstMessage,
        lastMessage,
        tokens,
        replacedTokens,
        text,
      })),
      ...(hits && {
        found: hits.map(({ position, role, tool, excerpt }) => ({
          position,
          role,
          ...(tool !== undefined && { tool }),
          excerpt,
        })),
      }),
    };
  } finally {
    told.done();
    compactor.dispose();
  }
}

/** Lines of a record, each without anything that a terminal obeys. */
const linesOf = (text: string) => text.split('\n').map((line) => shown(line, 2_000));

export function memoryText(
  { window, messages, tokens, viewTokens, rounds, records, found }: Memory,
  style: Style,
): string {
  const folds = rounds.map((one) => [
    `${one.firstMessage}–${one.lastMessage}`,
    `${one.beforeMessage}`,
    one.reason,
    count(one.tokensBefore),
    count(one.tokensAfter),
  ]);
  const hits = (found ?? []).map((hit) => [
    `${hit.position} ${hit.tool === undefined ? hit.role : shown(hit.tool, 24)}`,
    shown(hit.excerpt, 160),
  ]);
  return [
    style.bold(
      `${count(tokens)} tokens in ${count(messages)} messages, ${count(viewTokens)} in view`,
    ),
    style.faint(`window ${count(window)}; tokens are estimated`),
    ...(folds.length === 0 ? ['', 'Nothing was folded: all of it fits.'] : []),
    ...(folds.length > 0
      ? ['', style.bold('Folds'), table(folds, ['messages', 'before', 'why', 'tokens', 'then'])]
      : []),
    ...records.flatMap((one) => [
      '',
      style.bold(
        `Record of messages ${one.firstMessage}–${one.lastMessage}: ` +
          `${count(one.tokens)} tokens for ${count(one.replacedTokens)}`,
      ),
      ...linesOf(one.text),
    ]),
    ...(found === undefined
      ? []
      : [
          '',
          style.bold('Found among what left the view'),
          hits.length > 0 ? table(hits) : 'nothing',
        ]),
  ].join('\n');
}
