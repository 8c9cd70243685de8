/**
 * Finds out where each message of a view comes from: the host's own object, an edited copy of one, the
 * segments, or something that the view made. Decides which edits of a copy are allowed; refuses to
 * judge where in the view a message stands.
 */

import {
  type HostIndex,
  type HostPart,
  holdsRecord,
  isBefore,
  isEmptyText,
  isLeftBehind,
  isOpaque,
  isRepeated,
  isSegmentsMessage,
  isUnansweredByProvider,
} from './host-index.ts';
import { isProviderExecuted } from './pairing.ts';
import { field, outputOf, type Part, partsOf, roleOf, stringField, typeOf } from './shapes.ts';
import { nameOf, resultFaults, standInOf } from './stand-ins.ts';
import {
  jsonOf,
  lastIndexWhere,
  loneSurrogates,
  mended,
  sameValue,
  stringsIn,
  wellFormed,
} from './values.ts';
import type { Report, ViewOptions } from './view.ts';

/** Tokens by which the engine may misjudge a short result. */
const estimateSlack = 8;
/** Tokens that a view may add to answer a call that the host left open. */
export const mostRepairTokens = 40;

/** Lines around segments that stand in a message of the user's. */
const mergedStart = '[Added by the application:]';
const mergedEnd = '[End of the added text.]';
/** What the assistant and the user say, where roles have to alternate. */
const reply = 'I have read everything above and will continue from there.';
const prompt = '[Continue.]';

/** Where a message of the view comes from. */
export interface Origin {
  kind: 'host' | 'segments' | 'reply' | 'edited' | 'tool' | 'foreign';
  /** Index in the host's transcript; for made tool messages that of the earliest part; -1 for none. */
  host: number;
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
  return sameValue(strip(a), strip(b)) || sameValue(wellFormed(strip(a)), strip(b));
}

/** What a tool returned, as the text that a provider is sent; the text items of mixed content. */
function sentText(output: unknown): string {
  if (typeof output === 'string') return output;
  const value = field(output, 'value');
  if (typeof value === 'string' && typeOf(output).endsWith('text')) return value;
  if (typeOf(output) === 'execution-denied') return stringField(output, 'reason') ?? '';
  if (typeOf(output) === 'content' && Array.isArray(value)) {
    // Where only texts are left out, files stand for themselves.
    const texts = value.map((item) => stringField(item, 'text'));
    return texts.filter((text) => text !== undefined).join('\n');
  }
  return jsonOf(value === undefined ? output : value);
}

/** What a part that answers a call says. */
function resultText(part: unknown): string {
  const items = field(part, 'experimental_content');
  if (!Array.isArray(items)) return sentText(outputOf(part));
  return sentText({ type: 'content', value: items });
}

/** True for a result with other items than texts. */
function holdsMedia(part: unknown): boolean {
  const output = outputOf(part);
  const content = typeOf(output) === 'content' ? field(output, 'value') : undefined;
  const items = field(part, 'experimental_content') ?? content;
  return Array.isArray(items) && items.some((item) => typeOf(item) !== 'text');
}

export function isReasoning(part: unknown): boolean {
  return ['reasoning', 'redacted-reasoning'].includes(typeOf(part));
}

/** Thinking that Anthropic refuses where anything before it has changed. */
function isBound(part: unknown): boolean {
  if (typeOf(part) === 'redacted-reasoning') return true;
  const options = field(field(part, 'providerOptions'), 'anthropic');
  return [
    field(part, 'signature'),
    field(options, 'signature'),
    field(options, 'redactedData'),
  ].some((value) => typeof value === 'string' && value !== '');
}

/** True for a message of a turn that a later request has ended. */
export function isFinished(host: HostIndex, at: number): boolean {
  return lastIndexWhere(host.messages, (message) => roleOf(message) === 'user') > at;
}

const outputFields = ['output', 'result', 'experimental_content'];

