/** The text of a record as rows. A text of another form becomes rows without a section. */

export type Section = 'prose' | 'words' | 'done' | 'said' | 'output' | 'names';

export interface RecordRow {
  section: Section;
  /** The message that it comes from, where the record says so. */
  message?: number;
  /** Of what was done: the word that the line begins with, such as `Changed`. */
  about?: string;
  text: string;
}

const titles: Record<string, Section> = {
  'Summary by a model:': 'prose',
  'The user wrote (limits still apply; requests may be finished):': 'words',
  'Done:': 'done',
  'Assistant said:': 'said',
  'Tool output:': 'output',
};
const names = 'Also mentioned: ';
const quoted = /^- \[(\d+)[^\]]*\] quoted between two lines "(.+)":$/;
const numbered = /^- \[(\d+)[^\]]*\] (.*)$/;
const about = /^([A-Z][\w ]{0,24}|[\w-]{1,40}): (.+)$/;

export function rowsOf(text: string): RecordRow[] {
  const lines = text.split('\n');
  const rows: RecordRow[] = [];
  let section: Section = 'prose';
  // The first line says what the record is.
  for (let at = lines[0]?.startsWith('[') ? 1 : 0; at < lines.length; at += 1) {
    const line = lines[at] as string;
    if (line.trim() === '') continue;
    const next = Object.hasOwn(titles, line) ? titles[line] : undefined;
    if (next !== undefined) {
      section = next;
    } else if (line.startsWith(names)) {
      section = 'names';
      for (const name of line.slice(names.length).split(', ')) rows.push({ section, text: name });
    } else if (section === 'prose') {
      rows.push({ section, text: line });
    } else if (section === 'done') {
      const [, word, rest] = about.exec(line) ?? [];
      rows.push(rest ? { section, about: word as string, text: rest } : { section, text: line });
    } else {
      const [, marked, mark] = (section === 'words' && quoted.exec(line)) || [];
      if (mark !== undefined) {
        const end = lines.indexOf(mark, at + 2);
        const until = end < 0 ? lines.length : end;
        rows.push({
          section,
          message: Number(marked),
          text: lines.slice(at + 2, until).join('\n'),
        });
        at = until;
        continue;
      }
      const [, message, rest] = numbered.exec(line) ?? [];
      rows.push(
        message === undefined
          ? { section, text: line }
          : { section, message: Number(message), text: rest as string },
      );
    }
  }
  return rows;
}
