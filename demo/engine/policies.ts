/**
 * What decides the view of each request: epitome with some options, or what a host would do without it.
 * A policy knows nothing of how a view is measured.
 */

import {
  type CompactorEvent,
  type CompactorOptions,
  createCompactor,
  type Explanation,
  type Summarize,
  type SummaryRecord,
} from 'epitome';
import type { Message } from './count.ts';
import type { Asked } from './timeline.ts';

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
  asked?: Asked[];
  /** What one search of the folded messages brings. */
  recall?: (query: string) => Promise<string[]>;
}

/** A view after its newest record was taken back. */
export interface Withdrawn {
  record: SummaryRecord;
  view: Message[];
  records: SummaryRecord[];
}

export interface Opened {
  show(request: Request): Promise<Shown>;
  /** Takes the newest record of the view back, after `show` for the same request. */
  withoutNewest?(request: Request): Promise<Withdrawn | undefined>;
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

/** `summarize` that writes down what it was asked and what it answered. */
function overheard(summarize: Summarize, hear: (asked: Asked) => void): Summarize {
  const listening: Summarize = async (request, options) => {
    const { kind, attempt, system, prompt } = request;
    try {
      const reply = await summarize(request, options);
      const text = typeof reply === 'string' ? reply : reply.text;
      hear({ kind, attempt, system, prompt, reply: text });
      return reply;
    } catch (error) {
      hear({ kind, attempt, system, prompt, error: String(error) });
      throw error;
    }
  };
  const { modelId } = summarize;
  return modelId === undefined ? listening : Object.assign(listening, { modelId });
}

/**
 * epitome in `prepareStep`, with any options of createCompactor but those that the session gives. With `recalls` the
 * agent has the session's tools.
 */
export function epitome(options: CompactorOptions = {}, name = 'epitome', recalls = false): Policy {
  return {
    name,
    async open({ session, window }) {
      let events: CompactorEvent[] = [];
      const tools = session.tools.map(({ name, description, inputSchema }) => [
        name,
        { description, inputSchema: { jsonSchema: inputSchema ?? { type: 'object' } } },
      ]);
      let asked: Asked[] = [];
      const { summarize } = options;
      const own: CompactorOptions = {
        contextWindow: window,
        ...options,
        ...(summarize !== undefined && {
          summarize: overheard(summarize, (one) => asked.push(one)),
        }),
        ...(session.system !== undefined && { system: session.system }),
        tools: Object.fromEntries(tools),
        onEvent: (event) => events.push(event),
      };
      const compactor = await createCompactor(own);
      const compacting = compactor.session('demo');
      // A session whose tools were asked for has records that tell of them.
      if (recalls) compacting.tools();
      const recall = async (query: string) =>
        (await compacting.recall(query)).map(({ text }) => text);
      return {
        async show({ messages, steps }) {
          const prepared = await compacting.prepareStep({
            messages,
            steps,
            stepNumber: steps.length,
          });
          const [told, heard] = [events, asked];
          [events, asked] = [[], []];
          return {
            view: prepared?.messages ?? messages,
            events: told,
            explain: () => compacting.explain(),
            records: () => compacting.records(),
            ...(heard.length > 0 && { asked: heard }),
            ...(recalls && { recall }),
          };
        },
        async withoutNewest({ messages }) {
          const before = compacting.records();
          if (!(await compacting.rewind())) return undefined;
          const withdrawn = new Set(
            compacting.records().flatMap(({ id, inView }) => (inView ? [id] : [])),
          );
          const record = before.findLast(({ id, inView }) => inView && !withdrawn.has(id));
          if (record === undefined) return undefined;
          // A window that never fills: the session itself might fold the same messages again at once.
          const roomy = await createCompactor({
            ...own,
            contextWindow: 100 * window,
            enabled: false,
            onEvent: undefined,
          });
          try {
            const state = roomy.session('demo', { state: compacting.snapshot() });
            const prepared = await state.prepare(messages);
            const records = state.records().filter(({ inView }) => inView);
            return { record, view: prepared.messages, records };
          } finally {
            roomy.dispose();
          }
        },
        close: () => compactor.dispose(),
      };
    },
  };
}