/** Reads one view against one host transcript. */
export class Provenance {
  readonly #host: HostIndex;
  readonly #view: readonly unknown[];
  /** Index of the segments message in the view, or -1. */
  readonly #segments: number;
  readonly #report: Report;
  readonly #cleared: RegExp | undefined;
  readonly #records: readonly string[];
  readonly #tokens: ((text: string) => number) | undefined;
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
    { cleared, records = [], tokens }: ViewOptions,
  ) {
    this.#tokens = tokens;
    this.#view = view;
    this.#records = records;
    this.#segments = view.findIndex((m) => this.#isSegments(m) && !host.places.has(m));
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

  #isSegments(message: unknown): boolean {
    const isUnmarked = roleOf(message) === 'user' && holdsRecord(message, this.#records);
    return isUnmarked || isSegmentsMessage(message);
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
    if (this.#isSegments(message)) {
      return { kind: 'segments', host: this.#judgeSegments(message, at) };
    }
    if (this.#isReply(message, at)) return { kind: 'reply', host: -1 };
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
        if (this.#homeOfEdits(message, at) !== undefined) return this.#judgeCopy(message, at);
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

  /**
   * The segments: parts of a message of their own, or, between two lines, of the user's message that
   * stands before them. Returns that message's place in the host's transcript, or -1.
   */
  #judgeSegments(message: unknown, at: number): number {
    const all = partsOf(message);
    const marked = field(field(field(message, 'providerOptions'), 'epitome'), 'segments');
    const own = Array.isArray(marked)
      ? all.length - marked.length - 2
      : lastIndexWhere(all, (part) => stringField(part, 'text') === mergedStart);
    const isMerged = own > 0 && stringField(all[own], 'text') === mergedStart;
    const parts = isMerged ? all.slice(own + 1, -1) : all;
    const home = isMerged ? this.#homeOfMerged(message, all.slice(0, own), at) : -1;
    const good = (part: unknown): boolean =>
      typeOf(part) === 'text' && (stringField(part, 'text') ?? '') !== '';
    if (parts.length === 0 || !parts.every(good)) {
      this.#report('segments-shape', at, 'the segments are not one or more non-empty text parts');
    }
    if (marked !== undefined && (!Array.isArray(marked) || marked.length !== parts.length)) {
      this.#report('segments-shape', at, 'the segments are not named one by one');
    }
    if (stringsIn(message).some((text) => loneSurrogates(text).length > 0)) {
      this.#report('ill-formed-text', at, 'a segment holds a lone surrogate');
    }
    return home;
  }

  #homeOfMerged(message: unknown, own: readonly unknown[], at: number): number {
    const home = this.#host.messages.findIndex((other, place) => {
      if (roleOf(other) !== 'user' || this.usedMessages.has(place)) return false;
      const content = field(other, 'content');
      const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
      if (!Array.isArray(parts)) return false;
      const said = parts.filter((part) => !isEmptyText(part));
      return (
        said.length === own.length &&
        said.every((part, i) => part === own[i] || sameBut(part, own[i], []))
      );
    });
    if (home < 0) this.#report('foreign', at, "a user's message that is not the host's");
    else {
      this.usedMessages.add(home);
      for (const part of partsOf(this.#host.messages[home])) {
        if (typeof part === 'object' && part !== null) this.usedParts.add(part);
      }
    }
    if (stringField(partsOf(message).at(-1), 'text') !== mergedEnd) {
      this.#report('segments-shape', at, 'the segments in a message do not end');
    }
    return home;
  }

  /** A word between segments and a user's message, or between any two where the view's roles alternate. */
  #isReply(message: unknown, at: number): boolean {
    const [part, ...others] = partsOf(message);
    const only = others.length === 0 ? stringField(part, 'text') : undefined;
    const text = stringField(message, 'content') ?? only;
    const [before, after] = [this.#view[at - 1], this.#view[at + 1]];
    if (roleOf(message) === 'user') {
      const between = roleOf(before) === 'assistant' && roleOf(after) === 'assistant';
      return text === prompt && between && this.#alternates();
    }
    const isAssistant = roleOf(message) === 'assistant' && roleOf(after) === 'user';
    return isAssistant && text === reply && (this.#isSegments(before) || this.#alternates());
  }

  /** Whether the assistant says something before each message of the user's but the first. */
  #alternates(): boolean {
    const roles = this.#view.map(roleOf).filter((role) => role !== 'system');
    return roles.every((role, at) => at === 0 || role !== 'user' || roles[at - 1] === 'assistant');
  }

  /** The part that a made one stands for, after the one at `last`; -1 for none. */
  #sourceOf(part: unknown, originals: readonly unknown[], last: number): number {
    const text = typeOf(part) === 'text' ? stringField(part, 'text') : undefined;
    const found = text === undefined ? undefined : standInOf(text);
    return originals.findIndex((original, place) => {
      if (place <= last) return false;
      if (part === original) return true;
      if (isOpaque(original)) return false;
      if (typeOf(original) === typeOf(part) && sameBut(original, part, [])) return true;
      if (found?.kind !== 'media' || !['image', 'file'].includes(typeOf(original))) return false;
      const stated = stringField(original, 'mediaType') ?? stringField(original, 'mimeType');
      const named = nameOf(stated, 'image');
      const isNamed =
        found.mediaType === named || /^[\w*+.-]+\/[\w*+.-]+$|^file$/.test(found.mediaType);
      return isNamed && /(?:\d+ x \d+ pixels|\d+ bytes|size unknown)/.test(found.size);
    });
  }

  /** Whether all parts of a made message come, in order, from one of the host's. */
  #isMadeOf(message: unknown, source: unknown): boolean {
    const content = field(message, 'content');
    const said = field(source, 'content');
    if (typeof content === 'string') {
      return typeof said === 'string' && said !== content && mended(said) === content;
    }
    let last = -1;
    return partsOf(message).every((part) => {
      last = this.#sourceOf(part, partsOf(source), last);
      return last >= 0;
    });
  }

  /** An edited user or assistant message: parts of one host message, by reference or edited. */
  #judgeCopy(message: unknown, at: number): Origin {
    const parts = partsOf(message);
    const own = parts.find((part) => this.#host.partHomes.has(part));
    const homes = this.#host.partHomes.get(own) ?? [];
    const home = own === undefined ? this.#homeOfEdits(message, at) : this.#homeOf(own, homes, at);
    const source = home === undefined ? undefined : this.#host.messages[home];
    if (home === undefined || roleOf(source) !== roleOf(message)) {
      this.#report('foreign', at, `a ${roleOf(message)} message that is not the host's`);
      return { kind: 'foreign', host: -1 };
    }
    if (this.usedMessages.has(home)) this.#report('repeated', at, `host message ${home}`);
    this.usedMessages.add(home);
    const originals = partsOf(source);
    let last = -1;
    const there = new Set<unknown>();
    parts.forEach((part, i) => {
      const reference = originals.indexOf(part);
      const place = reference < 0 ? this.#sourceOf(part, originals, last) : reference;
      there.add(originals[place]);
      const changed = place >= 0 && part !== originals[place];
      if (changed) this.usedParts.add(originals[place] as object);
      if (place < 0 || (changed && sameValue(originals[place], part))) {
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
      if (!there.has(original)) this.#judgeRemoval(original, parts, originals, at, home);
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

  /** A message that holds nothing by reference: the one of the host's that it may be made of. */
  #homeOfEdits(message: unknown, at: number): number | undefined {
    const homes = [...this.#host.messages.keys()].filter((place) => {
      const other = this.#host.messages[place];
      const isFree = !this.usedMessages.has(place) && roleOf(other) === roleOf(message);
      return isFree && this.#isMadeOf(message, other) && !this.#isHeldByPart(place);
    });
    if (at < this.#segments) return homes[0];
    const later = this.#view.slice(at + 1).filter((other) => sameValue(other, message)).length;
    return homes[homes.length - 1 - later] ?? homes[0];
  }

  /** Whether a made message of the view holds, by reference, a part that this place alone has. */
  #isHeldByPart(place: number): boolean {
    const own = partsOf(this.#host.messages[place]).filter(
      (part) => this.#host.partHomes.get(part)?.length === 1,
    );
    return this.#view.some((message) => partsOf(message).some((part) => own.includes(part)));
  }

  #judgeRemoval(
    part: unknown,
    kept: readonly unknown[],
    originals: readonly unknown[],
    at: number,
    home: number,
  ): void {
    if (isEmptyText(part)) return;
    if (isReasoning(part)) {
      // Reasoning goes whole, and never that of the turn in progress, if it is not bound to what
      // stood before it.
      if (kept.some(isReasoning)) {
        this.#report('opaque-changed', at, `some reasoning of host message ${home} is gone`);
      }
      if (isBound(part)) return;
      if (!isFinished(this.#host, home)) {
        this.#report('content-lost', at, `reasoning of the turn in progress: ${home}`);
      }
      if (originals.some(isProviderExecuted)) {
        this.#report('opaque-changed', at, `the reasoning before a provider's tool: ${home}`);
      }
      return;
    }
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
    if (isUnansweredByProvider(this.#host, part) || isRepeated(this.#host, part)) return;
    // That a result is gone whose call is there is seen elsewhere.
    if (['tool-result', 'tool-approval-response'].includes(typeOf(part))) return;
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
    const responded = typeOf(part) === 'tool-approval-response' ? this.#mended(part) : undefined;
    if (responded !== undefined) return responded;
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
    const fitting = results.filter(
      (result) =>
        !this.usedParts.has(result.part) &&
        roleOf(this.#host.messages[result.at]) === 'tool' &&
        sameBut(result.part, part, outputFields) &&
        !this.#isAnswer(part, id, result),
    );
    // Of several under one id the one that was only mended.
    const edited = fitting.find((result) => sameBut(result.part, part, [])) ?? fitting[0];
    if (edited) {
      this.usedParts.add(edited.part);
      this.#judgeEditedResult(part, edited.part, id, at);
      return edited.at;
    }
    this.#judgeAnswer(part, id, at);
    return -1;
  }

  /** The place of a host's part of which this one is a mended copy. */
  #mended(part: unknown): number | undefined {
    for (const [own, [home]] of this.#host.partHomes) {
      if (typeOf(own) !== typeOf(part) || this.usedParts.has(own as object)) continue;
      if (sameValue(own, part) || !sameBut(own, part, [])) continue;
      this.usedParts.add(own as object);
      return home;
    }
    return undefined;
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
    const text = sentText(outputOf(part));
    if (this.#cleared?.test(text) || standInOf(text) !== undefined) return false;
    if (sameBut(original.part, part, [])) return false;
    const begins = (whole: string) => whole.startsWith(text.slice(0, 8));
    const whole = resultText(original.part);
    return !begins(whole) && !begins(mended(whole));
  }

  #judgeEditedResult(part: unknown, original: Part, id: string, at: number): void {
    const output = outputOf(part);
    if (typeof output === 'string' ? output === '' : field(output, 'value') === '') {
      this.#report('empty-content', at, `the edited result ${id} is empty`);
    }
    // Mended, and nothing else.
    if (sameBut(original, part, [])) return;
    const [text, whole] = [sentText(output), resultText(original)];
    // Images cost more than the lines that stand for them.
    const longer = text.length > whole.length && !holdsMedia(original);
    if (longer && this.#tokens && this.#tokens(text) > this.#tokens(whole) + estimateSlack) {
      this.#report('enlarged', at, `the edited result ${id} is larger than the host's`);
    }
    this.#judgeStrings(part, original, at);
    if (this.#cleared?.test(text)) return;
    const texts = (parts: readonly unknown[]) => parts.map((each) => resultText(each));
    const faults = resultFaults(text, whole, {
      callId: id,
      toolName: stringField(original, 'toolName'),
      shownFor: (name) => texts(this.#resultsNamed(name)),
      hostsFor: (name) =>
        texts(
          [...this.#host.results].flatMap(([other, results]) =>
            nameOf(other, 'before') === name ? results.map((result) => result.part) : [],
          ),
        ),
    });
    for (const fault of faults) {
      this.#report('untrue', at, `the edited result ${id} ${fault}: ${text.slice(0, 100)}`);
    }
  }

  /** Results in the view of calls that a placeholder would name so. */
  #resultsNamed(name: string): unknown[] {
    return this.#view.flatMap((message) =>
      partsOf(message).filter(
        (part) =>
          typeOf(part) === 'tool-result' &&
          nameOf(stringField(part, 'toolCallId'), 'before') === name,
      ),
    );
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
    } else if (this.#tokens && this.#tokens(text) > mostRepairTokens) {
      this.#report('enlarged', at, `the answer to ${id} takes over ${mostRepairTokens} tokens`);
    }
    this.#judgeStrings(part, call.part, at);
    if (calls && calls.length > 1) return;
    if (!isLeftBehind(this.#host.messages, call.at)) {
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
