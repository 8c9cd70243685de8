/** The engine's functions are called by number: both sides must mean the same one by it. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { callsOf } from '../../js/core/calls.ts';

const sourceOf = (name: string) =>
  readFileSync(new URL(`../../bindings/${name}`, import.meta.url), 'utf8');

/** The names in `kCalls`, in its order. */
const rows = [...sourceOf('calls.cc').matchAll(/row<&Engine::(\w+)>/g)].map(([, name]) => name);

/** Types of each function's parameters. */
const parameters = new Map(
  [...sourceOf('engine.h').matchAll(/^ {2}int32_t (\w+)\(([^)]*)\)/gm)].map(([, name, list]) => [
    name,
    list === '' ? [] : (list as string).split(',').map((one) => one.trim().split(/\s+/)[0]),
  ]),
);

describe('the functions of the engine', () => {
  let given: number[] = [];
  const calls = callsOf({
    HEAPU8: new Uint8Array(),
    place: () => 0,
    call: (...numbers) => {
      given = numbers;
      return 0;
    },
  });

  it('are the rows of the table, in its order', () => {
    assert.deepEqual(Object.keys(calls), rows);
  });

  it('pass their arguments on in the order of their declarations, the time last', () => {
    for (const [number, [name, call]] of Object.entries(calls).entries()) {
      const types = parameters.get(name);
      assert.ok(types, `${name} is declared in engine.h`);
      assert.equal(call.length, types.length, name);
      const values = types.map((_, i) => 100 + i);
      (call as (...numbers: number[]) => number)(...values);
      const time = types.indexOf('double');
      const ordered = time < 0 ? values : [...values.toSpliced(time, 1), values[time]];
      assert.deepEqual(given, [number, ...ordered], name);
      // All others have their place before the time's.
      if (time >= 0) assert.equal(ordered.length, 11);
      else assert.ok(ordered.length <= 10);
    }
  });
});
