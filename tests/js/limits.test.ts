// promise: 11 believes within bounds
/** What refusals and served requests teach, by property: no error and no state can do more than it may. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Limits } from '../../js/overflow/limits.ts';
import { createRng } from './support/random.ts';

const units = ['tokens', 'bytes', 'images'] as const;
const odd = [0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 1e300, 2 ** 31, 1, 999, 10 ** 9];

it('a limit lies between what was served and what was refused, whatever is told', () => {
  for (let seed = 0; seed < 2_000; seed += 1) {
    const rng = createRng(`limits ${seed}`);
    const limits = new Limits();
    const stated = { tokens: 200_000, bytes: 20_000_000, images: rng.pick([0, 20, 100]) };
    let served = { tokens: 0, bytes: 0, images: 0 };
    for (let round = 0; round < 12; round += 1) {
      const of = rng.pick(units);
      const most = of === 'images' ? 200 : stated[of];
      if (rng.chance(0.4)) {
        const sizes = { tokens: 0, bytes: 0, images: 0, [of]: rng.int(0, most) };
        limits.served('m', sizes);
        served = { ...served, [of]: Math.max(served[of], sizes[of]) };
        assert.ok((limits.of('m')[of] ?? Number.POSITIVE_INFINITY) >= sizes[of]);
        continue;
      }
      const refused = rng.int(1, most);
      const told = rng.chance(0.5);
      const number = () => (rng.chance(0.5) ? rng.pick(odd) : rng.int(1, most));
      const overflow = { of, ...(told && { limit: number(), size: number() }) };
      const before = limits.of('m')[of] ?? Number.POSITIVE_INFINITY;
      const tries = rng.int(1, 3);
      const learned = limits.learn('m', overflow, { refused, stated: stated[of], tries });
      const now = limits.of('m')[of];
      assert.ok(now !== undefined && Number.isSafeInteger(now));
      assert.ok(now >= 1 && now <= refused);
      if (!told) assert.ok(now <= before);
      if (served[of] < refused / 2) assert.ok(now >= Math.min(before, served[of]));
      assert.equal(learned?.limit ?? before, now);
      const copy = new Limits(JSON.parse(JSON.stringify(limits.saved() ?? {})));
      if (now >= 1_000) assert.equal(copy.of('m')[of], now);
      assert.deepEqual(limits.copy().of('m'), limits.of('m'));
    }
  }
});

it('the third refusal in a row leaves no more than what was served', () => {
  const limits = new Limits();
  limits.served('m', { tokens: 20_000, bytes: 0, images: 0 });
  const refused = (size: number, tries: number) =>
    limits.learn('m', { of: 'tokens' }, { refused: size, stated: 200_000, tries })?.limit;
  assert.deepEqual(
    [refused(180_000, 1), refused(100_000, 2), refused(40_000, 3)],
    [100_000, 40_000, 20_000],
  );
});
