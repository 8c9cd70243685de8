/**
 * Turns a host's rule (a function, roles or a field) into a function that says which messages it means.
 */
import type { Dialect, HostMessage } from '../dialects/dialect.ts';
import type { MessageRule } from '../types/policy.ts';

/** Whether a message, and its index, is one that a rule means. What a host's function throws is its own. */
export type Means = (message: HostMessage, index: number, dialect: Dialect) => boolean;

/** Undefined where there is no rule. */
export function ruleOf(rule: MessageRule | undefined): Means | undefined {
  if (rule === undefined) return undefined;
  if (typeof rule === 'function') return (message, index) => rule(message, index);
  const { metadata } = rule;
  // One name may stand for a list of one.
  const roles: readonly string[] = [rule.roles ?? []].flat();
  return (message, _index, dialect) =>
    (roles.length > 0 && dialect.rolesOf(message).some((role) => roles.includes(role))) ||
    (metadata !== undefined && carries(message, metadata));
}

/** A field of the message, or of what its dialect puts beside the content, that is set. */
function carries(message: HostMessage, field: string): boolean {
  const places = [message, message?.metadata, message?.providerOptions?.epitome];
  return places.some(
    (place) => typeof place === 'object' && place !== null && Boolean(place[field]),
  );
}
