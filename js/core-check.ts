/**
 * What only the core can say of options: whether it takes the host's own patterns, and all of it
 * together. Decides which option is told to be at fault; refuses to know the core's limits.
 */
import type { Core } from './core/core.ts';
import { coreOptions } from './core-options.ts';
import { EpitomeError } from './errors.ts';
import type { CompactorOptions } from './types.ts';

/** No option counts by it. */
const anyModel = { family: 0, media: 0 };

/**
 * Throws `invalid-option` for options that no session could be opened with. `where` they were given. A
 * core that has stopped says nothing.
 */
export function checkByCore(core: Core, options: CompactorOptions, where: string): void {
  if (core.dead) return;
  checkPatterns(core, options, where);
  if (takes(core, options)) return;
  const left = { ...options };
  const names = Object.keys(options) as (keyof CompactorOptions)[];
  const last = names.find((name) => {
    delete left[name];
    return takes(core, left);
  });
  throw new EpitomeError(
    'invalid-option',
    `${where}: the engine can't use \`${last}\`: too many entries, too much text, or text that is ill-formed`,
  );
}

function takes(core: Core, options: CompactorOptions): boolean {
  return core.guard((call) => {
    const length = core.write(coreOptions(options, undefined, anyModel));
    if (length === undefined) return false;
    const handle = call.openSession(length);
    return handle > 0 && call.closeSession(handle) === 0;
  });
}

function checkPatterns(core: Core, { redact }: CompactorOptions, where: string): void {
  if (!redact) return;
  for (const [name, pattern] of Object.entries(redact.patterns ?? {})) {
    core.demandWhole();
    const fault = core.guard((call) => {
      const length = core.write(`${name}\n${pattern}`);
      if (length === undefined) return 'it is too long';
      return core.check(call.checkPattern(length)) === 1 ? undefined : core.outputText();
    });
    if (fault !== undefined) {
      throw new EpitomeError(
        'invalid-option',
        `${where}: \`redact.patterns\` can't use '${name}': ${fault}`,
      );
    }
  }
}
