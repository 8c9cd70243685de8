/** One session for every framework: what a scripted model calls, what the tool answers, and what must hold of requests. */
import assert from 'node:assert/strict';
import { countTokens } from 'gpt-tokenizer';

export const steps = 60;
export const window = 16_000;
export const question = 'Find out why the nightly build fails. Never change src/legacy/gate.ts.';

export const inputOf = (step: number) => ({ path: `src/part-${step}.ts` });

/** Of some 700 tokens, and different for each path. */
export function read({ path }: { path: string }): string {
  const lines = Array.from(
    { length: 40 },
    (_, i) => `${path}:${i} export const value${i * 7} = ${i * 31};`,
  );
  return lines.join('\n');
}

/** A request in the words that all frameworks share. */
export interface Sent {
  texts: string[];
  calls: string[];
  results: string[];
}

/** What must hold of the requests of a session, whoever's messages they are. */
export function checkRequests(requests: readonly Sent[]): void {
  assert.equal(requests.length, steps + 1);
  const whole = requests.length * countTokens(read(inputOf(1)));
  assert.ok(whole > 2 * window, 'the session is larger than the window');
  for (const [i, { texts, calls, results }] of requests.entries()) {
    const tokens = countTokens(texts.join('\n'));
    assert.ok(tokens < window, `request ${i} has ${tokens} tokens`);
    assert.deepEqual(
      [...results].sort(),
      [...calls].sort(),
      `request ${i}: a call without a result, or the other way`,
    );
    assert.equal(new Set(calls).size, calls.length, `request ${i} has a call twice`);
    assert.ok(
      texts.some((text) => text.includes(question)),
      `request ${i} has what the user asked`,
    );
    if (i > 0) assert.ok(results.includes(`call-${i}`), `request ${i} has the newest result`);
  }
  const last = requests.at(-1) as Sent;
  assert.ok(last.results.length < steps, 'old calls gave way');
  assert.ok(
    last.texts.some((text) => text.includes(inputOf(1).path)),
    'a record tells of the first call',
  );
}
