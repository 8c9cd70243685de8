/**
 * What shell tools print: listings, searches, numbered files, processes, installs, version control,
 * test runs, compilers, stack traces. Each function makes one message from the draws it is given.
 */

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const users = 'root user node app ubuntu build runner admin'.split(' ');
const two = (value) => String(value).padStart(2, '0');
const iso = (date) => date.toISOString();
const day = (date) => `${months[date.getUTCMonth()]} ${String(date.getUTCDate()).padStart(2)}`;
const clock = (date) => `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`;

function listing(d) {
  const user = d.pick(users);
  const width = d.between(4, 8);
  const rows = d.repeat(4, 50, () => {
    const folder = d.chance(0.3);
    const mode = folder
      ? 'drwxr-xr-x'
      : d.pick(['-rw-r--r--', '-rwxr-xr-x', '-rw-rw-r--', '-rw-------']);
    const when = d.date();
    const time = d.chance(0.7) ? clock(when) : ` ${when.getUTCFullYear()}`;
    const size = String(folder ? 4096 : d.size()).padStart(width);
    return `${mode} ${String(folder ? d.between(2, 20) : 1).padStart(2)} ${user} ${user} ${size} ${day(when)} ${time} ${d.path().split('/').pop()}`;
  });
  return `total ${d.between(8, 900)}\n${rows.join('\n')}`;
}

const longListing = (d) =>
  d
    .repeat(4, 40, () => {
      const when = iso(d.date());
      return `-rw-r--r-- 1 ${d.pick(users)} staff ${String(d.size()).padStart(8)} ${when.slice(0, 10)} ${when.slice(11, 16)} ${d.path()}`;
    })
    .join('\n');

const paths = (d) => {
  const prefix = d.pick(['./', '', '/app/', '/workspace/repo/', `/home/${d.pick(users)}/project/`]);
  return d.repeat(3, 90, () => prefix + d.path()).join('\n');
};

function tree(d) {
  const rows = ['.'];
  for (const name of d.repeat(3, 12, () => d.path().split('/')[0])) {
    rows.push(`├── ${name}`);
    for (const inner of d.repeat(1, 7, () => d.path().split('/').pop()))
      rows.push(`│   ├── ${inner}`);
  }
  return `${rows.join('\n')}\n\n${d.between(2, 40)} directories, ${d.between(5, 400)} files`;
}

function search(d) {
  const prefix = d.pick(['', './', 'src/', '/app/']);
  const joined = d.chance(0.8);
  const path = d.path();
  return d
    .repeat(2, 40, () => {
      const where = prefix + (joined ? d.path() : path);
      return `${where}:${d.between(1, 2400)}:${d.pick(d.lines(1))}`;
    })
    .join('\n');
}

function numbered(d) {
  const from = d.pick([1, 1, d.between(1, 1800)]);
  const style = d.pick([
    (number, line) => `${String(number).padStart(6)}\t${line}`,
    (number, line) => `${number}:${line}`,
    (number, line) => `${number}\t${line}`,
    (number, line) => `${String(number).padStart(5)}| ${line}`,
    (number, line) => `${String(number).padStart(5, '0')}| ${line}`,
  ]);
  const body = d
    .lines(d.logUniform(5, 160))
    .map((line, index) => style(from + index, line))
    .join('\n');
  return d.pick([
    () => body,
    () =>
      `[File: /${d.path()} (${d.between(100, 3000)} lines total)]\n(${from - 1} more lines above)\n${body}`,
    () => `Here's the result of running \`cat -n\` on /${d.path()}:\n${body}\n`,
    () => `<file>\n${body}\n</file>`,
  ])();
}

