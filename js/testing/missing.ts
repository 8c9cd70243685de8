/** What a view lacks of the transcript that it was made of. */
import { isBefore, isEmpty, isEmptyText } from './host-index.ts';
import {
  compactionUnit,
  firstShownAssistant,
  isOpen,
  latestOf,
  mayGo,
  openingOf,
  usersBetween,
} from './must-stay.ts';
import type { Origin, Reading } from './reading.ts';
import { partsOf, roleOf, stringField, typeOf } from './shapes.ts';
import { loneSurrogates, push, stringsIn } from './values.ts';
import type { Rule } from './view-rules.ts';

function needsRepair(message: unknown): boolean {
  const isIllFormed = stringsIn(message).some((text) => loneSurrogates(text).length > 0);
  return isEmpty(message) || partsOf(message).some(isEmptyText) || isIllFormed;
}

export function checkKept(reading: Reading): void {
  const { view, host, index, origins, options, report } = reading;
  const present = new Map<number, Origin[]>();
  for (const origin of origins) push(present, origin.host, origin);
  const check = (rule: Rule, at: number): void => {
    const found = present.get(at) ?? [];
    const whole = found.some(
      (origin) =>
        origin.kind === 'host' ||
        origin.kind === 'segments' ||
        (origin.kind === 'edited' && needsRepair(host[at])),
    );
    if (!whole) report(rule, -1, `host message ${at} is not in the view as the host's own object`);
  };
  const opens = !options.suffix && !options.initialGone;
  if (opens) for (const at of openingOf(index)) check('opening-lost', at);
  for (const at of latestOf(host)) check('latest-lost', at);
  options.mustKeep?.forEach((message, at) => {
    if (!view.includes(message)) report('must-keep', -1, `message ${at} of mustKeep`);
  });
}

export function checkLost(reading: Reading): void {
  const { host, index, origins, usedMessages, segments, options, report } = reading;
  let tailStart = 0;
  if (segments >= 0) {
    const opening = usersBetween(host, 0, firstShownAssistant(index));
    const before = new Set([...opening, compactionUnit(host)]);
    tailStart = host.length;
    // A request that stays stands behind the segments, whatever is folded behind it.
    const said = ({ host: from }: Origin) =>
      from < 0 || ['user', 'system'].includes(roleOf(host[from]));
    const next = origins.findIndex((origin, at) => at > segments && !said(origin));
    const stays = new Set(origins.slice(segments + 1, next < 0 ? origins.length : next));
    origins.forEach((origin, at) => {
      if (stays.has(origin)) return;
      // Open units are never folded, so that they may stand before what is.
      if (at <= segments || origin.host < 0 || before.has(origin.host)) return;
      const role = roleOf(host[origin.host]);
      const kept = role === 'user' || (role === 'assistant' && !isOpen(index, host[origin.host]));
      if (kept) tailStart = Math.min(tailStart, origin.host);
    });
    if (options.allowHoles) return;
  }
  for (let at = tailStart; at < host.length; at++) {
    if (usedMessages.has(at) || mayGo(index, host[at])) continue;
    report('lost', -1, `host message ${at}, a ${roleOf(host[at]) || 'nameless'} message`);
  }
}

/** A result that the host has goes with its call. */
export function checkResults({ view, index, usedParts, report }: Reading): void {
  view.forEach((message, at) => {
    if (roleOf(message) !== 'assistant') return;
    for (const part of partsOf(message)) {
      if (typeOf(part) !== 'tool-call') continue;
      const id = stringField(part, 'toolCallId') ?? '';
      const [call, ...others] = index.calls.get(id) ?? [];
      if (!call || others.length > 0) continue;
      const results = index.results.get(id) ?? [];
      const isUsed = results.some((result) => usedParts.has(result.part));
      if (!isUsed && results.some((result) => isBefore(call, result))) {
        report('real-result-ignored', at, `the host has a result for ${id}`);
      }
    }
  });
}

/** An approval's response goes with its request. */
export function checkResponses({ view, host, usedParts, report }: Reading): void {
  const requests = new Map<string, number[]>();
  host.forEach((message, at) => {
    for (const part of partsOf(message)) {
      if (typeOf(part) !== 'tool-approval-request') continue;
      const id = stringField(part, 'approvalId') ?? '';
      push(requests, id, at);
    }
  });
  if (requests.size === 0) return;
  const held = new Set<string>();
  for (const message of view) {
    for (const part of partsOf(message)) {
      if (typeOf(part) === 'tool-approval-request') held.add(stringField(part, 'approvalId') ?? '');
    }
  }
  const answered = new Set<string>();
  host.forEach((message, at) => {
    for (const part of partsOf(message)) {
      if (typeOf(part) !== 'tool-approval-response') continue;
      const id = stringField(part, 'approvalId') ?? '';
      const [asked, ...others] = requests.get(id) ?? [];
      // Only the first response to the only request, in its place, is beyond doubt.
      if (asked === undefined || others.length > 0 || asked > at || answered.has(id)) continue;
      answered.add(id);
      const between = host.slice(asked, at).map(roleOf);
      if (between.includes('user') || between.includes('system')) continue;
      if (held.has(id) && !usedParts.has(part as object)) {
        report('response-lost', -1, `response ${id} at host message ${at}`);
      }
    }
  });
}
