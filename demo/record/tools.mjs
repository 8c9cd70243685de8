/**
 * The tools of the recorded agent. They really read and run things, inside the repository only. Their
 * output has no times and no absolute paths, so the same tree gives the same text.
 */

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';

/** Folders and files that are not the project's own source, or would make the session contain itself. */
const ignored = new Set(['node_modules', 'build', 'dist', 'sessions', 'package-lock.json']);
const textFile = /\.(?:c|cc|cpp|h|hpp|js|mjs|ts|mts|json|md|txt|cmake|html|css|sh|py|yml|yaml)$/;

/** UTF-16 code units after which an output is cut, whatever was asked. */
const outputLimit = 110_000;
const commandTimeoutMs = 120_000;

function byCodePoint(a, b) {
  return a < b ? -1 : a > b ? 1 : 0;
}

function linesOf(text) {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function clip(text) {
  if (text.length <= outputLimit) return text;
  const end = text.lastIndexOf('\n', outputLimit);
  return `${text.slice(0, end)}\n(output cut at ${outputLimit} characters)`;
}

/**
 * Makes the tools for the repository at `root`. Notes are written under `scratch` and appear as
 * `notes/NAME`. Each tool takes its input object, returns text, and throws with a message for the model.
 */
export function createTools({ root, scratch }) {
  const notes = join(scratch, 'notes');

  function locate(path) {
    const clean = path.replace(/^\.\//, '').replace(/\/$/, '') || '.';
    const base = clean === 'notes' || clean.startsWith('notes/') ? scratch : root;
    const full = resolve(base, clean);
    const inside = relative(base, full);
    if (inside.startsWith('..') || inside.startsWith(sep)) {
      throw new Error(`${path} is outside the repository`);
    }
    if (inside.split(sep).some((name) => ignored.has(name))) throw new Error(`${path} is ignored`);
    if (!existsSync(full)) throw new Error(`${clean}: no such file or folder`);
    return { clean, full };
  }

  function children(folder) {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => !entry.name.startsWith('.') && !ignored.has(entry.name))
      .filter((entry) => entry.isDirectory() || textFile.test(entry.name))
      .sort((a, b) => byCodePoint(a.name, b.name));
  }

  function filesBelow(folder) {
    return children(folder).flatMap((entry) => {
      const full = join(folder, entry.name);
      return entry.isDirectory() ? filesBelow(full) : [full];
    });
  }

  function list({ dir }) {
    const { clean, full } = locate(dir);
    if (!statSync(full).isDirectory()) throw new Error(`${clean} is a file; use read`);
    const rows = children(full).map((entry) => {
      const path = join(full, entry.name);
      if (entry.isDirectory()) return `${entry.name}/  ${filesBelow(path).length} files`;
      return `${entry.name}  ${linesOf(readFileSync(path, 'utf8')).length} lines`;
    });
    return rows.length === 0 ? '(empty)' : rows.join('\n');
  }

  function read({ path, from = 1, to }) {
    const { clean, full } = locate(path);
    if (statSync(full).isDirectory()) throw new Error(`${clean} is a folder; use list`);
    const lines = linesOf(readFileSync(full, 'utf8'));
    if (from > lines.length && lines.length > 0) {
      throw new Error(`${clean} has ${lines.length} lines; line ${from} does not exist`);
    }
    const last = Math.min(to ?? from + 199, lines.length);
    const body = lines.slice(from - 1, last).map((line, i) => `${from + i}| ${line}`);
    return clip([`${clean} (lines ${from}-${last} of ${lines.length})`, ...body].join('\n'));
  }

  function search({ pattern, dir, limit = 60 }) {
    const { clean, full } = locate(dir);
    let expression;
    try {
      expression = new RegExp(pattern);
    } catch (error) {
      throw new Error(`bad pattern: ${error.message}`);
    }
    const base = clean === 'notes' ? scratch : root;
    const files = statSync(full).isDirectory() ? filesBelow(full) : [full];
    const hits = [];
    for (const file of files) {
      linesOf(readFileSync(file, 'utf8')).forEach((line, i) => {
        if (expression.test(line)) hits.push(`${relative(base, file)}:${i + 1}: ${line.trim()}`);
      });
    }
    if (hits.length === 0) return `no line under ${clean} matches ${pattern}`;
    const shown = hits.slice(0, limit);
    const rest = hits.length - shown.length;
    return clip([...shown, ...(rest > 0 ? [`(${rest} more matches)`] : [])].join('\n'));
  }

  async function run({ command }) {
    const words = command.trim().split(/\s+/);
    const invocation = allowed(words);
    if (!invocation) {
      throw new Error(
        `not on the allow-list: ${command}. Allowed: node --test FILE, git ls-files DIR, ` +
          'git log --format=%s -n N, wc -l FILES',
      );
    }
    const { code, output } = await start(...invocation);
    const text = clip(normalise(output).trimEnd());
    if (code !== 0) throw new Error(`exit code ${code}\n${text}`);
    return text === '' ? '(no output)' : text;
  }

  /** The program and arguments of a permitted command, else undefined. */
  function allowed([program, ...rest]) {
    const plain = rest.every((word) => /^[\w./=%-]+$/.test(word) && !word.includes('..'));
    if (!plain) return undefined;
    if (program === 'node' && rest.length === 2 && rest[0] === '--test') {
      return [process.execPath, ['--test', '--test-reporter=tap', rest[1]]];
    }
    if (program === 'git' && rest.length === 2 && rest[0] === 'ls-files') return ['git', rest];
    if (program === 'git' && rest[0] === 'log' && rest[1] === '--format=%s') return ['git', rest];
    if (program === 'wc' && rest[0] === '-l' && rest.length > 1) return ['wc', rest];
    return undefined;
  }

  function start(program, args) {
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    return new Promise((done) => {
      const child = spawn(program, args, {
        cwd: root,
        env: { ...env, NO_COLOR: '1', LC_ALL: 'C' },
        stdio: ['ignore', 'pipe', 'pipe'],
        timeout: commandTimeoutMs,
      });
      const pieces = [];
      child.stdout.on('data', (piece) => pieces.push(piece));
      child.stderr.on('data', (piece) => pieces.push(piece));
      child.on('error', (error) => done({ code: 127, output: error.message }));
      child.on('close', (code, signal) =>
        done({ code: code ?? signal, output: Buffer.concat(pieces).toString('utf8') }),
      );
    });
  }

  /** Takes out what differs between two runs or two machines. */
  function normalise(text) {
    return text
      .replaceAll(`file://${root}/`, '')
      .replaceAll(`${root}/`, '')
      .replaceAll(root, '.')
      .replace(/\b(duration_ms:?) [\d.]+/g, '$1 0')
      .replace(/\(\d+(?:\.\d+)? ?ms\)/g, '(0 ms)')
      .replace(/Node\.js v\d[\w.]*/g, 'Node.js')
      .split('\n')
      .filter((line) => !line.includes('node:internal'))
      .join('\n');
  }

  function note({ name, text }) {
    if (!/^[a-z][a-z0-9-]*\.md$/.test(name)) throw new Error(`bad note name: ${name}`);
    mkdirSync(notes, { recursive: true });
    writeFileSync(join(notes, name), `${text.trimEnd()}\n`);
    return `wrote notes/${name}, ${linesOf(text.trimEnd()).length} lines`;
  }

  return { list, read, search, run, note };
}

const text = { type: 'string' };
const count = { type: 'integer', minimum: 1 };

function schema(properties, required) {
  return { type: 'object', properties, required, additionalProperties: false };
}

/** What the model is told of each tool: part of every request, and of the recorded session. */
export const toolSchemas = [
  {
    name: 'list',
    description:
      'Lists a folder: files with their number of lines, folders with their number of files.',
    inputSchema: schema({ dir: text }, ['dir']),
  },
  {
    name: 'read',
    description: 'Reads a text file with line numbers: lines from..to, at most 200 unless asked.',
    inputSchema: schema({ path: text, from: count, to: count }, ['path']),
  },
  {
    name: 'search',
    description: 'Finds lines that match a regular expression in a file or below a folder.',
    inputSchema: schema({ pattern: text, dir: text, limit: count }, ['pattern', 'dir']),
  },
  {
    name: 'run',
    description: 'Runs a command from a short allow-list and returns its output.',
    inputSchema: schema({ command: text }, ['command']),
  },
  {
    name: 'note',
    description: 'Writes a Markdown note into notes/, replacing one of the same name.',
    inputSchema: schema({ name: text, text }, ['name', 'text']),
  },
];
