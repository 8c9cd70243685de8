// promise: dialects, 4 never breaks the agent

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import vm from 'node:vm';
import { mendedJson } from '../../js/testing/values.ts';
import { jsonText } from '../../js/values/json-text.ts';
import { scaled } from './support/amount.ts';
import { createRng, type Rng } from './support/random.ts';

/** What `JSON.stringify` makes of a value as an array's element. */
function oracle(value: unknown): string {
  return JSON.stringify([value]).slice(1, -1);
}

/** What is to come of a value that JSON has a form for. */
function lossless(json: string) {
  const text = mendedJson(json);
  return { text, lossy: false, illFormed: text !== json };
}

const strings = [
  '',
  'plain',
  'quote " and \\',
  '\u0000\n\t',
  'naïve ☕ 🧵',
  '\ud800 alone',
  '\\ud800 and \udc00',
  '__proto__',
];

/** A random value that JSON has a form for; `odd` adds what JSON itself leaves out or converts. */
function randomJson(rng: Rng, depth: number, odd: boolean): unknown {
  if (depth > 0 && rng.chance(0.5)) {
    const size = rng.int(0, 5);
    if (rng.chance(0.4)) return Array.from({ length: size }, () => randomJson(rng, depth - 1, odd));
    const object: Record<string, unknown> = rng.chance(0.1) ? Object.create(null) : {};
    for (let i = 0; i < size; i++) {
      const key = rng.chance(0.3) ? rng.pick(strings) : `key${rng.int(0, 99)}`;
      const value = randomJson(rng, depth - 1, odd);
      Object.defineProperty(object, key, {
        value,
        enumerable: true,
        configurable: true,
        writable: true,
      });
    }
    return object;
  }
  const leaves = [null, true, false, 0, -0, 1.5e300, rng.int(-1e9, 1e9), rng.pick(strings)];
  const oddLeaves = [undefined, Number.NaN, -Infinity, new Date(rng.int(0, 1e12)), new Date('x')];
  return rng.pick(odd ? [...leaves, ...oddLeaves, () => 1, Symbol('s')] : leaves);
}

class Row {
  readonly value: unknown;
  constructor(value: unknown) {
    this.value = value;
  }
}