function diff(d) {
  const path = d.path();
  const hunks = d.repeat(1, 4, () => {
    const from = d.between(1, 900);
    const old = d.lines(d.between(5, 24));
    const rows = [];
    for (const line of old) {
      if (d.chance(0.7)) rows.push(` ${line}`);
      else {
        if (d.chance(0.7)) rows.push(`-${line}`);
        if (d.chance(0.8)) rows.push(`+${line.replace(/[a-z]{4,}/, () => d.word())}`);
      }
    }
    return `@@ -${from},${old.length} +${from + d.between(-3, 3)},${rows.length} @@ ${d.pick(d.lines(1)).trim()}\n${rows.join('\n')}`;
  });
  const head = `diff --git a/${path} b/${path}\nindex ${d.hex(7)}..${d.hex(7)} 100644\n`;
  return `${d.chance(0.7) ? head : ''}--- a/${path}\n+++ b/${path}\n${hunks.join('\n')}\n`;
}

const gitLog = (d) =>
  d
    .repeat(2, 24, () =>
      d.chance(0.5)
        ? `${d.hex(7)} ${d.sentence().slice(0, d.between(20, 72))}`
        : `commit ${d.hex(40)}\nAuthor: ${d.faker.person.fullName()} <${d.faker.internet.email()}>\nDate:   ${d.date().toUTCString().replace('GMT', '+0000')}\n\n    ${d.sentence()}\n`,
    )
    .join('\n');

const gitStatus = (d) =>
  `On branch ${d.pick(['main', 'master', `fix/${d.word()}-${d.word()}`])}\nYour branch is up to date with 'origin/main'.\n\nChanges not staged for commit:\n  (use "git add <file>..." to update what will be committed)\n  (use "git restore <file>..." to discard changes in working directory)\n${d.repeat(1, 12, () => `\tmodified:   ${d.path()}`).join('\n')}\n\nUntracked files:\n  (use "git add <file>..." to include in what will be committed)\n${d.repeat(1, 6, () => `\t${d.path()}`).join('\n')}\n\nno changes added to commit (use "git add" and/or "git commit -a")`;

const gitStat = (d) =>
  `${d.repeat(1, 20, () => ` ${d.path()} | ${d.between(1, 300)} ${'+'.repeat(d.between(1, 30))}${'-'.repeat(d.between(0, 20))}`).join('\n')}\n ${d.between(1, 20)} files changed, ${d.between(1, 900)} insertions(+), ${d.between(1, 500)} deletions(-)`;

const pythonTrace = (d) =>
  `Traceback (most recent call last):\n${d.repeat(2, 14, () => `  File "/${d.path()}", line ${d.between(1, 2000)}, in ${d.identifier()}\n    ${d.pick(d.lines(1)).trim()}`).join('\n')}\n${d.pick(['TypeError', 'ValueError', 'AttributeError', 'KeyError', 'ImportError', 'AssertionError', 'RuntimeError'])}: ${d.pick([() => `'${d.identifier()}' object has no attribute '${d.identifier()}'`, () => `${d.identifier()}() got an unexpected keyword argument '${d.word()}'`, () => `No module named '${d.word()}'`, () => d.sentence()])()}`;

const nodeTrace = (d) =>
  `${d.pick(['TypeError', 'Error', 'RangeError', 'SyntaxError'])}: ${d.pick([() => `Cannot read properties of undefined (reading '${d.identifier()}')`, () => `${d.identifier()} is not a function`, () => d.sentence()])()}\n${d.repeat(3, 14, () => `    at ${d.chance(0.8) ? `${d.identifier()}.${d.identifier()} (` : 'async '}${d.pick(['file:///', '/app/node_modules/', 'node:internal/'])}${d.path()}:${d.between(1, 900)}:${d.between(1, 60)}${d.chance(0.8) ? ')' : ''}`).join('\n')}\n\nNode.js v${d.between(18, 24)}.${d.between(0, 19)}.${d.between(0, 4)}`;

