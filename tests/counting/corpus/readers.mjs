/**
 * Turns a package's file into plain text of one category: markup taken off, message catalogues and
 * add-ons opened. Knows formats, no package and no category.
 */

import { gunzipSync, inflateRawSync } from 'node:zlib';
import { spacedJson } from './json.mjs';

const named = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  mdash: '\u2014',
  ndash: '\u2013',
  hellip: '\u2026',
  copy: '\u00a9',
  rsquo: '\u2019',
  lsquo: '\u2018',
  ldquo: '\u201c',
  rdquo: '\u201d',
};

function entities(text) {
  return text.replace(/&(#x?[0-9a-f]+|[a-z]+);/gi, (whole, name) => {
    if (name[0] !== '#') return named[name.toLowerCase()] ?? whole;
    const code = name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code < 0x110000 ? String.fromCodePoint(code) : whole;
  });
}

const tidy = (text) =>
  text
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

/** The text of a page of HTML or XML: block ends are line ends, scripts and styles are dropped. */
function prose(bytes) {
  const text = bytes
    .toString('utf8')
    .replace(/<(script|style|head)\b[\s\S]*?<\/\1>/gi, ' ')
    .replace(/<!--[\s\S]*?-->/g, ' ')
    .replace(/<pre\b[\s\S]*?<\/pre>/gi, ' ')
    .replace(/[\r\n]+/g, ' ')
    .replace(/<\/(p|div|h\d|li|tr|dt|dd|title|item|section|td|th)>|<br\s*\/?>/gi, '\n')
    .replace(/<[^>]*>/g, '');
  return [tidy(entities(text))];
}

/** What a terminal shows in a page of documentation: its <pre> blocks. */
function screens(bytes) {
  const blocks = bytes.toString('utf8').match(/<pre\b[\s\S]*?<\/pre>/gi) ?? [];
  return blocks.map((block) => entities(block.replace(/<[^>]*>/g, '')).trim());
}

