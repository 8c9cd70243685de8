/**
 * `npm run bundlers`: builds a small app with each bundler and the packed package, runs what came of it,
 * and prints what works as it is and what needs a line of configuration.
 */

import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { Miniflare, supportedCompatibilityDate } from 'miniflare';
import { setUpBrowser } from '../../bindings/toolchain/browser.mjs';
import { ensurePackages, packagedNode } from '../../bindings/toolchain/node.mjs';
import { root, run, say, seconds, step } from '../../bindings/toolchain/shell.mjs';
import { launch, serve } from '../runtime/shared/page.mjs';
import { startServer } from '../server.mjs';
import { packInto, temporaryFolder } from '../tarball.mjs';
import { cases, everywhere } from './cases.mjs';
import { command } from './command.mjs';

const scenarioFile = join(root, 'tests/runtime/shared/scenario.mjs');
const above = join(root, 'build/bundlers');
const types = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' };
const env = {
  ...process.env,
  CI: '1',
  NO_COLOR: '1',
  FORCE_COLOR: '0',
  NEXT_TELEMETRY_DISABLED: '1',
  WRANGLER_SEND_METRICS: 'false',
};

/** Installs the bundlers as locked, and the package from its tarball beside them. */
async function install() {
  mkdirSync(above, { recursive: true });
  for (const name of ['package.json', 'package-lock.json']) {
    copyFileSync(join(import.meta.dirname, name), join(above, name));
  }
  await ensurePackages(above);
  const folder = temporaryFolder();
  const tarball = await packInto(folder);
  const installed = join(above, 'node_modules/epitome');
  rmSync(installed, { recursive: true, force: true });
  mkdirSync(installed);
  await run('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1']);
}

const manifestOf = (name) =>
  JSON.parse(readFileSync(join(above, 'node_modules', name, 'package.json'), 'utf8'));

/** A command line of the cases as this machine's: what Node runs, with its arguments. */
function commandLine([program, ...args]) {
  if (program === 'node') return args;
  const { bin } = manifestOf(program);
  return [join(above, 'node_modules', program, bin[program] ?? bin), ...args];
}

/** What a page's app answers. */
async function inPage(browser, url) {
  const page = await browser.newPage();
  try {
    await page.goto(url, { waitUntil: 'load' });
    await page.waitForFunction(() => 'answer' in globalThis, undefined, { timeout: 60_000 });
    return await page.evaluate(() => globalThis.answer);
  } finally {
    await page.close();
  }
}

async function built(browser, folder, [kind, file]) {
  if (kind === 'node') {
    return JSON.parse(await run(packagedNode(), [join(folder, file)], { cwd: folder }));
  }
  if (kind === 'worker') {
    const script = join(folder, file);
    const worker = new Miniflare({
      modules: true,
      modulesRules: [
        { type: 'CompiledWasm', include: ['**/*.wasm'] },
        { type: 'Data', include: ['**/*.bin'] },
      ],
      rootPath: dirname(script),
      modulesRoot: dirname(script),
      scriptPath: script,
      compatibilityDate: supportedCompatibilityDate,
    });
    try {
      return await (await worker.dispatchFetch('http://worker/')).json();
    } finally {
      await worker.dispose();
    }
  }
  const server = await serve((path) => {
    const found = join(folder, 'dist', path === '/' ? 'index.html' : path);
    return existsSync(found)
      ? { type: types[extname(found)], body: readFileSync(found) }
      : undefined;
  });
  try {
    return await inPage(browser, `${server.address}/`);
  } finally {
    await server.close();
  }
}

/** What is wrong with an answer; nothing where the app did what it is to do. */
function faultOf(answer) {
  const { folded, estimate, exact } = Object(answer);
  if (folded === true && estimate === 3 && exact === 3) return undefined;
  return typeof answer === 'string' ? answer : JSON.stringify(answer);
}

const firstLine = (error) =>
  String(error?.message ?? error)
    .split('\n')
    .find((line) => /error|fail|not|can.t/i.test(line))
    ?.trim()
    .slice(0, 200) ?? String(error);

/** Builds one app and runs it everywhere it is to run; what was wrong in each place. */
async function attempt(browser, folder, { files, command, serve: serving, runs }) {
  rmSync(folder, { recursive: true, force: true });
  for (const [name, text] of Object.entries({ ...everywhere, ...files })) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    const today = supportedCompatibilityDate;
    writeFileSync(file, text.replace('{above}', above).replace('{today}', today));
  }
  copyFileSync(scenarioFile, join(folder, 'scenario.mjs'));
  let server;
  try {
    if (command) await run(packagedNode(), commandLine(command), { cwd: folder, env });
    if (serving) {
      server = await startServer(
        packagedNode(),
        (port) => commandLine(serving.map((word) => word.replace('{port}', port))),
        { cwd: folder, env },
      );
    }
    const faults = [];
    for (const place of runs) {
      const words = place.split(' ');
      try {
        const url = server && `${server.address}${words[1]}`;
        let answer;
        if (!server) answer = await built(browser, folder, words);
        else if (words[0] === 'page') answer = await inPage(browser, url);
        else {
          const response = await fetch(url);
          answer = response.ok ? await response.json() : `HTTP status ${response.status}`;
        }
        faults.push(faultOf(answer));
      } catch (error) {
        faults.push(firstLine(error));
      }
    }
    return faults;
  } catch (error) {
    return runs.map(() => firstLine(error));
  } finally {
    await server?.stop();
  }
}

command.parse();
const chosen = command.args.map((word) => word.toLowerCase());
const isChosen = ({ name }) =>
  chosen.length === 0 || chosen.some((word) => name.toLowerCase().includes(word));

await step('packing and installing', install);
process.env.CHROME_PATH = await setUpBrowser();
const browser = await launch();
const table = [];
try {
  for (const [at, one] of cases.entries()) {
    if (!isChosen(one)) continue;
    const folder = join(above, 'apps', `${at}-${one.bundler}`);
    const started = performance.now();
    const faults = await attempt(browser, folder, one);
    const ms = performance.now() - started;
    const needs = faults.some((fault) => fault !== undefined) && one.mended;
    const still =
      needs &&
      (await attempt(browser, `${folder}-mended`, {
        ...one,
        ...one.mended,
        files: { ...one.files, ...one.mended.files },
      }));
    for (const [index, place] of one.runs.entries()) {
      const [where] = place.split(' ');
      const fault = faults[index];
      const row = { name: one.name, version: manifestOf(one.bundler).version, where, ms };
      if (fault === undefined) table.push({ ...row, verdict: 'works as it is' });
      else if (needs && still[index] === undefined) {
        table.push({ ...row, verdict: `with: ${one.line}`, fault });
      } else table.push({ ...row, verdict: 'FAILS', fault: needs ? still[index] : fault });
      say(`  ${one.name}, ${where}: ${table.at(-1).verdict}${fault ? `\n     (${fault})` : ''}`);
    }
  }
} finally {
  await browser.close();
}

const cells = table.map(({ name, version, where, ms, verdict }) => [
  ...[name, version, where, seconds(ms), verdict],
]);
const widths = [0, 1, 2, 3].map((at) => Math.max(...cells.map((row) => row[at].length)));
console.log('');
for (const row of cells) {
  console.log(`  ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')}`);
}
process.exitCode = table.length === 0 || table.some(({ verdict }) => verdict === 'FAILS') ? 1 : 0;
