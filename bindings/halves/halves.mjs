// The core as two files: what a step that changes nothing needs, and what the others need beside it. Decides
// which functions and which data go where; both share one memory and one table.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run, SetupError } from '../toolchain/shell.mjs';
import { referencesOf } from './references.mjs';
import { dataOf, withData } from './wasm-file.mjs';

/** Calls of `bindings/calls.cc` that belong to a rewrite, a saved state or a question about the past. */
const laterCalls = [
  ...['feedState', 'restoreSession', 'readList', 'readDone', 'request', 'progress', 'reply'],
  ...['blockRoom', 'offerBlocks', 'giveUp', 'records', 'rewind', 'lastVerdict', 'postpone'],
  ...['flushRequest', 'flushed', 'beginText', 'endText', 'explain', 'checkPattern', 'pin'],
];

/** What the linker calls a function of the core, as far as its name says where it is. */
function symbolOf(...path) {
  const isConst = path[0] === 'const';
  const parts = ['epitome', ...path.slice(isConst ? 1 : 0)];
  return `_ZN${isConst ? 'K' : ''}${parts.map((part) => part.length + part).join('')}E`;
}

const unnamed = '_GLOBAL__N_1';

/**
 * The doors to the second file: what only they lead to is there. In C++ each but the calls is EPITOME_LATER.
 * Of each what its symbol begins with, and what else is in it.
 */
export const doors = [
  ...laterCalls.map((name) => [
    symbolOf(unnamed, 'row').replace(/E$/, 'I'),
    `6Engine${name.length}${name}E`,
  ]),
  ...[
    symbolOf('parseJsonObject'),
    symbolOf(unnamed, 'areSound'),
    symbolOf('planLevel'),
    symbolOf('planAgain'),
    symbolOf('Session', 'beginFlush'),
    symbolOf('Session', 'beginRewrite'),
    symbolOf('const', 'Session', 'readAhead'),
  ].map((symbol) => [symbol, '']),
];

/** Indexes of all nodes that `roots` lead to without a way through `closed`. */
export function reached(nodes, roots, closed) {
  const found = new Set();
  for (const waiting = [...roots]; waiting.length > 0; ) {
    const index = waiting.pop();
    if (found.has(index) || closed.has(index)) continue;
    found.add(index);
    waiting.push(...nodes[index].refersTo);
  }
  return found;
}

/** What is there from the start: the names of its functions, and its memory as [begin, end). */
export function firstOf({ nodes, roots }) {
  const closed = new Set();
  for (const [begin, within] of doors) {
    const index = nodes.findIndex(
      ({ name, address }) =>
        address === undefined && name.startsWith(begin) && name.includes(within),
    );
    if (index < 0)
      throw new SetupError(`The core has no function ${begin}…${within}: is it inlined?`);
    closed.add(index);
  }
  const first = reached(nodes, roots, closed);
  const later = nodes.flatMap(({ address, size }, index) =>
    address !== undefined && !first.has(index) ? [[address, address + size]] : [],
  );
  const functions = [...first].filter((index) => nodes[index].address === undefined);
  const names = functions.map((index) => nodes[index].name);
  return { names, later };
}

/** Bytes between two runs that cost less than a segment of their own. */
const smallGap = 8;

/** The bytes of memory that are not zero, in few segments. `mayWrite` tells what may be made zero between them. */
function segmentsOf(memory, mayWrite) {
  const segments = [];
  let last;
  for (let address = 0; address < memory.length; address += 1) {
    if (memory[address] === 0) continue;
    let joins = last !== undefined && address - last.end <= smallGap;
    for (let gap = last?.end ?? address; joins && gap < address; gap += 1) joins = mayWrite(gap);
    if (!joins) {
      last = { address };
      segments.push(last);
    }
    last.end = address + 1;
  }
  return segments.map(({ address, end }) => ({ address, bytes: memory.subarray(address, end) }));
}

/** The memory that a file starts with, from address 0 to the last byte that is not zero. */
function memoryOf(file) {
  const segments = dataOf(file);
  const memory = Buffer.alloc(
    Math.max(0, ...segments.map(({ address, bytes }) => address + bytes.length)),
  );
  for (const { address, bytes } of segments) memory.set(bytes, address);
  return memory.subarray(0, memory.findLastIndex((byte) => byte !== 0) + 1);
}

/** Moves the data of `later`, ranges of addresses, from one file to the other. */
export function withDataMoved(first, second, later) {
  const memory = memoryOf(first);
  const isLater = new Uint8Array(memory.length);
  for (const [begin, end] of later) isLater.fill(1, begin, end);
  const half = (which) => memory.map((byte, address) => (isLater[address] === which ? byte : 0));
  return [
    // What is written later may be anything before.
    withData(
      first,
      segmentsOf(half(0), () => true),
    ),
    withData(
      second,
      segmentsOf(half(1), (address) => isLater[address] === 1),
    ),
  ];
}

/**
 * Splits `core`, a finished file with the names of its functions. `linked` is the same as it was linked, with
 * its relocations; `tool` Binaryen's wasm-split. Returns the bytes of both files.
 */
export async function halvesOf({ core, linked, tool }) {
  const references = referencesOf(readFileSync(linked));
  const { names, later } = firstOf(references);
  const same = Buffer.compare(memoryOf(readFileSync(core)), memoryOf(readFileSync(linked))) === 0;
  if (!same) throw new SetupError('The core and its relocations are of two builds.');
  const folder = mkdtempSync(join(tmpdir(), 'epitome-'));
  try {
    const file = (name) => join(folder, name);
    writeFileSync(file('first'), [...names].join('\n'));
    await run(tool, [
      ...[core, '--keep-funcs', `@${file('first')}`, '--export-prefix=%'],
      ...['-o1', file('1.wasm'), '-o2', file('2.wasm'), '--placeholdermap'],
      // Those of every runtime that has SIMD.
      ...['--enable-simd', '--enable-bulk-memory', '--enable-nontrapping-float-to-int'],
      ...['--enable-sign-ext', '--enable-mutable-globals', '--enable-multivalue'],
    ]);
    return withDataMoved(readFileSync(file('1.wasm')), readFileSync(file('2.wasm')), later);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
