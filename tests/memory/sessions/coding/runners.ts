/**
 * What test runners, compilers, linters and servers print. Decides their formats, each as the tool of
 * that name has it; refuses to know why a test fails.
 */
import type { Rng } from '../../../js/support/random.ts';
import { clock, coined, hex, stamp } from '../../support/values.ts';
import type { Project, Source } from './project.ts';
import { plural } from './vocabulary.ts';

export interface Failure {
  readonly one: Source;
  readonly name: string;
  readonly expected: string;
  readonly actual: string;
}

export interface Run {
  readonly command: string;
  readonly output: string;
  readonly code: number;
}

const seconds = (rng: Rng, most = 40): string =>
  `${rng.int(0, most)}.${String(rng.int(0, 999)).padStart(3, '0')}`;

function lineOf(project: Project, failure: Failure): number {
  const text = project.testText(failure.one).split('\n');
  const at = text.findIndex((line) => line.includes(failure.name));
  return Math.max(0, at) + 2;
}

/** Runs the tests of `scope`. */
export function testRun(
  project: Project,
  scope: readonly Source[],
  failures: readonly Failure[],
): Run {
  const { rng } = project;
  const tested = scope.filter((s) => s.test !== undefined);
  const count = tested.reduce((n, s) => n + s.cases.length, 0);
  const passed = Math.max(0, count - failures.length);
  const failing = (s: Source) => failures.filter((f) => f.one === s);
  const only = tested.length === 1 ? ` ${tested[0]?.test}` : '';
  const out: string[] = [];
  let command = '';
  switch (project.runner) {
    case 'vitest':
      command = rng.pick([
        `npx vitest run${only}`,
        `pnpm test${only === '' ? '' : ` --${only}`}`,
        `npx vitest --run${only} 2>&1 | tail -${rng.int(20, 60)}`,
      ]);
      out.push(` RUN  v${rng.int(1, 3)}.${rng.int(0, 9)}.${rng.int(0, 9)} ${project.root}`, '');
      for (const s of tested) {
        const bad = failing(s);
        out.push(
          bad.length > 0
            ? ` ❯ ${s.test} (${s.cases.length} tests | ${bad.length} failed) ${rng.int(4, 90)}ms`
            : ` ✓ ${s.test} (${s.cases.length} tests) ${rng.int(2, 60)}ms`,
        );
        for (const f of bad) out.push(`   × ${f.name} ${rng.int(1, 9)}ms`);
      }
      for (const f of failures) {
        const line = lineOf(project, f);
        out.push(
          '',
          ` FAIL  ${f.one.test} > ${f.name}`,
          `AssertionError: expected ${f.actual} to be ${f.expected} // Object.is equality`,
          '',
          `- Expected`,
          `+ Received`,
          '',
          `- ${f.expected}`,
          `+ ${f.actual}`,
          '',
          ` ❯ ${f.one.test}:${line}:${rng.int(3, 40)}`,
        );
      }
      out.push(
        '',
        ` Test Files  ${failures.length > 0 ? `${new Set(failures.map((f) => f.one)).size} failed | ` : ''}${tested.length - new Set(failures.map((f) => f.one)).size} passed (${tested.length})`,
        `      Tests  ${failures.length > 0 ? `${failures.length} failed | ` : ''}${passed} passed (${count})`,
        `   Start at  ${clock(rng)}:${rng.int(10, 59)}`,
        `   Duration  ${rng.int(200, 9000)}ms`,
      );
      break;
    case 'jest':
      command = rng.pick([`npm test --${only}`, `npx jest${only}`, `yarn jest${only} --silent`]);
      for (const s of tested) {
        const bad = failing(s);
        out.push(`${bad.length > 0 ? 'FAIL' : 'PASS'} ${s.test}`);
        for (const f of bad) {
          const line = lineOf(project, f);
          out.push(
            `  ● ${f.name}`,
            '',
            `    expect(received).toBe(expected) // Object.is equality`,
            '',
            `    Expected: ${f.expected}`,
            `    Received: ${f.actual}`,
            '',
            `      at Object.<anonymous> (${f.one.test}:${line}:${rng.int(5, 50)})`,
            '',
          );
        }
      }
      out.push(
        '',
        `Test Suites: ${failures.length > 0 ? `${new Set(failures.map((f) => f.one)).size} failed, ` : ''}${tested.length} total`,
        `Tests:       ${failures.length > 0 ? `${failures.length} failed, ` : ''}${passed} passed, ${count} total`,
        'Snapshots:   0 total',
        `Time:        ${seconds(rng)} s`,
      );
      break;
    case 'node':
      command = `node --test${only === '' ? ' test/' : only}`;
      for (const s of tested) {
        for (const name of s.cases) {
          const bad = failing(s).some((f) => f.name === name);
          if (bad || rng.chance(0.4))
            out.push(`${bad ? '✖' : '✔'} ${name} (${rng.int(0, 20)}.${rng.int(10, 99)}ms)`);
        }
      }
      out.push(
        `ℹ tests ${count}`,
        `ℹ pass ${passed}`,
        `ℹ fail ${failures.length}`,
        `ℹ duration_ms ${rng.int(80, 4000)}.${rng.int(100, 999)}`,
      );
      for (const f of failures) {
        out.push(
          '',
          '✖ failing tests:',
          '',
          `test at ${f.one.test}:${lineOf(project, f)}:1`,
          `✖ ${f.name}`,
          '  AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:',
          '',
          `  ${f.actual} !== ${f.expected}`,
        );
      }
      break;
    case 'pytest':
      command = rng.pick([
        `pytest -q${only}`,
        `python -m pytest${only} -x`,
        `uv run pytest${only}`,
        `pytest${only} 2>&1 | tail -n ${rng.int(20, 70)}`,
      ]);
      out.push(
        '============================= test session starts ==============================',
        `platform ${rng.pick(['linux', 'darwin'])} -- Python 3.${rng.int(10, 13)}.${rng.int(0, 9)}, pytest-8.${rng.int(0, 4)}.${rng.int(0, 4)}, pluggy-1.${rng.int(3, 6)}.0`,
        `rootdir: ${project.root}`,
        `collected ${count} items`,
        '',
      );
      for (const s of tested) {
        const bad = failing(s);
        out.push(
          `${s.test} ${s.cases.map((c) => (bad.some((f) => f.name === c) ? 'F' : '.')).join('')} [${rng.int(1, 100)}%]`,
        );
      }
      if (failures.length > 0)
        out.push(
          '',
          '=================================== FAILURES ===================================',
        );
      for (const f of failures) {
        const line = lineOf(project, f);
        out.push(
          `_____ ${f.name} _____`,
          '',
          `    def ${f.name}():`,
          `>       assert ${f.actual} == ${f.expected}`,
          `E       assert ${f.actual} == ${f.expected}`,
          '',
          `${f.one.test}:${line}: AssertionError`,
        );
      }
      if (failures.length > 0)
        out.push(
          '=========================== short test summary info ============================',
        );
      for (const f of failures)
        out.push(`FAILED ${f.one.test}::${f.name} - assert ${f.actual} == ${f.expected}`);
      out.push(
        `${failures.length > 0 ? `${failures.length} failed, ` : ''}${passed} passed in ${seconds(rng)}s`,
      );
      break;
    case 'unittest':
      command = 'python -m unittest discover -s tests';
      out.push(
        tested
          .flatMap((s) => s.cases.map((c) => (failing(s).some((f) => f.name === c) ? 'F' : '.')))
          .join(''),
      );
      for (const f of failures) {
        out.push(
          '======================================================================',
          `FAIL: ${f.name} (${(f.one.test ?? '').replace(/\.py$/, '').replaceAll('/', '.')})`,
          '----------------------------------------------------------------------',
          'Traceback (most recent call last):',
          `  File "${project.root}/${f.one.test}", line ${lineOf(project, f)}, in ${f.name}`,
          `AssertionError: ${f.actual} != ${f.expected}`,
          '',
        );
      }
      out.push(
        '----------------------------------------------------------------------',
        `Ran ${count} tests in ${seconds(rng)}s`,
        '',
        failures.length > 0 ? `FAILED (failures=${failures.length})` : 'OK',
      );
      break;
    case 'cargo': {
      const krate = (tested[0]?.module.path ?? 'crates/x').split('/')[1];
      command = rng.pick([
        `cargo test -p ${krate}`,
        'cargo test --workspace',
        'cargo nextest run',
        'cargo test 2>&1 | tail -40',
      ]);
      out.push(
        `   Compiling ${krate} v0.${rng.int(1, 9)}.${rng.int(0, 9)} (${project.root}/crates/${krate})`,
        `    Finished \`test\` profile [unoptimized + debuginfo] target(s) in ${seconds(rng)}s`,
        `     Running tests (target/debug/deps/${krate}-${hex(rng, 16)})`,
        '',
        `running ${count} tests`,
      );
      for (const s of tested) {
        for (const c of s.cases)
          out.push(`test ${c} ... ${failing(s).some((f) => f.name === c) ? 'FAILED' : 'ok'}`);
      }
      if (failures.length > 0) out.push('', 'failures:', '');
      for (const f of failures) {
        out.push(
          `---- ${f.name} stdout ----`,
          `thread '${f.name}' panicked at ${f.one.test}:${lineOf(project, f)}:5:`,
          'assertion `left == right` failed',
          `  left: ${f.actual}`,
          ` right: ${f.expected}`,
          '',
        );
      }
      out.push(
        '',
        `test result: ${failures.length > 0 ? 'FAILED' : 'ok'}. ${passed} passed; ${failures.length} failed; ${rng.int(0, 3)} ignored; 0 measured; 0 filtered out; finished in ${seconds(rng, 9)}s`,
      );
      break;
    }
    case 'go':
      command = rng.pick([
        'go test ./...',
        'go test -race ./...',
        `go test ./${(tested[0]?.module.path ?? 'pkg/x').split('/').slice(0, -1).join('/')}/...`,
      ]);
      for (const f of failures) {
        out.push(
          `--- FAIL: ${f.name} (0.0${rng.int(0, 9)}s)`,
          `    ${(f.one.test ?? '').split('/').at(-1)}:${lineOf(project, f)}: got ${f.actual}, want ${f.expected}`,
        );
      }
      for (const folder of new Set(
        tested.map((s) => s.module.path.split('/').slice(0, -1).join('/')),
      )) {
        const bad = failures.some((f) => f.one.module.path.startsWith(`${folder}/`));
        out.push(
          `${bad ? 'FAIL' : 'ok  '}\t${project.name}/${folder}\t${bad || rng.chance(0.6) ? `${seconds(rng, 9)}s` : '(cached)'}`,
        );
      }
      if (failures.length > 0) out.push('FAIL');
      break;
    case 'junit':
      command = rng.pick([
        './gradlew test',
        `./gradlew :test --tests '*${tested[0] ? project.suite(tested[0]) : 'Test'}*'`,
        './gradlew check --console=plain',
      ]);
      out.push(
        '> Task :compileJava',
        '> Task :processResources UP-TO-DATE',
        '> Task :classes',
        '> Task :compileTestJava',
        '> Task :test',
      );
      for (const f of failures) {
        out.push(
          '',
          `${project.suite(f.one)} > ${f.name}() FAILED`,
          `    org.opentest4j.AssertionFailedError: expected: <${f.expected}> but was: <${f.actual}>`,
          `        at ${project.suite(f.one)}.${f.name}(${project.suite(f.one)}.java:${lineOf(project, f)})`,
        );
      }
      out.push(
        '',
        failures.length > 0
          ? `${count} tests completed, ${failures.length} failed`
          : `${count} tests completed`,
        '',
        failures.length > 0
          ? `BUILD FAILED in ${rng.int(2, 59)}s`
          : `BUILD SUCCESSFUL in ${rng.int(2, 59)}s`,
      );
      break;
    case 'gtest':
      command = rng.pick([
        'ctest --test-dir build --output-on-failure',
        `./build/${project.name}_tests`,
        `cmake --build build && ./build/${project.name}_tests --gtest_brief=1`,
      ]);
      out.push(`[==========] Running ${count} tests from ${tested.length} test suites.`);
      for (const f of failures) {
        out.push(
          `[ RUN      ] ${project.suite(f.one)}.${f.name}`,
          `${project.root}/${f.one.test}:${lineOf(project, f)}: Failure`,
          'Expected equality of these values:',
          `  ${f.one.module.fns[0]?.name ?? 'value'}()`,
          `    Which is: ${f.actual}`,
          `  ${f.expected}`,
          `[  FAILED  ] ${project.suite(f.one)}.${f.name} (${rng.int(0, 30)} ms)`,
        );
      }
      out.push(
        `[==========] ${count} tests from ${tested.length} test suites ran. (${rng.int(4, 9000)} ms total)`,
        `[  PASSED  ] ${passed} tests.`,
      );
      if (failures.length > 0)
        out.push(
          `[  FAILED  ] ${failures.length} test, listed below:`,
          ...failures.map((f) => `[  FAILED  ] ${project.suite(f.one)}.${f.name}`),
        );
      break;
    default:
      command = rng.pick([`bundle exec rspec${only}`, `bin/rspec${only}`]);
      out.push(
        tested
          .flatMap((s) => s.cases.map((c) => (failing(s).some((f) => f.name === c) ? 'F' : '.')))
          .join(''),
        '',
      );
      failures.forEach((f, i) => {
        out.push(
          'Failures:',
          '',
          `  ${i + 1}) ${f.name}`,
          `     Failure/Error: expect(${f.one.module.fns[0]?.name}).to eq(${f.expected})`,
          '',
          `       expected: ${f.expected}`,
          `            got: ${f.actual}`,
          '',
          `     # ./${f.one.test}:${lineOf(project, f)}:in \`block (2 levels) in <top (required)>'`,
          '',
        );
      });
      out.push(
        `Finished in ${seconds(rng)} seconds (files took ${seconds(rng, 3)} seconds to load)`,
        `${count} examples, ${failures.length} failures`,
        ...failures.map((f) => `rspec ./${f.one.test}:${lineOf(project, f)} # ${f.name}`),
      );
  }
  return {
    command,
    output: out.join('\n'),
    code: failures.length > 0 ? rng.pick([1, 1, 1, 2, 101]) : 0,
  };
}

