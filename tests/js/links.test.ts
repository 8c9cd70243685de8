// promise: api
/** No relative link of a README, CHANGELOG, CONTRIBUTING and js/docs is dead, in the repository and in the tarball. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { pages, root, textOf } from './support/snippets.ts';

const packed = spawnSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
  cwd: fileURLToPath(root),
  encoding: 'utf8',
});
const [tarball] = JSON.parse(packed.stdout) as { files: { path: string }[] }[];
const shipped = new Set(tarball?.files.map(({ path }) => path));

describe('every relative link', () => {
  const demo = ['demo/README.md', 'demo/node/README.md', 'demo/worker/README.md'];
  for (const page of [...pages(), ...demo, 'CHANGELOG.md', 'CONTRIBUTING.md']) {
    it(`of ${page} leads somewhere`, () => {
      const dead = linksOf(page).filter((link) => !leads(page, link));
      assert.deepEqual(dead, []);
    });
  }
});

/** Links, and sources of pictures, without those to other hosts. */
function linksOf(page: string): string[] {
  const text = textOf(page).replace(/^```[\s\S]*?^```/gm, '');
  const links = [...text.matchAll(/\]\(\s*<?([^)>\s]+)[^)]*\)|(?:src|srcset|href)="([^"\s]+)/g)];
  const targets = links.map(([, inText, inTag]) => inText ?? inTag ?? '');
  return targets.filter((target) => !/^[a-z]+:/.test(target));
}

function leads(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = new URL(path, new URL(page, root));
  const file = path === '' ? page : target.href.slice(root.href.length);
  if (!existsSync(new URL(file, root))) return false;
  // What is packed must not lead out of the package.
  if (shipped.has(page) && !shipped.has(file)) return false;
  return anchor === undefined || anchorsOf(file).has(anchor);
}

/** As GitHub makes them of headings. */
function anchorsOf(page: string): Set<string> {
  const headings = textOf(page).matchAll(/^#+ (.+)$/gm);
  return new Set(
    [...headings].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replace(/ /g, '-'),
    ),
  );
}
