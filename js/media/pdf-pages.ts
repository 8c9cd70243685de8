/**
 * How many pages a PDF has, counted in its beginning and end, where its page tree and catalogue lie.
 * Nothing is parsed or inflated.
 */
import type { Bytes } from '../values/bytes.ts';

/** Bytes of the beginning, and of the end, that are looked through. */
const windowBytes = 2 ** 18;
/** A page tree's node is looked for within this many characters around its type. */
const nodeReach = 2 ** 16;
/** Nodes that are looked at: the root counts all pages, so few are needed. */
const mostNodes = 64;
/** A page takes at least this many bytes: claims of more pages are not believed. */
const leastPageBytes = 32;
/** A page of text whose objects are packed has 3,000 to 8,000 bytes. More pages than these are no guess any more. */
const packedPageBytes = 8_000;
const mostPackedPages = 100;

/** Pages, a guess where text is packed with its pages; 0 where it is no PDF or they can't be told. */
export function pdfPages(bytes: Bytes): number {
  const head = bytes.latin1(0, Math.min(bytes.length, windowBytes));
  if (!head.slice(0, 1024).includes('%PDF-')) return 0;
  const rest = Math.max(windowBytes, bytes.length - windowBytes);
  const tail = rest < bytes.length ? bytes.latin1(rest, bytes.length) : '';
  let pages = 0;
  for (const text of [head, tail]) pages = Math.max(pages, treeCount(text), linearCount(text));
  // Without a root in sight the pages themselves are counted, as far as they are.
  if (pages === 0) pages = leaves(head) + leaves(tail);
  if (pages === 0) pages = packed(head + tail, bytes.length);
  return Math.min(pages, Math.ceil(bytes.length / leastPageBytes));
}

/** Of a file that packs its objects and holds no pictures in sight. */
function packed(text: string, byteLength: number): number {
  if (!/\/Type\s{0,8}\/ObjStm\b/.test(text) || /\/(?:DCT|JPX|CCITTFax|JBIG2)Decode\b/.test(text))
    return 0;
  return Math.min(Math.ceil(byteLength / packedPageBytes), mostPackedPages);
}

/** The largest count of a node of the page tree; bookmarks have counts as well, but another type. */
function treeCount(text: string): number {
  let most = 0;
  let nodes = 0;
  for (const { index } of text.matchAll(/\/Type\s{0,8}\/Pages\b/g)) {
    if (++nodes > mostNodes) break;
    const before = text.slice(Math.max(0, index - nodeReach), index);
    const after = text.slice(index, index + nodeReach);
    const end = after.indexOf('>>');
    const node = before.slice(before.lastIndexOf('<<') + 1) + after.slice(0, Math.max(0, end));
    most = Math.max(most, Number(/\/Count\s{1,8}(\d{1,9})/.exec(node)?.[1] ?? 0));
  }
  return most;
}

/** A file made for the web says it at its beginning. */
function linearCount(text: string): number {
  const start = text.slice(0, 2048);
  return /\/Linearized\b/.test(start) ? Number(/\/N\s{1,8}(\d{1,9})/.exec(start)?.[1] ?? 0) : 0;
}

function leaves(text: string): number {
  return text.match(/\/Type\s{0,8}\/Page\b/g)?.length ?? 0;
}