/** The compiler or type checker finds `count` faults about `name` in `one`. */
export function compileErrors(project: Project, one: Source, name: string, count = 1): Run {
  const { rng } = project;
  const lines = (project.text(one.module.path) ?? '').split('\n').length;
  const out: string[] = [];
  let command = '';
  const at = () => rng.int(2, Math.max(3, lines));
  const path = one.module.path;
  for (let i = 0; i < count; i += 1) {
    const line = at();
    switch (project.syntax.id) {
      case 'typescript':
        command = rng.pick(['npx tsc --noEmit', 'npm run typecheck', 'pnpm -r exec tsc -b']);
        out.push(
          rng.pick([
            `${path}(${line},${rng.int(5, 60)}): error TS2304: Cannot find name '${name}'.`,
            `${path}:${line}:${rng.int(5, 60)} - error TS2345: Argument of type 'number' is not assignable to parameter of type '${one.module.types[0]?.name ?? 'readonly string[]'}'.`,
            `${path}(${line},${rng.int(5, 40)}): error TS2305: Module has no exported member '${name}'.`,
          ]),
        );
        break;
      case 'python':
        command = rng.pick(['mypy src', 'ruff check .', 'uv run mypy --strict src', 'pyright']);
        out.push(
          rng.pick([
            `${path}:${line}: error: Name "${name}" is not defined  [name-defined]`,
            `${path}:${line}:${rng.int(1, 60)}: F821 Undefined name \`${name}\``,
            `${path}:${line}: error: Argument 1 to "${name}" has incompatible type "int"; expected "list[str]"  [arg-type]`,
          ]),
        );
        break;
      case 'rust':
        command = rng.pick(['cargo check', 'cargo build', 'cargo clippy --all-targets']);
        out.push(
          `error[E0425]: cannot find function \`${name}\` in this scope`,
          `  --> ${path}:${line}:${rng.int(5, 40)}`,
          '   |',
          `${line} |     let ${coined(rng, 2)} = ${name}(${rng.int(1, 99)})?;`,
          `   |         ${'^'.repeat(name.length)} not found in this scope`,
          '',
        );
        break;
      case 'go':
        command = rng.pick(['go build ./...', 'go vet ./...']);
        out.push(
          `# ${project.name}/${path.split('/').slice(0, -1).join('/')}`,
          `${rng.pick(['./', ''])}${path}:${line}:${rng.int(2, 30)}: undefined: ${name}`,
        );
        break;
      case 'java':
        command = './gradlew compileJava';
        out.push(
          `${project.root}/${path}:${line}: error: cannot find symbol`,
          `        var ${coined(rng, 2)} = ${name}(${rng.int(1, 99)});`,
          '                ^',
          `  symbol:   method ${name}(int)`,
        );
        break;
      case 'cpp':
        command = rng.pick(['cmake --build build -j8', 'ninja -C build']);
        out.push(
          `FAILED: CMakeFiles/${project.name}.dir/${path}.o`,
          `${project.root}/${path}:${line}:${rng.int(3, 50)}: error: '${name}' was not declared in this scope; did you mean '${one.module.fns[0]?.name ?? name}'?`,
          `  ${line} |   const auto ${coined(rng, 2)} = ${name}(${rng.int(1, 99)});`,
          `      |                     ^${'~'.repeat(Math.max(1, name.length - 1))}`,
        );
        break;
      default:
        command = rng.pick(['bundle exec rubocop', 'bin/rails runner true']);
        out.push(
          `${path}:${line}:in \`<main>': undefined method \`${name}' for main:Object (NoMethodError)`,
        );
    }
  }
  if (project.syntax.id === 'rust')
    out.push(
      `error: could not compile \`${path.split('/')[1]}\` (lib) due to ${count} previous error${count > 1 ? 's' : ''}`,
    );
  if (project.syntax.id === 'typescript' && rng.chance(0.5))
    out.push('', `Found ${count} error${count > 1 ? 's' : ''} in ${path}:${at()}`);
  return {
    command,
    output: out.join('\n'),
    code: project.syntax.id === 'rust' ? 101 : rng.pick([1, 2]),
  };
}

