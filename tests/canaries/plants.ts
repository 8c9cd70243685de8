/**
 * What a generated session holds beside its messages: what was planted where, and what its tool calls
 * did. Types alone, and the one way to tell what a text says.
 */
import type { Message } from '../../js/testing/shapes.ts';
import type { FactKind, Phrasings, UserKind } from './phrasings/phrasings.ts';

/** Something that must be found again, letter by letter, in what the model sees. */
export interface Canary {
  kind: UserKind | FactKind | 'chat';
  /** `decision`: what the user said to a request for approval. */
  by: 'user' | 'decision' | 'assistant' | 'tool';
  /** For users' messages all of their text. */
  needle: string;
  /** What states it, as a model would repeat it. */
  sentence: string;
  /** Index of its message. */
  message: number;
  /** The user asked for something that holds from now on. */
  isOrder: boolean;
}

/** What a tool call did, as a record tells it. */
export interface Deed {
  kind: 'changed' | 'read' | 'command' | 'error';
  text: string;
  /** Indexes of the message that did it, and of the last one that names it. */
  message: number;
  lastMessage: number;
}

/** An order that somebody put into a tool's output. */
export interface Injection {
  /** The clause by which it is found. */
  order: string;
  message: number;
}

export interface CanarySession {
  language: Language;
  seed: number;
  messages: Message[];
  canaries: Canary[];
  deeds: Deed[];
  injections: Injection[];
  /** Keys that tools printed. */
  secrets: string[];
  /** Names and numbers in tool results that nobody ever used. */
  incidental: string[];
  phrasings: Phrasings;
}

export const languages = ['english', 'german', 'chinese'] as const;
export type Language = (typeof languages)[number];

/** Every string anywhere in a value, one a line: what a model sees of messages, and more. */
export function textOf(value: unknown): string {
  const found: string[] = [];
  const rest: unknown[] = [value];
  while (rest.length > 0) {
    const next = rest.pop();
    if (typeof next === 'string') found.push(next);
    else if (typeof next === 'object' && next !== null) rest.push(...Object.values(next).reverse());
  }
  return found.join('\n');
}
