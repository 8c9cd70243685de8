/**
 * A record in its sections. Decides what looks like the beginning of one, whatever the record is made
 * of: a heading, a tag, a bracketed line, or a label with a colon. What stands between two lines that
 * were announced as marks is a quotation: no section begins in it. Refuses to know any section by name.
 */

export interface Section {
  /** What its first line calls it, without numbers; empty before the first. */
  readonly name: string;
  readonly text: string;
}

const heading = /^#{1,6}\s+(.+)$/;
const bold = /^\*\*(.{1,80}?)\*\*:?$/;
const tag = /^<(\/?[A-Za-z][\w-]*)[^>]*>/;
const bracketed = /^\[(.{3,})\]$/;
const label = /^(\p{Lu}[\p{L}\p{N} ,;'’/()-]{1,60}):(?:\s|$)/u;
const announced = / between two lines "(.+)":$/;

function nameOf(line: string): string | undefined {
  for (const pattern of [heading, bold, tag, bracketed, label]) {
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
  const lines = record.split('\n');
  let quotedTo = -1;
  for (const [at, line] of lines.entries()) {
    const name = at > quotedTo ? nameOf(line) : undefined;
    if (name !== undefined) sections.push({ name, lines: [line] });
    else sections.at(-1)?.lines.push(line);
    const mark = at > quotedTo ? announced.exec(line)?.[1] : undefined;
    if (mark !== undefined && lines[at + 1] === mark) quotedTo = lines.indexOf(mark, at + 2);
  }
  return sections
    .map(({ name, lines }) => ({ name, text: lines.join('\n') }))
    .filter(({ text }) => text.trim() !== '');
}
