/** The message of a view that carries the segments, its own or the user's, and the assistant's word behind it. */
import { isEmptyText } from './host-index.ts';
import { carriesSegments, type Reading } from './reading.ts';
import { sameBut } from './same-but.ts';
import { field, partsOf, roleOf, stringField, typeOf } from './shapes.ts';
import { lastIndexWhere, loneSurrogates, stringsIn } from './values.ts';

/** Lines around segments that stand in a message of the user's. */
const mergedStart = '[Added by the application:]';
const mergedEnd = '[End of the added text.]';
/** What the assistant says to segments, where roles have to alternate. */
const reply = 'I have read everything above and will continue from there.';

/**
 * The segments: parts of a message of their own, or, between two lines, of the user's message that
 * stands before them. Returns that message's place in the host's transcript, or -1.
 */
export function judgeSegments(reading: Reading, message: unknown, at: number): number {
  const all = partsOf(message);
  const marked = field(field(field(message, 'providerOptions'), 'epitome'), 'segments');
  const own = Array.isArray(marked)
    ? all.length - marked.length - 2
    : lastIndexWhere(all, (part) => stringField(part, 'text') === mergedStart);
  const isMerged = own > 0 && stringField(all[own], 'text') === mergedStart;
  const parts = isMerged ? all.slice(own + 1, -1) : all;
  const home = isMerged ? homeOfMerged(reading, message, all.slice(0, own), at) : -1;
  const good = (part: unknown): boolean =>
    typeOf(part) === 'text' && (stringField(part, 'text') ?? '') !== '';
  if (parts.length === 0 || !parts.every(good)) {
    reading.report('segments-shape', at, 'the segments are not one or more non-empty text parts');
  }
  const isNamed = field(message, 'providerOptions') !== undefined;
  if (isNamed && (!Array.isArray(marked) || marked.length !== parts.length)) {
    reading.report('segments-shape', at, 'the segments are not named one by one');
  }
  if (stringsIn(message).some((text) => loneSurrogates(text).length > 0)) {
    reading.report('ill-formed-text', at, 'a segment holds a lone surrogate');
  }
  return home;
}

function homeOfMerged(
  reading: Reading,
  message: unknown,
  own: readonly unknown[],
  at: number,
): number {
  const home = reading.index.messages.findIndex((other, place) => {
    if (roleOf(other) !== 'user' || reading.usedMessages.has(place)) return false;
    const content = field(other, 'content');
    const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
    if (!Array.isArray(parts)) return false;
    const said = parts.filter((part) => !isEmptyText(part));
    return (
      said.length === own.length &&
      said.every((part, i) => part === own[i] || sameBut(part, own[i], []))
    );
  });
  if (home < 0) reading.report('foreign', at, "a user's message that is not the host's");
  else {
    reading.usedMessages.add(home);
    for (const part of partsOf(reading.index.messages[home])) {
      if (typeof part === 'object' && part !== null) reading.usedParts.add(part);
    }
  }
  if (stringField(partsOf(message).at(-1), 'text') !== mergedEnd) {
    reading.report('segments-shape', at, 'the segments in a message do not end');
  }
  return home;
}

/** The assistant's word between segments and a user's message. */
export function isReply(reading: Reading, message: unknown, at: number): boolean {
  const [part, ...others] = partsOf(message);
  return (
    roleOf(message) === 'assistant' &&
    others.length === 0 &&
    stringField(part, 'text') === reply &&
    carriesSegments(reading, reading.view[at - 1]) &&
    roleOf(reading.view[at + 1]) === 'user'
  );
}
