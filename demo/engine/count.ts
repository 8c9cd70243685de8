/**
 * Tokens of messages and prompts of the AI SDK, part by part, with any counter of texts.
 */

export interface Part {
  type: string;
  text?: string;
  toolName?: string;
  input?: unknown;
  output?: unknown;
  providerExecuted?: boolean;
}

export interface Message {
  role: string;
  content: string | Part[];
}

/** Added for what a provider wraps around a message, and around a call or a result. */
export const tokensPerMessage = 4;
export const tokensPerCall = 8;
/** An image or a page, about as much as providers charge for a large one: its bytes are no tokens. */
export const tokensPerFile = 1_500;

export interface MessageCounter {
  text(text: string): number;
  message(message: Message): number;
  messages(messages: readonly Message[]): number;
}

export function messageCounter(text: (text: string) => number): MessageCounter {
  const json = (value: unknown) =>
    text(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

  function output(value: unknown): number {
    const { type, value: inner, reason } = (value ?? {}) as Record<string, unknown>;
    if (type === 'content' && Array.isArray(inner)) {
      return inner.reduce(
        (sum: number, item) => sum + (item?.type === 'text' ? text(item.text) : tokensPerFile),
        0,
      );
    }
    return json(inner ?? reason ?? '');
  }

  function part(part: Part): number {
    switch (part.type) {
      case 'text':
      case 'reasoning':
        return text(part.text ?? '');
      case 'tool-call':
        return tokensPerCall + text(part.toolName ?? '') + json(part.input);
      case 'tool-result':
        return tokensPerCall + text(part.toolName ?? '') + output(part.output);
      case 'file':
      case 'image':
        return tokensPerFile;
      default:
        return json(part);
    }
  }

  function message({ content }: Message): number {
    if (typeof content === 'string') return tokensPerMessage + text(content);
    return content.reduce((sum, one) => sum + part(one), tokensPerMessage);
  }

  return {
    text,
    message,
    messages: (messages) => messages.reduce((sum, one) => sum + message(one), 0),
  };
}
