/**
 * A model that writes summaries, well or badly. Decides what each reply looks like; refuses to look at
 * what is made of it. The same request gets the same reply, whenever and from whomever it comes.
 */
import type { SummaryRequest } from 'epitome';
import { createRng, text } from './random.ts';

/** Kinds of replies; all but `good` must never stand for anything. */
export const replyKinds = [
  'good',
  'empty',
  'blank',
  'refused',
  'truncated',
  'inflated',
  'too-short',
  'tool-call',
  'throws',
  'no-text',
] as const;
export type ReplyKind = (typeof replyKinds)[number];

/** What a bad reply says, so that it is found wherever it stands. */
export const badMark = 'QXBADREPLYXQ';
/** What a good reply says. */
export const goodMark = 'QXGOODREPLYXQ';

export class Replies {
  readonly #seed: string;
  readonly #kinds: readonly ReplyKind[];

  /** Each of `kinds` is as likely as it occurs often. */
  constructor(seed: string, kinds: readonly ReplyKind[] = ['good']) {
    this.#seed = seed;
    this.#kinds = kinds;
  }

  /** Throws, or returns what a callback may return, typed or not. */
  answer(request: SummaryRequest): unknown {
    const rng = createRng(this.#seed + request.prompt);
    switch (rng.pick(this.#kinds)) {
      case 'good':
        return {
          text: goodText(request, `${goodMark}${rng.int(0, 1_000_000)}`),
          finishReason: 'stop',
          usage: { inputTokens: 100, outputTokens: 10 },
        };
      case 'empty':
        return '';
      case 'blank':
        return { text: ' \n\t ' };
      case 'refused':
        return `I'm sorry, but I can't help with that. ${badMark}`;
      case 'truncated':
        return { text: `## Done\n- ${badMark} ${text(rng, 300, 'words')}`, finishReason: 'length' };
      case 'inflated':
        return { text: `## Done\n- ${badMark} ${'and then more '.repeat(12_000)}` };
      case 'too-short':
        return { text: 'k' };
      case 'tool-call':
        return {
          text: JSON.stringify({ name: 'read', arguments: { path: badMark } }),
          finishReason: 'tool-calls',
        };
      case 'throws':
        throw new Error(`the model is overloaded ${badMark}`);
      case 'no-text':
        return { parts: [badMark] };
    }
  }
}

/** A record that any range admits: longer than the shortest, shorter than what was asked for. */
function goodText(request: SummaryRequest, mark: string): string {
  const limit = Math.min(request.maxOutputTokens, 400) * 2;
  const lines = ['## Done', `- ${mark}`];
  let length = 10 + mark.length;
  for (let i = 1; length < limit - 60; i += 1) {
    const line = `- step ${i} of the work was done, and its result was noted`;
    lines.push(line);
    length += line.length + 1;
  }
  return lines.join('\n');
}
