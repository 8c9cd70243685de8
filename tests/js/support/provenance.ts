/**
 * Finds out where each message of a view comes from: the host's own object, an edited copy of one, the
 * segments, or something that the view made. Decides which edits of a copy are allowed; refuses to
 * judge where in the view a message stands.
 */

import { loneSurrogates, sameValue, stringsIn } from './compare.ts';
import { isProviderExecuted } from './pairing.ts';
import { field, outputOf, type Part, partsOf, roleOf, stringField, typeOf } from './shapes.ts';
import { countText, jsonOf } from './tokens.ts';
import type { Report } from './validator.ts';

/** Tokens that a view may add to answer a call that the host left open. */
export const mostRepairTokens = 40;

/** Where a message of the view comes from. */
export interface Origin {
  kind: 'host' | 'segments' | 'edited' | 'tool' | 'foreign';
  /** Index in the host's transcript; for made tool messages that of the earliest part; -1 for none. */
  host: number;
}

/** What the host's transcript says, looked up by object. */
export interface HostIndex {
  messages: readonly unknown[];
  /** Index of the first assistant message, or the number of messages. */
  firstAssistant: number;
  /** Indexes at which a message stands. */
  places: Map<unknown, number[]>;
  /** Indexes of the messages that hold a part: more than one when a host reuses a part. */
  partHomes: Map<unknown, number[]>;
  /** Client and provider results by call id, in order. */
  results: Map<string, HostPart[]>;
  /** Calls by id, in order. */
  calls: Map<string, HostPart[]>;
}

/** A part, the index of its message and its own index in that message. */
export interface HostPart {
  at: number;
  nth: number;
  part: Part;
}

/** True when `a` comes before `b` in the transcript. */
export function isBefore(a: HostPart, b: HostPart): boolean {
  return a.at < b.at || (a.at === b.at && a.nth < b.nth);
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}

/** Reads the host's transcript once. */
export function indexHost(host: readonly unknown[]): HostIndex {
  const first = host.findIndex((message) => roleOf(message) === 'assistant');
  const index: HostIndex = {
    messages: host,
    firstAssistant: first < 0 ? host.length : first,
    places: new Map(),
    partHomes: new Map(),
    results: new Map(),
    calls: new Map(),
  };
  host.forEach((message, at) => {
    push(index.places, message, at);
    partsOf(message).forEach((part, nth) => {
      if (typeof part !== 'object' || part === null) return;
      push(index.partHomes, part, at);
      const id = stringField(part, 'toolCallId');
      if (id === undefined || !['assistant', 'tool'].includes(roleOf(message))) return;
      const entry = { at, nth, part: part as Part };
      if (typeOf(part) === 'tool-result') push(index.results, id, entry);
      if (typeOf(part) === 'tool-call') push(index.calls, id, entry);
    });
  });
  return index;
}

/** True for the message that carries the segments. */
export function isSegmentsMessage(message: unknown): boolean {
  const marks = field(field(message, 'providerOptions'), 'epitome');
  return roleOf(message) === 'user' && field(marks, 'segments') !== undefined;
}

/** True for an empty text part. */
export function isEmptyText(part: unknown): boolean {
  return typeOf(part) === 'text' && field(part, 'text') === '';
}

const signatures = [
  'signature',
  'redactedData',
  'encryptedContent',
  'reasoningEncryptedContent',
  'thoughtSignature',
  'itemId',
];

function isSigned(part: unknown): boolean {
  if (stringField(part, 'signature') !== undefined) return true;
  const options = field(part, 'providerOptions');
  if (typeof options !== 'object' || options === null) return false;
  return Object.keys(options).some((provider) => {
    const own = field(options, provider);
    return signatures.some((name) => field(own, name) !== undefined);
  });
}

/** True for a provider's own compaction block. */
export function isCompactionBlock(part: unknown): boolean {
  const anthropic = field(field(part, 'providerOptions'), 'anthropic');
  return typeOf(part) === 'text' && field(anthropic, 'type') === 'compaction';
}

const knownTypes = new Set([
  'text',
  'reasoning',
  'image',
  'file',
  'tool-call',
  'tool-result',
  'tool-approval-request',
  'tool-approval-response',
]);

/** True for a part that must pass byte for byte or go with its whole message group. */
export function isOpaque(part: unknown): boolean {
  const type = typeOf(part);
  if (!knownTypes.has(type)) return true;
  return (type === 'reasoning' && isSigned(part)) || isCompactionBlock(part);
}

