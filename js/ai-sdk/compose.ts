/**
 * A `prepareStep` of the user's own beside the session's. Decides who comes first; refuses to know what
 * either returns beyond messages and model.
 */
import type { AnyStep, MessageLike, PrepareStep } from '../types.ts';

/** What a hook of the user's may answer with that the session has to see. */
interface StepChanges {
  messages?: MessageLike[];
  model?: unknown;
}

/** What stands last is what the place of use tells the types by. */
interface ComposedStep<S extends AnyStep, R> {
  // biome-ignore lint/suspicious/noExplicitAny: a step of any version, where its type is not known yet.
  (step: any): Promise<R | undefined>;
  (step: S): Promise<R | undefined>;
}

/**
 * One `prepareStep` of two: `own` runs first, and what it answers stays; the messages and the model that it
 * chooses are what the session compacts for. Rejects only as `own` does.
 */
export function composePrepareStep<S extends AnyStep, R extends object>(
  own: (step: S) => R | undefined | PromiseLike<R | undefined>,
  prepareStep: PrepareStep,
): ComposedStep<S, R> {
  return async (step: S) => {
    const answer = await own(step);
    const { messages = step.messages, model = step.model }: StepChanges = answer ?? {};
    const prepared = await prepareStep({ ...step, messages, model });
    return prepared === undefined ? answer : ({ ...answer, ...prepared } as R);
  };
}
