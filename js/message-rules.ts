/**
 * Which messages a host's rule means. Decides how roles and fields become a function; refuses to know
 * what is done with such messages.
 */
import type { HostMessage } from './adapters/dialect.ts';
import type { MessageRule } from './policy.ts';

/** Undefined where there is no rule. What the function throws is the host's own. */
export function ruleOf(
  rule: MessageRule | undefined,
): ((message: HostMessage, index: number) => boolean) | undefined {
  if (rule === undefined || typeof rule === 'function') return rule;
  const { metadata } = rule;
  // One name may stand for a list of one.
  const roles = [rule.roles ?? []].flat();
  return (message) =>
    roles.includes(message?.role) || (metadata !== undefined && carries(message, metadata));
}

/** A field of the message, or of what its dialect puts beside the content, that is set. */
function carries(message: HostMessage, field: string): boolean {
  const places = [message, message?.metadata, message?.providerOptions?.epitome];
  return places.some(
    (place) => typeof place === 'object' && place !== null && Boolean(place[field]),
  );
}