const compiler = (d) =>
  d
    .repeat(1, 10, () => {
      const at = `${d.path()}:${d.between(1, 900)}:${d.between(1, 80)}`;
      const line = d.pick(d.lines(1));
      return d.pick([
        () =>
          `${at}: error: '${d.identifier()}' was not declared in this scope\n${String(d.between(10, 900)).padStart(5)} | ${line}\n      | ${' '.repeat(d.between(2, 20))}^${'~'.repeat(d.between(3, 12))}`,
        () => `${at}: warning: unused variable '${d.identifier()}' [-Wunused-variable]`,
        () =>
          `${d.path()}(${d.between(1, 900)},${d.between(1, 80)}): error TS${d.between(1000, 7999)}: Property '${d.identifier()}' does not exist on type '${d.identifier()}'.`,
        () =>
          `error[E0${d.between(100, 699)}]: ${d.sentence()}\n  --> ${at}\n   |\n${d.between(10, 99)} | ${line}\n   | ${'^'.repeat(d.between(3, 12))} ${d.word()} ${d.word()}`,
        () =>
          `${d.path()}:${d.between(1, 900)}:${d.between(1, 80)} - ${d.word()}: ${d.sentence()} (${d.word()}-${d.word()})`,
      ])();
    })
    .join('\n');

function testRun(d) {
  const file = d.path();
  const name = () => Array.from({ length: d.between(2, 6) }, d.word);
  return d.pick([
    () =>
      `============================= test session starts ==============================\nplatform linux -- Python 3.${d.between(8, 12)}.${d.between(0, 9)}, pytest-${d.between(6, 8)}.${d.between(0, 4)}.${d.between(0, 4)}, pluggy-1.${d.between(0, 5)}.0\nrootdir: /testbed\ncollected ${d.between(1, 400)} items\n\n${d.repeat(3, 40, (i) => `${file}::test_${name().join('_')} ${d.pick(['PASSED', 'PASSED', 'PASSED', 'FAILED', 'SKIPPED'])}${' '.repeat(d.between(1, 30))}[${String(d.between(i, 100)).padStart(3)}%]`).join('\n')}\n\n========================= ${d.between(0, 4)} failed, ${d.between(1, 300)} passed in ${d.next().toFixed(2)}s =========================`,
    () =>
      `TAP version 13\n${d.repeat(3, 30, (i) => `# Subtest: ${name().join(' ')}\nok ${i + 1} - ${name().join(' ')}\n  ---\n  duration_ms: ${(d.next() * 90).toFixed(6)}\n  type: 'test'\n  ...`).join('\n')}\n1..${d.between(3, 60)}\n# tests ${d.between(3, 60)}\n# pass ${d.between(3, 60)}\n# fail 0`,
    () =>
      ` PASS  ${file}\n  ${d.identifier()}\n${d.repeat(3, 30, () => `    ${d.pick(['✓', '✓', '✓', '✕'])} ${name().join(' ')} (${d.between(1, 300)} ms)`).join('\n')}\n\nTest Suites: ${d.between(1, 9)} passed, ${d.between(1, 9)} total\nTests:       ${d.between(1, 90)} passed, ${d.between(1, 90)} total\nSnapshots:   0 total\nTime:        ${(d.next() * 20).toFixed(3)} s`,
    () =>
      `[==========] Running ${d.between(3, 400)} tests from ${d.between(1, 50)} test suites.\n${d
        .repeat(3, 30, () => {
          const test = `${d.identifier()}.${d.identifier()}`;
          return `[ RUN      ] ${test}\n[       OK ] ${test} (${d.between(0, 40)} ms)`;
        })
        .join('\n')}\n[  PASSED  ] ${d.between(3, 400)} tests.`,
    () => {
      const module = `github.com/${d.word()}/${d.word()}`;
      const row = () =>
        `${d.pick(['ok', 'FAIL', 'ok'])}  \t${module}/${d.path().split('/')[0]}\t${(d.next() * 9).toFixed(3)}s`;
      return d.repeat(2, 20, row).join('\n');
    },
    () =>
      `${d.repeat(3, 20, () => `test_${name().join('_')} (${d.word()}.${d.identifier()}) ... ok`).join('\n')}\n\n----------------------------------------------------------------------\nRan ${d.between(3, 300)} tests in ${(d.next() * 9).toFixed(3)}s\n\nOK`,
  ])();
}