/** A service's log: mostly noise. */
export function log(project: Project, length: number, fault?: string): string {
  const { rng } = project;
  const fn = () => rng.pick(rng.pick(project.sources).module.fns)?.name ?? 'main';
  const style = rng.pick(['plain', 'json', 'access']);
  const out: string[] = [];
  for (let i = 0; i < length; i += 1) {
    const level = rng.weighted({ INFO: 60, DEBUG: 22, WARN: 14, ERROR: 4 });
    const text = project.words(
      '(accepted|flushed|skipped|retrying|cached|closed) <kind> <noun> <n>',
    );
    if (style === 'json')
      out.push(
        JSON.stringify({
          ts: stamp(rng),
          level: level.toLowerCase(),
          caller: fn(),
          msg: text,
          trace: hex(rng, 16),
        }),
      );
    else if (style === 'access')
      out.push(
        `10.${rng.int(0, 99)}.${rng.int(0, 255)}.${rng.int(1, 254)} - - "${rng.pick(['GET', 'POST', 'PUT'])} /api/${plural(project.namer.noun())}/${rng.int(1, 99_999)} HTTP/1.1" ${rng.pick([200, 200, 200, 201, 204, 304, 404])} ${rng.int(90, 90_000)} ${rng.int(1, 900)}ms`,
      );
    else
      out.push(
        `${stamp(rng)} ${level.padEnd(5)} [${fn()}] ${text} (${rng.int(1, 999)}ms) req=${hex(rng, 8)}`,
      );
  }
  if (fault !== undefined)
    out.splice(rng.int(Math.floor(length / 3), length), 0, ...fault.split('\n'));
  return out.join('\n');
}

