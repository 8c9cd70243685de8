/**
 * Sources of counts for tests: tokens.wasm as it was built, and one whose texts cost what anybody can
 * tell by hand. Decides nothing about prices.
 */
import { readFileSync } from 'node:fs';
import type { CountingSource, TokenFamily } from '../../../js/tokens/accounting.ts';
import { families } from '../../../js/tokens/accounting.ts';

interface TokenExports extends Record<string, unknown> {
  memory: WebAssembly.Memory;
  buffer(): number;
  capacity(): number;
  begin(): void;
  update(bytes: number): void;
  estimate(family: number): number;
  bound(family: number): number;
}

const module = new WebAssembly.Module(
  readFileSync(new URL('../../../dist/tokens.wasm', import.meta.url)),
);
const exports = new WebAssembly.Instance(module, {}).exports as unknown as TokenExports &
  CountingSource['exports'];
const encoder = new TextEncoder();

function buffer(): Uint8Array {
  return new Uint8Array(exports.memory.buffer, exports.buffer(), exports.capacity());
}

function write(modelId: string): number {
  return encoder.encodeInto(modelId, buffer()).written;
}

/** Texts by the estimator of tokens.wasm. */
export const built: CountingSource = {
  exports,
  write,
  counter: (family: TokenFamily, { safe }) => {
    const index = families.indexOf(family);
    return (text) => {
      exports.begin();
      const bytes = encoder.encode(text);
      for (let at = 0; at < bytes.length; at += 30_000) {
        const piece = bytes.subarray(at, at + 30_000);
        buffer().set(piece);
        exports.update(piece.length);
      }
      return safe ? exports.bound(index) : exports.estimate(index);
    };
  },
};

/** Texts by their length: a token a code unit, and half as many again when it must be safe. */
export const byLength: CountingSource = {
  exports,
  write,
  counter:
    (_family, { safe }) =>
    (text) =>
      safe ? Math.ceil(text.length * 1.5) : text.length,
};
