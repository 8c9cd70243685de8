/**
 * Plays the planned session through the AI SDK's own loop and one of its providers. Decides how the
 * server, the tools and the user act; refuses to know what a request must look like.
 */
import { generateText, jsonSchema, stepCountIs, tool } from 'ai6';
import {
  allows,
  modelOutput,
  type PlannedTurn,
  plannedSession,
  runTool,
  type ToolName,
  toolNames,
} from './plan.ts';
import type { Emitted, Fields, Voice } from './voice.ts';

export interface Message {
  role: string;
  content: unknown;
}

/** `prepareStep` of a session, or nothing. */
export type Prepare = (step: {
  messages: Message[];
  steps: readonly object[];
  stepNumber: number;
  model: unknown;
}) => Promise<{ messages: Message[] } | undefined>;

export interface Played {
  /** What the loop was about to send, per request, before anyone prepared it. */
  transcripts: Message[][];
  /** Bodies of the requests. */
  bodies: Fields[];
  emitted: Emitted;
  /** What the provider package warned of. */
  warnings: Set<string>;
}

// The SDK writes its warnings to the console.
(globalThis as { AI_SDK_LOG_WARNINGS?: boolean }).AI_SDK_LOG_WARNINGS = false;

const system = 'You are a careful agent.';

// biome-ignore lint/suspicious/noExplicitAny: the SDK's types of tools and messages are for hosts.
type Loose = any;

function toolsOf(voice: Voice): Loose {
  const inputSchema = jsonSchema({ type: 'object' } as Loose);
  const times = new Map<string, number>();
  const execute = async (name: ToolName, input: Fields): Promise<unknown> => {
    const call = `${name} ${JSON.stringify(input)}`;
    times.set(call, (times.get(call) ?? 0) + 1);
    return runTool(name, input, times.get(call) ?? 0);
  };
  const own = toolNames.map((name) => [
    name,
    tool({
      description: `The tool ${name}.`,
      inputSchema,
      execute: (input: unknown) => execute(name, input as Fields),
      ...(name === 'deploy' && { needsApproval: true }),
      ...((name === 'look' || name === 'print') && {
        toModelOutput: ({ output }: { output: unknown }) => modelOutput(output),
      }),
    } as Loose),
  ]);
  return { ...Object.fromEntries(own), ...voice.providerTools };
}

/** A server that gives these answers, one a request, and keeps what it was asked. */
class Server {
  readonly bodies: Fields[] = [];
  readonly #voice: Voice;
  readonly #said: readonly (readonly Fields[])[];

  constructor(voice: Voice, said: readonly (readonly Fields[])[]) {
    this.#voice = voice;
    this.#said = said;
  }

  readonly fetch = async (_url: unknown, init?: { body?: unknown }): Promise<Response> => {
    const text = String(init?.body);
    const step = this.bodies.push(JSON.parse(text) as Fields) - 1;
    const said = this.#said[step];
    if (said === undefined) throw new Error('the session has no more answers');
    // A rough bill: the loops only have to see one.
    const answer = this.#voice.answer(said, step, Math.ceil(text.length / 4));
    return new Response(JSON.stringify(answer), {
      headers: { 'content-type': 'application/json' },
    });
  };
}

function approvalOf(messages: readonly Message[], approved: boolean): Message | undefined {
  const last = messages.findLast(({ role }) => role === 'assistant');
  const parts = Array.isArray(last?.content) ? (last.content as Fields[]) : [];
  const requests = parts.filter(({ type }) => type === 'tool-approval-request');
  if (requests.length === 0) return undefined;
  return {
    role: 'tool',
    content: requests.map(({ approvalId }) => ({
      type: 'tool-approval-response',
      approvalId,
      approved,
      ...(!approved && { reason: 'Not on a Friday.' }),
    })),
  };
}

/** A whole session, turn by turn, as a host that keeps its history would run it. */
export async function play(
  voice: Voice,
  prepareStep?: Prepare,
  turns: PlannedTurn[] = plannedSession(),
): Promise<Played> {
  const emitted = turns
    .flatMap(({ replies }) => replies)
    .map((reply, step) => voice.say(reply, step));
  const server = new Server(voice, emitted);
  const model = voice.model(server.fetch as typeof fetch) as Loose;
  const tools = toolsOf(voice);
  const transcripts: Message[][] = [];
  const warnings = new Set<string>();
  let messages: Message[] = [];
  const run = async (): Promise<void> => {
    const result = await generateText({
      model,
      tools,
      system,
      messages: messages as Loose,
      providerOptions: voice.providerOptions as Loose,
      maxRetries: 0,
      stopWhen: stepCountIs(100),
      prepareStep: (async (step: Loose) => {
        transcripts.push([...step.messages]);
        return prepareStep?.(step);
      }) as Loose,
    });
    for (const { warnings: told } of result.steps) {
      for (const warning of told ?? []) warnings.add(JSON.stringify(warning));
    }
    messages = [...messages, ...(result.response.messages as Message[])];
  };
  for (const [turn, { content }] of turns.entries()) {
    messages = [...messages, { role: 'user', content }];
    await run();
    const approval = approvalOf(messages.slice(-1), allows(turn));
    if (approval === undefined) continue;
    messages = [...messages, approval];
    await run();
  }
  return { transcripts, bodies: server.bodies, emitted, warnings };
}

/** Sends one view, as the loop would have, to a server that says a last word. */
export class Sender {
  readonly #voice: Voice;
  readonly #tools: Loose;

  constructor(voice: Voice) {
    this.#voice = voice;
    this.#tools = toolsOf(voice);
  }

  async send(view: readonly Message[]): Promise<{ body: Fields; warnings: string[] }> {
    const voice = this.#voice;
    const server = new Server(voice, [voice.say({ text: 'Done.', calls: [] }, 1_000_000)]);
    const result = await generateText({
      model: voice.model(server.fetch as typeof fetch) as Loose,
      tools: this.#tools,
      system,
      prompt: 'Go on.',
      providerOptions: voice.providerOptions as Loose,
      maxRetries: 0,
      // As a session's view comes into the SDK: by `prepareStep`, past the checks of what callers pass.
      prepareStep: async () => ({ messages: view as Loose }),
    });
    return {
      body: server.bodies[0] as Fields,
      warnings: (result.warnings ?? []).map((warning) => JSON.stringify(warning)),
    };
  }
}
