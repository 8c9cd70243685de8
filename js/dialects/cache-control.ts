/**
 * Sets Anthropic's cache breakpoints in a view, for hosts that leave them to epitome.
 *
 * Providers take a request's first few breakpoints, or refuse it: stale ones oust the newest.
 */
import { copyWith } from '../values/copy.ts';
import { attempt, type Fields, isObject } from '../values/fields.ts';
import { type Marking, markings, type Path } from './breakpoints.ts';
import type { DialectName, HostMessage } from './dialect.ts';

/** Breakpoints that a request may have, those of its system prompt and tools among them. */
export const mostBreakpoints = 4;

interface Breakpoint {
  message: number;
  path: Path;
  /** It asks for the hour's cache, which must not stand behind a shorter one. */
  hour: boolean;
}

/** Copies of messages by what was done to them, and the messages that they were made of. */
const copies = new WeakMap<object, Map<string, HostMessage>>();
const sources = new WeakMap<object, HostMessage>();

/** The host's message that a marked copy was made of; any other message is its own. */
export function unmarked(message: HostMessage): HostMessage {
  return isObject(message) ? (sources.get(message) ?? message) : message;
}

/**
 * The view with a breakpoint at the messages with the indexes `marks`, or right before them where
 * such a message has no place for one: the last `limit` of them. Breakpoints of earlier calls are
 * gone; the host's own stay while there is room, those of leading system messages first, then the
 * newest. Messages that do not change are shared, and the same change of the same message is the
 * same object. Returns the view itself where nothing changes. Never throws.
 */
export function withBreakpoints(
  view: readonly HostMessage[],
  dialect: DialectName,
  marks: readonly number[],
  limit: number = mostBreakpoints,
): readonly HostMessage[] {
  const marking = markings[dialect];
  if (marking === undefined) return view;
  return attempt(() => placed(view, dialect, marking, marks, limit)) ?? view;
}

function placed(
  view: readonly HostMessage[],
  dialect: DialectName,
  marking: Marking,
  marks: readonly number[],
  limit: number,
): readonly HostMessage[] {
  const bare = view.map(unmarked);
  const places = placesOf(bare, marking, marks, limit);
  const hosts = bare.flatMap((message, index) => breakpointsOf(message, index, marking));
  const stale = new Map<number, Path[]>();
  const kept = keptOf(bare, hosts, places, limit, marking);
  for (const { message, path } of hosts.filter((host) => !kept.has(host))) {
    stale.set(message, [...(stale.get(message) ?? []), path]);
  }
  // The hour's breakpoints come first in a prompt: what stands before one of the host's is for an hour.
  const lastHour = [...kept].reduce((last, { message, hour }) => (hour ? message : last), -1);
  const result = bare.map((message, index) => {
    const place = places.get(index);
    const held = [...kept].some((host) => isAt(bare, host, index, place, marking));
    const added = held ? undefined : place;
    const value = index < lastHour ? hourly : ephemeral;
    return (
      attempt(() => copyOf(message, stale.get(index) ?? [], added, value, dialect, marking)) ??
      message
    );
  });
  return result.every((message, index) => message === view[index]) ? view : result;
}

const ephemeral: Fields = { type: 'ephemeral' };
const hourly: Fields = { type: 'ephemeral', ttl: '1h' };

function placesOf(
  view: readonly HostMessage[],
  marking: Marking,
  marks: readonly number[],
  limit: number,
): Map<number, Path> {
  const places = new Map<number, Path>();
  const newestFirst = marks.filter((mark) => Number.isInteger(mark)).sort((a, b) => b - a);
  for (const mark of newestFirst) {
    if (places.size >= limit) break;
    for (let index = Math.min(mark, view.length - 1); index >= 0; index--) {
      if (places.has(index)) break;
      const message = view[index];
      const place = attempt(() => (isObject(message) ? marking.placeOf(message) : undefined));
      if (place === undefined) continue;
      places.set(index, place);
      break;
    }
  }
  return places;
}

function breakpointsOf(message: HostMessage, index: number, marking: Marking): Breakpoint[] {
  if (!isObject(message)) return [];
  const found = attempt(() =>
    marking.owners(message).flatMap((path): Breakpoint[] => {
      const value = attempt(() => marking.breakpointOf(at(message, path)));
      if (value === undefined || value === null) return [];
      return [{ message: index, path, hour: isObject(value) && value.ttl === '1h' }];
    }),
  );
  return found ?? [];
}

/** The host's breakpoints that stay: those where a mark is to be, and others while there is room. */
function keptOf(
  view: readonly HostMessage[],
  hosts: readonly Breakpoint[],
  places: ReadonlyMap<number, Path>,
  limit: number,
  marking: Marking,
): Set<Breakpoint> {
  const isMarked = (host: Breakpoint): boolean =>
    isAt(view, host, host.message, places.get(host.message), marking);
  const kept = new Set<Breakpoint>();
  const filled = new Set<number>();
  for (const host of hosts.filter(isMarked)) {
    if (filled.has(host.message)) continue;
    filled.add(host.message);
    kept.add(host);
  }
  const others = hosts.filter((host) => !isMarked(host));
  const first = view.findIndex((message) => attempt(() => message.role) !== 'system');
  const leading = others.filter(({ message }) => message < first);
  const newestFirst = others.filter(({ message }) => message >= first).reverse();
  const room = Math.max(0, limit - places.size);
  for (const host of [...leading, ...newestFirst].slice(0, room)) kept.add(host);
  return kept;
}

function isAt(
  view: readonly HostMessage[],
  host: Breakpoint,
  index: number,
  place: Path | undefined,
  marking: Marking,
): boolean {
  if (host.message !== index || place === undefined) return false;
  return marking.coincide(view[index], host.path, place);
}

function copyOf(
  message: HostMessage,
  stale: readonly Path[],
  place: Path | undefined,
  value: Fields,
  dialect: DialectName,
  marking: Marking,
): HostMessage {
  if (stale.length === 0 && place === undefined) return message;
  const key = JSON.stringify([dialect, stale, place, value]);
  const known = copies.get(message)?.get(key);
  if (known !== undefined) return known;
  let copy: Fields = message;
  for (const path of stale) copy = changedAt(copy, path, marking.unmark);
  if (place !== undefined) {
    copy = changedAt(copy, place, (owner) => marking.mark(owner, value, message));
  }
  const made = copies.get(message) ?? new Map<string, HostMessage>();
  copies.set(message, made.set(key, copy));
  sources.set(copy, message);
  return copy;
}

function at(message: Fields, path: Path): Fields {
  let owner: unknown = message;
  for (const key of path) owner = (owner as Fields)[key];
  return owner as Fields;
}

/** A copy of the object in which what lies at `path` was changed. */
function changedAt(owner: Fields, path: Path, change: (owner: Fields) => Fields): Fields {
  const [key, ...rest] = path;
  if (key === undefined) return change(owner);
  const fresh = changedAt(owner[key] as Fields, rest, change);
  if (!Array.isArray(owner)) return copyWith(owner, { [key]: fresh });
  const items = owner.slice();
  items[key as number] = fresh;
  return items as unknown as Fields;
}
