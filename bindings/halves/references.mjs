// What refers to what in a linked file that kept its relocations: functions, and the pieces of data. Decides
// nothing.

import { dataOf, Reader, Section, sectionsOf } from './wasm-file.mjs';

/** Of relocations: those that name a function, and those that name an address; others name neither. */
const toFunction = new Set([0, 1, 2]);
const toAddress = new Set([3, 4, 5]);
/** Those whose entry has a number to add. */
const withAddend = new Set([3, 4, 5, 8, 9]);
const symbolKind = { function: 0, data: 1, section: 3 };
const call = 0x10;
const undefinedFlag = 0x10;
const namedFlag = 0x40;

function namesOf(bytes, wanted) {
  const names = new Map();
  for (const reader = new Reader(bytes); !reader.done; ) {
    const kind = reader.byte();
    const part = reader.part(reader.unsigned());
    if (kind === wanted) part.list(() => names.set(part.unsigned(), part.text()));
  }
  return names;
}

/** Of each symbol the function or the piece of data that it stands for, as far as it is one. */
function symbolsOf(bytes, functionNode, dataNode) {
  const symbolTable = 8;
  const reader = new Reader(bytes);
  reader.unsigned();
  while (!reader.done) {
    const kind = reader.byte();
    const part = reader.part(reader.unsigned());
    if (kind !== symbolTable) continue;
    return part.list(() => {
      const symbol = part.byte();
      const flags = part.unsigned();
      const isDefined = (flags & undefinedFlag) === 0;
      if (symbol === symbolKind.section) {
        part.unsigned();
      } else if (symbol === symbolKind.data) {
        part.text();
        if (!isDefined) return undefined;
        const node = dataNode(part.unsigned());
        part.unsigned();
        part.unsigned();
        return node;
      } else {
        const index = part.unsigned();
        if (isDefined || (flags & namedFlag) !== 0) part.text();
        if (symbol === symbolKind.function) return functionNode(index);
      }
      return undefined;
    });
  }
  throw new Error('a linked file without symbols');
}

/** The last of the sorted `starts` that is not behind `at`. */
function lastBefore(starts, at) {
  let low = 0;
  for (let high = starts.length - 1; low < high; ) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle] <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * The nodes of a file: `{ name, address?, size, refersTo }`, functions first; the others are data, which have
 * an address. `refersTo` holds indexes of nodes.
 */
export function referencesOf(file) {
  const sections = sectionsOf(file);
  const section = (wanted) => {
    const found = sections.find(({ id, name }) => id === wanted || name === wanted);
    if (found === undefined) throw new Error(`a linked file without section ${wanted}`);
    return found;
  };
  const imports = new Reader(section(Section.import).bytes);
  let imported = 0;
  imports.list(() => {
    imports.text();
    imports.text();
    // The memory and the table come from elsewhere in no build of ours.
    if (imports.byte() !== 0) throw new Error('an import that is no function');
    imports.unsigned();
    imported += 1;
  });

  const code = section(Section.code);
  const functionNames = namesOf(section('name').bytes, 1);
  const dataNames = namesOf(section('name').bytes, 9);
  const reader = new Reader(file, code.start);
  const functionStarts = [];
  const nodes = reader.list((index) => {
    functionStarts.push(reader.at);
    const size = reader.unsigned();
    reader.part(size);
    return { name: functionNames.get(index + imported) ?? '', size, refersTo: new Set() };
  });
  const functions = nodes.length;
  const segments = dataOf(file);
  for (const [index, { address, bytes }] of segments.entries()) {
    const name = dataNames.get(index) ?? '';
    nodes.push({ name, address, size: bytes.length, refersTo: new Set() });
  }

  const symbols = symbolsOf(
    section('linking').bytes,
    (index) => (index < imported ? undefined : index - imported),
    (segment) => functions + segment,
  );
  const take = (name, start, nodeAt) => {
    const relocations = new Reader(section(name).bytes);
    relocations.unsigned();
    relocations.list(() => {
      const kind = relocations.byte();
      const at = start + relocations.unsigned();
      const symbol = relocations.unsigned();
      if (withAddend.has(kind)) relocations.signed();
      if (!toFunction.has(kind) && !toAddress.has(kind)) return;
      const target = symbols[symbol];
      if (target !== undefined) nodeAt(at).refersTo.add(target);
    });
  };
  take('reloc.CODE', code.start, (at) => nodes[lastBefore(functionStarts, at)]);
  const dataStarts = segments.map(({ at }) => at);
  take(
    'reloc.DATA',
    section(Section.data).start,
    (at) => nodes[functions + lastBefore(dataStarts, at)],
  );

  const exported = new Reader(section(Section.export).bytes);
  const exports = exported.list(() => {
    exported.text();
    return { kind: exported.byte(), index: exported.unsigned() };
  });
  // The linker wrote it, and gave it no relocations: calls and nothing else.
  const setUp = nodes.findIndex(({ name }) => name === '__wasm_call_ctors');
  const body = new Reader(file, functionStarts[setUp]);
  body.unsigned();
  for (body.unsigned(); body.byte() === call; )
    nodes[setUp].refersTo.add(body.unsigned() - imported);
  return {
    nodes,
    /** Functions that are called from outside. */
    roots: exports.filter(({ kind }) => kind === 0).map(({ index }) => index - imported),
  };
}
