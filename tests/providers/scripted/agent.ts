/**
 * An agent with one tool, on a real provider package behind the middleware. Decides what the model is asked to do and
 * how the provider refuses it, in recorded words; refuses to know what is expected of that.
 */
import assert from 'node:assert/strict';
import type { CompactorEvent, CompactorOptions, Session } from 'epitome';
import { compactionMiddleware } from 'epitome/ai';
import { z } from 'zod';
import { prose } from '../../js/support/conversation.ts';
import { opener } from '../../js/support/opener.ts';
import { type RefusalBody, refusalBodies } from '../../js/support/refusal-bodies.ts';
import type { Endpoint } from './endpoints.ts';
import { toolName } from './replies.ts';
import { type Asked, type Refused, serverOf } from './server.ts';

// biome-ignore lint/suspicious/noExplicitAny: three SDK versions disagree on the type of a message.
export type Anything = any;
export type Mode = 'generate' | 'stream';

// The SDK writes its warnings to the console, once per kind and process.
(globalThis as { AI_SDK_LOG_WARNINGS?: boolean }).AI_SDK_LOG_WARNINGS = false;

const open = opener({ contextWindow: 80_000, windowGuard: { warn: 0 } });
export const modes: readonly Mode[] = ['generate', 'stream'];

export interface Scene {
  refuse: (asked: Asked, session: Session) => Refused | undefined;
  /** Answers, the last one without a call. */
  steps?: number;
  /** Tokens that the tool gives back at the step. */
  result?: (step: number) => number;
  messages?: Anything[];
  options?: Partial<CompactorOptions>;
  /** It is `prepareStep` that compacts. */
  prepares?: boolean;
}

export const request = { role: 'user', content: 'Work through all of it.' };

export async function start(endpoint: Endpoint, mode: Mode, scene: Scene) {
  const { refuse, steps = 10, result = () => 1_500, options, prepares = false } = scene;
  const { session, log } = await open(options);
  const ran: number[] = [];
  const script = (number: number) => ({
    text: `Step ${number}.`,
    calls: number % steps < steps - 1 ? [{ id: `call_${number}`, input: { step: number } }] : [],
  });
  const server = serverOf(endpoint.api, script, (asked) => refuse(asked, session));
  const { generateText, streamText, stepCountIs, tool, wrapLanguageModel } = endpoint.ai;
  const only = prepares ? ({ only: 'overflow' } as const) : {};
  const middleware = compactionMiddleware(session, only) as Anything;
  const model = wrapLanguageModel({ model: endpoint.model(server.fetch), middleware }) as never;
  const work = tool({
    description: 'Does a step of the work.',
    inputSchema: z.object({ step: z.number() }),
    execute: async ({ step }) => {
      ran.push(step);
      return prose(result(step), `part${step}`);
    },
  });
  /** Ends with the loop, and with what it threw or streamed as errors. */
  const run = async (messages: Anything[]) => {
    const errors: unknown[] = [];
    const call = {
      model,
      messages,
      tools: { [toolName]: work },
      stopWhen: stepCountIs(steps),
      maxRetries: 0,
      ...(prepares && { prepareStep: session.prepareStep as Anything }),
    };
    const texts: string[] = [];
    try {
      if (mode === 'generate') texts.push((await generateText(call)).text);
      else {
        const { fullStream } = streamText({ ...call, onError: () => {} });
        for await (const part of fullStream) {
          if (part.type === 'error') errors.push(part.error);
          if (part.type === 'text-delta') texts.push(part.text);
        }
      }
    } catch (error) {
      errors.push(error);
    }
    return { errors, texts };
  };
  return { session, log, server, ran, run, steps, ...(await run(scene.messages ?? [request])) };
}

/** A recorded body with the numbers of this very request: those beside the limit grow as the size does. */
export function bodyWith({ body, says }: RefusalBody, limit: number, size: number): string {
  const { of, limit: toldLimit, size: toldSize } = says;
  const numbers = of === 'images' ? /\b\d+\b/g : /\b\d{4,}\b/g;
  return body.replace(numbers, (digits) => {
    const told = Number(digits);
    if (told === toldLimit) return `${limit}`;
    if (told === toldSize) return `${size}`;
    return of === 'images' || toldSize === undefined
      ? digits
      : `${Math.floor((told * size) / toldSize)}`;
  });
}

/** Refuses what has more than `limit` of what the recorded refusal is about. */
export const limitedBy =
  (recorded: RefusalBody, limit: number, where: Pick<Refused, 'in'> = {}) =>
  (asked: Asked): Refused | undefined => {
    const size = asked[recorded.says.of];
    if (size <= limit) return undefined;
    return { status: recorded.status, body: bodyWith(recorded, limit, size), ...where };
  };

export const recordedOf = (who: string) =>
  refusalBodies.find((each) => each.who === who) as RefusalBody;

type Learned = Extract<CompactorEvent, { type: 'limit-learned' }>;

export function checkLimits(events: readonly Learned[], of: string): void {
  assert.ok(events.length > 0);
  for (const { of: unit, limit, refused, served = 0 } of events) {
    assert.equal(unit, of);
    assert.ok(served <= limit && limit <= refused, `${served} <= ${limit} <= ${refused}`);
  }
}

export const everyStep = (steps: number) => Array.from({ length: steps - 1 }, (_, i) => i);
