// promise: api
/**
 * What the session's tools take: their schemas, what they answer and what the docs say are one. Inputs are generated, and
 * judged by the schema alone.
 */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createCompactor, type Session } from 'epitome';
import {
  assistant,
  callMessage,
  conversation,
  resultMessage,
  user,
} from './support/conversation.ts';
import { createRng, type Rng } from './support/random.ts';
import { textOf } from './support/snippets.ts';

interface Member {
  type: 'string' | 'integer';
  minimum?: number;
  maximum?: number;
  enum?: readonly string[];
  description: string;
}

interface Schema {
  properties: Record<string, Member>;
  additionalProperties: boolean;
  required?: string[];
}

async function opened(t: TestContext) {
  const compactor = await createCompactor({ contextWindow: 16_000, system: '', quiet: true });
  t.after(() => compactor.dispose());
  const session = compactor.session();
  const schemas = Object.fromEntries(
    session
      .tools({ dialect: 'openai-chat' })
      .map((tool) => [tool.function.name, tool.function.parameters as unknown as Schema]),
  );
  const messages = [
    user('Begin with the marmot.'),
    callMessage('a'),
    resultMessage('a', 'The marmot weighs 7 kilos.'),
    assistant('A marmot it is.'),
    ...conversation(60, { name: 'late' }),
  ];
  await session.prepare(messages);
  await session.compact();
  const ask = async (name: string, input: unknown) => {
    // Each answer has the room of a step of its own.
    await session.prepare(messages);
    return (await session.runTool(name, input)) as string;
  };
  return { session, schemas, messages, ask };
}

/** Members of an input that a schema refuses. */
function refused({ properties, additionalProperties }: Schema, input: Record<string, unknown>) {
  return Object.entries(input).flatMap(([name, value]) => {
    const member = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (member === undefined) return additionalProperties ? [] : [name];
    if (member.type === 'integer') {
      const { minimum = -Infinity, maximum = Infinity } = member;
      const isRight =
        Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum;
      return isRight ? [] : [name];
    }
    const isRight = typeof value === 'string' && (member.enum?.includes(value) ?? true);
    return isRight ? [] : [name];
  });
}

const values: Record<string, (rng: Rng) => unknown> = {
  query: (rng) => pickOf(rng, ['marmot', 'marmot kilos', 'quokka', '???', 5, true, ['marmot'], {}]),
  role: (rng) => pickOf(rng, ['user', 'assistant', 'tool', 'system', 'robot', 'User', 3]),
  tool: (rng) => pickOf(rng, ['read', 'write', 'nope', 3]),
  else: (rng) => pickOf(rng, ['x', 1, true]),
};
const whole = (rng: Rng) =>
  pickOf(rng, [-1, 0, 1, 2, 3, 4, 20, 50, 51, 9_999, 1.5, '1e3', 'x', true, [1]]);

const pickOf = <T>(rng: Rng, from: readonly T[]): T => from[rng.int(0, from.length - 1)] as T;

