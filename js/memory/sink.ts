/**
 * What is to be known beyond one conversation, and where it goes. Decides what a memory is and what makes two
 * of them the same; refuses to know who finds them and where they are kept.
 */

import { toWellFormed } from '../adapters/well-formed.ts';

/**
 * `preference`: how somebody wants things done. `decision`: what was settled, with its reason. `fact`: what
 * holds anyway. `task`: what is being worked on; there is one at a time.
 */
export const memoryKinds = ['preference', 'decision', 'fact', 'task'] as const;
export type MemoryKind = (typeof memoryKinds)[number];

export interface Memory {
  kind: MemoryKind;
  /** One sentence that makes sense by itself, at most 500 UTF-16 code units. */
  text: string;
}

/** Where memories are kept: a store, by `memoryIn`, or whatever the host has for it. */
export interface MemorySink {
  /**
   * Keeps what it does not have yet. A `task` takes the place of the one before. May reject: whoever writes
   * goes on without.
   */
  save(memories: readonly Memory[]): unknown;
}

/** UTF-16 code units. */
const longestText = 500;

/** What is a memory of values that anyone may have written, a model among them; each once. Never throws. */
export function memoriesOf(values: unknown): Memory[] {
  const found = new Map<string, Memory>();
  for (const value of Array.isArray(values) ? values : []) {
    const { kind, text } = Object(value) as Record<string, unknown>;
    if (!memoryKinds.includes(kind as MemoryKind) || typeof text !== 'string') continue;
    const line = toWellFormed(text.replace(/\s+/g, ' ').trim().slice(0, longestText));
    if (line === '') continue;
    const memory = { kind: kind as MemoryKind, text: line };
    found.set(keyOf(memory), memory);
  }
  return [...found.values()];
}

/** The same for what says the same, whatever its case and its full stop. */
export function keyOf({ kind, text }: Memory): string {
  return kind === 'task' ? kind : `${kind} ${text.toLowerCase().replace(/[.!。]+$/, '')}`;
}