/** A manual page without its roff requests. */
function man(bytes) {
  const text = bytes
    .toString('utf8')
    .replace(/\r/g, '')
    .replace(/^\.\\".*$|^'\\".*$/gm, '')
    .replace(/^\.(TH|SH|SS)\s+(.*)$/gm, (_, request, rest) =>
      request === 'TH' ? '' : `\n${rest.replaceAll('"', '')}`,
    )
    .replace(/^\.(BR|BI|IR|RI|RB|IB|B|I|IP|TP|SM|SB)[ \t]+(.*)$/gm, (_, __, rest) =>
      rest.replaceAll('"', ''),
    )
    .replace(/^\.(PP|LP|P|sp).*$/gm, '')
    .replace(/^[.'].*$/gm, '')
    .replace(/\\f[A-Z]|\\f\([A-Z]{2}|\\f\[[^\]]*\]|\\&|\\\/|\\,|\\:|\\%|\\s[-+]?\d/g, '')
    .replace(/\\\((em|en)/g, '\u2014')
    .replace(/\\\((lq|rq|dq)/g, '"')
    .replace(/\\\((aq|cq|oq)/g, "'")
    .replace(/\\\(bu/g, '\u2022')
    .replace(/\\[-~|e ]/g, (code) => ({ '\\-': '-', '\\e': '\\' })[code] ?? ' ')
    .replace(/\\[([*].{2}\]?/g, '');
  return [tidy(text)];
}

/** The translations of a compiled gettext catalogue, those that are more than a label. */
function catalogue(bytes) {
  if (bytes.length < 28 || bytes.readUInt32LE(0) !== 0x950412de) return [];
  const count = bytes.readUInt32LE(8);
  const table = bytes.readUInt32LE(16);
  const strings = [];
  for (let index = 1; index < count; index += 1) {
    const length = bytes.readUInt32LE(table + 8 * index);
    const start = bytes.readUInt32LE(table + 8 * index + 4);
    strings.push(bytes.toString('utf8', start, start + length).split('\0')[0]);
  }
  return [joined(strings)];
}

/** Sentences one a line, without mnemonics; short labels only now and then. */
function joined(strings) {
  return strings
    .map((text) =>
      text
        .replace(/<[^>]*>/g, '')
        .replace(/[_~&](?=\p{L})/u, '')
        .replace(/\\n/g, ' ')
        .trim(),
    )
    .filter((text, index) => text.length > 25 || (text.length > 3 && index % 6 === 0))
    .join('\n');
}

/** Names and contents of the files in a zip archive that match `wanted`. */
export function zipEntries(bytes, wanted) {
  const entries = [];
  let end = bytes.length - 22;
  while (end >= 0 && bytes.readUInt32LE(end) !== 0x06054b50) end -= 1;
  if (end < 0) return entries;
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    const nameLength = bytes.readUInt16LE(at + 28);
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    if (wanted.test(name)) {
      const local = bytes.readUInt32LE(at + 42);
      const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
      const packed = bytes.subarray(start, start + bytes.readUInt32LE(at + 20));
      entries.push([name, bytes.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed)]);
    }
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

/** The translated strings of a language pack of Firefox or Thunderbird. */
function addon(bytes) {
  const strings = [];
  for (const [name, content] of zipEntries(bytes, /\.(ftl|properties)$/)) {
    const text = content.toString('utf8');
    const pattern = name.endsWith('.ftl')
      ? /^(?:[a-zA-Z][\w-]* ?=|\s+\.[\w-]+ ?=|\s{4,})(?! *\{)(.+)$/gm
      : /^[^#=\n]+=(.+)$/gm;
    for (const [, value] of text.matchAll(pattern)) strings.push(value.trim());
  }
  return [joined(strings.filter((value) => !/^[\x20-\x7e]*$/.test(value) || value.length > 60))];
}

/** Verses of a JSON edition of a book, as running text. */
function verses(bytes) {
  const texts = [];
  const visit = (value, key) => {
    if (typeof value === 'string') {
      if (key === 'translation') texts.push(value);
    } else if (value && typeof value === 'object') {
      for (const [name, inner] of Object.entries(value)) visit(inner, name);
    }
  };
  visit(JSON.parse(bytes.toString('utf8')));
  return [texts.join('\n')];
}

/** A mail's body, and its head now and then: what people write to each other. */
function mail(bytes) {
  const text = bytes.toString('utf8');
  const body = text.indexOf('\n\n') + 2;
  return bytes.length % 8 === 0 ? [text] : [text.slice(body)];
}

/** What the people in a game's story say, a few lines a text. */
function dialogue(bytes) {
  const said = bytes.toString('utf8').matchAll(/\b(?:message|story)\s*=\s*_\s*"((?:[^"]|"")*)"/g);
  const lines = Array.from(said, ([, line]) => line.replaceAll('""', '"').replace(/<[^>]*>/g, ''));
  return inGroups(lines);
}

const fortunes = (bytes) => inGroups(bytes.toString('utf8').split('\n%\n'));

/** One to three neighbours a text, so that messages are as short as chat is. */
function inGroups(lines) {
  const texts = [];
  for (let at = 0; at < lines.length; ) {
    const count = 1 + ((at * 7 + lines.length) % 3);
    texts.push(lines.slice(at, at + count).join('\n'));
    at += count;
  }
  return texts;
}

/** A binary file as a terminal or a careless reader shows it: what is not UTF-8 is replaced. */
const garbled = (bytes) => [bytes.subarray(0, 60_000).toString('utf8')];

/** A JSON file without white space, or with Python's spaces where its length is even. */
function compact(bytes) {
  const value = JSON.parse(bytes.toString('utf8'));
  return [bytes.length % 2 === 0 ? spacedJson(value) : JSON.stringify(value)];
}

/** A file that is a shell script by its first line. */
function script(bytes) {
  const text = bytes.toString('utf8');
  return /^#!.*\b(sh|bash|dash)\b/.test(text) ? [text] : [];
}

/** Log lines of a test folder: comments that say what a test expects are dropped. */
function logs(bytes) {
  const text = bytes.toString('utf8');
  return [text.replace(/^#.*\n/gm, '')];
}

const plain = (bytes) => [
  bytes
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .replace(/\r\n/g, '\n'),
];

const readers = {
  plain,
  prose,
  screens,
  man,
  catalogue,
  addon,
  verses,
  mail,
  dialogue,
  fortunes,
  compact,
  garbled,
  script,
  logs,
};

/** The texts in one file's bytes (opened first when gzipped), by the name of a reader. */
export function readTexts(bytes, reader = 'plain') {
  const opened = bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes;
  return readers[reader](opened).filter((text) => text.length >= 40);
}
