/** Holds what options say of sizes against each other. */
import { EpitomeError } from './errors.ts';
import { profileOf } from './models/models.ts';
import { modelIdOf } from './options.ts';
import type { AgentOptions, CompactorOptions } from './types.ts';

/** Of a window, what output and system prompt leave at least for messages. */
const leastBudget = 0.25;

/**
 * Throws `invalid-option` for a trigger above the window, which would never be reached, and for a target
 * above the trigger. `options` are those that hold, and only what `own`, the nearest layer of them, sets is
 * held against the rest: a preset by its name is for any window.
 */
export function checkThresholds(own: AgentOptions, options: CompactorOptions, where: string): void {
  const { trigger, target } = options;
  if (trigger === undefined) return;
  const set = { ...(typeof own.preset === 'object' ? own.preset : {}), ...own };
  const window = windowOf(options);
  if (set.trigger !== undefined && window !== undefined && trigger > window) {
    throw new EpitomeError(
      'invalid-option',
      `${where}: \`trigger\` must not be above the context window, which is ${window} tokens; got ${trigger}`,
    );
  }
  if (target === undefined || (set.trigger ?? set.target) === undefined) return;
  if (isAbove(target, trigger, window)) {
    throw new EpitomeError(
      'invalid-option',
      `${where}: \`target\` must not be above \`trigger\`, which is ${trigger}; got ${target}`,
    );
  }
}

/** Where one is tokens and the other a share of the budget, true only for what is so in any budget. */
function isAbove(target: number, trigger: number, window: number | undefined): boolean {
  if (target < 1 === trigger < 1) return target > trigger;
  if (window === undefined) return false;
  return target < 1 ? target * window * leastBudget > trigger : target > trigger * window;
}

/** Undefined where it would have to be assumed. */
function windowOf({ contextWindow, model, models }: CompactorOptions): number | undefined {
  return contextWindow ?? profileOf(modelIdOf(model) ?? '', models)?.contextWindow;
}
