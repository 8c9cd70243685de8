/**
 * Judges a view against the host's transcript, from the returned objects alone. Decides what a valid
 * view is; shares no code with the engine, and refuses to know how the engine came to its view.
 *
 * Three readings: what a provider would refuse (pairing.ts), where each message comes from and how it
 * was edited (provenance.ts, over host-index.ts), and, here, what stands where and what is missing.
 */

import type { Fault } from './fault.ts';
import {
  type HostIndex,
  indexHost,
  isBefore,
  isCompactionBlock,
  isEmpty,
  isEmptyText,
  isStray,
} from './host-index.ts';
import { beginsBlock, checkPairing, isProviderExecuted } from './pairing.ts';
import { isFinished, isReasoning, type Origin, Provenance } from './provenance.ts';
import { partsOf, roleOf, stringField, typeOf } from './shapes.ts';
import { lastIndexWhere, loneSurrogates, stringsIn } from './values.ts';

/** Every rule that a view can break. */
export const rules = [
  /** The view or transcript is not an array. */
  'not-an-array',
  /** The view is empty although the host's transcript is not. */
  'empty-view',
  /** A message or text part that says nothing; an edit or a repair that says nothing. */
  'empty-content',
  'call-unanswered',
  'call-answered-twice',
  /** Two calls of one id stand in a row. */
  'call-repeated',
  'result-without-call',
  /** A user or system message stands between a call and its result. */
  'result-misplaced',
  'approval-without-call',
  'response-without-request',
  'response-misplaced',
  /** The host has a response to a request that the view holds without it. */
  'response-lost',
  'system-added',
  'system-order',
  /** A leading system message of the host is missing. */
  'system-lost',
  /** Something was folded, and the first message that is not `system` is not the user's. */
  'not-user-first',
  'segments-repeated',
  'segments-misplaced',
  'segments-shape',
  'ill-formed-text',
  'opaque-changed',
  /** A message equals the host's but is another object. */
  'copied',
  /** A part equals the host's but is another object. */
  'part-copied',
  /** A message or part that is neither the host's, nor an edit of it, nor a segment or repair. */
  'foreign',
  'edit-not-allowed',
  /** A placeholder or a cut that does not say what it stands for. */
  'untrue',
  /** An edited copy lacks content that no edit may remove. */
  'content-lost',
  /** An edit made its result larger, or a repair takes more than its tokens. */
  'enlarged',
  /** A result of the host's is missing although its call is in the view. */
  'real-result-ignored',
  /** The view answers a call that still waits: neither the user nor the assistant has gone on. */
  'closed-early',
  'opening-lost',
  'latest-lost',
  /** A message that the options name is not in the view. */
  'must-keep',
  /** A host message occurs more often than in the host's transcript. */
  'repeated',
  'order',
  /** A host message is neither in the view, nor under a segment, nor one that a repair removes. */
  'lost',
] as const;
export type Rule = (typeof rules)[number];

/** Notes a fault at an index of the view, or at -1 for what is missing. */
export type Report = (rule: Rule, at: number, detail: string) => void;

export interface ViewOptions {
  /** Host messages that must be in the view as they are, e.g. steering messages. */
  mustKeep?: readonly unknown[];
  /**
   * What a cleared result says. Without it, a text that stands for a result which came too late, and
   * does not begin like it, counts as a repair that should have gone.
   */
  cleared?: RegExp;
  /**
   * The host sent only the end of a history that the session knows, so that its first messages are
   * not the opening request.
   */
  suffix?: boolean;
  /** Texts of the session's records: what has no mark is known by them. */
  records?: readonly string[];
  /** The initial messages and the current request had no room together: the former may be gone. */
  initialGone?: boolean;
  /** Allows folds that leave holes in what is kept after the segments. */
  allowHoles?: boolean;
  /** Tokens of a text. Without it the size of an edit is not judged. */
  tokens?: (text: string) => number;
}

function needsRepair(message: unknown): boolean {
  const isIllFormed = stringsIn(message).some((text) => loneSurrogates(text).length > 0);
  return isEmpty(message) || partsOf(message).some(isEmptyText) || isIllFormed;
}

/** Host indexes of the opening request: user messages before the first assistant message. */
function openingOf({ messages, firstAssistant }: HostIndex): number[] {
  return usersBetween(messages, 0, firstAssistant);
}

/**
 * Index of the first assistant message that a view must show, or the number of messages: what a
 * repair removes need not end the opening.
 */
function firstShownAssistant(index: HostIndex): number {
  const { messages } = index;
  const first = messages.findIndex((m) => roleOf(m) === 'assistant' && !mayGo(index, m));
  return first < 0 ? messages.length : first;
}

/** Host indexes of the latest request: user messages after the last assistant message. */
function latestOf(host: readonly unknown[]): number[] {
  const last = lastIndexWhere(host, (message) => roleOf(message) === 'assistant');
  return usersBetween(host, last + 1, host.length);
}

function usersBetween(host: readonly unknown[], start: number, end: number): number[] {
  const found: number[] = [];
  for (let at = start; at < end; at++) {
    if (roleOf(host[at]) === 'user' && !isEmpty(host[at])) found.push(at);
  }
  return found;
}

/** Number of system messages that stand before anything else. */
function leadingSystem(host: readonly unknown[]): number {
  const first = host.findIndex((message) => roleOf(message) !== 'system');
  return first < 0 ? host.length : first;
}

function checkContent(view: readonly unknown[], report: Report): void {
  view.forEach((message, at) => {
    if (isEmpty(message)) report('empty-content', at, 'it says nothing');
    if (partsOf(message).some(isEmptyText)) report('empty-content', at, 'an empty text part');
  });
}