const processes = (d) =>
  d.pick([
    () =>
      `USER         PID %CPU %MEM    VSZ   RSS TTY      STAT START   TIME COMMAND\n${d.repeat(3, 20, () => `${d.pick(users).padEnd(8)} ${String(d.between(1, 99999)).padStart(7)} ${(d.next() * 9).toFixed(1).padStart(4)} ${(d.next() * 9).toFixed(1).padStart(4)} ${String(d.between(1000, 900000)).padStart(6)} ${String(d.between(1000, 90000)).padStart(5)} ?        ${d.pick(['Ss', 'S', 'Sl', 'R+'])}   ${clock(d.date())}   0:${two(d.between(0, 59))} /usr/bin/${d.word()} --${d.word()}=${d.word()}`).join('\n')}`,
    () =>
      `CONTAINER ID   IMAGE                    COMMAND                  CREATED         STATUS         PORTS                    NAMES\n${d.repeat(1, 8, () => `${d.hex(12)}   ${d.word()}:${d.between(1, 20)}-alpine   "docker-entrypoint.s…"   ${d.between(2, 50)} hours ago   Up ${d.between(2, 50)} hours   0.0.0.0:${d.between(3000, 9000)}->${d.between(80, 9000)}/tcp   ${d.word()}_${d.word()}_1`).join('\n')}`,
    () =>
      `NAME${' '.repeat(36)}READY   STATUS    RESTARTS   AGE\n${d.repeat(3, 20, () => `${`${d.word()}-${d.word()}-${d.hex(10)}-${d.letters('bcdfghjklmnpqrstvwxz2456789', 5)}`.padEnd(40)}1/1     ${d.pick(['Running', 'Running', 'Pending', 'CrashLoopBackOff'])}   ${d.between(0, 9)}          ${d.between(1, 90)}d`).join('\n')}`,
    () =>
      `Filesystem      Size  Used Avail Use% Mounted on\n${d.repeat(2, 8, () => `/dev/sd${d.pick(['a', 'b'])}${d.between(1, 9)}       ${d.between(10, 900)}G  ${d.between(1, 99)}G  ${d.between(1, 99)}G  ${d.between(1, 99)}% /${d.word()}`).join('\n')}`,
    () => d.repeat(3, 40, () => `${d.between(1, 90000)}\t./${d.path()}`).join('\n'),
    () => d.repeat(3, 40, () => `${String(d.between(1, 3000)).padStart(7)} ${d.path()}`).join('\n'),
  ])();