/** What an exception leaves behind. */
export function stack(project: Project, one: Source, fn: string, error: string): string {
  const { rng } = project;
  const lines = (project.text(one.module.path) ?? '').split('\n');
  const at = Math.max(1, lines.findIndex((l) => l.includes(fn)) + rng.int(2, 6));
  const others = rng.shuffle(project.sources).slice(0, rng.int(2, 5));
  const frames = others.map(
    (s) => [s.module.path, s.module.fns[0]?.name ?? 'main', rng.int(4, 90)] as const,
  );
  switch (project.syntax.id) {
    case 'python':
      return [
        'Traceback (most recent call last):',
        ...frames.map(([p, f, n]) => `  File "${project.root}/${p}", line ${n}, in ${f}`),
        `  File "${project.root}/${one.module.path}", line ${at}, in ${fn}`,
        error,
      ].join('\n');
    case 'rust':
      return [
        `thread 'main' panicked at ${one.module.path}:${at}:9:`,
        error,
        'stack backtrace:',
        ...frames.map(([p, f, n], i) => `  ${i + 2}: ${f}\n             at ./${p}:${n}:5`),
      ].join('\n');
    case 'go':
      return [
        `panic: ${error}`,
        '',
        'goroutine 1 [running]:',
        `main.${fn}(0xc000${hex(rng, 6)})`,
        `\t${project.root}/${one.module.path}:${at} +0x${hex(rng, 3)}`,
        ...frames.flatMap(([p, f, n]) => [`main.${f}(...)`, `\t${project.root}/${p}:${n}`]),
      ].join('\n');
    case 'ruby':
      return [
        `${one.module.path}:${at}:in \`${fn}': ${error}`,
        ...frames.map(([p, f, n]) => `\tfrom ${p}:${n}:in \`${f}'`),
      ].join('\n');
    case 'java':
      return [
        `Exception in thread "main" ${error}`,
        `\tat io.${project.name}.${fn}(${one.module.path.split('/').at(-1)}:${at})`,
        ...frames.map(([p, f, n]) => `\tat io.${project.name}.${f}(${p.split('/').at(-1)}:${n})`),
      ].join('\n');
    case 'cpp':
      return [
        `terminate called after throwing an instance of 'std::runtime_error'`,
        `  what():  ${error}`,
        ...frames.map(([p, f, n], i) => `#${i} 0x${hex(rng, 12)} in ${f} ${p}:${n}`),
        `#${frames.length} 0x${hex(rng, 12)} in ${fn} ${one.module.path}:${at}`,
      ].join('\n');
    default:
      return [
        error,
        `    at ${fn} (${project.root}/${one.module.path}:${at}:${rng.int(3, 40)})`,
        ...frames.map(([p, f, n]) => `    at ${f} (${project.root}/${p}:${n}:${rng.int(3, 40)})`),
      ].join('\n');
  }
}
