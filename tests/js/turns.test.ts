// promise: 1 always valid
/**
 * Turns that a host has torn: calls without results when the agent goes on, results that come steps
 * later, an id that is used twice in a row, words of the user beside results; and whose words they are.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCompactor, type SessionOverrides } from 'epitome';
import { type Message, type Part, partsOf, typeOf } from '../../js/testing/shapes.ts';
import { anthropicShape, toAnthropic } from './support/anthropic.ts';
import { holds } from './support/cases.ts';
import { chatShape, toChat } from './support/chat.ts';
import { type Shape, sdkShape } from './support/contracts.ts';
import {
  assistant,
  callMessage,
  conversation,
  EventLog,
  prose,
  resultMessage,
  step,
  user,
} from './support/conversation.ts';
import { Player } from './support/play.ts';
import { createRng, type Rng } from './support/random.ts';
import { randomPlay } from './support/scenarios.ts';
import { Writer } from './support/transcripts.ts';
import { validateView } from './support/validator.ts';

type Count = (message: Message) => number;

const dialects = {
  'ai-sdk': { as: (host: Message[]) => host, shape: (): Shape => sdkShape },
  'openai-chat': {
    as: (host: Message[]) => toChat(host, new Map()),
    shape: (count: Count) => chatShape(count),
  },
  anthropic: {
    as: (host: Message[]) => toAnthropic(host, new Map()),
    shape: (count: Count) => anthropicShape(count),
  },
} as const;

/** A call under the id of the one before it, with or without a result of its own. */
function repeatedUnit(rng: Rng, writer: Writer): Message[] {
  const call = writer.call();
  const again = { ...writer.call(), toolCallId: call.toolCallId };
  const asked = rng.chance(0.5) ? [[call, again]] : [[call], [again]];
  const results = [call, again].slice(rng.int(0, 1)).map((each) => writer.result(each));
  return [
    ...asked.map((content) => ({ role: 'assistant', content })),
    { role: 'tool', content: results },
  ];
}

/** One turn of an agent's, whose units are torn one way or another. */
function tornTurn(rng: Rng, writer: Writer): Message[] {
  const messages = [writer.user()];
  const lost: Message[] = [];
  for (let steps = rng.int(3, 14); steps > 0; steps -= 1) {
    const torn = writer.tornUnit();
    messages.push(...rng.pick([() => torn.unit, () => repeatedUnit(rng, writer)])());
    if (messages.at(-1) === torn.unit.at(-1) && rng.chance(0.6)) lost.push(torn.lost);
    messages.push(...writer.toolUnit(rng.int(1, 2)));
    const late = rng.chance(0.5) ? lost.splice(0, 1) : [];
    messages.push(...late);
  }
  return messages;
}

/** The user's words behind some of the results, as Anthropic's API has them in one message. */
function withWords(rng: Rng, host: Message[]): Message[] {
  return host.map((message) => {
    const answers = message.role === 'user' && partsOf(message).some(isResult);
    if (!answers || rng.chance(0.8)) return message;
    const text = `Then mind limit ${rng.int(1, 999)}.`;
    return { ...message, content: [...(message.content as Part[]), { type: 'text', text }] };
  });
}

const isResult = (part: unknown): boolean => typeOf(part) === 'tool_result';

describe('a torn turn', () => {
  for (const [name, { as, shape }] of Object.entries(dialects)) {
    it(`is mended in every view: ${name}`, async () => {
      const tally = await holds(`torn ${name}`, 0.004, async ({ rng, seed, compactors, enter }) => {
        const [compactor] = compactors;
        const play = randomPlay(rng, `${seed}`, compactor);
        play.overrides.dialect = name as NonNullable<SessionOverrides['dialect']>;
        const count: Count = (message) => compactor.estimateMessagesTokens([message]);
        const player = enter(new Player({ ...play, shape: shape(count) }));
        const whole = as(tornTurn(rng, new Writer(rng, { version: 5, hugeShare: 0 })));
        const host = name === 'anthropic' ? withWords(rng, whole) : whole;
        // Before the agent speaks, and in the end.
        const ends = [...host.keys()].filter((at) => host[at]?.role === 'assistant');
        let goesOn = false;
        for (const end of [...ends, host.length]) {
          const last = host[end - 1] as Message;
          if (last.role === 'assistant') continue;
          await player.send(host.slice(0, end), { goesOn });
          goesOn = true;
        }
      });
      tally?.looksFor('aborted-call', 'late-result', 'repeated-call');
      tally?.looksFor('for trigger');
    });
  }

  it('leaves alone what waits: parallel results over messages, and the end', async () => {
    const log = new EventLog();
    using compactor = await createCompactor({ contextWindow: 32_000, onEvent: log.onEvent });
    for (let seed = 0; seed < 60; seed += 1) {
      const writer = new Writer(createRng(seed), { version: 7, hugeShare: 0 });
      const { unit } = writer.tornUnit();
      const waiting = [
        unit,
        [...unit.slice(0, 1), writer.answer()],
        [...unit.slice(0, 1), writer.answer(), ...unit.slice(1)],
        writer.approvalUnit('pending'),
        writer.approvalUnit('responded'),
      ];
      const host = [writer.user(), ...writer.toolUnit(2), ...writer.rng.pick(waiting)];
      const { messages: view } = await compactor.session(`${seed}`).prepare(host);
      assert.deepEqual(validateView(view, host), []);
    }
    const repairs = log.of('repair').flatMap((event) => event.repairs);
    assert.deepEqual(
      repairs.filter(({ repair }) => repair !== 'ill-formed-text'),
      [],
    );
  });
});

