/** What stands where in a view: system messages, the segments, and the order of all others. */
import { type HostIndex, isEmpty } from './host-index.ts';
import {
  compactionUnit,
  firstShownAssistant,
  leadingSystem,
  openingOf,
  usersBetween,
} from './must-stay.ts';
import type { Origin, Reading } from './reading.ts';
import { partsOf, roleOf, stringField } from './shapes.ts';

export function checkSystem({ view, host, origins, report }: Reading): void {
  let last = -1;
  view.forEach((message, at) => {
    const origin = origins[at] as Origin;
    if (roleOf(message) !== 'system' || !['host', 'edited'].includes(origin.kind)) {
      return;
    }
    if (origin.host < last) report('system-order', at, `host message ${origin.host}`);
    last = Math.max(last, origin.host);
  });
  const isKept = ({ kind }: Origin) => kind === 'host' || kind === 'edited';
  const kept = new Set(origins.filter(isKept).map((o) => o.host));
  for (let at = 0; at < leadingSystem(host); at++) {
    if (!kept.has(at) && !isEmpty(host[at])) report('system-lost', -1, `host message ${at}`);
  }
}

export function checkSegments(reading: Reading): void {
  const { view, host, index, origins, segments, options, report } = reading;
  if (segments < 0) return;
  origins.forEach((origin, at) => {
    if (origin.kind === 'segments' && at !== segments) {
      report('segments-repeated', at, `the first stands at ${segments}`);
    }
  });
  const firstAssistant = firstShownAssistant(index);
  const opening = new Set(usersBetween(host, 0, firstAssistant));
  const compaction = compactionUnit(host);
  const before = origins.slice(0, segments);
  before.forEach((origin, at) => {
    const allowed =
      opening.has(origin.host) ||
      origin.kind === 'reply' ||
      (compaction >= 0 && origin.host === compaction) ||
      (roleOf(view[at]) === 'system' && origin.host < firstAssistant) ||
      // What answers the compaction block's own calls stays with it.
      (compaction >= 0 && roleOf(view[at]) === 'tool');
    if (!allowed) report('segments-misplaced', at, 'stands before the segments');
  });
  const role = roleOf(view[segments]);
  const neighbours = [segments - 1, segments + 1].map((at) => roleOf(view[at]));
  if (role === 'assistant' && neighbours.some((other) => other !== 'user')) {
    report('segments-misplaced', segments, 'the assistant says them, not between two of the user');
  }
  if (role === 'system' && before.some((_, at) => roleOf(view[at]) !== 'system')) {
    report('segments-misplaced', segments, 'a system message with them is not at the start');
  }
  const needed = [
    ...(options.suffix || options.initialGone || role === 'system' ? [] : openingOf(index)),
    ...Array.from({ length: leadingSystem(host) }, (_, at) => at),
  ];
  // The last opening message may carry the segments itself.
  const there = new Set(origins.slice(0, segments + 1).map((origin) => origin.host));
  for (const at of needed) {
    if (!there.has(at) && !isEmpty(host[at])) {
      report('segments-misplaced', segments, `host message ${at} should stand before the segments`);
    }
  }
  const block = origins.findIndex((origin) => compaction >= 0 && origin.host === compaction);
  if (block > segments) {
    report('segments-misplaced', block, "a provider's own compaction block stays first");
  }
  const first = view.findIndex((message) => roleOf(message) !== 'system');
  const startsWithBlock = compaction >= 0 && origins[first]?.host === compaction;
  if (roleOf(view[first]) !== 'user' && !startsWithBlock) {
    report('not-user-first', first, `starts with ${roleOf(view[first])}`);
  }
}

/**
 * True when a tool message may stand elsewhere than in the host's transcript: a part of it came before
 * its call, or after something else than tool messages, or its call is not certain.
 */
function isOutOfPlace(index: HostIndex, at: number): boolean {
  return partsOf(index.messages[at]).some((part) => {
    const calls = index.calls.get(stringField(part, 'toolCallId') ?? '') ?? [];
    const call = calls[0]?.at ?? -1;
    if (calls.length !== 1 || call > at) return true;
    for (let between = call + 1; between < at; between++) {
      if (roleOf(index.messages[between]) !== 'tool') return true;
    }
    return false;
  });
}

export function checkOrder({ view, index, origins, report }: Reading): void {
  let last = -1;
  origins.forEach((origin, at) => {
    if (origin.host < 0 || origin.kind === 'foreign') return;
    if (origin.host >= last) {
      const moved = roleOf(view[at]) === 'tool' && isOutOfPlace(index, origin.host);
      if (!moved) last = origin.host;
      return;
    }
    if (roleOf(view[at]) === 'tool' && isOutOfPlace(index, origin.host)) return;
    report('order', at, `host message ${origin.host} stands after host message ${last}`);
  });
}