describe('jsonText', () => {
  it('equals JSON.stringify on plain JSON', () => {
    const rng = createRng('json-text: plain');
    for (let i = 0; i < scaled(1_000); i++) {
      const value = randomJson(rng, 4, false);
      assert.deepEqual(jsonText(value), lossless(JSON.stringify(value)));
    }
  });

  it('equals JSON.stringify where JSON leaves out or converts', () => {
    const rng = createRng('json-text: odd');
    for (let i = 0; i < scaled(1_000); i++) {
      const value = randomJson(rng, 4, true);
      assert.deepEqual(jsonText(value), lossless(oracle(value)));
    }
  });

  it('equals JSON.stringify on the careful way too', () => {
    const rng = createRng('json-text: careful');
    for (let i = 0; i < scaled(1_000); i++) {
      const value = new Row(randomJson(rng, 4, true));
      assert.deepEqual(jsonText(value), lossless(oracle(value)));
    }
  });

  const sameAsJson: [string, unknown][] = [
    ['a URL', new URL('https://example.org/a?b')],
    ['a RegExp', /x/],
    ['toJSON', { at: { toJSON: (key: string) => ({ key }) } }],
    [
      'toJSON that returns the object itself',
      {
        toJSON() {
          return this;
        },
        a: 1,
      },
    ],
    ['toJSON of an array', Object.assign([1], { toJSON: () => 'array' })],
    ['toJSON that nobody lists', Object.defineProperty({ a: 1 }, 'toJSON', { value: () => 2 })],
    ['boxed primitives', [new String('x'), new Number(3), new Boolean(false)]],
    [
      'a class instance with a getter',
      new (class {
        a = 1;
        get b() {
          return 2;
        }
      })(),
    ],
    ['a subclass of Array', new (class extends Array {})(3)],
    ['holes', Object.assign(new Array(3), { 0: 1, 2: 3 })],
    ['one object twice, but not inside itself', ((shared) => [shared, shared])({ a: new Row(1) })],
    ['an object of another realm', vm.runInNewContext('({ a: [1, { b: "c" }] })')],
    ['a proxy', new Proxy({ a: 1 }, {})],
    ['symbol keys', { [Symbol('s')]: 1, a: 2 }],
    ['a function with toJSON', [Object.assign(() => 1, { toJSON: () => 2 })]],
    ['boxed primitives of another realm', vm.runInNewContext('[new String("x"), new Number(3)]')],
    ['an empty Map', [new Map(), new Set(), new ArrayBuffer(0)]],
    ['a Uint8Array', { data: Uint8Array.from({ length: 9_000 }, (_, i) => i) }],
    ['a Buffer', [Buffer.from('abc')]],
    ['a Float64Array', Float64Array.of(0.5, Number.NaN)],
    ['typed arrays beside a class', [new Row(new Uint8Array(3)), new Uint8Array(4)]],
    ['toJSON that returns bytes', { toJSON: () => new Uint8Array(9) }],
    ['100,000 holes', Object.assign(new Array(100_000), { 7: 'x' })],
    ['nesting of 1,500 levels', Array.from({ length: 1_500 }).reduce((inner) => [inner], 'end')],
    [
      'nesting of 1,500 levels below a class',
      [new Row(Array.from({ length: 1_500 }).reduce((inner) => ({ inner }), 'end'))],
    ],
    ['nesting of 200 levels', Array.from({ length: 200 }).reduce((inner) => [inner], 0)],
  ];
  for (const [name, value] of sameAsJson) {
    it(`equals JSON.stringify for ${name}`, () => {
      assert.deepEqual(jsonText(value), lossless(oracle(value)));
    });
  }

  const circular: Record<string, unknown> = { a: 1 };
  circular.self = circular;
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();
  const placeholders: [string, unknown, string][] = [
    ['BigInt', { a: 12345678901234567890n }, '{"a":"12345678901234567890"}'],
    ['a BigInt that takes long to write', 1n << 5000n, '"[too large]"'],
    ['Map', { m: new Map([['k', 1]]) }, '{"m":{}}'],
    ['Set', { s: new Set([1]) }, '{"s":{}}'],
    ['an ArrayBuffer', [new ArrayBuffer(5)], '[{}]'],
    ['an ArrayBuffer of another realm', vm.runInNewContext('new ArrayBuffer(7)'), '{}'],
    ['a BigInt64Array', BigInt64Array.of(1n, 2n), '{"0":"1","1":"2"}'],
    ['a boxed BigInt', [Object(7n)], '["7"]'],
    ['a circle', circular, '{"a":1,"self":"[circular]"}'],
    [
      'a throwing getter',
      {
        get a() {
          throw new Error('no');
        },
        b: 2,
      },
      '{"a":"[unreadable]","b":2}',
    ],
    [
      'a throwing toJSON',
      [
        {
          toJSON() {
            throw new Error('no');
          },
        },
        1,
      ],
      '["[unreadable]",1]',
    ],
    ['a revoked proxy', { p: revoked.proxy }, '{"p":"[unreadable]"}'],
    [
      'a trap that throws',
      new Proxy(
        {},
        {
          ownKeys() {
            throw new Error('no');
          },
        },
      ),
      '"[unreadable]"',
    ],
  ];
  for (const [name, value, text] of placeholders) {
    it(`says that something is not in the JSON of ${name}`, () => {
      assert.deepEqual(jsonText(value), { text, lossy: true, illFormed: false });
      assert.deepEqual(jsonText(value), { text, lossy: true, illFormed: false }, 'the same again');
    });
  }

  const endless = (): object => ({
    get left() {
      return endless();
    },
    get right() {
      return endless();
    },
  });
  const doubled = Array.from({ length: 60 }).reduce<unknown>((inner) => [inner, inner], 'x');
  const deep = Array.from({ length: 200_000 }).reduce<unknown>((inner) => ({ inner }), 0);
  const bounded: [string, unknown][] = [
    ['a tree that getters grow for ever', endless()],
    ['branches that meet again 60 times', doubled],
    ['bytes of 10 million', { data: new Uint8Array(10_000_000) }],
    ['a Buffer of 10 million', [Buffer.alloc(10_000_000)]],
    ['mostly holes', Object.assign(new Array(4e9), { 7: 'x' })],
    ['a text that is longer than what is read', new Row('x'.repeat(200_000_000))],
    ['nesting of 200,000 levels', deep],
    ['an array that claims four thousand million elements', new Proxy(new Array(4e9), {})],
  ];
  for (const [name, value] of bounded) {
    it(`ends, with JSON that can be parsed, for ${name}`, { timeout: 60_000 }, () => {
      const { text, lossy } = jsonText(value);
      assert.equal(lossy, true);
      assert.ok(text.length > 2 ** 16 || name.startsWith('nesting'), `${text.length} code units`);
      assert.ok(text.length < 2 ** 28, `${text.length} code units`);
      JSON.parse(text);
    });
  }

  it('takes the form that a host gave to all BigInts', () => {
    const prototype = BigInt.prototype as { toJSON?: () => unknown };
    try {
      prototype.toJSON = () => 7;
      assert.deepEqual(jsonText({ a: 1n }), lossless('{"a":7}'));
      prototype.toJSON = () => 7n;
      assert.deepEqual(jsonText({ a: 1n }), { text: '{"a":"1"}', lossy: true, illFormed: false });
    } finally {
      delete prototype.toJSON;
    }
  });

  it('writes a string of 50 million code units as JSON.stringify does', () => {
    const huge = 'x'.repeat(50_000_000);
    const { text, lossy } = jsonText({ huge });
    assert.equal(text.length, huge.length + '{"huge":""}'.length);
    assert.equal(lossy, false);
  });
});
