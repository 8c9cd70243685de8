/**
 * What the sources look like: imports that go in circles or up, long files, long functions. Nothing of it is
 * right or wrong by itself, so it is printed and fails nothing.
 */

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import typescript from 'typescript-5.9';
import { filesBelow, root } from '../../bindings/toolchain/shell.mjs';

/** The rooms of js/, lowest first: a file imports from its own room and from those before it. */
const rooms = [
  ...['errors.ts', 'types', 'types.ts', 'values', 'stores', 'load', 'models', 'bills', 'media'],
  ...['dialects', 'tokens', 'options', 'redact', 'events', 'overflow', 'summarizers', 'engine'],
  ...['fold', 'recall', 'session', 'compactor', 'middleware', 'ai.ts', 'index.ts', 'testing'],
];
const longFile = 400;
const mostFunctions = 10;

const textOf = (file) => readFileSync(join(root, file), 'utf8');
const folderOf = (file) => file.split('/').slice(1, -1).join('/');
/** A file that lies in no room is one itself. */
const roomOf = (file) => file.split('/')[1];
const parsed = (file) =>
  typescript.createSourceFile(file, textOf(file), typescript.ScriptTarget.Latest, true);

/** Files that a TypeScript file imports, types among them. */
function importsOf(file) {
  const found = [];
  const visit = (node) => {
    const { moduleSpecifier, arguments: args, argument, expression } = node;
    const isCall = expression?.kind === typescript.SyntaxKind.ImportKeyword;
    const name = moduleSpecifier ?? argument?.literal ?? (isCall ? args[0] : undefined);
    if (name?.text?.startsWith('.')) found.push(join(dirname(file), name.text));
    typescript.forEachChild(node, visit);
  };
  visit(parsed(file));
  return found;
}

/** Files of src that a C++ file includes. */
const includesOf = (file) =>
  [...textOf(file).matchAll(/^#include "([^"]+)"/gm)].map(([, name]) => join('src', name));

/** What can be reached from a node of a graph, by one step or more. */
function reachedFrom(start, graph) {
  const found = new Set();
  for (const next = [start]; next.length > 0; ) {
    const fresh = [...(graph.get(next.pop()) ?? [])].filter((to) => !found.has(to));
    for (const to of fresh) found.add(to);
    next.push(...fresh);
  }
  return found;
}

/** The groups of nodes of which each can be reached from each. */
function circlesIn(graph) {
  const reached = new Map([...graph.keys()].map((node) => [node, reachedFrom(node, graph)]));
  const groups = [...reached].map(([node, others]) =>
    [...others].filter((other) => other !== node && reached.get(other)?.has(node)).concat(node),
  );
  return new Set(groups.filter(({ length }) => length > 1).map((group) => group.sort().join(' ')));
}

/** The graph of the groups that nodes belong to. */
function grouped(graph, groupOf) {
  const groups = new Map();
  for (const [from, all] of graph) {
    const own = groups.get(groupOf(from)) ?? new Set();
    for (const to of all) if (groupOf(to) !== groupOf(from)) own.add(groupOf(to));
    groups.set(groupOf(from), own);
  }
  return groups;
}

function upward(graph) {
  const isUp = (from, to) => rooms.indexOf(roomOf(to)) > rooms.indexOf(roomOf(from));
  const found = [...graph].flatMap(([from, all]) =>
    all.filter((to) => isUp(from, to)).map((to) => `${from} → ${to}`),
  );
  const others = [...graph.keys()].map(roomOf).filter((room) => !rooms.includes(room));
  return [...new Set([...found, ...others.map((room) => `${room} has no place in the order`)])];
}

/** Of `[lines, name]` the largest, as lines of text. */
const largest = (found, most = found.length) =>
  found
    .sort(([one], [other]) => other - one)
    .slice(0, most)
    .map(([lines, name]) => `${lines} ${name}`);

const longFiles = (files) => {
  const measured = files.map((file) => [textOf(file).split('\n').length - 1, file]);
  return largest(measured.filter(([lines]) => lines > longFile));
};

/** `[lines, name]` of each function of a TypeScript file that has a body. */
function functionsOf(file) {
  const source = parsed(file);
  const lineOf = (at) => source.getLineAndCharacterOfPosition(at).line + 1;
  const found = [];
  const visit = (node) => {
    if (typescript.isFunctionLike(node) && node.body) {
      const name = (node.name ?? node.parent.name)?.getText() ?? 'constructor';
      const first = lineOf(node.getStart());
      found.push([lineOf(node.end) - first + 1, `${name}, ${file}:${first}`]);
    }
    typescript.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/**
 * The same of a C++ file, as clang-format lays it out: what begins at the margin with a parenthesis and ends with a
 * brace there.
 */
function definitionsOf(file) {
  const lines = textOf(file).split('\n');
  let first;
  return lines.flatMap((line, at) => {
    if (/^[A-Za-z].*\(/.test(line)) first = at;
    if (/^(?:namespace|class|struct|enum|union)\b|;$|^\}/.test(line) && !line.startsWith(' ')) {
      const begun = first;
      first = undefined;
      const name = lines[begun]?.match(/[\w:~]+(?=\()/)?.[0];
      if (line === '}' && name) return [[at - begun + 1, `${name}, ${file}:${begun + 1}`]];
    }
    return [];
  });
}

/** Lists by what they are of. */
export function shape() {
  const js = filesBelow('js', /\.ts$/);
  const cpp = ['src', 'bindings'].flatMap((folder) => filesBelow(folder, /\.(cc|h)$/));
  const graph = new Map(js.map((file) => [file, importsOf(file)]));
  const core = new Map(filesBelow('src', /\.(cc|h)$/).map((file) => [file, includesOf(file)]));
  return {
    'circles of files in js': [...circlesIn(graph)],
    'circles of rooms in js': [...circlesIn(grouped(graph, roomOf))],
    'upward arrows in js': upward(graph),
    [`files of js over ${longFile} lines`]: longFiles(js),
    'longest functions of js': largest(js.flatMap(functionsOf), mostFunctions),
    'circles of folders in src': [...circlesIn(grouped(core, folderOf))],
    [`files of C++ over ${longFile} lines`]: longFiles(cpp),
    'longest functions of C++': largest(cpp.flatMap(definitionsOf), mostFunctions),
  };
}
