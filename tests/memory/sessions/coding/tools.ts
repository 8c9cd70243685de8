/**
 * The tools of a coding agent, in the dialects that agents have. Decides names, arguments and what a
 * tool answers; refuses to know why it is called.
 */
import type { Rng } from '../../../js/support/random.ts';
import type { Act, Call } from '../transcript.ts';
import type { Json } from '../types.ts';
import type { Change } from './changes.ts';
import type { Project } from './project.ts';
import { relative } from './syntax.ts';

interface Dialect {
  readonly read: (path: string, from?: number, count?: number) => readonly [string, Json];
  readonly write: (path: string, text: string) => readonly [string, Json];
  readonly edit: (change: Change, path: string) => readonly [string, Json];
  readonly shell: (command: string) => readonly [string, Json];
}

const patch = (path: string, { old, fresh }: Change): string =>
  [
    '*** Begin Patch',
    `*** Update File: ${path}`,
    '@@',
    ...old.split('\n').map((l) => `-${l}`),
    ...fresh.split('\n').map((l) => `+${l}`),
    '*** End Patch',
  ].join('\n');

const ranged = (
  from: number | undefined,
  count: number | undefined,
  names: readonly [string, string],
): Record<string, Json> =>
  from === undefined ? {} : { [names[0]]: from, [names[1]]: count ?? 100 };

const dialects: readonly Dialect[] = [
  {
    read: (path, from, count) => ['read', { path, ...ranged(from, count, ['offset', 'limit']) }],
    write: (path, content) => ['write', { path, content }],
    edit: (c, path) => ['edit', { path, oldText: c.old, newText: c.fresh }],
    shell: (command) => ['bash', { command }],
  },
  {
    read: (p, from, count) => [
      'Read',
      { file_path: p, ...ranged(from, count, ['offset', 'limit']) },
    ],
    write: (p, content) => ['Write', { file_path: p, content }],
    edit: (c, p) => ['Edit', { file_path: p, old_string: c.old, new_string: c.fresh }],
    shell: (command) => ['Bash', { command, description: 'Run in the project' }],
  },
  {
    read: (path, from, count) => [
      'str_replace_based_edit_tool',
      {
        command: 'view',
        path,
        ...(from === undefined ? {} : { view_range: [from, from + (count ?? 100)] }),
      },
    ],
    write: (path, text) => [
      'str_replace_based_edit_tool',
      { command: 'create', path, file_text: text },
    ],
    edit: (c, path) => [
      'str_replace_based_edit_tool',
      { command: 'str_replace', path, old_str: c.old, new_str: c.fresh },
    ],
    shell: (command) => ['bash', { command }],
  },
  {
    read: (p, from, count) => [
      'read_file',
      { target_file: p, ...ranged(from, count, ['start_line', 'line_count']) },
    ],
    write: (p, text) => ['write_file', { target_file: p, contents: text }],
    edit: (c, p) => ['edit_file', { target_file: p, search: c.old, replace: c.fresh }],
    shell: (command) => ['run_terminal_cmd', { command, is_background: false }],
  },
  {
    read: (path, from, count) => [
      'shell',
      {
        command: [
          'bash',
          '-lc',
          from === undefined ? `cat ${path}` : `sed -n '${from},${from + (count ?? 100)}p' ${path}`,
        ],
      },
    ],
    write: (path, text) => [
      'apply_patch',
      {
        input: `*** Begin Patch\n*** Add File: ${path}\n${text
          .split('\n')
          .map((l) => `+${l}`)
          .join('\n')}\n*** End Patch`,
      },
    ],
    edit: (c, path) => ['apply_patch', { input: patch(path, c) }],
    shell: (command) => ['shell', { command: ['bash', '-lc', command], timeout_ms: 120_000 }],
  },
  {
    read: (filePath, from, count) => [
      'readFile',
      { filePath, ...ranged(from, count, ['startLine', 'lines']) },
    ],
    write: (filePath, content) => ['writeFile', { filePath, content }],
    edit: (c, filePath) => ['replaceInFile', { filePath, oldString: c.old, newString: c.fresh }],
    shell: (cmd) => ['executeCommand', { cmd }],
  },
];

