/** Who answers, and what of it the page shows. */

import type { UIMessage } from 'ai';
import type { EpitomeParts } from 'epitome/ai';

export type ChatMessage = UIMessage<unknown, EpitomeParts>;

/** The key is no part of it: that is never stored. */

export interface Who {
  kind: 'script' | 'openai' | 'anthropic' | 'server';
  url: string;
  model: string;
}

export const kinds: Readonly<Record<Who['kind'], string>> = {
  script: 'A script (needs no key)',
  openai: 'An API like OpenAI’s',
  anthropic: 'Anthropic’s API',
  server: 'A server of yours',
};

/** Of a view, in the order in which it is sent. */
export interface Block {
  kind: 'system' | 'user' | 'assistant' | 'tool' | 'record';
  tokens: number;
}

/** What the last prompt held. */
export interface Shown {
  window: number;
  trigger: number;
  target: number;
  blocks: Block[];
  tokens: number;
  records: { first: number; last: number; tokens: number; replaced: number; text: string }[];
}
