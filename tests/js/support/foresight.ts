/** Holds what `session.plan` foretells against what the step then does. */
import type { CompactorEvent, StepPlan } from 'epitome';

const told = <T, K extends keyof T>(rows: readonly T[], ...names: K[]): string =>
  JSON.stringify(rows.map((row) => names.map((name) => row[name])));

/** What the plan has wrong. With `isSure` nobody but code writes, and sizes are foretold, too. */
export function wrongIn(
  plan: StepPlan,
  events: readonly CompactorEvent[],
  usage: { viewTokens: number; budget: number },
  isSure: boolean,
): string[] {
  const event = events.find((event) => event.type === 'compaction');
  const isAsked = events.some(({ type }) => /^(compacting|summary-(rejected|failed))$/.test(type));
  const fits = !events.some(({ type }) => type === 'cannot-fit');
  const faults: string[] = [];
  const same = (what: string, planned: unknown, done: unknown) => {
    if (planned !== done) faults.push(`plan: ${what} ${planned}, and not ${done}`);
  };
  same('reason', plan.reason, event?.reason);
  const { folds = [] } = event ?? {};
  // A record of code that the model wrote anew along with the range was no part of the plan.
  const isAnew = folds.some(({ replaces }) => replaces !== undefined);
  const folded = isAnew
    ? (['kind', 'lastMessage'] as const)
    : (['kind', 'firstMessage', 'lastMessage', 'tokensBefore'] as const);
  same('folds', told(plan.folds, ...folded), told(folds, ...folded));
  const edited = ['kind', 'message', 'toolName', 'kept', 'total'] as const;
  same('edits', told(plan.edits, ...edited), told(event?.edits ?? [], ...edited));
  same('budget', plan.budget, usage.budget);
  if (event !== undefined) {
    same('tokensBefore', plan.tokensBefore, event.tokensBefore);
    same('trigger', plan.trigger, event.trigger);
    same('target', plan.target, event.target);
  }
  if (isAsked) same('asksModel', plan.asksModel, true);
  same('fits', plan.fits, fits);
  if (isSure) {
    same('tokensAfter', plan.tokensAfter, usage.viewTokens);
    same('asksModel', plan.asksModel, false);
  }
  return faults;
}
