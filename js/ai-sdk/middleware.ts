/**
 * Compaction between the AI SDK and a model. Decides when a call is made again; refuses to know what a
 * smaller one looks like.
 */
import type { Fields } from '../adapters/fields.ts';
import { EpitomeError } from '../errors.ts';
import { overflowOf } from '../overflow/overflow.ts';
import { type CallParams, isAnswered, type ModelLike } from './call.ts';
import { Guard } from './guard.ts';
import { open, resumed } from './opening.ts';
import {
  type CompactionOptions,
  type CompactionTarget,
  type SessionOfCall,
  sessionsOf,
} from './sessions.ts';

/** What `wrapLanguageModel` of AI SDK 4 to 7 takes as a middleware. */
export interface CompactionMiddleware {
  // biome-ignore lint/suspicious/noExplicitAny: the field has another name and value in each version.
  specificationVersion: any;
  // biome-ignore lint/suspicious/noExplicitAny: each version has parameters and results of its own.
  wrapGenerate(options: any): Promise<any>;
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  wrapStream(options: any): Promise<any>;
}

/**
 * A middleware for `wrapLanguageModel`, that keeps each call within its model's window: the prompt is
 * compacted as `session.prepareStep` would, with the call's own tools, system prompt and output limit
 * counted; and a call that the provider finds too long is made again, smaller, at most three times and as
 * long as no token has reached the user. Where the session's `prepareStep` is in use it does only the latter.
 */
export function compaction(
  target: CompactionTarget,
  options: CompactionOptions = {},
): CompactionMiddleware {
  const sessionOf = sessionsOf(target, options);
  return {
    // Of all versions: none of them looks.
    specificationVersion: undefined,
    wrapGenerate: ({ model, params }: { model: ModelLike; params: CallParams }) =>
      generate(sessionOf, model, params),
    wrapStream: ({ model, params }: { model: ModelLike; params: CallParams }) =>
      stream(sessionOf, model, params),
  };
}

/** The model with `compaction` around it: what `wrapLanguageModel` would make of the two. */
export function withCompaction<M extends ModelLike>(
  model: M,
  target: CompactionTarget,
  options: CompactionOptions = {},
): M {
  if (typeof model !== 'object' || model === null || typeof model.doGenerate !== 'function') {
    throw new EpitomeError(
      'invalid-argument',
      'withCompaction takes a model object, such as openai("gpt-5") or gateway("openai/gpt-5") returns',
    );
  }
  const sessionOf = sessionsOf(target, options);
  const calls = {
    doGenerate: (params: CallParams) => generate(sessionOf, model, params),
    doStream: (params: CallParams) => stream(sessionOf, model, params),
  };
  return new Proxy(model, {
    get(own, name) {
      if (name === 'doGenerate' || name === 'doStream') return calls[name];
      const value: unknown = Reflect.get(own, name, own);
      return typeof value === 'function' ? value.bind(own) : value;
    },
  });
}

async function generate(sessionOf: SessionOfCall, model: ModelLike, params: CallParams) {
  const session = await sessionOf(params, model);
  if (session === undefined) return model.doGenerate(params);
  const guard = await Guard.of(session, model, params);
  for (;;) {
    let result: Fields;
    try {
      result = await model.doGenerate(guard.params);
    } catch (error) {
      if (await guard.mends(error)) continue;
      throw error;
    }
    const overflow = guard.silent(result, isAnswered(result));
    if (overflow !== undefined && (await guard.again(overflow))) continue;
    guard.settle(result, overflow);
    return result;
  }
}

async function stream(sessionOf: SessionOfCall, model: ModelLike, params: CallParams) {
  const session = await sessionOf(params, model);
  if (session === undefined) return model.doStream(params);
  const guard = await Guard.of(session, model, params);
  for (;;) {
    let result: Fields & { stream: ReadableStream<unknown> };
    let opening: Awaited<ReturnType<typeof open>>;
    try {
      result = await model.doStream(guard.params);
      opening = await open(result.stream);
    } catch (error) {
      if (await guard.mends(error)) continue;
      throw error;
    }
    const { error, finish, reader } = opening;
    const overflow = error ? overflowOf(error.value) : finish && guard.silent(finish, false);
    if (overflow !== undefined && (await guard.again(overflow))) {
      // What else it says nobody hears.
      reader.cancel().catch(() => {});
      continue;
    }
    const answered = finish === undefined;
    const settle = (end: Fields) => guard.settle(end, guard.silent(end, answered));
    return { ...result, stream: resumed(opening, settle) };
  }
}