describe('the tool recall', () => {
  it('answers what its schema accepts, and names the parameter of what it refuses', async (t) => {
    const { schemas, ask, messages } = await opened(t);
    const schema = schemas.recall as Schema;
    const rng = createRng('inputs');
    const names = [...Object.keys(schema.properties), 'limits', 'else'];
    for (let i = 0; i < 1_200; i += 1) {
      const input: Record<string, unknown> = {};
      for (const name of names) {
        const odds = name === 'limits' || name === 'else' ? 15 : 3;
        if (rng.int(1, odds) === 1) input[name] = (values[name] ?? whole)(rng);
      }
      const answer = await ask('recall', input);
      const what = `${JSON.stringify(input)}: ${answer}`;
      const wrong = refused(schema, input);
      if (wrong.length > 0) {
        assert.ok(
          wrong.some((name) => answer.includes(`\`${name}\``)),
          what,
        );
        assert.ok(!answer.includes('\n> '), what);
        continue;
      }
      if (answer.includes('\n> ')) {
        const shown = [...answer.matchAll(/^Message (\d+)/gm)].map(([, number]) => Number(number));
        const { from, to, query } = input as { from?: number; to?: number; query?: string };
        const [first, last] =
          query === undefined
            ? [from ?? to ?? 1, to ?? from ?? 1]
            : [from ?? 1, to ?? messages.length];
        assert.ok(shown.length > 0 && shown.every((one) => one >= first && one <= last), what);
        continue;
      }
      // Nothing to quote: a sentence says why, with the parameter to change.
      assert.match(answer, /^[^>]{20,400}$/s, what);
      assert.match(answer, /`(query|from|to|tool|role)`|nothing to read/, what);
    }
  });

  it('takes each parameter at both of its bounds, and nothing beyond them', async (t) => {
    const { schemas, ask, session } = await opened(t);
    const { properties } = schemas.recall as Schema;
    const input = (name: string, value: unknown) =>
      name === 'from' || name === 'to' || name === 'offset'
        ? { from: 1, to: 1, [name]: value }
        : { query: 'marmot', [name]: value };
    for (const [name, { type, minimum, maximum, enum: names }] of Object.entries(properties)) {
      if (type === 'integer') {
        assert.equal(typeof minimum, 'number', name);
        const least = minimum as number;
        assert.ok((await ask('recall', input(name, least))).includes('\n> '), name);
        assert.ok((await ask('recall', input(name, least - 1))).includes(`\`${name}\``), name);
        if (maximum === undefined) continue;
        assert.ok((await ask('recall', input(name, maximum))).includes('\n> '), name);
        assert.ok((await ask('recall', input(name, maximum + 1))).includes(`\`${name}\``), name);
      }
      for (const value of names ?? []) {
        const answer = await ask('recall', input(name, value));
        assert.ok(!answer.includes('must be'), answer);
        assert.deepEqual(Array.isArray(await session.recall('marmot', { [name]: value })), true);
      }
    }
    // By code the bounds are the same.
    const { limit } = properties;
    await session.recall('x', { limit: limit?.maximum });
    await assert.rejects(session.recall('x', { limit: (limit?.maximum ?? 0) + 1 }));
    await assert.rejects(session.recall('x', { limit: (limit?.minimum ?? 0) - 1 }));
    const page = textOf('js/docs/recall.md');
    for (const name of Object.keys(properties)) assert.ok(page.includes(`| \`${name}\` |`), name);
  });

  it('says which roles, tools and messages there are, whatever it is given', async (t) => {
    const { schemas, ask, messages } = await opened(t);
    const wrong = await ask('recall', { query: 'marmot', role: 'robot' });
    for (const role of (schemas.recall as Schema).properties.role?.enum ?? assert.fail()) {
      assert.ok(wrong.includes(`'${role}'`), wrong);
    }
    const unknown = await ask('recall', { query: 'marmot', tool: 'nope' });
    assert.ok(unknown.includes('`tool`') && unknown.includes('`read`'), unknown);
    assert.match(await ask('recall', { from: messages.length + 1 }), /last one is/);
    assert.match(await ask('recall', { from: '3' }), /> The marmot weighs/);
    const thrown = Object.defineProperty({}, 'query', { get: () => assert.fail('no') });
    for (const input of [undefined, null, 5, 'x', '{', '[]', [], { from: 9, to: 3 }, thrown]) {
      assert.match(await ask('recall', input), /`(query|from)`/);
    }
  });

  it('reads one message with `from` alone, and searches from there on beside a query', async (t) => {
    const { ask } = await opened(t);
    const shown = async (input: object) =>
      [...(await ask('recall', input)).matchAll(/^Message (\d+)/gm)].map(([, number]) =>
        Number(number),
      );
    assert.deepEqual(await shown({ from: 3 }), [3]);
    assert.deepEqual(await shown({ to: 3 }), [3]);
    assert.deepEqual(await shown({ from: 2, to: 4 }), [2, 3, 4]);
    const found = await shown({ query: 'marmot', from: 3 });
    assert.deepEqual(found.sort(), [3, 4]);
    assert.deepEqual(await shown({ query: 'marmot', to: 3 }), [3]);
  });
});

describe('the tool compact_context', () => {
  it('takes nothing, and says so', async (t) => {
    const { schemas, ask } = await opened(t);
    const schema = schemas.compact_context as Schema;
    assert.deepEqual([schema.properties, schema.additionalProperties], [{}, false]);
    for (const input of [{}, '{}', '', undefined, null]) {
      assert.match(await ask('compact_context', input), /^(Older messages|Nothing needs)/);
    }
    for (const input of [{ reason: 'done' }, '{"reason":1}']) {
      assert.match(await ask('compact_context', input), /`reason`/);
    }
    for (const input of [5, 'x', [], '[]']) {
      assert.match(await ask('compact_context', input), /object/);
    }
  });
});

describe('before the first step', () => {
  it('the tools answer in words, and names that are none of theirs are the host’s', async (t) => {
    const compactor = await createCompactor({ contextWindow: 32_000, system: '', quiet: true });
    t.after(() => compactor.dispose());
    const session: Session = compactor.session();
    assert.equal(await session.runTool('recall', { query: 'x' }), undefined);
    const { recall } = session.tools();
    assert.match((await session.runTool('recall', { query: 'x' })) ?? '', /no earlier messages/);
    assert.match((await session.runTool('compact_context', {})) ?? '', /^Nothing needs/);
    assert.equal(await session.runTool('read', {}), undefined);
    await assert.rejects(session.recall('x'), { code: 'invalid-argument' });
    await session.prepare([user('hi')]);
    assert.match((await session.runTool('recall', { query: 'x' })) ?? '', /in view/);
    session.dispose();
    assert.match((await recall?.execute({ query: 'x' })) ?? '', /./);
  });
});

describe('the room of a step', () => {
  it('is one for all answers, and is whole again at the next step', async (t) => {
    const compactor = await createCompactor({ contextWindow: 16_000, system: '', quiet: true });
    t.after(() => compactor.dispose());
    const session = compactor.session();
    session.tools();
    const messages = [user('Begin.'), ...conversation(60, { name: 'room' })];
    await session.prepare(messages);
    await session.compact();
    const size = async () =>
      compactor.estimateTokens((await session.runTool('recall', { from: 2, to: 40 })) ?? '');
    await session.prepare(messages);
    const sizes = [await size(), await size(), await size()] as const;
    assert.ok(sizes[0] > sizes[1] && sizes[1] > sizes[2], String(sizes));
    const { budget, viewTokens } = session.explain();
    const free = Math.max(budget.trigger - viewTokens, (budget.total - viewTokens) / 2);
    assert.ok(sizes[0] <= Math.min(4_000, free / 4), String(sizes));
    await session.prepare(messages);
    assert.equal(await size(), sizes[0]);
  });
});
