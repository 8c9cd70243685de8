/**
 * Where each message of a view comes from: the host's own object, an edited copy of one, the segments, or something
 * that the view made.
 */
import { homeOfEdits, judgeCopy } from './copies.ts';
import { carriesSegments, type Origin, type Reading } from './reading.ts';
import { isReply, judgeSegments } from './segments.ts';
import { partsOf, roleOf, stringField } from './shapes.ts';
import { judgeTool } from './tool-messages.ts';
import { sameValue } from './values.ts';

/** Judges every message of the view; the origins come in the view's order. */
export function originsOf(reading: Reading): Origin[] {
  // References first: a copy must not be taken for a message that is there itself.
  const places = ownPlaces(reading);
  for (const message of reading.view) {
    for (const part of partsOf(message)) {
      if (reading.index.partHomes.has(part)) reading.usedParts.add(part as object);
    }
  }
  return reading.view.map((message, at) => {
    const place = places[at] as number;
    return place >= 0 ? { kind: 'host', host: place } : judgeMade(reading, message, at);
  });
}

/** Where each of the view's messages stands in the host's transcript as that very object; -1 for none. */
function ownPlaces(reading: Reading): number[] {
  /** How often each host message was met in the view by reference. */
  const met = new Map<unknown, number>();
  return reading.view.map((message) => {
    const all = reading.index.places.get(message);
    if (!all) return -1;
    const nth = met.get(message) ?? 0;
    met.set(message, nth + 1);
    if (nth >= all.length) {
      reading.report('repeated', reading.view.lastIndexOf(message), `host message ${all[0]}`);
    }
    const place = placesHeld(reading, message, all)[nth] ?? (all[0] as number);
    reading.usedMessages.add(place);
    return place;
  });
}

/**
 * Which of the places of an object the view still holds, when a fold took some: those before the
 * segments are the first ones, those behind them the last ones.
 */
function placesHeld(reading: Reading, message: unknown, all: readonly number[]): readonly number[] {
  if (all.length === 1) return all;
  const places = [...reading.view.keys()].filter((at) => reading.view[at] === message);
  const before = places.filter((at) => at < reading.segments).length;
  const behind = Math.min(places.length, all.length) - before;
  return [...all.slice(0, before), ...all.slice(all.length - behind)];
}

function judgeMade(reading: Reading, message: unknown, at: number): Origin {
  if (carriesSegments(reading, message)) {
    return { kind: 'segments', host: judgeSegments(reading, message, at) };
  }
  if (isReply(reading, message, at)) return { kind: 'reply', host: -1 };
  const parts = partsOf(message);
  const isPicked = parts.length > 0 && parts.every((part) => reading.index.partHomes.has(part));
  const twin = (isPicked ? [] : candidates(reading, message)).find((place) => {
    const other = reading.index.messages[place];
    return (
      !reading.usedMessages.has(place) &&
      roleOf(other) === roleOf(message) &&
      sameValue(other, message)
    );
  });
  if (twin !== undefined) {
    reading.report('copied', at, `equals host message ${twin} but is not that object`);
    reading.usedMessages.add(twin);
    return { kind: 'foreign', host: -1 };
  }
  switch (roleOf(message)) {
    case 'tool':
      return judgeTool(reading, message, at);
    case 'user':
    case 'assistant':
      return judgeCopy(reading, message, at);
    case 'system':
      if (homeOfEdits(reading, message, at) !== undefined) return judgeCopy(reading, message, at);
      reading.report('system-added', at, 'a system message that the host did not put there');
      return { kind: 'foreign', host: -1 };
    default:
      reading.report('foreign', at, `a ${roleOf(message) || 'nameless'} message of unknown origin`);
      return { kind: 'foreign', host: -1 };
  }
}

/** Host messages that share a part or a call id with a message; all of them when none does. */
function candidates(reading: Reading, message: unknown): number[] {
  const places = new Set<number>();
  for (const part of partsOf(message)) {
    for (const home of reading.index.partHomes.get(part) ?? []) places.add(home);
    const id = stringField(part, 'toolCallId') ?? '';
    for (const entry of reading.index.results.get(id) ?? []) places.add(entry.at);
    for (const entry of reading.index.calls.get(id) ?? []) places.add(entry.at);
  }
  return places.size > 0 ? [...places] : [...reading.index.messages.keys()];
}
