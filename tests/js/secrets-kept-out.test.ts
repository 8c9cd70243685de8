// promise: 9 loses nothing silently
/**
 * That no secret of a conversation, a reply or a host reaches what epitome keeps, saves, asks or tells; what holds
 * where secrets cannot be found.
 */
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { CompactorOptions } from 'epitome';
import type { Core } from '../../js/engine/core.ts';
import { RecordWriter } from '../../js/engine/record-writer.ts';
import { createRedactor } from '../../js/redact/redactor.ts';
import type { Message, Part } from '../../js/testing/shapes.ts';
import {
  assistant,
  conversation,
  EventLog,
  goodSummary,
  prose,
  segmentText,
  user,
} from './support/conversation.ts';
import { opener } from './support/opener.ts';
import { createRng, type Rng } from './support/random.ts';
import * as made from './support/secrets.ts';
import { type Dialect, dialects, talkIn } from './support/talk.ts';
import { validateView } from './support/validator.ts';

const redact = createRedactor();

/** Secrets of every group, each in a text that tells what it is, and what must be nowhere. */
function planter(rng: Rng) {
  const planted: string[] = [];
  const bare = made.formats.filter(([kind]) => made.isBare(kind));
  const key = () => {
    const [, shape] = rng.pick(bare);
    const secret = made.secretOf(rng, shape);
    planted.push(secret.slice(Math.max(0, made.literalOf(shape))));
    return secret;
  };
  const groups: (() => string)[] = [
    () => `The key is ${key()} for now.`,
    () => {
      const [, shape, variable] = rng.pick(made.formats);
      const secret = made.secretOf(rng, shape);
      const { text } = rng.pick(made.keyPlaces.filter((place) => !place.bare));
      planted.push(secret.slice(Math.max(0, made.literalOf(shape))));
      return made.placed(text, variable, secret);
    },
    () => {
      const password = made.passwordOf(rng);
      planted.push(password);
      return made.placed(rng.pick(made.passwordPlaces).text, '', password);
    },
    () => {
      const card = made.cardNumber(rng, rng.pick(['4', '53', '6011']), 16);
      planted.push(card);
      return `charged to ${card}, as agreed`;
    },
    () => {
      const { lines, body } = made.keyLines(rng, rng.pick(['RSA PRIVATE KEY', 'PuTTY']));
      planted.push(...body.slice(0, -1));
      return `${lines.join('\n')}\n`;
    },
    () => {
      const words = 'abandon ability zoo wrong legal winner thank year wave sausage worth useful';
      planted.push(words);
      return `seed: "${words}"\n`;
    },
  ];
  /** Of those that can be found: which ones can is for redact.test.ts to say. */
  const next = (): string => {
    const before = planted.length;
    const text = rng.pick(groups)();
    const around = [
      text,
      `Note this. ${text}`,
      `${text}\nIt was so.`,
      { a: text },
      { a: `It: ${text}` },
    ];
    const places = around.map((each) =>
      redact(typeof each === 'string' ? each : JSON.stringify(each)),
    );
    const isFound = (secret: string) => places.every((place) => !place.includes(secret));
    if (planted.slice(before).every(isFound)) return text;
    planted.length = before;
    return next();
  };
  return { planted, next, key };
}

/** A call, its result, and words before them, as each dialect has them. */
function step(
  dialect: Dialect,
  id: string,
  name: string,
  said: string,
  input: object,
  told: string,
) {
  const [call, result] = talkIn(dialect).step(name, input, told, id) as [Message, Message];
  const content =
    dialect === 'openai-chat' ? said : [{ type: 'text', text: said }, ...(call.content as Part[])];
  return [{ ...call, content }, result];
}

const open = opener({ contextWindow: 9_000 });

