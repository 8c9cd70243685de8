/**
 * Memories in a store of sessions, under an id of their own: a user's, a project's. Decides how many are kept
 * and how they read in a prompt; any adapter will do, and any number of workers at once.
 */
import { EpitomeError } from '../errors.ts';
import type { SessionStore } from '../stores/store.ts';
import { keyOf, type Memory, type MemorySink, memoriesOf } from './sink.ts';

/** Beyond them the oldest facts go first, then decisions, then preferences. */
const mostMemories = 200;
/** Saves of other workers that one save gives way to. */
const mostTries = 50;
/** UTF-16 code units of `text`, where the host does not say. */
const defaultLength = 4_000;
const goesFirst = ['fact', 'decision', 'preference', 'task'] as const;
const headings = {
  task: 'Current task',
  preference: 'Preferences',
  decision: 'Decisions',
  fact: 'Facts',
} as const;

export interface StoredMemory extends MemorySink {
  save(memories: readonly Memory[]): Promise<void>;
  /** All that is kept, the oldest first. */
  all(): Promise<Memory[]>;
  /** Takes one off; whether it was there. */
  forget(memory: Memory): Promise<boolean>;
  /** As a prompt has it, under a heading for each kind, the newest that fit; '' where nothing is kept. */
  text(options?: { maxLength?: number }): Promise<string>;
}

/**
 * The memories that are kept in `store` as `memory/ID`: a session's id to `list`, `expire` and `delete`. The
 * methods reject with what the store rejects with.
 */
export function memoryIn({ store, id }: { store: SessionStore; id: string }): StoredMemory {
  const key = `memory/${id}`;
  const load = async () => {
    const stored = await store.load(key);
    return { revision: stored?.revision ?? 0, memories: stored === null ? [] : read(stored.state) };
  };

  /** Changes what is kept; `change` returns undefined where there is nothing to do. */
  async function update(change: (memories: Memory[]) => Memory[] | undefined): Promise<boolean> {
    for (let tries = 0; tries < mostTries; tries += 1) {
      const { revision: expectedRevision, memories } = await load();
      const changed = change(memories);
      if (changed === undefined) return false;
      const state = JSON.stringify({ memories: changed });
      if ((await store.save(key, { state, expectedRevision })).ok) return true;
    }
    throw new EpitomeError('store-unavailable', `other workers keep changing '${key}'`);
  }

  return {
    all: async () => (await load()).memories,

    async save(memories) {
      const added = memoriesOf(memories);
      await update((known) => {
        const keys = new Set(known.map(keyOf));
        const fresh = added.filter((each) => each.kind === 'task' || !keys.has(keyOf(each)));
        const hasSame = ({ kind, text }: Memory) =>
          known.some((other) => other.kind === kind && other.text === text);
        if (fresh.every(hasSame)) return undefined;
        const replaced = new Set(fresh.map(keyOf));
        return within([...known.filter((each) => !replaced.has(keyOf(each))), ...fresh]);
      });
    },

    forget: (memory) =>
      update((known) => {
        const left = known.filter((each) => keyOf(each) !== keyOf(memory));
        return left.length < known.length ? left : undefined;
      }),

    async text({ maxLength = defaultLength } = {}) {
      const { memories } = await load();
      const lines = new Map<Memory, string>();
      let left = maxLength;
      // What is worth most has its place first, and of a kind the newest.
      for (const kind of [...goesFirst].reverse()) {
        for (const memory of memories.filter((each) => each.kind === kind).reverse()) {
          const isFirst = ![...lines.keys()].some((other) => other.kind === kind);
          const line = `- ${memory.text}\n`;
          const length = line.length + (isFirst ? headings[kind].length + 5 : 0);
          if (length > left) break;
          left -= length;
          lines.set(memory, line);
        }
      }
      const parts = (['task', 'preference', 'decision', 'fact'] as const).flatMap((kind) => {
        const own = memories.filter((each) => each.kind === kind && lines.has(each));
        const body = own.map((each) => lines.get(each)).join('');
        return body === '' ? [] : [`## ${headings[kind]}\n${body}`];
      });
      return parts.join('\n').trimEnd();
    },
  };
}

function within(memories: Memory[]): Memory[] {
  const kept = [...memories];
  for (const kind of goesFirst) {
    while (kept.length > mostMemories) {
      const oldest = kept.findIndex((memory) => memory.kind === kind);
      if (oldest < 0) break;
      kept.splice(oldest, 1);
    }
  }
  return kept;
}

/** What can't be read is nothing: memories are no reason for an agent to stop. */
function read(state: string): Memory[] {
  try {
    return memoriesOf(JSON.parse(state)?.memories);
  } catch {
    return [];
  }
}
