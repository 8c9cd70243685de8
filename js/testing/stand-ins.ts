/**
 * What may stand in a view in the place of what the host sent: placeholders of results and files, results without their
 * middle, mended text. Whether such a thing tells the truth of its original.
 */
import { mended, sameValue, wellFormed } from './values.ts';

/** What a text is by its form alone. */
export type StandIn =
  | { kind: 'trim'; head: string; kept: number; total: number; tail: string }
  | { kind: 'clear'; toolName: string; total: number }
  | { kind: 'point'; callId: string }
  | { kind: 'outdated'; callId: string }
  | { kind: 'media'; mediaType: string; size: string };

/** UTF-16 code units of a name in a placeholder. */
const mostNameUnits = 64;

const trimmed =
  /^(.*)\n\[\.\.\. (\d+) of (\d+) characters shown; repeat the call only if you need the rest \.\.\.\]\n(.*)$/s;
const cleared =
  /^\[Output of (.*) removed to save space: (\d+) characters(?:, .*)?\. Repeat the call only if you need it\.\]$/s;
const pointed = /^\[Same output as call (.*)\. See that result\.\]$/s;
const outdated = /^\[Outdated\. See the newer output of call (.*)\.\]$/s;
const mediaNotes = /^(?:\[.* removed to save space(?:: .*)?\]\n?)+$/;
const media = /^\[(.*) removed to save space: (.*)\]$/s;

export function standInOf(text: string): StandIn | undefined {
  const [, clearedName, clearedTotal] = cleared.exec(text) ?? [];
  if (clearedName !== undefined) {
    return { kind: 'clear', toolName: clearedName, total: Number(clearedTotal) };
  }
  const [, target] = pointed.exec(text) ?? [];
  if (target !== undefined) return { kind: 'point', callId: target };
  const [, newer] = outdated.exec(text) ?? [];
  if (newer !== undefined) return { kind: 'outdated', callId: newer };
  const [, mediaType, size] = media.exec(text) ?? [];
  if (mediaType !== undefined) return { kind: 'media', mediaType, size: size as string };
  const [, head, kept, total, tail] = trimmed.exec(text) ?? [];
  if (head === undefined) return undefined;
  return { kind: 'trim', head, kept: Number(kept), total: Number(total), tail: tail as string };
}

/** How many stand-ins and cuts a text holds at most. */
export function standInsIn(text: string): number {
  const beginnings =
    /\[\.\.\. \d+ of \d+ characters shown; | to save space: |Same output as call |newer output of call | omitted/;
  return text.split(beginnings).length - 1;
}

/** A name as a placeholder gives it. */
export function nameOf(name: string | undefined, otherwise: string): string {
  return name ? mended(name.slice(0, mostNameUnits)) : otherwise;
}

/** What a judge of results needs to know of the rest of the view and of the transcript. */
export interface Surroundings {
  /** Texts that the view shows for results of a call, by the name that a placeholder would give it. */
  shownFor: (callName: string) => readonly string[];
  /** Texts that the host has for them. */
  hostsFor: (callName: string) => readonly string[];
  toolName: string | undefined;
  callId: string;
}

/** What is wrong with a text that stands for a result; empty when it is what it says. */
export function resultFaults(
  text: string,
  original: string,
  { shownFor, hostsFor, toolName, callId }: Surroundings,
): string[] {
  const plain = mended(original);
  if (text === original || text === plain) return [];
  const found = standInOf(text);
  switch (found?.kind) {
    case 'clear': {
      const faults = [];
      if (found.toolName !== nameOf(toolName, 'a tool')) faults.push('names another tool');
      if (found.total !== original.length) faults.push(`says ${found.total}, not its length`);
      return faults;
    }
    case 'point':
    case 'outdated': {
      const faults = [];
      if (found.callId === nameOf(callId, 'before')) faults.push('names its own call');
      const shown = shownFor(found.callId);
      if (shown.length === 0) faults.push(`names call ${found.callId}, which is not there`);
      else if (shown.every((other) => !isTold(other))) {
        faults.push(`names call ${found.callId}, which says nothing itself`);
      }
      const hosts = hostsFor(found.callId);
      if (found.kind === 'point' && !hosts.includes(original)) {
        faults.push(`names call ${found.callId}, whose result is another one`);
      }
      return faults;
    }
    case 'trim': {
      const { head, tail, kept, total } = found;
      const faults = [];
      if (total !== original.length) faults.push(`is of ${original.length}, says ${total}`);
      if (kept !== head.length + tail.length) {
        faults.push(`keeps ${head.length + tail.length}, says ${kept}`);
      }
      if (!begins(original, plain, head) || !ends(original, plain, tail)) {
        faults.push('is no head and tail');
      }
      return faults;
    }
    default:
      if (mediaNotes.test(besideOwn(text, plain) ?? '')) return [];
      return jsonFaults(text, original);
  }
}

/** What stands behind a result's own text; undefined where that is not whole. */
function besideOwn(text: string, own: string): string | undefined {
  if (own === '') return text;
  return text.startsWith(`${own}\n`) ? text.slice(own.length + 1) : undefined;
}

/** False for what only names another result. */
function isTold(text: string): boolean {
  const kind = standInOf(text)?.kind;
  return kind !== 'point' && kind !== 'outdated' && kind !== 'clear';
}

function begins(original: string, plain: string, head: string): boolean {
  return original.startsWith(head) || plain.startsWith(head);
}

function ends(original: string, plain: string, tail: string): boolean {
  return original.endsWith(tail) || plain.endsWith(tail);
}

function jsonFaults(text: string, original: string): string[] {
  try {
    const [value, own] = [JSON.parse(text), JSON.parse(original)];
    if (sameValue(wellFormed(value), wellFormed(own))) return [];
  } catch {
    return ['is neither a cut nor a placeholder'];
  }
  return ['is JSON, and another value than the original'];
}
