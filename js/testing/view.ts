/** Judges a view against the host's transcript, from the returned objects alone: shares no code with the engine. */
import type { Fault } from './fault.ts';
import { indexHost, isEmpty, isEmptyText } from './host-index.ts';
import { checkKept, checkLost, checkResponses, checkResults } from './missing.ts';
import { mayGo } from './must-stay.ts';
import { checkPairing, checkRepeats } from './pairing.ts';
import { checkOrder, checkSegments, checkSystem } from './placing.ts';
import { originsOf } from './provenance.ts';
import { carriesSegments, type Reading, type ViewOptions } from './reading.ts';
import { partsOf } from './shapes.ts';
import { collector, type Report } from './view-rules.ts';

function checkContent(view: readonly unknown[], report: Report): void {
  view.forEach((message, at) => {
    if (isEmpty(message)) report('empty-content', at, 'it says nothing');
    if (partsOf(message).some(isEmptyText)) report('empty-content', at, 'an empty text part');
  });
}

function isSame(view: readonly unknown[], host: readonly unknown[]): boolean {
  return view.length === host.length && view.every((message, at) => Object.is(message, host[at]));
}

/** What a provider of any kind refuses in the messages of a view, whatever they were made of. */
export function messageFaults(view: readonly unknown[]): Fault[] {
  const { faults, report } = collector();
  checkContent(view, report);
  checkPairing(view, report);
  checkRepeats(view, report);
  return faults;
}

/**
 * Lists what is wrong with a view of a host's transcript; empty means valid. When the engine left the
 * host's array alone, the view is that array. Never throws, whatever the two hold.
 */
export function viewFaults(
  givenView: readonly unknown[],
  givenHost: readonly unknown[],
  options: ViewOptions = {},
): Fault[] {
  const { faults, report } = collector();
  if (!Array.isArray(givenView) || !Array.isArray(givenHost)) {
    report('not-an-array', -1, 'view and transcript must be arrays');
    return faults;
  }
  // A hole reads as `undefined`, which array methods would skip.
  const view: readonly unknown[] = Array.from(givenView);
  const host: readonly unknown[] = Array.from(givenHost);
  const index = indexHost(host);
  if (view.length === 0 && host.length > 0) {
    report('empty-view', -1, `the host has ${host.length} messages`);
  }
  // Where nothing is said at all, there is nothing to mend.
  if (host.every((message) => mayGo(index, message)) && isSame(view, host)) return faults;
  checkContent(view, report);
  checkPairing(view, report);
  const reading: Reading = {
    ...{ view, host, index, options, report, origins: [] },
    segments: view.findIndex((m) => carriesSegments({ options }, m) && !index.places.has(m)),
    ...{ usedParts: new Set(), usedMessages: new Set() },
  };
  reading.origins = originsOf(reading);
  checkSystem(reading);
  checkSegments(reading);
  checkKept(reading);
  checkOrder(reading);
  checkResults(reading);
  checkRepeats(view, report);
  checkResponses(reading);
  checkLost(reading);
  return faults;
}