const install = (d) =>
  d.pick([
    () =>
      `${d.repeat(2, 20, () => `npm warn deprecated ${d.word()}-${d.word()}@${d.between(0, 9)}.${d.between(0, 20)}.${d.between(0, 9)}: ${d.sentence()}`).join('\n')}\n\nadded ${d.between(10, 900)} packages, and audited ${d.between(10, 900)} packages in ${d.between(2, 60)}s\n\n${d.between(3, 200)} packages are looking for funding\n  run \`npm fund\` for details\n\nfound 0 vulnerabilities`,
    () =>
      `${d.repeat(3, 24, () => `Collecting ${d.word()}>=${d.between(0, 9)}.${d.between(0, 30)}\n  Downloading ${d.word()}-${d.between(0, 9)}.${d.between(0, 30)}.${d.between(0, 9)}-py3-none-any.whl (${d.between(5, 900)} kB)`).join('\n')}\nInstalling collected packages: ${d.repeat(3, 20, d.word).join(', ')}\nSuccessfully installed ${d.repeat(3, 20, () => `${d.word()}-${d.between(0, 9)}.${d.between(0, 30)}.${d.between(0, 9)}`).join(' ')}`,
    () =>
      d
        .repeat(4, 30, (i) =>
          d.pick([
            () =>
              `Get:${i + 1} http://archive.example.org/debian stable/main amd64 ${d.word()} amd64 ${d.between(0, 9)}.${d.between(0, 30)}-${d.between(1, 9)} [${d.between(5, 900)} kB]`,
            () =>
              `Unpacking ${d.word()}-${d.word()} (${d.between(0, 9)}.${d.between(0, 30)}-${d.between(1, 9)}+deb12u${d.between(1, 9)}) ...`,
            () =>
              `Setting up lib${d.word()}${d.between(0, 9)}:amd64 (${d.between(0, 9)}.${d.between(0, 30)}.${d.between(0, 9)}-${d.between(1, 9)}) ...`,
          ])(),
        )
        .join('\n'),
    () =>
      d
        .repeat(4, 30, (i) =>
          d.pick([
            () => `#${i + 4} [${i}/${i + 9}] RUN ${d.word()} ${d.word()} && ${d.word()}`,
            () => `#${i + 4} ${(d.next() * 20).toFixed(3)} ${d.sentence()}`,
            () => `#${i + 4} DONE ${(d.next() * 20).toFixed(1)}s`,
            () =>
              `#${i + 4} sha256:${d.hex(64)} ${(d.next() * 20).toFixed(2)}MB / ${(d.next() * 90).toFixed(2)}MB ${(d.next() * 20).toFixed(1)}s`,
          ])(),
        )
        .join('\n'),
    () =>
      d
        .repeat(
          4,
          40,
          (i) =>
            `[${String(i + 1).padStart(3)}/${d.between(40, 400)}] Building CXX object ${d.word()}/CMakeFiles/${d.word()}.dir/${d.path()}.o`,
        )
        .join('\n'),
    () =>
      `${d.repeat(2, 12, () => `dist/${d.path()}${' '.repeat(d.between(1, 30))}${(d.next() * 300).toFixed(2)} kB │ gzip: ${(d.next() * 90).toFixed(2)} kB`).join('\n')}\n✓ built in ${(d.next() * 9).toFixed(2)}s`,
  ])();

const shortOutput = (d) =>
  d.pick([
    () => `Successfully replaced text in ${d.path()}.`,
    () => `Successfully wrote ${d.between(20, 9000)} bytes to ${d.path()}`,
    () =>
      `The file /${d.path()} has been edited. Here's the result of running \`cat -n\` on a snippet:\n${numbered(d).slice(0, 900)}`,
    () => `bash: ${d.word()}: command not found\n\nCommand exited with code 127`,
    () => `cat: ${d.path()}: No such file or directory`,
    () => `(Open file: /${d.path()})\n(Current directory: /${d.word()})\nbash-$`,
    () =>
      `[The command completed with exit code ${d.between(0, 2)}.]\n[Current working directory: /workspace/${d.word()}]\n[Python interpreter: /usr/bin/python3]\n[Command finished with exit code 0]`,
    () => `Your command ran successfully and did not produce any output.`,
    () => `File created successfully at: /${d.path()}`,
    () => `${d.between(1, 90)} matches found in ${d.between(1, 20)} files`,
  ])();

/** Kinds of terminal text by name; the value says how much of it there is. */
export const terminalKinds = {
  listing: [listing, 2],
  longListing: [longListing, 1],
  paths: [paths, 2],
  tree: [tree, 1],
  search: [search, 3],
  numbered: [numbered, 4],
  diff: [diff, 3],
  gitLog: [gitLog, 1],
  gitStatus: [gitStatus, 0.5],
  gitStat: [gitStat, 0.5],
  pythonTrace: [pythonTrace, 1],
  nodeTrace: [nodeTrace, 1],
  compiler: [compiler, 1],
  testRun: [testRun, 2],
  processes: [processes, 1],
  install: [install, 1],
  shortOutput: [shortOutput, 0.5],
};