/** Plays a conversation with secrets at every place; gives what must hold none of them. */
async function played(seed: number, dialect: Dialect, own: Partial<CompactorOptions>) {
  const rng = createRng(`kept out ${seed}`);
  const { planted, next, key } = planter(rng);
  const seen: string[] = [];
  const options: Partial<CompactorOptions> = {
    dialect,
    summarize: async (request) => {
      seen.push(request.system, request.prompt);
      // Faults make it ask once more, and quote the reply.
      if (rng.chance(0.2)) return `I can't do that. ${next()}`;
      return `${goodSummary(request)}\n- ${next()}\n- It went on.`;
    },
    memoryFlush: async ({ prompt, facts }) => {
      seen.push(prompt, JSON.stringify(facts));
      return `Saved. ${next()}`;
    },
    reinject: () => [
      { name: 'rules', text: `Mind this: ${next()}`, stable: true },
      { name: `of ${key()}`, text: 'The branch is main.' },
    ],
    ...own,
  };
  const { session, log } = await open(options);
  session.pin(`Never print this: ${key()}`);
  session.unpin(`Nobody has pinned ${key()}`);
  const messages: Message[] = [user(`Work through all of it. ${next()}`)];
  for (let i = 0; i < 28; i += 1) {
    if (rng.chance(0.3)) messages.push(user(`Never lose this. ${next()}`));
    const name = rng.chance(0.3) ? `deploy ${key()}` : 'todo_write';
    const todos = [{ content: `ship it, ${next()}`, status: 'pending' }];
    const input = rng.chance(0.3) ? { todos } : { to: 'prod', note: next() };
    const told = `${prose(rng.int(20, 500), `f${i}`)}\nerror: it failed. ${next()}\nexit code 1`;
    messages.push(...step(dialect, `c${i}`, name, `Decided: ${next()}`, input, told));
    const view = await session.prepare(messages);
    seen.push(segmentText(view.messages), view.system ?? '');
  }
  seen.push(session.snapshot(), JSON.stringify(session.pins), JSON.stringify(log.all));
  seen.push(...session.records().map(({ text }) => text));
  seen.push(session.transcriptText({ last: 40, maxLength: 400_000 }));
  seen.push(JSON.stringify(session.plan([...messages, user('Go on.')]).edits));
  return { planted, seen, log, session };
}

describe('secrets', () => {
  const policies: Partial<CompactorOptions>[] = [
    {},
    { preset: 'tiered' },
    { preset: 'rolling' },
    { oneSummary: true },
    { results: { trim: { over: 400 }, arrival: 900 } },
    { background: true },
  ];
  for (const dialect of dialects) {
    it(`are in nothing that is kept, saved, asked or told (${dialect})`, async () => {
      const kinds = new Set<string>();
      for (const [seed, own] of policies.entries()) {
        const { planted, seen, log } = await played(seed, dialect, own);
        const all = seen.join('\n');
        assert.ok(planted.length > 100 && log.rewrites.length > 0);
        for (const secret of planted) {
          const at = all.indexOf(secret);
          assert.ok(at < 0, `${seed}, ${secret}: ${all.slice(Math.max(0, at - 300), at + 200)}`);
        }
        for (const { redactions } of log.rewrites) {
          const told = redactions.map(({ kind }) => kind);
          assert.deepEqual(told, told.toSorted());
          for (const kind of told) kinds.add(kind);
        }
      }
      assert.ok(kinds.size > 20, [...kinds].join());
    });
  }

  it('are not halved where a reply is too long to be read', async () => {
    const secret = made.secretOf(createRng('long reply'), 'ghp_<w:36>');
    const asked: string[] = [];
    const { session } = await open({
      summarize: async ({ prompt }) => {
        asked.push(prompt);
        return `${prose(10_000).slice(0, 39_988)} ${secret} ${prose(100)}`;
      },
    });
    await session.prepare(conversation(90));
    const all = asked.join('\n') + session.snapshot();
    assert.ok(asked.length > 1 && all.includes('[redacted'));
    assert.ok(!all.includes(secret.slice(0, 9)));
  });

  it('are found across the pieces of a part, and across the borders of the buffer', () => {
    const rng = createRng('pieces');
    const text = (length: number) => prose(Math.ceil(length / 4)).slice(0, length);
    for (let round = 0; round < 200; round += 1) {
      const secret = made.secretOf(rng, 'ghp_<w:36>');
      const whole = `${text(rng.int(0, 400))} ${secret} ${text(rng.int(0, 400))}`;
      const cuts = [rng.int(0, whole.length), whole.indexOf(secret) + rng.int(1, 39)];
      cuts.sort((a, b) => a - b);
      const { core, fed } = bufferOf(rng.pick([128, 160, 256]));
      const writer = new RecordWriter(core);
      writer.begin(1, 1, 0);
      writer.cleanBy(redact);
      writer.message(3, 0);
      writer.part(0, 0);
      for (const [i, from] of [0, ...cuts].entries()) writer.text(whole.slice(from, cuts[i]));
      writer.part(0, 0, { toolName: `run ${secret}` });
      // The next one is not read for what is kept: it must not take the cleaning off this one.
      if (rng.chance(0.5)) writer.text(whole);
      writer.cleanBy(undefined);
      writer.message(3, 0);
      writer.finish();
      assert.ok(!fed().includes(secret.slice(4, 12)), fed());
      assert.ok(fed().includes('[redacted: github-token]'));
    }
  });
});

