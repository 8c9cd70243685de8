/**
 * Checks of options that need all of them, or the core: sizes beside each other, the host's own patterns, and
 * whether the core takes all of it together.
 */

import type { Core } from '../engine/core.ts';
import { modelIdOf, profileOf, requireKnown } from '../models/models.ts';
import { coreOptions } from '../options/core-options.ts';
import { patternFault } from '../redact/patterns.ts';
import type { AgentOptions, CompactorOptions } from '../types.ts';
import { refuseOption } from '../values/require.ts';
import { checkThresholds, type Room } from './thresholds.ts';

/** No option counts by it. */
const anyModel = { family: 0, media: 0 };

/**
 * Throws for options that no session is to be opened with: `own` is what was given, `where`, and `options`
 * what holds with all that is around it.
 */
export function checkWhole(
  core: Core,
  own: AgentOptions,
  options: CompactorOptions,
  where: string,
): void {
  checkPatterns(options, where);
  checkByCore(core, options, where);
  requireKnown(options);
  checkThresholds(own, options, () => roomsOf(core, options), where);
}

/**
 * The budgets between which a session's will be: with nothing besides the messages, and with as much as is
 * assumed until a bill tells. None where the window is not known, or a core has stopped.
 */
function roomsOf(core: Core, options: CompactorOptions): Room[] {
  const { contextWindow, model, models } = options;
  const profile = profileOf(modelIdOf(model) ?? '', models);
  const window = contextWindow ?? profile?.contextWindow;
  if (window === undefined || core.dead) return [];
  return [0, undefined].map((overhead) =>
    core.guard((call) => {
      const length = core.write(coreOptions(options, { stated: overhead }, anyModel)) ?? 0;
      const handle = core.check(call.openSession(length));
      core.check(call.budget(handle, window, profile?.maxOutputTokens ?? 0));
      const answer = core.output();
      const room = { window, budget: answer.word(), overhead: answer.word() };
      core.check(call.closeSession(handle));
      return room;
    }),
  );
}

/** A core that has stopped says nothing. */
function checkByCore(core: Core, options: CompactorOptions, where: string): void {
  if (core.dead) return;
  if (takes(core, options)) return;
  const left = { ...options };
  const names = Object.keys(options) as (keyof CompactorOptions)[];
  const last = names.find((name) => {
    delete left[name];
    return takes(core, left);
  });
  refuseOption(
    `${where}: the engine can't take \`${last}\`: it has too many entries, too much text (all options together may have 128 KiB), or malformed Unicode`,
  );
}

function takes(core: Core, options: CompactorOptions): boolean {
  return core.guard((call) => {
    const length = core.write(coreOptions(options, {}, anyModel));
    if (length === undefined) return false;
    const handle = call.openSession(length);
    return handle > 0 && call.closeSession(handle) === 0;
  });
}

function checkPatterns({ redact }: CompactorOptions, where: string): void {
  for (const [name, pattern] of Object.entries(redact ? (redact.patterns ?? {}) : {})) {
    const fault = patternFault(name, pattern);
    if (fault !== undefined) {
      refuseOption(`${where}: \`redact.patterns\` can't use '${name}': ${fault}`);
    }
  }
}