export interface ShellOptions {
  readonly code?: number;
  readonly deeds?: readonly Act[];
}

export class Tools {
  readonly #rng: Rng;
  readonly #project: Project;
  readonly #dialect: Dialect;
  readonly #numbered: (line: string, n: number) => string;
  readonly #wrote: (path: string, text: string) => string;
  readonly #edited: (path: string, change: Change) => string;
  readonly #exit: (output: string, code: number) => readonly [Json, boolean];
  readonly #absent: (path: string) => readonly [string, boolean];
  /** Share of paths written from the root of the file system. */
  readonly #absolute: number;

  constructor(rng: Rng, project: Project) {
    this.#rng = rng;
    this.#project = project;
    this.#dialect = rng.pick(dialects);
    this.#absolute = rng.pick([0, 0.1, 0.5, 1]);
    this.#numbered = rng.pick([
      (l: string) => l,
      (l: string, n: number) => `${String(n).padStart(6)}\t${l}`,
      (l: string, n: number) => `${String(n).padStart(5)}→${l}`,
      (l: string, n: number) => `${n}: ${l}`,
      (l: string, n: number) => `${String(n).padStart(4, '0')}| ${l}`,
    ]);
    this.#wrote = rng.pick([
      (p: string, t: string) => `Successfully wrote ${t.length} bytes to ${p}`,
      (p: string) => `File created successfully at: ${p}`,
      (p: string) => `Success. Updated the following files:\nA ${p}`,
      (_p: string, t: string) => `Wrote ${t.split('\n').length} lines.`,
      () => 'ok',
    ]);
    this.#edited = rng.pick([
      (p: string, c: Change) =>
        `Successfully replaced text in ${p}. Changed ${c.old.length} characters to ${c.fresh.length} characters.`,
      (p: string, c: Change) =>
        `The file ${p} has been updated. Here's the result of running \`cat -n\` on a snippet of the edited file:\n${c.fresh
          .split('\n')
          .map((l, i) => `${String(c.line + i).padStart(6)}\t${l}`)
          .join('\n')}`,
      (p: string) => `Success. Updated the following files:\nM ${p}`,
      (p: string, c: Change) =>
        `--- ${p}\n+++ ${p}\n@@ -${c.line} +${c.line} @@\n${c.old
          .split('\n')
          .map((l) => `-${l}`)
          .join('\n')}\n${c.fresh
          .split('\n')
          .map((l) => `+${l}`)
          .join('\n')}`,
      () => 'Applied 1 edit.',
    ]);
    this.#exit = rng.pick<(output: string, code: number) => readonly [Json, boolean]>([
      (o, c) => [c === 0 ? o || '(no output)' : `${o}\n\nCommand exited with code ${c}`, c !== 0],
      (o, c) => [c === 0 ? o : `${o}\nexit status ${c}`, false],
      (o, c) => [{ stdout: o, stderr: '', exitCode: c }, false],
      (o, c) => [
        `Exit code: ${c}\nWall time: ${rng.int(0, 30)}.${rng.int(0, 9)} seconds\nOutput:\n${o}`,
        false,
      ],
      (o, c) => [`${o}\n[The command completed with exit code ${c}.]`, false],
      (o, c) => [c === 0 ? o : `Error: command failed (${c})\n${o}`, c !== 0],
    ]);
    this.#absent = rng.pick<(path: string) => readonly [string, boolean]>([
      (p) => [`ENOENT: no such file or directory, open '${p}'`, false],
      (p) => [`Error: File not found: ${p}`, true],
      (p) => [`The path ${p} does not exist. Please provide a valid path.`, false],
      (p) => [`File does not exist. Did you mean ${p.replace(/\w+(\.\w+)$/, 'index$1')}?`, true],
    ]);
  }

  /** A path as the agent writes it. */
  spell(path: string): string {
    if (this.#rng.chance(this.#absolute)) return `${this.#project.root}/${path}`;
    return this.#rng.chance(0.06) ? `./${path}` : path;
  }

  read(path: string, from?: number, count?: number): Call {
    const all = (this.#project.text(path) ?? '').split('\n');
    const shown =
      from === undefined ? all.slice(0, 400) : all.slice(from - 1, from - 1 + (count ?? 100));
    const start = from ?? 1;
    const more = start - 1 + shown.length < all.length;
    const [tool, input] = this.#dialect.read(this.spell(path), from, count);
    const body = shown.map((l, i) => this.#numbered(l, start + i)).join('\n');
    return {
      tool,
      input,
      output:
        more && this.#rng.chance(0.5)
          ? `${body}\n(${all.length - start + 1 - shown.length} more lines)`
          : body,
    };
  }

  /** A read of something that is not there, answered as a text or as an error. */
  missing(path: string): Call {
    const spelled = this.spell(path);
    const [tool, input] = this.#dialect.read(spelled);
    const [output, failed] =
      tool === 'shell'
        ? [`cat: ${spelled}: No such file or directory`, false]
        : this.#absent(spelled);
    return { tool, input, output, failed };
  }

  write(path: string, text: string, verb: 'create' | 'change' = 'create'): Call {
    const spelled = this.spell(path);
    const [tool, input] = this.#dialect.write(spelled, text);
    return {
      tool,
      input,
      output: this.#wrote(spelled, text),
      deeds: [{ target: path, outcome: undefined, kind: 'known-file', verb }],
    };
  }

  edit(change: Change): Call {
    const spelled = this.spell(change.path);
    const [tool, input] = this.#dialect.edit(change, spelled);
    return {
      tool,
      input,
      output: this.#edited(spelled, change),
      deeds: [{ target: change.path, outcome: undefined, kind: 'known-file', verb: 'change' }],
    };
  }

  /** An edit whose text is not there: nothing changes. */
  misfit(change: Change): Call {
    const spelled = this.spell(change.path);
    const [tool, input] = this.#dialect.edit(change, spelled);
    const output = this.#rng.pick([
      'String to replace not found in file.',
      `No replacement was performed, old_str did not appear verbatim in ${spelled}.`,
      `Could not find the exact text in ${spelled}. The old text must match exactly including all whitespace and newlines.`,
    ]);
    return { tool, input, output, failed: this.#rng.chance(0.5) };
  }

  /** A line that runs in the root. */
  shell(command: string, output: string, { code = 0, deeds = [] }: ShellOptions = {}): Call {
    const rng = this.#rng;
    const there =
      rng.chance(0.3) && !command.startsWith('cd ')
        ? `cd ${this.#project.root} && ${command}`
        : command;
    const [tool, input] = this.#dialect.shell(there);
    const [answer, failed] = this.#exit(output, code);
    return { tool, input, output: answer, failed, deeds };
  }

  /**
   * A line that changes paths, perhaps by putting them into another folder. Now and then it is run in the
   * folder that they share, so that they are spelled shorter.
   */
  shellOn(
    paths: readonly string[],
    verb: Act['verb'],
    command: (spelled: readonly string[], into: string) => string,
    into = '',
  ): Call {
    const rng = this.#rng;
    const { root } = this.#project;
    const shared = rng.chance(0.35) ? common(paths) : '';
    const absolute = shared === '' && rng.chance(this.#absolute * 0.4);
    const spell = (path: string): string => {
      if (absolute) return `${root}/${path}`;
      return shared === '' ? path : relative(`${shared}/.`, path).replace(/^\.\//, '');
    };
    // What every spelling has in common.
    const kept = (path: string): string =>
      absolute ? path : spell(path).replace(/^(?:\.\.\/)+/, '');
    const prefix = shared === '' ? '' : `cd ${rng.chance(0.4) ? `${root}/` : ''}${shared} && `;
    const outcome = into === '' ? undefined : kept(into);
    const deeds = paths.map((path): Act => ({ target: kept(path), outcome, kind: 'shell', verb }));
    const line = command(paths.map(spell), into === '' ? '' : spell(into));
    return this.shell(prefix + line, '', { deeds });
  }
}

/** The folder that all paths are in, without a slash; empty where there is none. */
export function common(paths: readonly string[]): string {
  const folders = paths.map((p) => p.split('/').slice(0, -1));
  const first = folders[0] ?? [];
  let n = first.length;
  for (const folder of folders) {
    let i = 0;
    while (i < n && folder[i] === first[i]) i += 1;
    n = i;
  }
  return first.slice(0, n).join('/');
}
