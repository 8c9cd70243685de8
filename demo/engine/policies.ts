/**
 * What decides the view of each request: epitome with some options, or what a host would do without it.
 * A policy knows nothing of how a view is measured.
 */

import {
  type CompactorEvent,
  type CompactorOptions,
  createCompactor,
  type Explanation,
  type SummaryRecord,
} from 'epitome';
import type { Message } from './count.ts';

export interface Session {
  name: string;
  system?: string | undefined;
  tools: { name: string; description?: string; inputSchema?: unknown }[];
  messages: Message[];
}

export interface Request {
  /** The host's messages so far: the same objects at each request. */
  messages: Message[];
  /** Earlier steps of this run, with their bills. */
  steps: { usage: { inputTokens: number; outputTokens: number } }[];
}

export interface Shown {
  view: Message[];
  events: CompactorEvent[];
  explain?: () => Explanation;
  records?: () => SummaryRecord[];
}

export interface Opened {
  show(request: Request): Promise<Shown>;
  close(): void;
}

export interface Policy {
  name: string;
  open(context: { session: Session; window: number }): Promise<Opened>;
}

/** Sends everything. */
export const nothing: Policy = {
  name: 'Without compaction',
  open: async () => ({
    show: async ({ messages }) => ({ view: messages, events: [] }),
    close: () => undefined,
  }),
};

/** epitome in `prepareStep`, with any options of createCompactor but those that the session gives. */
export function epitome(options: CompactorOptions = {}, name = 'epitome'): Policy {
  return {
    name,
    async open({ session, window }) {
      let events: CompactorEvent[] = [];
      const tools = session.tools.map(({ name, description, inputSchema }) => [
        name,
        { description, inputSchema: { jsonSchema: inputSchema ?? { type: 'object' } } },
      ]);
      const compactor = await createCompactor({
        contextWindow: window,
        ...options,
        ...(session.system !== undefined && { system: session.system }),
        tools: Object.fromEntries(tools),
        onEvent: (event) => events.push(event),
      });
      const compacting = compactor.session('demo');
      return {
        async show({ messages, steps }) {
          const prepared = await compacting.prepareStep({
            messages,
            steps,
            stepNumber: steps.length,
          });
          const told = events;
          events = [];
          return {
            view: prepared?.messages ?? messages,
            events: told,
            explain: () => compacting.explain(),
            records: () => compacting.records(),
          };
        },
        close: () => compactor.dispose(),
      };
    },
  };
}
