/**
 * A call that a provider refuses because it is too large is made again with a smaller view. It is the model that is
 * called again, so no tool runs twice.
 */
import { itemsOf } from '../dialects/record.ts';
import { mostTries } from '../overflow/limits.ts';
import { overflowOf } from '../overflow/overflow.ts';
import type { Overflow } from '../overflow/refusal.ts';
import type { Call, Model, ModelCalls, Params } from './calls.ts';
import { peeked, type StreamPart } from './peeked.ts';
import type { Reply } from './served.ts';

/** What came of calling a model. */
interface Outcome<R> {
  /** Undefined where it was served. */
  refusal?: Overflow | undefined;
  /** The answer, or a throw of what was thrown. */
  give: () => R;
  /** It came in whole, though the prompt was too large. */
  answer?: R;
  /** Nobody wants it. */
  drop?: () => void;
}

/** Of `doGenerate`, as far as it is looked at. */
interface Generated extends Omit<Reply, 'hasText'> {
  content?: unknown;
}

/** Of `doStream`. */
interface Streamed {
  stream: ReadableStream<StreamPart>;
}

/** A call that may have to be made again. */
export interface Attempts<R> {
  calls: ModelCalls;
  call: Call;
  params: Params;
  model: Model;
  /** The model's function, with the parameters as they are. */
  first: () => PromiseLike<R>;
}

export function generating<R extends Generated>(attempts: Attempts<R>): Promise<R> {
  const { calls, params, model } = attempts;
  return untilServed<R>(attempts, async (call, first) => {
    const result = await (first?.() ?? model.doGenerate({ ...params, prompt: call.prompt }));
    const refusal = calls.end(call, { ...result, hasText: says(result.content) });
    return { refusal, give: () => result, answer: result };
  });
}

/** As long as nothing has reached the user. */
export function streaming<R extends Streamed>(attempts: Attempts<R>): Promise<R> {
  const { calls, params, model } = attempts;
  return untilServed<R>(attempts, async (call, first) => {
    const result = await (first?.() ?? model.doStream({ ...params, prompt: call.prompt }));
    if (typeof result?.stream?.getReader !== 'function') return { give: () => result };
    let hasText = false;
    const {
      first: begin,
      error,
      stream,
    } = await peeked(result.stream, (part) => {
      hasText ||= (part.type === 'text-delta' && part.delta !== '') || part.type === 'tool-call';
      if (part.type !== 'finish' || part === begin) return;
      const late = calls.end(call, { ...part, hasText });
      // The user has read it: what was too much is left out from the next call on.
      if (late !== undefined) void calls.retreat(call, late, params, model);
    });
    const isEmpty = begin?.type === 'finish';
    const refusal = isEmpty ? calls.end(call, { ...begin, hasText }) : overflowOf(error);
    const drop = () => void stream.cancel().catch(() => {});
    return { refusal, give: () => ({ ...result, stream }), drop };
  });
}

/** Asks until there is an answer, or nothing smaller can go out. */
async function untilServed<R>(
  { calls, call: begun, params, model, first }: Attempts<R>,
  ask: (call: Call, first: Attempts<R>['first'] | undefined) => Promise<Outcome<R>>,
): Promise<R> {
  let call = begun;
  let kept: R | undefined;
  for (let tries = 0; ; tries += 1) {
    const { refusal, give, answer, drop } = await ask(call, tries === 0 ? first : undefined).catch(
      (error): Outcome<R> => ({
        refusal: overflowOf(error),
        give: () => {
          throw error;
        },
      }),
    );
    if (refusal === undefined) return give();
    const smaller = await calls.retreat(call, refusal, params, model);
    if (params.abortSignal?.aborted) throw params.abortSignal.reason;
    // The first was made of the most.
    kept ??= answer;
    if (smaller === undefined || tries === mostTries) return kept ?? give();
    drop?.();
    call = smaller;
  }
}

/** Whether a reply has text or a call. */
function says(content: unknown): boolean {
  return (itemsOf(content) ?? []).some((part) => {
    const { type, text } = Object(part);
    return type === 'tool-call' || (type === 'text' && text !== '');
  });
}
