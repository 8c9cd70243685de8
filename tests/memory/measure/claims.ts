/**
 * What a record says of a file or thing: that it was read, deleted, done. Decides which words make such
 * a statement; refuses to know whether it is true.
 */
import { holdsName } from './occurrence.ts';
import { sectionsOf } from './sections.ts';

export type Claim = 'read' | 'deleted' | 'done';

/** How a claim is worded, in a line or in the heading above it. */
const wording: Readonly<Record<Claim, RegExp>> = {
  read: /\b(?:read|opened|viewed)\b/i,
  deleted: /\b(?:deleted|removed)\b/i,
  done: /\b(?:done|completed?|succeeded|success(?:fully)?|confirmed|cancel(?:l)?ed|booked|changed|updated|modified|moved|exchanged|refunded|returned|issued|sent|paid|placed|closed|approved)\b|✓|✅/i,
};
const failure =
  /\b(?:fail(?:s|ed|ure)?|error|missing|not found|no such|ENOENT|refused|denied|rejected|declined|invalid|cannot|can't|could not|couldn't|unable|unsuccessful|not)\b|✗/i;
/** Words by which a line takes the claim back. */
const denial: Readonly<Record<Claim, RegExp>> = {
  read: failure,
  deleted: new RegExp(`${failure.source}|\\b(?:moved|renamed|recreated|restored)\\b|→`, 'i'),
  done: failure,
};

/** Where a line ends and the next statement of the same list begins. */
const items = /;|\n|, (?=\S*[./])/;

/** Quotes results: the state that a thing had when somebody looked is no statement of what was done. */
const quoted = 'Tools printed';

/** A name of a tool rather than a word. */
const toolName = /\w[._]\w|[a-z][A-Z]/;

/**
 * The statements of a record that make `claim` of `subject`, as they stand there; with `tool`, but for
 * those under the name of another tool.
 */
export function claimsOf(record: string, subject: string, claim: Claim, tool?: string): string[] {
  const found: string[] = [];
  for (const section of sectionsOf(record)) {
    if (!holdsName(section.text, subject)) continue;
    if (claim === 'done' && section.name === quoted) continue;
    const isUnder = wording[claim].test(section.name);
    for (const line of section.text.split('\n')) {
      const label = labelOf(line);
      if (tool !== undefined && toolName.test(label) && !label.includes(tool)) continue;
      const isSaid = isUnder || wording[claim].test(label);
      for (const item of line.split(items)) {
        const isMade = isSaid || wording[claim].test(item);
        if (isMade && holdsName(item, subject) && !denial[claim].test(item))
          found.push(item.trim());
      }
    }
  }
  return found;
}

/** What stands before the first colon of a line. */
function labelOf(line: string): string {
  return line.slice(0, Math.max(0, line.indexOf(':')));
}

/** Sections that list what was done to files; elsewhere others are quoted. */
const ofFiles =
  /\b(?:read|opened|viewed|changed|edited|written|wrote|created|deleted|removed|moved|renamed|files?)\b/i;

/** The text in which a record speaks of files in its own words. */
export function fileStatements(record: string): string {
  return sectionsOf(record)
    .filter(({ name }) => ofFiles.test(name))
    .map(({ text }) => text)
    .join('\n');
}

/**
 * Groups of spellings of one file among paths of a record: one ends with the other, and no other
 * file of the transcript does. `files` are all paths of the transcript.
 */
export function spellings(paths: readonly string[], files: readonly string[]): string[][] {
  const bare = (path: string) => path.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '');
  const isTail = (whole: string, end: string) => whole.endsWith(`/${end}`);
  const absolute = [...new Set(files.map(bare))];
  const groups = new Map<string, Set<string>>();
  for (const path of new Set(paths)) {
    const end = bare(path);
    if (!end.includes('/') && !absolute.includes(end)) continue;
    // The longest spelling that only this one file has.
    const longer = absolute.filter((other) => isTail(other, end));
    const longest = longer.toSorted((a, b) => b.length - a.length)[0] ?? end;
    const isOne = longer.every((other) => other === longest || isTail(longest, other));
    if (!isOne) continue;
    const group = groups.get(longest) ?? new Set();
    groups.set(longest, group.add(path));
  }
  return [...groups.values()].filter((group) => group.size > 1).map((group) => [...group]);
}
