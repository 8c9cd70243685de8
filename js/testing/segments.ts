/** The message of a view that carries the segments, its own or the user's, and the assistant's word behind it. */
import { isEmptyText } from './host-index.ts';
import { carriesSegments, type Reading } from './reading.ts';
import { sameBut } from './same-but.ts';
import { field, partsOf, roleOf, stringField, typeOf } from './shapes.ts';
import { lastIndexWhere, loneSurrogates, stringsIn } from './values.ts';

/** Lines around segments that stand in a message of the user's. */
const mergedStart = '[Added by the application:]';
const mergedEnd = '[End of the added text.]';
/** What the assistant and the user say, where roles have to alternate. */
const reply = 'I have read everything above and will continue from there.';
const prompt = '[Continue.]';

/**
 * The segments: parts of a message of their own, or, between two lines, of the user's message that
 * stands before them. Returns that message's place in the host's transcript, or -1.
 */
export function judgeSegments(reading: Reading, message: unknown, at: number): number {
  // Where the shape has them in one string they share it.
  const text = roleOf(message) === 'user' ? undefined : stringField(message, 'content');
  const all = text === undefined ? partsOf(message) : [{ type: 'text', text }];
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
  if (marked !== undefined && (!Array.isArray(marked) || marked.length !== parts.length)) {
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

/** A word between segments and a user's message, or between any two where the view's roles alternate. */
export function isReply(reading: Reading, message: unknown, at: number): boolean {
  const [part, ...others] = partsOf(message);
  const only = others.length === 0 ? stringField(part, 'text') : undefined;
  const text = stringField(message, 'content') ?? only;
  const [before, after] = [reading.view[at - 1], reading.view[at + 1]];
  if (roleOf(message) === 'user') {
    const between = roleOf(before) === 'assistant' && roleOf(after) === 'assistant';
    return text === prompt && between && alternates(reading);
  }
  const isAssistant = roleOf(message) === 'assistant' && roleOf(after) === 'user';
  return isAssistant && text === reply && (carriesSegments(reading, before) || alternates(reading));
}

/** Whether the assistant says something before each message of the user's but the first. */
function alternates({ view }: Reading): boolean {
  const roles = view.map(roleOf).filter((role) => role !== 'system');
  return roles.every((role, at) => at === 0 || role !== 'user' || roles[at - 1] === 'assistant');
}