/** The view's reading, put beside the host's transcript. */
interface Reading {
  view: readonly unknown[];
  host: readonly unknown[];
  index: HostIndex;
  origins: Origin[];
  provenance: Provenance;
  /** Index of the first segments message in the view, or -1. */
  segments: number;
}

function checkSystem({ view, host, origins }: Reading, report: Report): void {
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

/** True when the host's first message that is not `system` is a provider's own compaction block. */
function compactionUnit(host: readonly unknown[]): number {
  const first = leadingSystem(host);
  return isCompactionBlock(partsOf(host[first])[0]) ? first : -1;
}

function checkSegments(reading: Reading, options: ViewOptions, report: Report): void {
  const { view, host, index, origins, segments } = reading;
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
  const needed = [
    ...(options.suffix || options.initialGone ? [] : openingOf(index)),
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

function checkKept(reading: Reading, options: ViewOptions, report: Report): void {
  const { view, host, index, origins } = reading;
  const present = new Map<number, Origin[]>();
  for (const origin of origins) {
    const all = present.get(origin.host);
    if (all) all.push(origin);
    else present.set(origin.host, [origin]);
  }
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

function checkOrder({ view, index, origins }: Reading, report: Report): void {
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

/** Whether a repair may leave a host message out of a view without a segment standing for it. */
function mayGo(index: HostIndex, message: unknown): boolean {
  if (typeof message !== 'object' || message === null || isEmpty(message)) return true;
  // A tool message goes when its results have no call or are second ones; other rules see to it that
  // none is missing.
  if (roleOf(message) === 'tool') return true;
  if (roleOf(message) !== 'assistant') return false;
  const parts = partsOf(message);
  const strays = parts.filter((part) => isStray(index, part, parts)).length;
  // Reasoning does not stay alone when what it led to goes.
  const reasoning = parts.filter(isReasoning).length;
  const places = index.places.get(message) ?? [];
  const mayDrop = strays > 0 || places.every((at) => isFinished(index, at));
  return mayDrop && strays + reasoning === parts.length;
}

/** True for an assistant message that waits for the result of a client call. */
function isOpen(index: HostIndex, message: unknown): boolean {
  return partsOf(message).some((part) => {
    if (typeOf(part) !== 'tool-call' || isProviderExecuted(part)) return false;
    const id = stringField(part, 'toolCallId') ?? '';
    const call = index.calls.get(id)?.find((entry) => entry.part === part);
    const results = index.results.get(id) ?? [];
    return call !== undefined && !results.some((result) => isBefore(call, result));
  });
}

function checkLost(reading: Reading, options: ViewOptions, report: Report): void {
  const { host, index, origins, provenance, segments } = reading;
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
    if (provenance.usedMessages.has(at) || mayGo(index, host[at])) continue;
    report('lost', -1, `host message ${at}, a ${roleOf(host[at]) || 'nameless'} message`);
  }
}

/** A result that the host has goes with its call. */
function checkResults({ view, index, provenance }: Reading, report: Report): void {
  view.forEach((message, at) => {
    if (roleOf(message) !== 'assistant') return;
    for (const part of partsOf(message)) {
      if (typeOf(part) !== 'tool-call') continue;
      const id = stringField(part, 'toolCallId') ?? '';
      const [call, ...others] = index.calls.get(id) ?? [];
      if (!call || others.length > 0) continue;
      const results = index.results.get(id) ?? [];
      const isUsed = results.some((result) => provenance.usedParts.has(result.part));
      if (!isUsed && results.some((result) => isBefore(call, result))) {
        report('real-result-ignored', at, `the host has a result for ${id}`);
      }
    }
  });
}

/** Most providers refuse an id that is called twice before there are results. */
function checkRepeats(view: readonly unknown[], report: Report): void {
  let row = new Set<string>();
  view.forEach((message, at) => {
    if (beginsBlock(view, at)) row = new Set();
    if (roleOf(message) !== 'assistant') return;
    for (const part of partsOf(message)) {
      if (typeOf(part) !== 'tool-call' || isProviderExecuted(part)) continue;
      const id = stringField(part, 'toolCallId');
      if (id === undefined) continue;
      if (row.has(id)) report('call-repeated', at, `call ${id} again`);
      row.add(id);
    }
  });
}

/** An approval's response goes with its request. */
function checkResponses({ view, host, provenance }: Reading, report: Report): void {
  const requests = new Map<string, number[]>();
  host.forEach((message, at) => {
    for (const part of partsOf(message)) {
      if (typeOf(part) !== 'tool-approval-request') continue;
      const id = stringField(part, 'approvalId') ?? '';
      requests.set(id, [...(requests.get(id) ?? []), at]);
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
      if (held.has(id) && !provenance.usedParts.has(part as object)) {
        report('response-lost', -1, `response ${id} at host message ${at}`);
      }
    }
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

function collector(): { faults: Fault[]; report: Report } {
  const faults: Fault[] = [];
  return { faults, report: (rule, at, detail) => faults.push({ rule, at, detail }) };
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
  const provenance = new Provenance(view, index, report, options);
  const origins = provenance.read();
  const segments = origins.findIndex((origin) => origin.kind === 'segments');
  const reading: Reading = { view, host, index, origins, provenance, segments };
  checkSystem(reading, report);
  checkSegments(reading, options, report);
  checkKept(reading, options, report);
  checkOrder(reading, report);
  checkResults(reading, report);
  checkRepeats(view, report);
  checkResponses(reading, report);
  checkLost(reading, options, report);
  return faults;
}
