/**
 * The host's own secrets. Decides what a wrong pattern is told to be; the core decides which are.
 */
import type { Core } from './core/core.ts';
import { EpitomeError } from './errors.ts';
import type { CompactorOptions } from './types.ts';

/** Throws `invalid-option` for a pattern that redaction can't use. */
export function checkPatterns(core: Core, { redact }: CompactorOptions): void {
  if (!redact) return;
  for (const [name, pattern] of Object.entries(redact.patterns ?? {})) {
    const fault = core.guard((call) => {
      const length = core.write(`${name}\n${pattern}`);
      if (length === undefined) return 'it is too long';
      return core.check(call.checkPattern(length)) === 1 ? undefined : core.outputText();
    });
    if (fault !== undefined) {
      throw new EpitomeError('invalid-option', `\`redact.patterns\` can't use '${name}': ${fault}`);
    }
  }
}
