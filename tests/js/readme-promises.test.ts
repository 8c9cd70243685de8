// promise: api
/** What README promises in numbers and words, read from README and held against the package. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createCompactor } from 'epitome';
import { compactorChecks } from '../../js/options/options.ts';
import { presetNames } from '../../js/options/presets.ts';
import { conversation, prose, user } from './support/conversation.ts';
import { blocksOf, missingPackages, root } from './support/snippets.ts';

const readme = readFileSync(new URL('README.md', root), 'utf8');
const manifest = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));

/** The one match of a promise; red where README no longer makes it. */
function promised(pattern: RegExp): RegExpExecArray {
  const found = pattern.exec(readme);
  assert.ok(found, `README says ${pattern}`);
  return found;
}

/** The cells of the table of options, by the option. */
const table = new Map(
  readme
    .slice(readme.indexOf('## Options'), readme.indexOf('## How it compares'))
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => {
      const [, names = '', meaning = '', standard = ''] = line.split(' | ').join('|').split('|');
      return [names.trim(), { meaning, standard: standard.trim() }] as const;
    }),
);

async function budgetOf(options: object = {}) {
  using compactor = await createCompactor({ contextWindow: 200_000, ...options });
  const session = compactor.session();
  await session.prepare([user('hi')]);
  return session.explain().budget;
}

describe('README', () => {
  it('names options and presets that there are', () => {
    const named = [...table.keys()].flatMap((names) => names.match(/`(\w+)`/g) ?? []);
    assert.ok(named.length > 5);
    for (const name of named) assert.ok(name.replaceAll('`', '') in compactorChecks, name);
    const presets = table.get('`preset`')?.meaning.match(/'(\w+)'/g) ?? [];
    assert.ok(presets.length > 0);
    for (const name of presets) assert.ok((presetNames as string[]).includes(name.slice(1, -1)));
  });

  it('tells the defaults of trigger and target', async () => {
    const [trigger, target] = (table.get('`trigger`, `target`')?.standard ?? '')
      .split(', ')
      .map(Number);
    const budget = await budgetOf();
    assert.equal(Math.floor(budget.total * (trigger ?? 0)), budget.trigger);
    assert.equal(Math.floor(budget.total * (target ?? 0)), budget.target);
  });

  it('tells what of the newest stays by default', async () => {
    assert.equal(table.get('`keepRecent`')?.standard, 'a fifth of the budget');
    const views = [];
    for (const own of [{}, { keepRecent: { tokens: 0.2 } }]) {
      using compactor = await createCompactor({ contextWindow: 32_000, ...own });
      views.push((await compactor.session().prepare(conversation(200))).messages);
    }
    assert.deepEqual(views[0], views[1]);
  });

  it('requires a model or a window', async () => {
    assert.equal(table.get('`model` or `contextWindow`')?.standard, 'one is required');
    await assert.rejects(createCompactor({}), { code: 'invalid-option' });
  });

  it('tells how large a state is at most', async () => {
    const [, kilobytes] = promised(/a text of at most (\d+) KB/);
    using compactor = await createCompactor({ contextWindow: 64_000 });
    const session = compactor.session();
    const history = [user('Go.')];
    for (let i = 0; i < 150; i += 1) {
      history.push({ role: 'assistant', content: prose(900, `a${i}`) }, user(prose(900, `u${i}`)));
      if (i % 10 === 9) await session.prepare(history);
    }
    const bytes = Buffer.byteLength(session.snapshot());
    assert.ok(bytes <= Number(kilobytes) * 1024, `${bytes}`);
  });

  it('says that there are no dependencies, and the oldest Node', () => {
    promised(/no dependencies/);
    assert.deepEqual(Object.keys(manifest.dependencies ?? {}), []);
    const [, oldest] = promised(/Node (\d+) or newer/);
    assert.equal(manifest.engines.node, `>=${oldest}`);
  });

  it('names the releases of the AI SDK that are tested', () => {
    const [, ...releases] = promised(/\[AI SDK\]\([^)]*\) (\d), (\d) or (\d)/);
    for (const release of releases) assert.ok(`ai${release}` in manifest.devDependencies, release);
    assert.match(manifest.license, new RegExp(promised(/(\w+) licence/)[1] ?? ''));
  });

  it('says that without a summarizer nothing is called, and code writes the records', async () => {
    promised(/Without a summarizer, code writes the records/);
    assert.equal(table.get('`summarize`')?.standard, 'code writes the records');
    using compactor = await createCompactor({ contextWindow: 16_000 });
    const session = compactor.session();
    await session.prepare(conversation(120));
    assert.ok(session.records().length > 0);
    assert.ok(session.records().every(({ source }) => source === 'code'));
  });
});

describe('the snippets of README', () => {
  const place = new URL('build/readme/', root);
  before(() => rmSync(place, { recursive: true, force: true }));
  /** Those of a server, which has no page: strict and without the types of one. */
  const servers = blocksOf('README.md').filter(
    ({ name }) => name !== undefined && name !== 'page.ts',
  );
  const own = {
    'tools.ts': 'export const tools = {};\n',
    'packages.d.ts': `declare module '@ai-sdk/openai' {
  export const openai: (id: string) => import('ai').LanguageModel & { readonly modelId: string };
}
${missingPackages}`,
  };

  for (const release of ['ai6', 'ai7']) {
    for (const compiler of ['typescript', 'typescript-5.9']) {
      it(`compile strict without a page's types: ${release}, ${compiler}`, () => {
        const folder = new URL(`${release}-${compiler}/`, place);
        mkdirSync(folder, { recursive: true });
        const put = (name: string, text: string) =>
          writeFileSync(new URL(name, folder), text.replaceAll(/(['"])ai\1/g, `'${release}'`));
        for (const { name = '', code } of servers) put(name, code);
        for (const [name, text] of Object.entries(own)) put(name, text);
        const compilerOptions = {
          target: 'es2022',
          lib: ['es2024', 'esnext.disposable'],
          module: 'nodenext',
          types: ['node'],
          typeRoots: ['../../../tests/node_modules/@types'],
          strict: true,
          skipLibCheck: true,
          noEmit: true,
          allowImportingTsExtensions: true,
        };
        put('tsconfig.json', JSON.stringify({ compilerOptions, include: ['*.ts'] }));
        const bin = fileURLToPath(new URL(`tests/node_modules/${compiler}/bin/tsc`, root));
        const { stdout, stderr } = spawnSync(process.execPath, [bin, '-p', '.'], {
          cwd: fileURLToPath(folder),
          encoding: 'utf8',
        });
        assert.equal(stdout + stderr, '');
      });
    }
  }
});
