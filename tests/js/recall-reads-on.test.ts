// promise: api
/** The tool recall with an offset: it goes on in the text that it has shown, wherever in it the reader asks. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Compactor, createCompactor } from 'epitome';
import { createRng } from './support/random.ts';
import { formats, isBare, secretOf } from './support/secrets.ts';
import { type Dialect, dialects, talkIn } from './support/talk.ts';

/** The answers to reads of what a tool has said, each from a character of it on. */
function answersOf(compactor: Compactor, dialect: Dialect, said: string) {
  const talk = talkIn(dialect);
  const history = [...talk.user('Begin.'), ...talk.step('show', {}, said), ...talk.reads(30)];
  const session = compactor.session();
  session.tools();
  return async (offset: number) => {
    // An answer has a share of the room that is left since the last step.
    await session.prepare([...history]);
    return (await session.runTool('recall', { from: 3, offset })) ?? '';
  };
}

const shapes = formats.filter(([kind]) => isBare(kind)).map(([, shape]) => shape);

for (const dialect of dialects) {
  it(`from any character on, and nowhere with a piece of a secret (${dialect})`, async (t) => {
    const compactor = await createCompactor({ contextWindow: 16_000, quiet: true, dialect });
    t.after(() => compactor.dispose());
    for (const seed of [1, 2, 3, 4]) {
      const rng = createRng(`reads on ${dialect} ${seed}`);
      const secrets = [1, 2].map(() => secretOf(rng, rng.pick(shapes)));
      const said = `First ${secrets[0]} was set, then ${secrets[1]} took its place, and all is well.`;
      const answerFrom = answersOf(compactor, dialect, said);
      const readFrom = async (offset: number) => {
        const answer = await answerFrom(offset);
        return answer.includes('\n> ') ? answer.slice(answer.indexOf('\n> ') + 3) : '';
      };
      const whole = await readFrom(0);
      assert.ok(whole.startsWith('First ') && whole.endsWith(' all is well.'), whole);
      for (let offset = 1; offset <= said.length; offset += 1 + rng.int(0, 6)) {
        const rest = await readFrom(offset);
        assert.equal(rest, whole.slice(offset), `from ${offset}`);
        for (const secret of secrets) {
          for (let at = 0; at + 8 <= secret.length; at += 1) {
            assert.ok(!rest.includes(secret.slice(at, at + 8)), `from ${offset}`);
          }
        }
      }
    }
  });
}

for (const dialect of dialects) {
  it(`in whole characters, wherever an answer begins or has to end (${dialect})`, async (t) => {
    const compactor = await createCompactor({ contextWindow: 16_000, quiet: true, dialect });
    t.after(() => compactor.dispose());
    for (const lead of ['', 'x', 'xy']) {
      const said = lead + '🧭🪵'.repeat(3_000);
      const answerFrom = answersOf(compactor, dialect, said);
      const readFrom = async (offset: number) => {
        const answer = await answerFrom(offset);
        assert.equal(answer.isWellFormed(), true, `from ${offset}`);
        return answer.match(/\n> (.+)/)?.[1] ?? assert.fail(answer);
      };
      let read = '';
      while (read.length < said.length) read += await readFrom(read.length);
      assert.equal(read, said);
      for (const offset of [1, 2, 3, 4, 5]) {
        const rest = await readFrom(offset);
        const isAmid = !said.slice(offset).isWellFormed();
        assert.ok(said.slice(isAmid ? offset - 1 : offset).startsWith(rest), `from ${offset}`);
      }
    }
  });
}
