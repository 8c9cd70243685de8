/** What the README and the manual promise beside examples: links that work, in the tarball too, and no more lines. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { presetNames } from '../../js/presets.ts';
import { manualPages, proseOf, root, textOf } from './support/manual.ts';

/** Paths of what is packed. */
const packed: ReadonlySet<string> = (() => {
  const { stdout } = spawnSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: fileURLToPath(root),
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  const [{ files }] = JSON.parse(stdout) as [{ files: { path: string }[] }];
  return new Set(files.map(({ path }) => path));
})();
const pages = [...packed].filter((path) => path.endsWith('.md')).sort();

/** A heading's anchor, as GitHub makes it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replace(/ /g, '-');

const anchorsOf = (page: string) =>
  [...proseOf(textOf(page)).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));

/** Targets of links and pictures that are no addresses. */
const linksOf = (page: string) =>
  [...proseOf(textOf(page)).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target));

describe('links', () => {
  it('are found in all pages that are packed', () => {
    for (const page of ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...manualPages]) {
      assert.ok(pages.includes(page), `${page} is packed`);
    }
    assert.ok(pages.flatMap(linksOf).length > 100);
  });

  for (const page of pages) {
    it(`of ${page} lead somewhere, in the repository and in the tarball`, () => {
      for (const link of linksOf(page)) {
        const [path = '', anchor] = link.split('#');
        const target = path === '' ? page : posix.join(posix.dirname(page), path);
        assert.ok(packed.has(target), `${link}: ${target} is packed`);
        if (anchor === undefined) continue;
        assert.ok(anchorsOf(target).includes(anchor), `${link}: ${target} has such a heading`);
      }
    });
  }

  it('of the index lead to every page of the manual', () => {
    const index = 'js/docs/README.md';
    const linked = linksOf(index).map((link) => posix.join('js/docs', link));
    for (const page of pages) {
      if (!page.startsWith('js/docs/') || page === index) continue;
      assert.ok(linked.includes(page), `${index} names ${page}`);
    }
  });

  it('lead to a page for each preset', () => {
    for (const name of presetNames) {
      const link = `[\`${name}\`](../presets/${name}.md)`;
      assert.ok(textOf('js/docs/presets.md').includes(link), link);
    }
  });
});

describe('the README and CONTRIBUTING', () => {
  const readme = textOf('README.md');
  const contributing = textOf('CONTRIBUTING.md');

  it('are short', () => {
    assert.ok(readme.split('\n').length <= 161, 'the README has at most 160 lines');
    assert.ok(contributing.split('\n').length <= 151, 'CONTRIBUTING has at most 150 lines');
  });

  it('name commands that there are', () => {
    const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
    const named = [...(readme + contributing).matchAll(/npm (?:run )?([a-z]+(?::[a-z]+)?)/g)]
      .map(([, name = '']) => name)
      .filter((name) => name !== 'install' && name !== 'run');
    for (const name of named) assert.ok(name in scripts, name);
    for (const command of ['npm run demo', 'npm test']) assert.ok(readme.includes(command));
  });

  it('show eight options', () => {
    const [, table = ''] = readme.match(/^## Options\n([\s\S]*?)^## /m) ?? [];
    assert.equal(table.split('\n').filter((line) => line.startsWith('| `')).length, 8);
  });
});

it('files that the pages on the code name are there', () => {
  const text = ['architecture', 'decisions', 'options']
    .map((name) => textOf(`js/docs/${name}.md`))
    .concat(textOf('CONTRIBUTING.md'))
    .join('\n');
  const named = [...text.matchAll(/`((?:js|src|bindings|tests|demo)\/[\w./-]*)`/g)];
  assert.ok(named.length > 80);
  for (const [, path = ''] of named) assert.ok(existsSync(new URL(path, root)), path);
});

it('the way of a message passes as many files as the page on the architecture says', () => {
  const page = textOf('js/docs/architecture.md');
  const filesUpTo = (last: number) => {
    const way = page.split(/^## /m).filter((section) => Number(section[0]) <= last);
    return new Set(way.join('').match(/`(?:js|src|bindings)\/[\w./-]+\.\w+`/g)).size;
  };
  const [, quiet, fold] = page.match(/(\d+) files in a step .*?, (\d+) in a step that folds/) ?? [];
  assert.deepEqual([filesUpTo(3), filesUpTo(7)], [Number(quiet), Number(fold)]);
});