/** Cache breakpoints, which an edit may strip since they are stale. */
const cacheMarks = ['cacheControl', 'cache_control'];

/** A copy without what an edit may strip: cache marks, and ids that make a server use its own copy. */
function withoutStale(options: unknown): unknown {
  if (typeof options !== 'object' || options === null) return options;
  const copy: Record<string, unknown> = {};
  for (const provider of Object.keys(options)) {
    const own = field(options, provider);
    if (typeof own !== 'object' || own === null || Array.isArray(own)) {
      copy[provider] = own;
      continue;
    }
    const stale = ['openai', 'azure'].includes(provider) ? [...cacheMarks, 'itemId'] : cacheMarks;
    const kept = Object.entries(own).filter(([name]) => !stale.includes(name));
    if (kept.length > 0) copy[provider] = Object.fromEntries(kept);
  }
  return Object.keys(copy).length > 0 ? copy : undefined;
}

/** Compares all fields but the named ones, what may be stripped aside. */
function sameBut(a: unknown, b: unknown, skipped: readonly string[]): boolean {
  const strip = (value: unknown): Record<string, unknown> => {
    const copy = { ...(value as object) } as Record<string, unknown>;
    for (const key of skipped) delete copy[key];
    for (const key of ['providerOptions', 'experimental_providerMetadata']) {
      copy[key] = withoutStale(copy[key]);
    }
    return copy;
  };
  return sameValue(strip(a), strip(b));
}

/** UTF-16 code units of what a tool returned, the way a provider is sent it. */
function outputUnits(output: unknown): number {
  if (typeof output === 'string') return output.length;
  const value = field(output, 'value');
  if (typeof value === 'string' && typeOf(output).endsWith('text')) return value.length;
  return jsonOf(value === undefined ? output : value).length;
}

const outputFields = ['output', 'result', 'experimental_content'];

/**
 * True for a call that its provider should have answered and did not, before the next user message if
 * at all: nobody else could answer it, so a repair may remove it.
 */
export function isUnansweredByProvider(host: HostIndex, part: unknown): boolean {
  if (typeOf(part) !== 'tool-call' || !isProviderExecuted(part)) return false;
  const id = stringField(part, 'toolCallId') ?? '';
  const call = host.calls.get(id)?.find((entry) => entry.part === part);
  if (!call) return false;
  const next = host.messages.findIndex((m, at) => at > call.at && roleOf(m) === 'user');
  const end = next < 0 ? host.messages.length : next;
  return !(host.results.get(id) ?? []).some((result) => isBefore(call, result) && result.at < end);
}

/**
 * True for a part that a repair may remove from an assistant message: empty text, a result without a
 * call before it or beside another one, a request to approve what its message does not call.
 */
export function isStray(host: HostIndex, part: unknown, parts: readonly unknown[]): boolean {
  const id = stringField(part, 'toolCallId') ?? '';
  switch (typeOf(part)) {
    case 'text':
      return isEmptyText(part);
    case 'tool-call':
      return isUnansweredByProvider(host, part);
    case 'tool-result': {
      const results = host.results.get(id) ?? [];
      const own = results.find((result) => result.part === part);
      const calls = (host.calls.get(id) ?? []).filter((call) => own && isBefore(call, own));
      return results.length > 1 || calls.every((call) => isUnansweredByProvider(host, call.part));
    }
    case 'tool-approval-request':
      return !parts.some(
        (other) => typeOf(other) === 'tool-call' && stringField(other, 'toolCallId') === id,
      );
    default:
      return false;
  }
}

/** Reads one view against one host transcript. */
export class Provenance {
  readonly #host: HostIndex;
  readonly #view: readonly unknown[];
  /** Index of the segments message in the view, or -1. */
  readonly #segments: number;
  readonly #report: Report;
  readonly #cleared: RegExp | undefined;
  /** How often each host message was met in the view by reference. */
  readonly #met = new Map<unknown, number>();
  /** Host parts that the view holds: by reference or, for results, edited. */
  readonly usedParts = new Set<object>();
  /** Host messages that the view holds, whole or edited. */
  readonly usedMessages = new Set<number>();