/** A buffer of so many bytes, and the texts of the fields that went through it, one after the other. */
function bufferOf(bytes: number) {
  const HEAPU8 = new Uint8Array(bytes);
  const view = new DataView(HEAPU8.buffer);
  let texts = '';
  const feed = (_session: number, _run: number, length: number): number => {
    for (let at = 0; at < length; ) {
      const kind = HEAPU8[at] ?? 0;
      const size = kind === 3 ? view.getUint32(at + 4, true) : 0;
      if (kind === 3) texts += new TextDecoder().decode(HEAPU8.subarray(at + 8, at + 8 + size));
      at += kind === 3 ? 8 + ((size + 3) & ~3) : 4;
    }
    return 0;
  };
  const core = {
    memory: HEAPU8,
    call: { feed },
    buffer: () => HEAPU8,
    check: (answer: number) => answer,
  };
  return { core: core as unknown as Core, fed: () => texts };
}

describe('where nothing can find secrets', () => {
  const folder = mkdtempSync(join(tmpdir(), 'epitome-blind-'));
  after(() => rmSync(folder, { recursive: true }));
  const root = fileURLToPath(new URL('../../', import.meta.url));
  cpSync(join(root, 'dist'), join(folder, 'dist'), { recursive: true });
  cpSync(join(root, 'package.json'), join(folder, 'package.json'));
  rmSync(join(folder, 'dist/shared/redactor.js'));
  const history = conversation(150);
  const load = (): Promise<typeof import('epitome')> => import(join(folder, 'dist/node/index.js'));

  it('messages give way all the same, nobody is asked, and nothing of them is kept', async () => {
    const { createCompactor } = await load();
    const log = new EventLog();
    const asked: unknown[] = [];
    const compactor = await createCompactor({
      contextWindow: 8_000,
      onEvent: log.onEvent,
      summarize: async (request) => {
        asked.push(request);
        return goodSummary(request);
      },
      memoryFlush: (request) => asked.push(request),
      reinject: () => [{ name: 'rules', text: 'Be brief.' }].filter((block) => asked.push(block)),
      results: { trim: { over: 400 } },
    });
    const session = compactor.session('chat');
    for (let end = 1; end <= history.length; end += 30) {
      const given = history.slice(0, end);
      const { messages } = await session.prepare(given);
      assert.deepEqual(validateView(messages, given), []);
      assert.ok(session.usage().viewTokens <= session.usage().budget);
    }
    await session.prepareStep({ messages: history, steps: [], stepNumber: 0 });
    assert.ok(log.rewrites.length > 0);
    assert.deepEqual(asked, []);
    const [error, ...more] = log.of('error');
    assert.equal(error?.error.code, 'load-failed');
    assert.deepEqual(more, []);
    const kept = session.snapshot() + JSON.stringify(session.records());
    for (const word of ['repair', 'module', 'src/', 'read', 'went']) {
      assert.ok(!kept.includes(word), word);
    }
    for (const call of [
      () => session.pin('Be brief.'),
      () => session.unpin('Be brief.'),
      () => session.transcriptText(),
    ]) {
      assert.throws(call, { code: 'load-failed' });
    }
    compactor.dispose();
  });

  it('nothing is missed by a host that wants none left out', async () => {
    const { createCompactor } = await load();
    const log = new EventLog();
    const options = { contextWindow: 8_000, onEvent: log.onEvent, redact: false } as const;
    const compactor = await createCompactor(options);
    const session = compactor.session('chat');
    session.pin('Be brief.');
    const { messages } = await session.prepare([...history, assistant('Done.')]);
    assert.match(segmentText(messages), /src\/c101\.ts/);
    assert.deepEqual(log.of('error'), []);
    compactor.dispose();
  });
});
