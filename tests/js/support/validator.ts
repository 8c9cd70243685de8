/**
 * The validator that the package ships, with exact tokens; and what is judged of views beside each other: their sizes, and
 * what one has of the one before.
 */
import { faultText } from '../../../js/testing/fault.ts';
import type { ViewOptions } from '../../../js/testing/reading.ts';
import { roleOf } from '../../../js/testing/shapes.ts';
import { viewFaults } from '../../../js/testing/view.ts';
import { countMessages, countText } from './tokens.ts';

/** Lists what is wrong with a view of a host's transcript, as texts; empty means valid. */
export function validateView(
  view: readonly unknown[],
  host: readonly unknown[],
  options: ViewOptions = {},
): string[] {
  return viewFaults(view, host, { tokens: countText, ...options }).map(faultText);
}

/**
 * Between two rewrites each view extends the last by reference; lists where it does not. After a
 * rewrite anything may differ.
 */
export function checkPrefix(
  previousView: readonly unknown[],
  view: readonly unknown[],
  rewritten: boolean,
): string[] {
  if (rewritten) return [];
  const faults: string[] = [];
  if (view.length < previousView.length) {
    faults.push(`prefix: ${view.length} messages after ${previousView.length}`);
  }
  for (let at = 0; at < Math.min(view.length, previousView.length); at++) {
    if (!Object.is(view[at], previousView[at])) {
      faults.push(`prefix at ${at}: a ${roleOf(view[at])} message is another object than before`);
      break;
    }
  }
  return faults;
}

/**
 * A view is no larger, in exact tokens, than the transcript it stands for, apart from the given number
 * of repairs. Lists the excess.
 */
export function checkNotLarger(
  view: readonly unknown[],
  host: readonly unknown[],
  repairs = 0,
  repairTokens = 40,
): string[] {
  const before = countMessages(host);
  const after = countMessages(view);
  if (after <= before + repairs * repairTokens) return [];
  return [`larger: ${after} tokens for ${before}, with ${repairs} repairs`];
}
