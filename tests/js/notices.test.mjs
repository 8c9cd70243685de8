// promise: api
/**
 * What of others is published has its licence there, and stands in the bill of materials: npm packages, and what
 * the C++ sources include. What has no licence can't be built.
 */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { describe, it } from 'node:test';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { bundledPackages } from '../../bindings/notices.mjs';
import { filesBelow, root } from '../../bindings/toolchain/shell.mjs';

const read = (name) => readFileSync(join(root, name), 'utf8');
const notices = read('dist/THIRD_PARTY_LICENSES.txt');
const bill = JSON.parse(read('dist/sbom.cdx.json'));

describe('a package that is bundled', () => {
  /** Bundles two files of a package; what has the build to say of its licence? */
  function bundled(context, manifest, files = {}) {
    const folder = mkdtempSync(join(tmpdir(), 'epitome-notices-'));
    context.after(() => rmSync(folder, { recursive: true }));
    const place = join(folder, 'node_modules', manifest.name);
    mkdirSync(join(place, 'lib'), { recursive: true });
    const all = { 'package.json': JSON.stringify(manifest), ...files };
    for (const [name, text] of Object.entries(all)) writeFileSync(join(place, name), text);
    const inputs = ['index.js', 'lib/more.js'].map((name) => relative(root, join(place, name)));
    return bundledPackages(['js/index.ts', ...inputs]);
  }
  const manifest = { name: '@planted/one', version: '1.2.3', license: 'ISC' };

  it('is told once, with all of its texts', (context) => {
    const [part, ...others] = bundled(context, manifest, {
      'LICENSE.md': 'You may.\n',
      NOTICE: 'By Ada.\n',
    });
    assert.deepEqual(others, []);
    assert.equal(part.license, 'ISC');
    assert.equal(part.purl, 'pkg:npm/%40planted/one@1.2.3');
    for (const text of ['You may.', 'By Ada.']) assert.ok(part.text.includes(text), text);
  });

  for (const [lack, planted, files] of [
    ['it has no file with its licence', manifest, { NOTICE: 'By Ada.\n' }],
    [
      'its package.json names no licence',
      { ...manifest, license: undefined },
      { LICENSE: 'You may.\n' },
    ],
  ]) {
    it(`stops the build: ${lack}`, (context) => {
      const named = new RegExp(`^@planted/one@1\\.2\\.3 .*${lack}`);
      assert.throws(() => bundled(context, planted, files), { message: named });
    });
  }
});

it('what the C++ sources include is told, too', () => {
  /** Names of the parts by the folders of their headers. */
  const parts = { nlohmann: 'nlohmann-json', emscripten: 'emscripten' };
  const sources = ['src', 'bindings'].flatMap((folder) => filesBelow(folder, /\.(cc|h)$/));
  const folders = sources.flatMap((file) =>
    [...read(file).matchAll(/^#include <(\w+)\//gm)].map(([, folder]) => folder),
  );
  assert.ok(folders.length > 0);
  for (const folder of folders) {
    assert.ok(
      bill.components.some(({ name }) => name === parts[folder]),
      `<${folder}/…> is included, so it needs its part in bindings/notices.mjs`,
    );
  }
});

describe('the bill of materials', () => {
  it('is valid CycloneDX', async () => {
    const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
    assert.equal(await validator.validate(JSON.stringify(bill)), null);
    // The validator does find what is wrong.
    assert.notEqual(await validator.validate(JSON.stringify({ ...bill, components: {} })), null);
  });

  it('has what the licences are of, and the package with its version', () => {
    const { name, version } = JSON.parse(read('package.json'));
    assert.equal(bill.metadata.component.name, name);
    assert.equal(bill.metadata.component.version, version);
    const titles = [...notices.matchAll(/^={80}\n(.+) \((.+)\)$/gm)].map((match) => match.slice(1));
    const listed = bill.components.map(({ name, version, licenses }) => [
      [name, version].filter(Boolean).join(' '),
      licenses[0].expression,
    ]);
    assert.deepEqual(listed, titles);
    assert.ok(titles.length > 0);
  });

  it('names no time, no run and no machine', () => {
    const text = JSON.stringify(bill) + notices;
    assert.doesNotMatch(text, /"timestamp"|"serialNumber"|"resolved"/);
    assert.ok(!text.includes(root));
  });
});
