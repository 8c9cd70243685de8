/** What a provider made of the prompts that it answered: one that it cut without a word is seen by its bill. */
import type { Billed } from '../bills/usage.ts';
import { itemsOf } from '../dialects/record.ts';
import { type Answer, silentOverflow } from '../overflow/silent.ts';
import type { Sent } from '../session/prepared.ts';
import type { Session } from '../session/session.ts';
import { attempt, type Fields, isObject } from '../values/fields.ts';
import type { Prompt } from './prompt.ts';

/** What came back of a call, of any version. */
export interface Reply {
  usage?: unknown;
  providerMetadata?: unknown;
  finishReason?: unknown;
  /** It has text or a tool call. */
  hasText: boolean;
}

interface Last {
  modelId: string;
  tokens: number;
  /** Tokens of a prompt and its bill, where a bill is known to be for the whole of it. */
  whole: Answer['lastServed'];
}

/** A bill is for the whole prompt where so much of it had been sent before: nothing is left out as cached. */
const sentBefore = 0.5;

export class ServedPrompts {
  readonly #last = new WeakMap<Session, Last>();

  /** Whether the prompt was too large, though nobody said so. */
  wasTooLarge(session: Session, { sent, prompt }: { sent: Sent; prompt: Prompt }, reply: Reply) {
    const { usage, providerMetadata, finishReason, hasText } = reply;
    const last = this.#last.get(session);
    const isComparable = last?.modelId === sent.modelId && !holdsFiles(prompt);
    return silentOverflow({
      usage: isObject(usage) ? usage : {},
      providerMetadata,
      finishReason,
      hasText,
      promptTokens: sent.sizes.tokens,
      window: sent.window,
      ...(isComparable && last.whole !== undefined && { lastServed: last.whole }),
    });
  }

  note(session: Session, { modelId, sizes: { tokens } }: Sent, { input }: Billed): void {
    const last = this.#last.get(session);
    const isSame = last?.modelId === modelId;
    const isWhole = isSame && input > 0 && last.tokens >= tokens * sentBefore;
    const whole = isWhole ? { promptTokens: tokens, billed: input } : undefined;
    this.#last.set(session, { modelId, tokens, whole: whole ?? (isSame ? last.whole : undefined) });
  }
}

/** What images and files cost, nobody but their provider knows. */
function holdsFiles(prompt: Prompt): boolean {
  const isText = (part: unknown) => (part as Fields).type === 'text';
  const isFile = (part: unknown) => {
    const { type, output } = part as Fields;
    const items = isObject(output) && output.type === 'content' ? itemsOf(output.value) : [];
    return type === 'file' || type === 'reasoning-file' || !(items ?? []).every(isText);
  };
  return attempt(() => prompt.some(({ content }) => itemsOf(content)?.some(isFile))) ?? true;
}