  constructor(
    view: readonly unknown[],
    host: HostIndex,
    report: Report,
    cleared: RegExp | undefined,
  ) {
    this.#view = view;
    this.#segments = view.findIndex((m) => isSegmentsMessage(m) && !host.places.has(m));
    this.#cleared = cleared;
    this.#host = host;
    this.#report = report;
  }

  /** Judges every message of the view; the origins come in the view's order. */
  read(): Origin[] {
    // References first: a copy must not be taken for a message that is there itself.
    const places = this.#view.map((message) => this.#ownPlace(message));
    for (const message of this.#view) {
      for (const part of partsOf(message)) {
        if (this.#host.partHomes.has(part)) this.usedParts.add(part as object);
      }
    }
    return this.#view.map((message, at) => {
      const place = places[at] as number;
      return place >= 0 ? { kind: 'host', host: place } : this.#judgeMade(message, at);
    });
  }

  #ownPlace(message: unknown): number {
    const all = this.#host.places.get(message);
    if (!all) return -1;
    const nth = this.#met.get(message) ?? 0;
    this.#met.set(message, nth + 1);
    if (nth >= all.length) {
      this.#report('repeated', this.#view.lastIndexOf(message), `host message ${all[0]}`);
    }
    const place = this.#placesHeld(message, all)[nth] ?? (all[0] as number);
    this.usedMessages.add(place);
    return place;
  }

  /**
   * Which of the places of an object the view still holds, when a fold took some: those before the
   * segments are the first ones, those behind them the last ones.
   */
  #placesHeld(message: unknown, all: readonly number[]): readonly number[] {
    if (all.length === 1) return all;
    const places = [...this.#view.keys()].filter((at) => this.#view[at] === message);
    const before = places.filter((at) => at < this.#segments).length;
    const behind = Math.min(places.length, all.length) - before;
    return [...all.slice(0, before), ...all.slice(all.length - behind)];
  }

  #judgeMade(message: unknown, at: number): Origin {
    if (isSegmentsMessage(message)) {
      this.#judgeSegments(message, at);
      return { kind: 'segments', host: -1 };
    }
    const parts = partsOf(message);
    const isPicked = parts.length > 0 && parts.every((part) => this.#host.partHomes.has(part));
    const twin = (isPicked ? [] : this.#candidates(message)).find((place) => {
      const other = this.#host.messages[place];
      return (
        !this.usedMessages.has(place) &&
        roleOf(other) === roleOf(message) &&
        sameValue(other, message)
      );
    });
    if (twin !== undefined) {
      this.#report('copied', at, `equals host message ${twin} but is not that object`);
      this.usedMessages.add(twin);
      return { kind: 'foreign', host: -1 };
    }
    switch (roleOf(message)) {
      case 'tool':
        return this.#judgeTool(message, at);
      case 'user':
      case 'assistant':
        return this.#judgeCopy(message, at);
      case 'system':
        this.#report('system-added', at, 'a system message that the host did not put there');
        return { kind: 'foreign', host: -1 };
      default:
        this.#report('foreign', at, `a ${roleOf(message) || 'nameless'} message of unknown origin`);
        return { kind: 'foreign', host: -1 };
    }
  }

  /** Host messages that share a part or a call id with a message; all of them when none does. */
  #candidates(message: unknown): number[] {
    const places = new Set<number>();
    for (const part of partsOf(message)) {
      for (const home of this.#host.partHomes.get(part) ?? []) places.add(home);
      const id = stringField(part, 'toolCallId') ?? '';
      for (const entry of this.#host.results.get(id) ?? []) places.add(entry.at);
      for (const entry of this.#host.calls.get(id) ?? []) places.add(entry.at);
    }
    return places.size > 0 ? [...places] : [...this.#host.messages.keys()];
  }

  #judgeSegments(message: unknown, at: number): void {
    const parts = partsOf(message);
    const good = (part: unknown): boolean =>
      typeOf(part) === 'text' && (stringField(part, 'text') ?? '') !== '';
    if (parts.length === 0 || !parts.every(good)) {
      this.#report('segments-shape', at, 'the segments are not one or more non-empty text parts');
    }
    const marks = field(field(field(message, 'providerOptions'), 'epitome'), 'segments');
    if (!Array.isArray(marks) || marks.length !== parts.length) {
      this.#report('segments-shape', at, 'the segments are not named one by one');
    }
    if (stringsIn(message).some((text) => loneSurrogates(text).length > 0)) {
      this.#report('ill-formed-text', at, 'a segment holds a lone surrogate');
    }
  }

  /** An edited user or assistant message: some parts of one host message, all by reference. */
  #judgeCopy(message: unknown, at: number): Origin {
    const parts = partsOf(message);
    const own = parts.find((part) => this.#host.partHomes.has(part));
    const homes = this.#host.partHomes.get(own) ?? [];
    const home = this.#homeOf(own, homes, at);
    const source = home === undefined ? undefined : this.#host.messages[home];
    if (home === undefined || roleOf(source) !== roleOf(message)) {
      this.#report('foreign', at, `a ${roleOf(message)} message that is not the host's`);
      return { kind: 'foreign', host: -1 };
    }
    if (this.usedMessages.has(home)) this.#report('repeated', at, `host message ${home}`);
    this.usedMessages.add(home);
    const originals = partsOf(source);
    let last = -1;
    parts.forEach((part, i) => {
      const place = originals.indexOf(part);
      if (place < 0) {
        const copy = originals.some((original) => sameValue(original, part));
        const rule = copy ? 'part-copied' : 'edit-not-allowed';
        this.#report(rule, at, `part ${i} of the copy of host message ${home}`);
        return;
      }
      if (place <= last) this.#report('order', at, `part ${i} of the copy of host message ${home}`);
      last = place;
    });
    if (sameValue(source, message)) {
      this.#report('copied', at, `equals host message ${home} but is not that object`);
    }
    for (const original of originals) {
      if (!parts.includes(original)) this.#judgeRemoval(original, parts, at, home);
    }
    if (!sameBut(source, message, ['content'])) {
      this.#report('edit-not-allowed', at, `fields of host message ${home} other than its content`);
    }
    return { kind: 'edited', host: home };
  }

  /** Which of the host messages that hold a part the copy at `at` is made of. */
  #homeOf(part: unknown, homes: readonly number[], at: number): number | undefined {
    if (homes.length < 2) return homes[0];
    const free = homes.filter((place) => !this.usedMessages.has(place));
    if (at < this.#segments) return free[0] ?? homes[0];
    const isCopy = (message: unknown): boolean =>
      !this.#host.places.has(message) && partsOf(message).includes(part);
    const later = this.#view.slice(at + 1).filter(isCopy).length;
    return free[free.length - 1 - later] ?? free[0] ?? homes[0];
  }

  #judgeRemoval(part: unknown, kept: readonly unknown[], at: number, home: number): void {
    if (isEmptyText(part)) return;
    if (isOpaque(part)) {
      this.#report('opaque-changed', at, `an opaque part of host message ${home} is gone`);
      return;
    }
    if (typeOf(part) === 'tool-approval-request') {
      const id = field(part, 'toolCallId');
      const ofCall = (type: string): boolean =>
        kept.some((other) => typeOf(other) === type && field(other, 'toolCallId') === id);
      if (ofCall('tool-call') && !ofCall('tool-approval-request')) {
        this.#report('content-lost', at, `the request to approve call ${String(id)} is gone`);
      }
      return;
    }
    if (isUnansweredByProvider(this.#host, part)) return;
    // Finished reasoning may be dropped; that a result is gone whose call is there is seen elsewhere.
    if (['reasoning', 'tool-result', 'tool-approval-response'].includes(typeOf(part))) return;
    this.#report('content-lost', at, `a ${typeOf(part)} part of host message ${home} is gone`);
  }

  /** A made tool message: host parts by reference, edited results, and answers to abandoned calls. */
  #judgeTool(message: unknown, at: number): Origin {
    const parts = partsOf(message);
    let earliest = -1;
    const homes = new Set<number>();
    for (const part of parts) {
      const home = this.#judgeToolPart(part, at);
      if (home < 0) continue;
      homes.add(home);
      this.usedMessages.add(home);
      if (earliest < 0 || home < earliest) earliest = home;
    }
    if (homes.size === 1) {
      const source = this.#host.messages[earliest];
      const whole = partsOf(source);
      if (whole.length === parts.length && whole.every((part, i) => part === parts[i])) {
        this.#report('copied', at, `every part of host message ${earliest}, but not that object`);
      }
    }
    return { kind: 'tool', host: earliest };
  }

  #judgeToolPart(part: unknown, at: number): number {
    const home = this.#host.partHomes.get(part)?.[0];
    if (home !== undefined) return home;
    const id = stringField(part, 'toolCallId');
    if (typeOf(part) !== 'tool-result' || id === undefined) {
      this.#report('foreign', at, `a ${typeOf(part) || 'nameless'} part that is not the host's`);
      return -1;
    }
    const results = this.#host.results.get(id) ?? [];
    const copied = results.find((result) => sameValue(result.part, part));
    if (copied) {
      this.#report('part-copied', at, `result ${id} equals the host's but is not that object`);
      this.usedParts.add(copied.part);
      return copied.at;
    }
    const edited = results.find(
      (result) =>
        !this.usedParts.has(result.part) &&
        roleOf(this.#host.messages[result.at]) === 'tool' &&
        sameBut(result.part, part, outputFields),
    );
    if (edited && !this.#isAnswer(part, id, edited)) {
      this.usedParts.add(edited.part);
      this.#judgeEditedResult(part, edited.part, id, at);
      return edited.at;
    }
    this.#judgeAnswer(part, id, at);
    return -1;
  }

  /**
   * An answer to an abandoned call looks like an edit of a result that belongs to another use of its
   * id, or of one that came too early or late. Where that may be, the text decides: an edit begins
   * like the result that it shortens, or says what cleared results say.
   */
  #isAnswer(part: unknown, id: string, original: HostPart): boolean {
    const [call, ...others] = this.#host.calls.get(id) ?? [];
    if (call && others.length === 0 && isBefore(call, original)) {
      const between = this.#host.messages.slice(call.at + 1, original.at);
      if (!between.some((message) => ['user', 'system'].includes(roleOf(message)))) return false;
    }
    const output = outputOf(part);
    const value = typeof output === 'string' ? output : field(output, 'value');
    if (typeof value === 'string' && this.#cleared?.test(value)) return false;
    const start = jsonOf(output).slice(0, 40);
    return !jsonOf(outputOf(original.part)).startsWith(start.slice(0, -1));
  }

  #judgeEditedResult(part: unknown, original: Part, id: string, at: number): void {
    const output = outputOf(part);
    if (typeof output === 'string' ? output === '' : field(output, 'value') === '') {
      this.#report('empty-content', at, `the edited result ${id} is empty`);
    }
    if (outputUnits(output) > outputUnits(outputOf(original))) {
      this.#report('enlarged', at, `the edited result ${id} is larger than the host's`);
    }
    this.#judgeStrings(part, original, at);
  }

  #judgeAnswer(part: unknown, id: string, at: number): void {
    const calls = this.#host.calls.get(id);
    const call = calls?.find((entry) => !isProviderExecuted(entry.part)) ?? calls?.[0];
    if (!call) {
      this.#report('foreign', at, `an answer to ${id}, which the host never called`);
      return;
    }
    const toolName = field(part, 'toolName');
    if (!calls?.some((entry) => field(entry.part, 'toolName') === toolName)) {
      this.#report('edit-not-allowed', at, `the answer to ${id} has another tool's name`);
    }
    const output = outputOf(part);
    const text = typeof output === 'string' ? output : field(output, 'value');
    if (typeof text !== 'string' || text === '') {
      this.#report('empty-content', at, `the answer to ${id} says nothing`);
    } else if (countText(text) > mostRepairTokens) {
      this.#report('enlarged', at, `the answer to ${id} takes over ${mostRepairTokens} tokens`);
    }
    this.#judgeStrings(part, call.part, at);
    if (calls && calls.length > 1) return;
    const later = this.#host.messages.slice(call.at + 1);
    if (!later.some((message) => roleOf(message) === 'user')) {
      this.#report('closed-early', at, `call ${id} is open at the tail of the host's transcript`);
    }
  }

  /** Lone surrogates may stand only where the text they come from has them. */
  #judgeStrings(made: unknown, source: unknown, at: number): void {
    const allowed = loneSurrogates(stringsIn(source).join('\n'));
    for (const text of stringsIn(made)) {
      for (const unit of new Set(loneSurrogates(text))) {
        const count = (units: string[]): number => units.filter((other) => other === unit).length;
        if (count(loneSurrogates(text)) > count(allowed)) {
          this.#report('ill-formed-text', at, 'a made string holds a lone surrogate');
          return;
        }
      }
    }
  }
}
