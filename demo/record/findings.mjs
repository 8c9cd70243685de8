/**
 * What the scripted agent learns from tool output: rules that turn text back into entries, hits,
 * lines and functions. Reads results only, never the disk: what a tool did not show is not known.
 */

/** Entries of a `list` result: `{ name, folder, size }`, size in files or lines. */
export function entriesOf(result) {
  if (!result.ok) return [];
  return result.value.split('\n').flatMap((row) => {
    const match = row.match(/^(.+?)(\/?) {2}(\d+) (?:files|lines)$/);
    return match ? [{ name: match[1], folder: match[2] === '/', size: Number(match[3]) }] : [];
  });
}

/** Hits of a `search` result: `{ path, line, text }`. */
export function hitsOf(result) {
  if (!result.ok) return [];
  return result.value.split('\n').flatMap((row) => {
    const match = row.match(/^([\w./-]+):(\d+): (.*)$/);
    return match ? [{ path: match[1], line: Number(match[2]), text: match[3] }] : [];
  });
}

/** All matches of a search, shown or not. */
export function hitCount(result) {
  const more = result.ok ? result.value.match(/\((\d+) more matches\)$/) : null;
  return hitsOf(result).length + (more ? Number(more[1]) : 0);
}

/** A `read` result: path, length of the file, and the lines by number. Undefined for an error. */
export function sliceOf(result) {
  if (!result.ok) return undefined;
  const [head, ...rows] = result.value.split('\n');
  const match = head.match(/^(.+) \(lines (\d+)-(\d+) of (\d+)\)$/);
  if (!match) return undefined;
  const lines = new Map();
  for (const row of rows) {
    const parts = row.match(/^(\d+)\| ?(.*)$/);
    if (parts) lines.set(Number(parts[1]), parts[2]);
  }
  return { path: match[1], total: Number(match[4]), lines };
}

/** The first sentence of the comment at a file's head, without comment signs. */
export function headSentence(slice) {
  const words = [];
  for (const line of slice.lines.values()) {
    const comment = line.match(/^\s*(?:\/\*\*?|\*\/?|\/\/+|#(?=\s))\s?(.*)$/);
    if (!comment) {
      if (words.length > 0 || (line.trim() !== '' && !line.startsWith('#!'))) break;
      continue;
    }
    words.push(comment[1].replace(/\*\/\s*$/, '').trim());
  }
  const text = words.join(' ').replace(/\s+/g, ' ').trim();
  const end = text.search(/[.:;](?:\s|$)/);
  return end < 0 ? text : text.slice(0, end);
}

const openers = [
  // C++ and plain functions at the left margin, signature possibly over several lines.
  {
    start:
      /^(?!namespace|struct|class|enum|using|template|typedef|#|\/\/|\}|\s|export (?:interface|type|class))[^=]*?([\w~]+)\(/,
    end: /^\}[;)]*$/,
  },
  // Methods of a class.
  {
    start:
      /^ {2}(?!if|for|while|switch|return|else)(?:(?:async|static|readonly|get|set|override) )*#?(\w+)\([^;]*\{$/,
    end: /^ {2}\}$/,
  },
];

/** Functions in known lines of one file: `{ name, from, to, length }`, by where their braces stand. */
export function functionsIn(lines) {
  const found = [];
  for (const { start, end } of openers) {
    let open;
    for (const [number, line] of [...lines].sort((a, b) => a[0] - b[0])) {
      if (open && end.test(line)) {
        found.push({ ...open, to: number, length: number - open.from + 1 });
        open = undefined;
      } else if (!open) {
        const match = line.match(start);
        if (match && !line.trimEnd().endsWith(';')) open = { name: match[1], from: number };
      } else if (/^[^\s}].*;$/.test(line) && start === openers[0].start) {
        open = undefined;
      }
    }
  }
  return found.sort((a, b) => b.length - a.length || a.from - b.from);
}

/** The totals at the end of `node --test` output in TAP form. */
export function testTotals(result) {
  const number = (word) =>
    Number(result.value.match(new RegExp(`^# ${word} (\\d+)$`, 'm'))?.[1] ?? 0);
  return { tests: number('tests'), pass: number('pass'), fail: number('fail') };
}

/** Line counts of `wc -l`: `{ path, lines }`, the total left out. */
export function countsOf(result) {
  if (!result.ok) return [];
  return result.value.split('\n').flatMap((row) => {
    const match = row.match(/^\s*(\d+) (.+)$/);
    return match && match[2] !== 'total' ? [{ path: match[2], lines: Number(match[1]) }] : [];
  });
}
