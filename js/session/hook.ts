/** The hook that the AI SDK calls before each step. */
import type { PrepareStep } from '../types.ts';
import { isObject } from '../values/fields.ts';
import { arrayOf } from './arguments.ts';
import { prepare } from './step.ts';
import { plainStep } from './step-context.ts';
import type { Steps } from './steps.ts';

/** Never rejects. */
export function hookOf(steps: Steps): PrepareStep {
  return (step) =>
    steps.news.orTold(step, async () => {
      const { messages, steps: taken, model } = step;
      const prepared = await prepare(steps, () => arrayOf(messages), {
        ...plainStep,
        ...steps.bills.newIn(taken),
        steps: isObject(taken) ? taken : undefined,
        goesOn: Array.isArray(taken) && taken.length > 0,
        model,
        final: step.stepNumber + 1 === steps.options.maxSteps,
        hook: true,
        signal: step.abortSignal,
        onEvent: step.onEvent,
      });
      return prepared.changed ? { messages: prepared.messages as typeof messages } : undefined;
    });
}
