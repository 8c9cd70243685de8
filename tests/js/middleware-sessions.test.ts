// promise: 6 pays once
/** Which session a call of a wrapped model belongs to: conversations that share a model never meet. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compactionMiddleware } from 'epitome/ai';
import { sdkVersions } from './support/agents.ts';
import { maker } from './support/compactors.ts';
import { goodSummary, prose } from './support/conversation.ts';
import { tooLong } from './support/refusals.ts';
import {
  assistantText,
  exchange,
  type Loose,
  provider,
  userText,
} from './support/wrapped-model.ts';

const create = maker({ contextWindow: 8_000, windowGuard: { warn: 0 } });

/** Conversations that begin alike; only `name` tells them apart, from the second message on. */
interface Talk {
  name: string;
  system: string;
  first: string;
  /** The name of its session. */
  id?: string;
}

const helper = 'You help with code.';
const talks: Talk[] = [
  { name: 'alpha', system: helper, first: 'Hello.' },
  { name: 'bravo', system: helper, first: 'Hello.' },
  { name: 'subagent', system: 'You search the code.', first: 'Hello.' },
  { name: 'named', system: helper, first: 'Hello.', id: 'chat-1' },
  { name: 'other', system: helper, first: 'Hello.', id: 'chat-2' },
];

/** The prompt of a step, made anew. Ids of calls are the same in all. */
function promptOf({ name, system, first }: Talk, step: number): Loose[] {
  const turns = Array.from({ length: step }, (_, i) => [
    ...exchange(`call-${i}`, prose(700, `${name}${i}`)),
    ...(i % 4 === 3 ? [assistantText(`I am ${name} at ${i}.`), userText(`Go on, ${name}.`)] : []),
  ]);
  return [{ role: 'system', content: system }, userText(first), ...turns.flat()];
}

const paramsOf = (talk: Talk, step: number) => ({
  prompt: promptOf(talk, step),
  ...(talk.id !== undefined && { providerOptions: { epitome: { sessionId: talk.id } } }),
});

/** The prompts of a conversation that has a model to itself. */
async function playedAlone(version: 5 | 6 | 7, talk: Talk) {
  const { compactor } = await create();
  const model = await provider({ version, middleware: compactionMiddleware(compactor) });
  for (let step = 0; step < 24; step += 1) await model.generate(paramsOf(talk, step));
  return model.asked.map((prompt) => JSON.stringify(prompt));
}

