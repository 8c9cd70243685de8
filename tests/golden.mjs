/**
 * `npm run golden`: pages that show what a model sees in place of folded messages, for people to judge.
 *
 *     npm run golden               write the pages in tests/golden, and print what changed
 *     npm run golden -- --check    write nothing, print which pages are stale; that is no failure
 *
 * golden/pages.mjs says which pages there are, golden/play.mjs what stands in a view.
 */

import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { diff } from 'node:util';
import { command } from './golden/command.mjs';
import { pages } from './golden/pages.mjs';

const folder = new URL('golden/', import.meta.url);
/** Lines of a page and of all, columns of a line, and lines that one line of a text may become. */
const limits = { page: 50, all: 700, columns: 110, wrapped: 3 };
/** Of a page that shortens nothing. */
const unlimited = { ...limits, page: 1_000, wrapped: 100 };

const idMark = '‹id›';
const hashes =
  /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|(?<=^== |"== )[0-9a-f]+|\b(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,}\b/gm;

const columnsOf = (character) => (/[\u1100-\u1fff\u2e80-\u{1ffff}]/u.test(character) ? 2 : 1);

/** How many of the first characters have room in so many columns. */
function fitting(characters, columns) {
  let used = 0;
  for (const [at, character] of characters.entries()) {
    used += columnsOf(character);
    if (used > columns) return at;
  }
  return characters.length;
}

/** A line as the few that it becomes, without its middle where it is too long for that. */
function wrapped(line, most) {
  let rest = [...line];
  const room = most.columns * most.wrapped * 0.9;
  if (fitting(rest, room) < rest.length) {
    const head = fitting(rest, room * 0.6);
    const tail = fitting(rest.toReversed(), room * 0.3);
    const left = rest.length - head - tail;
    rest = [...rest.slice(0, head), ...` [… ${left} characters …] `, ...rest.slice(-tail)];
  }
  const lines = [];
  while (rest.length > 0) {
    let end = fitting(rest, most.columns - 4);
    const space = rest.lastIndexOf(' ', end);
    if (end < rest.length && space > end / 2) end = space;
    lines.push(`${lines.length > 0 ? '    ' : ''}${rest.slice(0, end).join('').trimEnd()}`);
    rest = rest.slice(rest[end] === ' ' ? end + 1 : end);
  }
  return lines;
}

/** Without ids and blank lines, in blocks that begin at headings and behind blank lines. */
function blocksOf(text, ids, most) {
  let plain = text.replaceAll('```', "'''");
  for (const id of ids) plain = plain.replaceAll(id, idMark);
  const blocks = [[]];
  for (const line of plain.replace(hashes, idMark).split('\n')) {
    if (/^#|^\s*$/.test(line) && blocks.at(-1).length > 0) blocks.push([]);
    if (line.trim() !== '') blocks.at(-1).push(...wrapped(line, most));
  }
  return blocks.filter((block) => block.length > 0);
}

function withoutMiddle(lines, room) {
  if (lines.length <= room) return lines;
  const tail = Math.floor((room - 1) / 3);
  const head = Math.max(0, room - 1 - tail);
  const left = lines.length - head - tail;
  return [...lines.slice(0, head), `[… ${left} lines …]`, ...lines.slice(lines.length - tail)];
}

/** The most lines that each may have where all have room together. */
function shareOf(sizes, room) {
  const needed = (each) => sizes.reduce((sum, size) => sum + Math.min(size, each), 0);
  let each = 1;
  while (each < room && needed(each + 1) <= room) each += 1;
  return each;
}

/** All blocks shortened alike; their whole without its middle where that would leave too little of each. */
function shortened(blocks, room) {
  const each = shareOf(
    blocks.map(({ length }) => length),
    room,
  );
  if (each < 3) return withoutMiddle(blocks.flat(), room);
  return blocks.flatMap((block) => withoutMiddle(block, each));
}

/** A page's text. `pieces` are `{ label, text }`, `ids` what is left out of texts. */
function write({ title, shows, source, pieces, ids }, most) {
  const head = [`# ${title}`, '', shows, '', source, '', '```text'];
  const texts = pieces.map(({ text = '' }) => blocksOf(text, ids, most));
  const sizes = texts.map((blocks) => blocks.flat().length);
  const each = shareOf(sizes, most.page - head.length - 1 - pieces.length);
  const body = pieces.flatMap(({ label }, n) => [`──── ${label}`, ...shortened(texts[n], each)]);
  return `${[...head, ...body, '```'].join('\n')}\n`;
}

/** Lines that differ, with two around them. */
function difference(before, after) {
  if (before === undefined || after === undefined)
    return before === undefined ? '    new' : '    gone';
  const lines = diff(before.split('\n'), after.split('\n'));
  const near = (at) => lines.slice(Math.max(0, at - 2), at + 3).some(([sign]) => sign !== 0);
  return lines
    .map(([sign, line], at) =>
      near(at) ? `    ${{ 1: '-', 0: ' ', '-1': '+' }[sign]} ${line}` : undefined,
    )
    .filter((line) => line !== undefined)
    .join('\n');
}

command.parse();
const options = command.opts();
const begin = performance.now();
const before = new Map(
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => [name, readFileSync(new URL(name, folder), 'utf8')]),
);
const after = new Map();
for (const { name, play, whole } of pages) {
  after.set(`${name}.md`, write(await play(), whole ? unlimited : limits));
}

const stale = [...new Set([...before.keys(), ...after.keys()])].filter(
  (name) => before.get(name) !== after.get(name),
);
for (const name of stale) {
  const is = after.get(name);
  console.log(`tests/golden/${name}\n${difference(before.get(name), is)}\n`);
  if (options.check) continue;
  if (is !== undefined) writeFileSync(new URL(name, folder), is);
  else rmSync(new URL(name, folder));
}
const lengths = pages
  .filter(({ whole }) => !whole)
  .map(({ name }) => ({ name, lines: after.get(`${name}.md`).split('\n').length - 1 }));
const all = lengths.reduce((sum, { lines }) => sum + lines, 0);
for (const { name, lines } of lengths) {
  if (lines > limits.page)
    console.log(`tests/golden/${name}.md has ${lines} lines, not ${limits.page}.`);
}
if (all > limits.all) console.log(`All pages together have ${all} lines, not ${limits.all}.`);
const seconds = ((performance.now() - begin) / 1000).toFixed(1);
const told = `${after.size} pages, ${all} lines, ${seconds} s`;
if (stale.length === 0) console.log(`${told}: no difference`);
else if (options.check) console.log(`${told}: ${stale.length} stale, written by npm run golden`);
else console.log(`${told}: ${stale.length} changed`);
