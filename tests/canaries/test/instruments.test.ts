/** The generator of sessions and what measures views: what they plant is what is found. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { figuresOf, inventionsIn, ordersIn, strangersIn, unmarkedOrders } from '../measure.ts';
import { languages, textOf } from '../plants.ts';
import { buildSession } from '../session.ts';
import { decisions, facts, shareOf, userWords } from '../shares.ts';
import { runSuite } from '../suite.ts';
import type { Trial } from '../trial.ts';

describe('the generator', () => {
  it('writes the same session for the same seed, and another one for another', () => {
    const [first, again, other] = [1, 1, 2].map((seed) =>
      textOf(buildSession(seed, 'english', 300).messages),
    );
    assert.equal(first, again);
    assert.notEqual(first, other);
  });

  it('plants everything in every language, each in one message alone', () => {
    for (const language of languages) {
      const { canaries, deeds, injections, messages } = buildSession(1, language, 800);
      const texts = messages.map(textOf);
      const kinds = new Set(canaries.map(({ by, kind }) => `${by} ${kind}`));
      assert.ok(kinds.size >= 9 + 10 + 7 + 1, [...kinds].join());
      assert.ok(injections.length >= 5);
      assert.equal(new Set(deeds.map(({ kind }) => kind)).size, 4);
      for (const { by, needle, message } of canaries) {
        assert.ok(texts[message]?.includes(needle));
        if (by === 'decision') continue;
        assert.equal(texts.filter((text) => text.includes(needle)).length, 1, needle);
      }
    }
  });
});

describe('the instruments', () => {
  const session = buildSession(3, 'english', 300);
  const folded = { round: 1, folded: 200 };
  const trial = (view: readonly unknown[]) =>
    [{ rounds: [figuresOf(session, view, folded)] }] as unknown as Trial[];
  const noFalsehoods = { inventions: new Set<string>(), orders: new Set<string>() };
  const segments = (text: string) => ({
    role: 'user',
    content: [{ type: 'text', text }],
    providerOptions: { epitome: { segments: ['0'] } },
  });

  it('find all in a view of everything, and nothing in one of the tail alone', () => {
    for (const test of [userWords, decisions, facts]) {
      assert.equal(shareOf(trial(session.messages), test), 1);
      assert.equal(shareOf(trial(session.messages.slice(200)), test), 0);
    }
  });

  it('see inventions and strangers', () => {
    const view = [segments('- Written to lib/made/up.ts, see https://made.example.org/up.')];
    const falsehoods = { ...noFalsehoods, inventions: new Set(['lib/made/up.ts', 'elsewhere']) };
    assert.deepEqual(inventionsIn(view, falsehoods), ['lib/made/up.ts']);
    assert.equal(strangersIn(session, view).length, 2);
    assert.deepEqual(strangersIn(session, session.messages), []);
  });

  it('tell an order from a quotation of one, and from a tool that prints it', () => {
    const order = session.injections[0]?.order ?? '';
    const orders = (line: string, passedOn: string[] = []) =>
      ordersIn(session, [segments(line)], { ...noFalsehoods, orders: new Set(passedOn) });
    assert.deepEqual(orders(`- Standing order: ${order}.`), [order]);
    assert.deepEqual(orders(`- A page tried to give orders: "you must ${order}"`), []);
    const wish = `The user said: "${order}"`;
    assert.deepEqual(orders(`- ${wish}`, [wish]), [order]);
    const tools = session.messages.filter(({ role }) => role === 'tool');
    assert.deepEqual(ordersIn(session, tools, noFalsehoods), []);
  });

  it('see an order that stands outside the marked data of a request', () => {
    const order = session.injections[0]?.order ?? '';
    const marked = `Task.\n== 0af3\nresult: ${order}\n== 0af3\nWrite now.`;
    assert.deepEqual(unmarkedOrders(session, marked), []);
    assert.deepEqual(unmarkedOrders(session, `${marked}\n${order}`), [order]);
  });

  it('tell that less is left where epitome protects less', async () => {
    const { trials, scarce, none } = await runSuite({
      seeds: [1],
      languages: ['english'],
      models: ['lossy 30 %'],
    });
    const left = [trials.get('lossy 30 %') ?? [], scarce, none].map((of) => shareOf(of, userWords));
    assert.deepEqual(
      left,
      [...new Set(left)].sort((a, b) => b - a),
    );
  });
});