for (const version of sdkVersions) {
  describe(`conversations through one model, ai ${version}`, () => {
    it('are compacted as if each had a model to itself, whatever their order', async () => {
      const apart = talks.map((talk) => ({ ...talk, first: `Hello, ${talk.name}.` }));
      const alone = new Map<string, string[]>();
      for (const talk of apart) alone.set(talk.name, await playedAlone(version, talk));
      const { compactor, log } = await create();
      const model = await provider({ version, middleware: compactionMiddleware(compactor) });
      const title = { system: 'Write a title of five words.', name: 'title' };
      for (let step = 0; step < 24; step += 1) {
        for (const talk of step % 2 === 0 ? apart : [...apart].reverse()) {
          await model.generate(paramsOf(talk, step));
          assert.equal(JSON.stringify(model.asked.at(-1)), alone.get(talk.name)?.[step]);
          const words = userText(
            promptOf(talk, step)
              .map(({ content }) => content)
              .join(),
          );
          const asksTitle = [{ role: 'system', content: title.system }, words];
          await model.generate({ prompt: asksTitle });
          const sent = JSON.stringify(model.asked.at(-1));
          assert.ok(talks.every(({ name }) => name === talk.name || !sent.includes(`am ${name}`)));
        }
      }
      assert.ok(log.rewrites.length > talks.length);
      assert.deepEqual(log.of('error'), []);
    });

    it('never meet, though they begin alike, and call at once', async () => {
      const { compactor } = await create();
      const model = await provider({ version, middleware: compactionMiddleware(compactor) });
      for (let step = 0; step < 24; step += 1) {
        await Promise.all(
          talks.map((talk, i) =>
            i % 2 ? model.stream(paramsOf(talk, step)) : model.generate(paramsOf(talk, step)),
          ),
        );
        const sent = model.asked.slice(-talks.length).map((prompt) => JSON.stringify(prompt));
        for (const prompt of sent) {
          const names = talks.filter(({ name }) => prompt.includes(`src/${name}`));
          assert.ok(names.length <= 1);
        }
      }
    });

    it('one that goes on is paid once, named or not', async () => {
      for (const talk of [talks[0], talks[3]] as Talk[]) {
        let summaries = 0;
        const { compactor, log } = await create({
          summarize: async (request) => {
            summaries += 1;
            return goodSummary(request);
          },
        });
        // The middleware is made anew for each request; the SDK tries the last call once more.
        const sent: string[] = [];
        const asked: number[] = [];
        for (const step of [...Array(24).keys(), 23]) {
          const model = await provider({ version, middleware: compactionMiddleware(compactor) });
          await model.generate(paramsOf(talk, step));
          sent.push(JSON.stringify(model.asked));
          asked.push(summaries);
        }
        assert.ok(summaries > 0);
        assert.equal(asked[24], asked[23]);
        assert.equal(sent[24], sent[23]);
        assert.deepEqual(
          log.of('aligned').map(({ how }) => how),
          ['new'],
        );
      }
    });

    it('go on as what they are, though another one began alike meanwhile', async () => {
      const [early, late] = talks as [Talk, Talk];
      const begins = 12;
      const wanted = new Map<Talk, string[]>();
      for (const talk of [early, late]) wanted.set(talk, await playedAlone(version, talk));
      const { compactor, log } = await create();
      const model = await provider({ version, middleware: compactionMiddleware(compactor) });
      for (let step = 0; step < 24 + begins; step += 1) {
        for (const [talk, own] of [
          [late, step - begins],
          [early, step],
        ] as const) {
          if (own < 0 || own >= 24) continue;
          await model.generate(paramsOf(talk, own));
          const asked = JSON.stringify(model.asked.at(-1));
          assert.equal(asked, wanted.get(talk)?.[own], `${talk.name}, step ${own}`);
        }
      }
      assert.deepEqual(
        log.of('aligned').map(({ how }) => how),
        ['new', 'new'],
      );
    });

    it('a model that writes the summaries itself does not wait for itself', async () => {
      const { compactor, log } = await create();
      const own: Loose[] = [];
      const session = compactor.session('chat', {
        summarize: async ({ prompt, ...request }) => {
          const answer = await model.generate({ prompt: [userText(prompt)] });
          own.push(answer);
          return goodSummary(request);
        },
      });
      const model = await provider({ version, middleware: compactionMiddleware(session) });
      for (let step = 0; step < 20; step += 1)
        await model.generate(paramsOf(talks[0] as Talk, step));
      assert.ok(own.length > 0);
      assert.deepEqual(log.of('summary-rejected'), []);
    });
  });
}

it('a conversation in use is not forgotten, however many others begin meanwhile', async () => {
  const { compactor, log } = await create();
  const model = await provider({ version: 7, middleware: compactionMiddleware(compactor) });
  const [used] = talks as [Talk];
  const isNew = () => log.of('aligned').filter(({ how }) => how === 'new').length;
  await model.generate(paramsOf(used, 0));
  for (let i = 0, step = 1; i < 600; i += 1) {
    await model.generate({ prompt: [userText(`Conversation ${i} begins.`)] });
    if (i % 100 > 0) continue;
    const before = isNew();
    await model.generate(paramsOf(used, step));
    assert.equal(isNew(), before, `after ${i} others`);
    step += 1;
  }
  assert.equal(isNew(), 601);
});

it('with `only`, calls that no step has prepared are left alone, and their errors pass', async () => {
  const { compactor, log } = await create();
  const session = compactor.session('chat');
  const error = tooLong();
  const middleware = compactionMiddleware(session, { only: 'overflow' });
  const model = await provider({ version: 7, middleware, answer: () => error });
  const talk = talks[0] as Talk;
  const messages = promptOf(talk, 20).slice(1);
  await session.prepareStep({ messages, steps: [], stepNumber: 0, model: { modelId: 'm' } });
  const title = [userText('Write a title.'), ...promptOf(talk, 20).slice(2)];
  await assert.rejects(model.generate({ prompt: title }), error);
  assert.deepEqual(model.asked, [title]);
  assert.deepEqual(log.of('limit-learned'), []);
});

it('a compactor that is gone leaves calls as they are', async () => {
  const { compactor } = await create({ quiet: true });
  const model = await provider({ version: 7, middleware: compactionMiddleware(compactor) });
  compactor.dispose();
  const params = paramsOf(talks[0] as Talk, 20);
  await model.generate(params);
  assert.deepEqual(model.asked, [params.prompt]);
});

it('takes a session or a compactor, and no other option', async () => {
  const { compactor } = await create();
  for (const source of [undefined, null, {}, 'chat', compactor.session]) {
    assert.throws(() => compactionMiddleware(source as never), { code: 'invalid-argument' });
  }
  for (const options of [{ only: 'never' }, { onyl: 'overflow' }]) {
    assert.throws(() => compactionMiddleware(compactor, options as never), {
      code: 'invalid-option',
    });
  }
});
