/**
 * What a line of a shell does to files, as far as the plainest commands tell. Decides which commands
 * are plain; refuses to know what a record says of them.
 */

export interface ShellAct {
  readonly verb: 'create' | 'delete' | 'move' | 'run';
  readonly target: string;
}

const quoted = /^(['"])(.*)\1$/;

/** The words of the commands of a line, without redirections and what a heredoc holds. */
function commandsOf(line: string): string[][] {
  const [first = ''] = line.split(/<<-?\s*['"]?\w+['"]?/);
  return first
    .split(/&&|\|\||[;|\n]/)
    .map((command) =>
      (command.match(/"[^"]*"|'[^']*'|\S+/g) ?? [])
        .filter((word) => !/^\d?>/.test(word))
        .map((word) => word.replace(quoted, '$2')),
    );
}

const plainPath = /^[\w./@~+-]+$/;

/** The acts of a line, in order. Patterns with wildcards or variables name nothing. */
export function shellActs(line: string): ShellAct[] {
  const acts: ShellAct[] = [];
  const add = (verb: ShellAct['verb'], targets: readonly string[]) => {
    for (const target of targets) if (plainPath.test(target)) acts.push({ verb, target });
  };
  for (const words of commandsOf(line)) {
    const isGit = words[0] === 'git';
    const [command, ...rest] = isGit ? words.slice(1) : words;
    const operands = rest.filter((word) => !word.startsWith('-'));
    if (command === 'mv' && operands.length > 1) add('move', operands.slice(0, -1));
    else if (command === 'rm') add('delete', operands);
    else if (!isGit && (command === 'mkdir' || command === 'touch')) add('create', operands);
    else if (!isGit && command === 'cp' && operands.length > 1) add('create', operands.slice(-1));
  }
  return acts;
}
