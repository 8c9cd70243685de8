/**
 * Rules of the engine that can be switched off to see what they buy. Decides which there are, and the
 * one way in which their names become options; refuses to know what a rule does.
 */
import type { CompactorOptions } from '../../js/types.ts';

/** What `createCompactor` is given for a rule to be off, by the rule's name. */
const switches: Readonly<Record<string, Partial<CompactorOptions>>> = {};

export class UnknownRuleError extends Error {}

/** Options of `createCompactor` with these rules off. Throws UnknownRuleError. */
export function optionsWithout(rules: readonly string[]): Partial<CompactorOptions> {
  const known = Object.keys(switches);
  const unknown = rules.filter((rule) => !known.includes(rule));
  if (unknown.length > 0) {
    const which =
      known.length === 0 ? 'the engine has no switches yet' : `known are ${known.join(', ')}`;
    throw new UnknownRuleError(`--without ${unknown.join(' ')}: there is no such rule; ${which}`);
  }
  return Object.assign({}, ...rules.map((rule) => switches[rule]));
}
