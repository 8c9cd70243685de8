/** Edited copies of the host's messages: of which one they are, and which edits are allowed. */
import {
  isEmptyText,
  isFinished,
  isOpaque,
  isReasoning,
  isRepeated,
  isUnansweredByProvider,
} from './host-index.ts';
import { isProviderExecuted } from './pairing.ts';
import type { Origin, Reading } from './reading.ts';
import { sameBut } from './same-but.ts';
import { field, partsOf, roleOf, stringField, typeOf } from './shapes.ts';
import { nameOf, standInOf } from './stand-ins.ts';
import { mended, sameValue } from './values.ts';

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

/** The part that a made one stands for, after the one at `last`; -1 for none. */
function sourceOf(part: unknown, originals: readonly unknown[], last: number): number {
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
function isMadeOf(message: unknown, source: unknown): boolean {
  const content = field(message, 'content');
  const said = field(source, 'content');
  if (typeof content === 'string') {
    return typeof said === 'string' && said !== content && mended(said) === content;
  }
  let last = -1;
  return partsOf(message).every((part) => {
    last = sourceOf(part, partsOf(source), last);
    return last >= 0;
  });
}

/** An edited user or assistant message: parts of one host message, by reference or edited. */
export function judgeCopy(reading: Reading, message: unknown, at: number): Origin {
  const parts = partsOf(message);
  const own = parts.find((part) => reading.index.partHomes.has(part));
  const homes = reading.index.partHomes.get(own) ?? [];
  const home =
    own === undefined ? homeOfEdits(reading, message, at) : homeOf(reading, own, homes, at);
  const source = home === undefined ? undefined : reading.index.messages[home];
  if (home === undefined || roleOf(source) !== roleOf(message)) {
    reading.report('foreign', at, `a ${roleOf(message)} message that is not the host's`);
    return { kind: 'foreign', host: -1 };
  }
  if (reading.usedMessages.has(home)) reading.report('repeated', at, `host message ${home}`);
  reading.usedMessages.add(home);
  const originals = partsOf(source);
  let last = -1;
  const there = new Set<unknown>();
  parts.forEach((part, i) => {
    const reference = originals.indexOf(part);
    const place = reference < 0 ? sourceOf(part, originals, last) : reference;
    there.add(originals[place]);
    const changed = place >= 0 && part !== originals[place];
    if (changed) reading.usedParts.add(originals[place] as object);
    if (place < 0 || (changed && sameValue(originals[place], part))) {
      const copy = originals.some((original) => sameValue(original, part));
      const rule = copy ? 'part-copied' : 'edit-not-allowed';
      reading.report(rule, at, `part ${i} of the copy of host message ${home}`);
      return;
    }
    if (place <= last) reading.report('order', at, `part ${i} of the copy of host message ${home}`);
    last = place;
  });
  if (sameValue(source, message)) {
    reading.report('copied', at, `equals host message ${home} but is not that object`);
  }
  for (const original of originals) {
    if (!there.has(original)) judgeRemoval(reading, original, parts, originals, at, home);
  }
  if (!sameBut(source, message, ['content'])) {
    reading.report('edit-not-allowed', at, `fields of host message ${home} other than its content`);
  }
  return { kind: 'edited', host: home };
}

/** Which of the host messages that hold a part the copy at `at` is made of. */
function homeOf(
  reading: Reading,
  part: unknown,
  homes: readonly number[],
  at: number,
): number | undefined {
  if (homes.length < 2) return homes[0];
  const free = homes.filter((place) => !reading.usedMessages.has(place));
  if (at < reading.segments) return free[0] ?? homes[0];
  const isCopy = (message: unknown): boolean =>
    !reading.index.places.has(message) && partsOf(message).includes(part);
  const later = reading.view.slice(at + 1).filter(isCopy).length;
  return free[free.length - 1 - later] ?? free[0] ?? homes[0];
}

/** A message that holds nothing by reference: the one of the host's that it may be made of. */
export function homeOfEdits(reading: Reading, message: unknown, at: number): number | undefined {
  const homes = [...reading.index.messages.keys()].filter((place) => {
    const other = reading.index.messages[place];
    const isFree = !reading.usedMessages.has(place) && roleOf(other) === roleOf(message);
    return isFree && isMadeOf(message, other) && !isHeldByPart(reading, place);
  });
  if (at < reading.segments) return homes[0];
  const later = reading.view.slice(at + 1).filter((other) => sameValue(other, message)).length;
  return homes[homes.length - 1 - later] ?? homes[0];
}

/** Whether a made message of the view holds, by reference, a part that this place alone has. */
function isHeldByPart(reading: Reading, place: number): boolean {
  const own = partsOf(reading.index.messages[place]).filter(
    (part) => reading.index.partHomes.get(part)?.length === 1,
  );
  return reading.view.some((message) => partsOf(message).some((part) => own.includes(part)));
}

function judgeRemoval(
  reading: Reading,
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
      reading.report('opaque-changed', at, `some reasoning of host message ${home} is gone`);
    }
    if (isBound(part)) return;
    if (!isFinished(reading.index, home)) {
      reading.report('content-lost', at, `reasoning of the turn in progress: ${home}`);
    }
    if (originals.some(isProviderExecuted)) {
      reading.report('opaque-changed', at, `the reasoning before a provider's tool: ${home}`);
    }
    return;
  }
  if (isOpaque(part)) {
    reading.report('opaque-changed', at, `an opaque part of host message ${home} is gone`);
    return;
  }
  if (typeOf(part) === 'tool-approval-request') {
    const id = field(part, 'toolCallId');
    const ofCall = (type: string): boolean =>
      kept.some((other) => typeOf(other) === type && field(other, 'toolCallId') === id);
    if (ofCall('tool-call') && !ofCall('tool-approval-request')) {
      reading.report('content-lost', at, `the request to approve call ${String(id)} is gone`);
    }
    return;
  }
  if (isUnansweredByProvider(reading.index, part) || isRepeated(reading.index, part)) return;
  // That a result is gone whose call is there is seen elsewhere.
  if (['tool-result', 'tool-approval-response'].includes(typeOf(part))) return;
  reading.report('content-lost', at, `a ${typeOf(part)} part of host message ${home} is gone`);
}