describe('a rule by role', () => {
  it('means what the user says, in messages of Anthropic’s that answer tools too', async () => {
    for (let seed = 0; seed < 8; seed += 1) {
      const rng = createRng(`roles ${seed}`);
      const talk = Array.from({ length: 4 }, (_, turn) => [
        user(`Order ${turn}: ${prose(10)}`),
        ...Array.from({ length: rng.int(6, 12) }, (_, i) => step(`t${turn}s${i}`, 150)).flat(),
        assistant(`Turn ${turn} is done.`),
      ]).flat();
      const host = withWords(rng, toAnthropic(talk, new Map())).slice(0, -1);
      const log = new EventLog();
      using compactor = await createCompactor({
        ...{ contextWindow: 6_000, maxOutputTokens: 500, system: '', tools: {} },
        ...{ target: 0.2, keepRecent: { messages: 2 } },
        pin: { roles: ['user'] },
        onEvent: log.onEvent,
      });
      const session = compactor.session('a');
      const { messages: view } = await session.prepare(host);
      const says = (message: Message) =>
        message.role === 'user' && !partsOf(message).every(isResult);
      for (const message of host.filter(says)) assert.ok(view.includes(message));
      assert.deepEqual(log.of('cannot-fit'), []);
      assert.ok(log.rewrites.some(({ folds }) => folds.length > 0));
      assert.ok(host.some((message) => !says(message) && !view.includes(message)));
      const shape = anthropicShape((message) => compactor.estimateMessagesTokens([message]));
      const records = session.records();
      const call = { view, host, records, suffix: false } as unknown as Parameters<
        Shape['validate']
      >[0];
      assert.deepEqual(shape.validate(call).filter(isPair), []);
    }
  });

  it('means results as a tool’s', async () => {
    const host = toAnthropic(conversation(40), new Map());
    const results = host.filter((message) => partsOf(message).some(isResult));
    const log = new EventLog();
    using compactor = await createCompactor({
      ...{ contextWindow: 4_000, maxOutputTokens: 500, system: '', tools: {} },
      pin: { roles: ['tool'] },
      onEvent: log.onEvent,
    });
    const { messages: view } = await compactor.session('a').prepare(host);
    for (const message of results) assert.ok(view.includes(message));
    assert.equal(log.of('cannot-fit').length, 1);
  });
});

/** Faults of calls and results; pins keep units in front of what stands for the rest. */
const isPair = (fault: string): boolean => /call|result/.test(fault);

describe('a host that says nothing', () => {
  it('gets its own messages back', async () => {
    const nothing: Message[][] = [
      [user('')],
      [user(''), user('')],
      [{ role: 'user', content: [] }],
      [{ role: 'user', content: [{ type: 'text', text: '' }] }],
      [{ role: 'system', content: '' }, user('')],
    ];
    for (const host of nothing) {
      const log = new EventLog();
      using compactor = await createCompactor({ contextWindow: 8_000, onEvent: log.onEvent });
      const session = compactor.session('a');
      assert.deepEqual((await session.prepare(host)).messages, host);
      const step = { messages: host, steps: [], stepNumber: 0 };
      assert.equal(await session.prepareStep(step), undefined);
      assert.deepEqual(log.of('repair'), []);
      const more = [...host, assistant('What can I do?'), user('Say hello.')];
      assert.deepEqual((await session.prepare(more)).messages, more.slice(host.length));
    }
  });
});

describe('session.compact', () => {
  it('C20: compacted nothing where a result only points at an earlier one', async () => {
    const text = prose(300, 'same');
    const read = (id: string) => [callMessage(id), resultMessage(id, text)];
    const host = [user('Read both.'), ...read('a'), ...read('b')];
    using compactor = await createCompactor({ contextWindow: 32_000 });
    const { compacted, event } = await compactor.session('a').compact({ messages: host });
    assert.equal(event, undefined);
    assert.equal(compacted, false);
    const long = await compactor.session('b').compact({ messages: conversation(40) });
    assert.equal(long.compacted, true);
  });
});
