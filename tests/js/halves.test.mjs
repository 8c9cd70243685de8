/** How the core is split: what is reached without doors, and data that moves from one file to the other. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { doors, firstOf, reached, withDataMoved } from '../../bindings/halves/halves.mjs';
import { dataOf, withData } from '../../bindings/halves/wasm-file.mjs';

const read = (name) => readFileSync(new URL(`../../dist/${name}`, import.meta.url));
const node = (name, ...refersTo) => ({ name, size: 1, refersTo });
const data = (address, ...refersTo) => ({ ...node('', ...refersTo), address });

/** A module whose memory starts with these segments, `[address, bytes]`. */
function memoryOf(segments) {
  // (module (memory 1)), with an export to look into it.
  const empty = Buffer.from('0061736d010000000503010001070501016d0200', 'hex');
  const code = Buffer.from('0a0100', 'hex');
  const given = segments.map(([address, bytes]) => ({ address, bytes: Buffer.from(bytes) }));
  return withData(Buffer.concat([empty, code]), given);
}

const started = (file, length) => {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(file));
  return [...new Uint8Array(exports.m.buffer, 0, length)];
};

describe('the halves of the core', () => {
  it('begin at roots and end at doors', () => {
    const nodes = [
      node('root', 1, 2),
      node('door', 3),
      node('near', 4),
      node('far', 4),
      node('both'),
    ];
    assert.deepEqual([...reached(nodes, [0], new Set([1]))].sort(), [0, 2, 4]);
    assert.deepEqual([...reached(nodes, [0], new Set())].sort(), [0, 1, 2, 3, 4]);
  });

  it('take their data along', () => {
    const first = doors.length;
    const nodes = [
      ...doors.map((door) => node(`${door.join('')}v`, first + 3)),
      node('root', 0, first + 1, first + 2),
      data(100),
      data(200, first + 4),
      data(300),
      data(400),
    ];
    const { names, later } = firstOf({ nodes, roots: [first] });
    assert.deepEqual(names, ['root']);
    assert.deepEqual(later, [[300, 301]]);
  });

  it('need all doors', () => {
    assert.throws(() => firstOf({ nodes: [node('root')], roots: [0] }), /no function/);
  });

  it('come to the memory that the whole has', () => {
    const whole = memoryOf([
      [8, [1, 2, 0, 3]],
      [14, [4, 5, 6, 7, 0, 0, 8]],
      [60, [9]],
    ]);
    const [first, second] = withDataMoved(whole, memoryOf([]), [
      [10, 16],
      [19, 21],
    ]);
    const [one, other] = [started(first, 64), started(second, 64)];
    assert.deepEqual(
      one.map((byte, at) => byte + (other[at] ?? 0)),
      started(whole, 64),
    );
    assert.deepEqual(other.slice(8, 22), [0, 0, 0, 3, 0, 0, 4, 5, 0, 0, 0, 0, 8, 0]);
    // What is written later must leave alone what is there.
    for (const { address, bytes } of dataOf(second)) {
      for (let at = address; at < address + bytes.length; at += 1) assert.equal(one[at], 0);
    }
  });

  it('have addresses and lengths of more than a byte', () => {
    const long = Array.from({ length: 300 }, (_, at) => (at % 255) + 1);
    const file = memoryOf([[40_000, long]]);
    assert.deepEqual(
      dataOf(file).map(({ address, bytes }) => [address, [...bytes]]),
      [[40_000, long]],
    );
    assert.deepEqual(started(file, 40_300).slice(40_000), long);
  });

  it('are as published: the first is small, and asks for nothing but its own and the other', () => {
    const [core, fold] = ['core.wasm', 'fold.wasm'].map(
      (name) => new WebAssembly.Module(read(name)),
    );
    const from = (file) => new Set(WebAssembly.Module.imports(file).map(({ module }) => module));
    assert.deepEqual([...from(core)].sort(), ['a', 'placeholder']);
    assert.deepEqual([...from(fold)], ['primary']);
    assert.ok(read('core.wasm').length * 2 < read('fold.wasm').length);
  });
});
