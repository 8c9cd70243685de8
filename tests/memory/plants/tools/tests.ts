/** What test runners print: one case fails among many that pass. */
import type { Rng } from '../../../js/support/random.ts';
import { hex } from '../../support/values.ts';
import { capital } from '../../support/wording.ts';
import { compound, odd, printed, times, toolPlant, word } from '../making.ts';
import type { Plant } from '../types.ts';

const snake = (rng: Rng): string =>
  `${rng.pick(['keeps', 'drops', 'merges', 'refuses', 'counts', 'orders'])}_${word(rng)}_${rng.pick(['when', 'after', 'before', 'without'])}_${word(rng)}`;
const plain = (rng: Rng): string => snake(rng).replaceAll('_', ' ');
const ms = (rng: Rng, most = 90): string => `${rng.int(1, most)}ms`;

export const failingTests: readonly Plant[] = [
  toolPlant('failing-test', 'vitest', (rng) => {
    const [file, name] = [`src/${word(rng)}/${word(rng)}.test.ts`, plain(rng)];
    const others = times(
      rng.int(5, 20),
      () => ` ✓ src/${word(rng)}/${word(rng)}.test.ts (${rng.int(1, 30)} tests) ${ms(rng)}`,
    );
    return printed(
      'pnpm vitest run',
      [
        ` RUN  v3.2.${rng.int(0, 9)}`,
        '',
        ...others,
        ` ❯ ${file} (${rng.int(3, 20)} tests | 1 failed) ${ms(rng)}`,
        `   × ${name} ${ms(rng, 9)}`,
        '',
        ` FAIL  ${file} > ${name}`,
        `AssertionError: expected [] to deeply equal [ ${rng.int(10, 99)} ]`,
        '',
        ` Tests  1 failed | ${rng.int(80, 400)} passed`,
      ],
      name,
      ['FAIL', 'fail', '×', file],
      { loose: true },
    );
  }),
  toolPlant('failing-test', 'jest', (rng) => {
    const [suite, name] = [capital(word(rng)), plain(rng)];
    const others = times(
      rng.int(4, 18),
      () => `PASS packages/${word(rng)}/__tests__/${word(rng)}.spec.js`,
    );
    return printed(
      'yarn jest --ci',
      [
        ...others,
        `FAIL packages/${word(rng)}/__tests__/${word(rng)}.spec.js`,
        `  ● ${suite} › ${name}`,
        '',
        '    expect(jest.fn()).toHaveBeenCalledTimes(expected)',
        '',
        `    Expected number of calls: ${rng.int(1, 4)}`,
        '    Received number of calls: 0',
        '',
        `Tests:       1 failed, ${rng.int(40, 300)} passed`,
        `Time:        ${rng.int(3, 60)}.${rng.int(1, 9)} s`,
      ],
      name,
      ['FAIL', 'fail', suite],
      { loose: true },
    );
  }),
  toolPlant('failing-test', 'pytest', (rng) => {
    const [file, name] = [`tests/${word(rng)}/test_${word(rng)}.py`, `test_${snake(rng)}`];
    const dots = times(
      rng.int(4, 14),
      () => `tests/test_${word(rng)}.py ${'.'.repeat(rng.int(3, 40))}  [${rng.int(1, 99)}%]`,
    );
    return printed(
      'pytest -q',
      [
        '============================= test session starts =============================',
        'platform linux -- Python 3.12.7, pytest-8.3.3',
        `collected ${rng.int(100, 900)} items`,
        '',
        ...dots,
        `${file} ..F....`,
        '',
        `E       AssertionError: assert '${word(rng)}' in {}`,
        '',
        `FAILED ${file}::${name} - AssertionError`,
        `=================== 1 failed, ${rng.int(90, 800)} passed in ${rng.int(4, 90)}.${rng.int(10, 99)}s ===================`,
      ],
      name,
      ['FAILED', 'fail', file],
    );
  }),
  toolPlant('failing-test', 'unittest', (rng) => {
    const name = `test_${snake(rng)}`;
    const module = `tests.${word(rng)}.${capital(word(rng))}Case`;
    return printed(
      'python -m unittest -v',
      [
        ...times(rng.int(6, 22), () => `test_${snake(rng)} (tests.${word(rng)}) ... ok`),
        `${name} (${module}) ... FAIL`,
        '',
        '======================================================================',
        `FAIL: ${name} (${module})`,
        '----------------------------------------------------------------------',
        "AssertionError: None is not an instance of <class 'dict'>",
        '',
        `Ran ${rng.int(60, 300)} tests in ${rng.int(1, 20)}.${rng.int(100, 999)}s`,
        '',
        'FAILED (failures=1)',
      ],
      name,
      ['FAIL', 'fail', module],
    );
  }),
  toolPlant('failing-test', 'cargo', (rng) => {
    const name = `${word(rng)}::tests::${snake(rng)}`;
    return printed(
      'cargo test',
      [
        `   Compiling ${word(rng)} v0.${rng.int(1, 9)}.0`,
        `running ${rng.int(40, 200)} tests`,
        ...times(rng.int(8, 30), () => `test ${word(rng)}::tests::${snake(rng)} ... ok`),
        `test ${name} ... FAILED`,
        '',
        'failures:',
        `    ${name}`,
        '',
        `test result: FAILED. ${rng.int(40, 190)} passed; 1 failed; 0 ignored`,
      ],
      name,
      ['FAILED', 'fail'],
    );
  }),
  toolPlant('failing-test', 'go', (rng) => {
    const name = `Test${capital(word(rng))}${capital(word(rng))}`;
    const pkg = `example.com/${word(rng)}/${word(rng)}`;
    return printed(
      'go test ./...',
      [
        ...times(
          rng.int(4, 16),
          () => `ok  \texample.com/${word(rng)}\t${rng.int(0, 9)}.${rng.int(100, 999)}s`,
        ),
        `--- FAIL: ${name} (0.0${rng.int(1, 9)}s)`,
        `    ${word(rng)}_test.go:${rng.int(20, 400)}: unexpected EOF`,
        'FAIL',
        `FAIL\t${pkg}\t${rng.int(0, 9)}.${rng.int(100, 999)}s`,
        'FAIL',
      ],
      name,
      ['FAIL', 'fail', pkg],
    );
  }),
  toolPlant('failing-test', 'gradle', (rng) => {
    const [suite, name] = [
      `${capital(word(rng))}Test`,
      `${word(rng)}${capital(word(rng))}IsStable`,
    ];
    return printed(
      './gradlew test',
      [
        ...times(rng.int(3, 9), () => `> Task :${word(rng)}:compileJava UP-TO-DATE`),
        '> Task :core:test FAILED',
        '',
        `${suite} > ${name}() FAILED`,
        `    java.lang.IllegalStateException at ${suite}.java:${rng.int(20, 400)}`,
        '',
        `${rng.int(90, 400)} tests completed, 1 failed`,
        '',
        'FAILURE: Build failed with an exception.',
        '* Try:',
        '> Run with --scan to get full insights.',
        '',
        `BUILD FAILED in ${rng.int(5, 90)}s`,
      ],
      name,
      ['FAILED', 'fail', suite],
    );
  }),
  toolPlant('failing-test', 'maven', (rng) => {
    const [suite, name] = [
      `${capital(word(rng))}IT`,
      `should${capital(word(rng))}${capital(word(rng))}Once`,
    ];
    return printed(
      'mvn -q verify',
      [
        ...times(
          rng.int(3, 12),
          () =>
            `[INFO] Tests run: ${rng.int(1, 40)}, Failures: 0, Errors: 0 - in org.${word(rng)}.${capital(word(rng))}Test`,
        ),
        `[ERROR] ${suite}.${name}:${rng.int(20, 300)} » Timeout`,
        '[INFO]',
        `[ERROR] Tests run: ${rng.int(60, 300)}, Failures: 0, Errors: 1, Skipped: ${rng.int(0, 4)}`,
        '[INFO] BUILD FAILURE',
      ],
      name,
      ['ERROR', 'Timeout', 'fail', suite],
    );
  }),
  toolPlant('failing-test', 'rspec', (rng) => {
    const name = plain(rng);
    const at = `./spec/${word(rng)}_spec.rb:${rng.int(11, 300)}`;
    return printed(
      'bundle exec rspec',
      [
        `${'.'.repeat(rng.int(30, 70))}F${'.'.repeat(rng.int(5, 40))}`,
        '',
        'Failures:',
        '',
        `  1) ${capital(word(rng))} ${name}`,
        '     Failure/Error: expect(subject).to be_frozen',
        '',
        `Finished in ${rng.int(1, 40)}.${rng.int(10, 99)} seconds`,
        `${rng.int(60, 300)} examples, 1 failure`,
        '',
        `rspec ${at} # ${name}`,
      ],
      name,
      ['Failure', 'fail', at],
      { loose: true },
    );
  }),
  toolPlant('failing-test', 'playwright', (rng) => {
    const name = plain(rng);
    return printed(
      'npx playwright test',
      [
        `Running ${rng.int(20, 90)} tests using ${rng.int(2, 8)} workers`,
        ...times(
          rng.int(5, 20),
          (i) =>
            `  ✓  ${i + 1} [chromium] › ${word(rng)}.spec.ts:${rng.int(3, 90)}:5 › ${plain(rng)} (${rng.int(1, 9)}.${rng.int(1, 9)}s)`,
        ),
        `  ✘  ${rng.int(21, 40)} [webkit] › ${word(rng)}.spec.ts:${rng.int(3, 90)}:5 › ${name} (30.0s)`,
        '',
        `    Error: locator.click: Timeout 30000ms exceeded.`,
        `  1 failed`,
        `  ${rng.int(20, 80)} passed (${rng.int(1, 4)}m)`,
      ],
      name,
      ['✘', 'failed', 'fail', 'webkit', 'Timeout'],
      { loose: true },
    );
  }),
  toolPlant('failing-test', 'dotnet', (rng) => {
    const name = `${capital(word(rng))}.${capital(word(rng))}Tests.Returns_${capital(word(rng))}`;
    return printed(
      'dotnet test',
      [
        '  Determining projects to restore...',
        '  All projects are up-to-date for restore.',
        ...times(
          rng.int(3, 9),
          () => `  ${capital(word(rng))} -> /src/bin/Debug/net9.0/${word(rng)}.dll`,
        ),
        `  Failed ${name} [${rng.int(2, 400)} ms]`,
        '  Error Message:',
        '   Assert.Equal() Failure: Values differ',
        `Failed!  - Failed:     1, Passed:   ${rng.int(50, 400)}, Skipped:     0`,
      ],
      name,
      ['Failed', 'fail', 'Assert'],
    );
  }),
  toolPlant('failing-test', 'ctest', (rng) => {
    const name = `${word(rng)}.${capital(word(rng))}RoundTrip`;
    const n = rng.int(40, 120);
    return printed(
      'ctest --test-dir build',
      [
        `Test project /build/${hex(rng, 6)}`,
        ...times(
          rng.int(8, 25),
          (i) =>
            `${String(i + 1).padStart(3)}/${n} Test #${i + 1}: ${word(rng)}.${capital(word(rng))} ..........   Passed    0.${rng.int(10, 99)} sec`,
        ),
        ` ${n}/${n} Test #${n}: ${name} ..........***Failed    ${rng.int(1, 9)}.${rng.int(10, 99)} sec`,
        '',
        `98% tests passed, 1 tests failed out of ${n}`,
        'Errors while running CTest',
      ],
      name,
      ['Failed', 'fail'],
    );
  }),
  toolPlant('failing-test', 'phpunit', (rng) => {
    const name = `test${capital(word(rng))}${capital(word(rng))}`;
    const suite = `App\\Tests\\${capital(word(rng))}Test`;
    return printed(
      'vendor/bin/phpunit',
      [
        'PHPUnit 11.4 by Sebastian Bergmann and contributors.',
        '',
        `${'.'.repeat(rng.int(40, 60))}F${'.'.repeat(rng.int(2, 9))}  ${rng.int(60, 70)} / 70 (100%)`,
        '',
        `Time: 00:0${rng.int(1, 9)}.${rng.int(100, 999)}, Memory: ${rng.int(12, 90)}.00 MB`,
        '',
        'There was 1 failure:',
        '',
        `1) ${suite}::${name}`,
        'Failed asserting that null is true.',
        '',
        'FAILURES!',
        `Tests: 70, Assertions: ${rng.int(90, 400)}, Failures: 1.`,
      ],
      name,
      ['Fail', 'fail', suite],
    );
  }),
  toolPlant('test-count', 'mocha', (rng) => {
    const n = odd(rng, 611, 4900);
    return printed(
      'npx mocha',
      [
        ...times(rng.int(8, 24), () => `    ✔ ${plain(rng)}`),
        '',
        `  ${n} passing (${rng.int(3, 50)}s)`,
        `  ${rng.int(2, 9)} pending`,
      ],
      n,
      ['passing', 'pass'],
    );
  }),
  toolPlant('flaky-test', 'retries', (rng) => {
    const name = `${compound(rng, '_')}_reconnects`;
    return printed(
      './ci/flaky.sh',
      [
        'name                               runs  fails',
        ...times(rng.int(8, 20), () => `${snake(rng).padEnd(34)} ${rng.int(40, 60)}     0`),
        `${name.padEnd(34)} 50     ${rng.int(2, 9)}`,
        ...times(rng.int(1, 6), () => `${snake(rng).padEnd(34)} ${rng.int(40, 60)}     0`),
      ],
      name,
      ['fails', 'flaky', '50'],
    );
  }),
];
