// promise: api
/** `results.trim`: of a long result stays as much of its beginning and of its end as `head` and `tail` say. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createCompactor } from 'epitome';
import type { Message } from '../../js/testing/shapes.ts';
import { dialects, talkIn } from './support/talk.ts';

/** A cut may spare a word. */
const slack = 40;
const ends = [
  [900, 100],
  [100, 900],
  [0, 700],
  [700, 0],
  [300, 1_200],
  [500, 500],
] as const;

function textOf(message: Message | undefined): string {
  const { content } = message as unknown as { content: unknown };
  if (typeof content === 'string') return content;
  const [part] = content as { content?: string; output?: { value: string } }[];
  return part?.content ?? part?.output?.value ?? assert.fail('no result');
}

/** How many characters two texts begin with alike. */
function alike(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}

const backwards = (text: string) => [...text].reverse().join('');

for (const dialect of dialects) {
  for (const [head, tail] of ends) {
    for (const arrival of [undefined, 2_800]) {
      const before = arrival === undefined ? '' : `, of what was cut to ${arrival} on arrival`;
      it(`${dialect}: ${head} in front, ${tail} at the end${before}`, async (t) => {
        const trim = { over: 2_000, head, tail };
        const results = { trim, ...(arrival !== undefined && { arrival }) };
        const options = { contextWindow: 24_000, system: '', dialect, results, quiet: true };
        const compactor = await createCompactor(options);
        t.after(() => compactor.dispose());
        const session = compactor.session();
        const talk = talkIn(dialect);
        const history = [...talk.user('Read them all.')];
        const places = () => history.flatMap((_, at) => (at > 0 && at % 2 === 0 ? [at] : []));
        let view: readonly Message[] = [];
        let trimmed: number[] = [];
        while (trimmed.length < 3 && history.length < 60) {
          const words = Array.from({ length: 600 }, (_, at) => `w${history.length}x${at}`);
          history.push(...talk.step('show', { number: history.length }, words.join(' ')));
          view = (await session.prepare([...history])).messages as Message[];
          trimmed = places().filter((at) => textOf(view[at]).length < trim.over);
        }
        assert.equal(view.length, history.length, 'something was folded');
        assert.ok(trimmed.length > 2, 'nothing was trimmed');
        for (const at of trimmed) {
          const [whole, cut] = [textOf(history[at]), textOf(view[at])];
          const [front, end] = [alike(whole, cut), alike(backwards(whole), backwards(cut))];
          assert.ok(Math.abs(front - head) <= slack, `${front} in front`);
          assert.ok(Math.abs(end - tail) <= slack, `${end} at the end`);
        }
      });
    }
  }
}
