/**
 * A record in its sections. Decides what looks like the beginning of one, whatever the record is made
 * of: a heading, a tag, a bracketed or marked line, or a label with a colon. Refuses to know any
 * section by name.
 */

export interface Section {
  /** What its first line calls it, without numbers; empty before the first. */
  readonly name: string;
  readonly text: string;
}

const heading = /^#{1,6}\s+(.+)$/;
const bold = /^\*\*(.{1,80}?)\*\*:?$/;
const tag = /^<(\/?[A-Za-z][\w-]*)[^>]*>/;
const marked = /^(==.*)$/;
const bracketed = /^\[(.{3,})\]$/;
const label = /^(\p{Lu}[\p{L}\p{N} ,'’/()-]{1,60}):(?:\s|$)/u;

function nameOf(line: string): string | undefined {
  for (const pattern of [heading, bold, tag, marked, bracketed, label]) {
    const name = pattern.exec(line)?.[1];
    if (name === undefined) continue;
    const short = name.split(/[,:(]/)[0] as string;
    return short.replace(/\d+/g, '').replace(/\s+/g, ' ').trim().slice(0, 40);
  }
  return undefined;
}

/** The sections in order. A name may come several times. */
export function sectionsOf(record: string): Section[] {
  const sections: { name: string; lines: string[] }[] = [{ name: '', lines: [] }];
  for (const line of record.split('\n')) {
    const name = nameOf(line);
    if (name !== undefined) sections.push({ name, lines: [line] });
    else sections.at(-1)?.lines.push(line);
  }
  return sections
    .map(({ name, lines }) => ({ name, text: lines.join('\n') }))
    .filter(({ text }) => text.trim() !== '');
}
