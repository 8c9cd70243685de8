/**
 * Providers that refuse what is too large for them, and what a prompt of theirs has to look like. Decides how a
 * refusal looks and what any version's prompt is made of; refuses to know what the product makes of it.
 */
import { checkPairing } from '../../../js/testing/pairing.ts';
import { field, partsOf, roleOf, typeOf } from '../../../js/testing/shapes.ts';
import { countMessages } from './tokens.ts';

/** The error of a provider, with what it says. */
export function tooLong(message = 'prompt is too long: it has too many tokens'): Error {
  const fields = { name: 'AI_APICallError', statusCode: 400, isRetryable: false };
  return Object.assign(new Error(message), fields);
}

export function tooManyBytes(): Error {
  return Object.assign(new Error('Request Entity Too Large'), { statusCode: 413 });
}

export const tooManyImages = (count: number, limit: number) =>
  tooLong(`too many images and documents: ${count} + 0 > ${limit}`);

/** Refuses what has more than `limit` tokens. */
export const limitedTo = (limit: number) => (tokens: number) =>
  tokens > limit ? tooLong() : undefined;

const partTypes: Record<string, readonly string[]> = {
  user: ['text', 'file'],
  assistant: ['text', 'file', 'reasoning', 'reasoning-file', 'custom', 'tool-call', 'tool-result'],
  tool: ['tool-result', 'tool-approval-response'],
};

/** What no version of a provider's prompt may have. */
export function promptFaults(prompt: readonly unknown[]): string[] {
  const faults: string[] = [];
  prompt.forEach((message, at) => {
    const role = roleOf(message);
    const content = field(message, 'content');
    if (role === 'system') {
      if (typeof content !== 'string') faults.push(`system content at ${at}`);
      return;
    }
    if (!Array.isArray(content) || content.length === 0) faults.push(`content of ${role} at ${at}`);
    for (const part of partsOf(message)) {
      if (!partTypes[role]?.includes(typeOf(part))) faults.push(`${typeOf(part)} at ${at}`);
      if (typeOf(part) === 'text' && field(part, 'text') === '') faults.push(`empty text at ${at}`);
    }
  });
  checkPairing(prompt, (rule, at, detail) => {
    // A prompt has the answers to approvals alone.
    if (rule !== 'response-without-request') faults.push(`${rule} at ${at}: ${detail}`);
  });
  return faults;
}

export const sizes = (prompts: readonly (readonly unknown[])[]) => prompts.map(countMessages);
