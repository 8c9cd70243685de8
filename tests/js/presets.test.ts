// promise: presets
/**
 * The presets, each against the document that it stands for: its numbers, thresholds, what it protects,
 * where its summary stands, and what happens when the model fails.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CompactorOptions, PresetName, Session, SummaryRequest } from 'epitome';
import { type Message, type Part, partsOf } from '../../js/testing/shapes.ts';
import { standInOf } from '../../js/testing/stand-ins.ts';
import { type Given, maker } from './support/compactors.ts';
import {
  assistant,
  callMessage,
  goodSummary,
  isSegments,
  prose,
  resultMessage,
  segmentText,
  user,
} from './support/conversation.ts';
import { validate as validateText } from './support/preset-views.ts';
import { talkIn } from './support/talk.ts';

const make = maker({ dialect: 'ai-sdk', contextWindow: 200_000 }, { writes: true });

async function open(preset: PresetName, options: Given = {}) {
  const made = await make({ preset, ...options });
  return { ...made, session: made.compactor.session('chat') };
}

const failing = {
  summarize: async () => {
    throw new Error('overloaded');
  },
};

async function prepare(session: Session, messages: readonly Message[]): Promise<Message[]> {
  const view = (await session.prepare(messages)).messages;
  validateText(view, messages);
  return view;
}

/** A result of `units` letters. */
const output = (id: string, units: number): Message =>
  resultMessage(id, `${id}: ${prose(units, 'work')}`.slice(0, units));

/** `steps` calls, each with a result of `units` letters, behind a request. */
function work(steps: number, units: number, name = 'w'): Message[] {
  const messages: Message[] = [user('Please port the parser, and keep its public names.')];
  for (let i = 0; i < steps; i += 1) {
    messages.push(callMessage(`${name}${i}`), output(`${name}${i}`, units));
  }
  return messages;
}

/** `turns` requests with an answer each, of about `tokens` tokens together. */
function talk(turns: number, tokens: number, name = 't'): Message[] {
  return Array.from({ length: turns }, (_, i) => [
    user(`Question ${name}${i}?`),
    assistant(`${name}${i}: ${prose(tokens, 'work')}`),
  ]).flat();
}

function textOf(message: Message | undefined): string {
  const [part] = partsOf(message);
  const value = ((part as Part | undefined)?.output as { value?: unknown } | undefined)?.value;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The records in the view of a session. */
function textsOf(session: Session): string {
  const shown = session.records().filter(({ inView }) => inView);
  assert.ok(shown.length > 0);
  return shown.map(({ text }) => text).join('\n\n');
}

const resultsIn = (view: readonly Message[]): string[] =>
  view.filter(({ role }) => role === 'tool').map(textOf);

const isCut = (text: string): boolean => standInOf(text)?.kind === 'trim';
const isCleared = (text: string): boolean => standInOf(text)?.kind === 'clear';

/** A result that was cut, by what stands for it. */
function trimOf(text: string) {
  const found = standInOf(text);
  assert.ok(found?.kind === 'trim', text.slice(0, 80));
  return found;
}

/** The messages of the host's that stand whole at the end of a view. */
function tailOf(view: readonly Message[], host: readonly Message[]): number {
  let count = 0;
  while (count < host.length && view.at(-1 - count) === host.at(-1 - count)) count += 1;
  return count;
}

describe('each preset', () => {
  const bare = { system: '', tools: {} };
  /** The size at which views are rewritten, of messages or with what the host sends besides. */
  const triggers: [string, PresetName, Partial<CompactorOptions>, at: number, whole?: boolean][] = [
    ['at four fifths of the window without system, output and margin', 'aiSdk', {}, 93_600],
    ['at the window without its reserve of 20,000', 'tiered', bare, 180_000],
    ['at the window without its reserve of 20,000', 'openclaw', bare, 180_000],
    ['when messages have 75,000 tokens', 'rolling', {}, 75_000],
    [
      'with a system prompt of its own',
      'rolling',
      { system: prose(10_000), tools: {} },
      80_000,
      true,
    ],
    ['with the system prompt', 'checkpoint', { system: prose(8_000), tools: {} }, 100_000, true],
    ['at 80,000 tokens', 'microAgent', {}, 80_000],
  ];
  for (const [name, preset, options, at, whole = false] of triggers) {
    it(`triggers at ${at}: ${preset}, ${name}`, async () => {
      const contextWindow = preset === 'aiSdk' ? 128_000 : 200_000;
      const { session } = await open(preset, { contextWindow, ...options });
      await prepare(session, talk(1, 10));
      const { trigger, hostOverhead } = session.explain().budget;
      const reached = whole ? trigger + hostOverhead : trigger;
      // How a prompt begins is counted where nothing else is.
      const least = options === bare ? at - 200 : at;
      assert.ok(reached >= least && reached <= at, `${reached}`);
    });
  }

  /** The most that a summary may take, and the sections that are asked for. */
  const asked: [PresetName, about: number, headings: string[]][] = [
    ['aiSdk', 1_000, ['Task', 'Work', 'Decisions', 'State', 'Pending', 'Errors']],
    ['rolling', 2_000, []],
    ['checkpoint', 0, ['Goal', 'Progress', 'Decisions', 'Dynamics', 'Next']],
    ['microAgent', 4_096, []],
  ];
  for (const [preset, about, headings] of asked) {
    it(`writes one summary in its own form, which the next rewrite brings up to date: ${preset}`, async () => {
      const contextWindow = preset === 'aiSdk' ? 128_000 : 200_000;
      const { session, requests, log } = await open(preset, { contextWindow, ...bare });
      const host = talk(80, 2_000);
      await prepare(session, host);
      const view = await prepare(session, [...host, ...talk(80, 2_000, 'u')]);
      assert.ok(log.rewrites.length > 1);
      const [first] = requests;
      const most = Math.max(...requests.map(({ maxOutputTokens }) => maxOutputTokens));
      if (about > 0) assert.ok(most >= about * 0.75 && most <= about * 1.25, `${most}`);
      for (const heading of headings) {
        assert.match(`${first?.system} ${first?.prompt}`, new RegExp(heading, 'i'), heading);
      }
      assert.match(requests.at(-1)?.prompt ?? '', /SUMMARY of messages/);
      const records = session.records().filter(({ inView }) => inView);
      assert.equal(records.length, 1);
      assert.ok(JSON.stringify(view).includes('SUMMARY of messages'));
    });
  }

  const own = { contextWindow: 128_000 };
  const few = [user('Go.'), ...work(3, 39_000).slice(1), ...work(1, 39_000, 'y').slice(1)];
  /** What is folded, the fewest messages that stay, and a history in which nothing may be folded. */
  const tails: [string, PresetName, Given, Message[], stay: number, short: Message[]][] = [
    ['the ten newest messages', 'aiSdk', own, talk(30, 3_400), 10, talk(5, 18_800)],
    ['the last five turns', 'tiered', bare, talk(20, 9_200), 10, talk(5, 30_000)],
    ['six messages', 'rolling', {}, talk(45, 1_800), 6, talk(3, 20_000)],
    [
      'the first request and six messages, and never splits a call from its result',
      'microAgent',
      {},
      work(40, 9_000),
      6,
      few,
    ],
  ];
  for (const [name, preset, options, host, stay, short] of tails) {
    it(`keeps ${name}: ${preset}`, async () => {
      const { session, log } = await open(preset, options);
      const view = await prepare(session, host);
      assert.equal(log.rewrites.length, 1);
      const kept = tailOf(view, host);
      assert.ok(kept >= stay && kept <= stay + 1, `${kept}`);
      assert.ok(JSON.stringify(view[0]).includes(String(host[0]?.content)));
      const fresh = await open(preset, options);
      assert.deepEqual(await prepare(fresh.session, short), short);
      assert.equal(fresh.requests.length, 0);
    });
  }

  for (const [preset, most] of [
    ['rolling', 4_000],
    ['microAgent', 40_000],
  ] as const) {
    it(`cuts each result at ${most} characters as it arrives: ${preset}`, async () => {
      const { session, log } = await open(preset);
      for (const text of resultsIn(await prepare(session, work(2, most * 2.2)))) {
        assert.ok(isCut(text) && text.length <= most + 120, `${text.length}`);
        assert.ok(text.length > most * 0.95, `${text.length}`);
      }
      assert.deepEqual(log.rewrites, [], 'nobody had seen them');
      const short = work(2, most * 0.97);
      assert.deepEqual(await prepare((await open(preset)).session, short), short);
    });
  }

  const pruneNothing = { results: { trim: false, clear: false } } as const;
  for (const [preset, host, own] of [
    ['rolling', talk(45, 1_800), {}],
    ['checkpoint', talk(60, 1_800), bare],
    // Else old results make room enough.
    ['checkpoint', work(120, 3_800), { ...bare, ...pruneNothing }],
    ['microAgent', work(40, 9_000), {}],
  ] as const) {
    it(`keeps the request and what is recent when the model fails: ${preset}, ${host.length}`, async () => {
      const { session, log } = await open(preset, { ...own, ...failing });
      const view = await prepare(session, host);
      const [fold] = log.rewrites.at(-1)?.folds ?? [];
      assert.deepEqual([fold?.source, fold?.codeReason], ['code', 'failed']);
      assert.ok((fold?.lastMessage ?? 0) > host.length / 2);
      assert.ok(JSON.stringify(view[0]).includes(String(host[0]?.content)));
      assert.ok(tailOf(view, host) >= (preset === 'checkpoint' ? 10 : 5));
    });
  }

  for (const [preset, most, least] of [
    ['checkpoint', 20, 15],
    ['microAgent', 50, 30],
  ] as const) {
    it(`falls back to ${most} messages when it is off, without a model: ${preset}`, async () => {
      const { session, requests } = await open(preset, { enabled: false });
      const view = await prepare(session, talk(60, 100));
      assert.ok(view.length <= most + 1 && view.length >= least, `${view.length}`);
      assert.equal(requests.length, 0);
    });
  }
});

describe('aiSdk', () => {
  it('triggers as soon as the view has that many tokens, and not before', async () => {
    const { compactor, log } = await open('aiSdk', { contextWindow: 128_000 });
    const host = talk(40, 2_300);
    const tokens = compactor.estimateMessagesTokens(host);
    const filler = (more: number): Message[] => [...host, user('x '.repeat(more))];
    assert.ok(tokens < 93_600);
    let [low, high] = [0, 20_000];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (compactor.estimateMessagesTokens(filler(middle)) >= 93_600) high = middle;
      else low = middle;
    }
    // How a prompt begins is counted, too.
    for (let more = low - 20; more < high + 20; more += 1) {
      const own = compactor.session(`with ${more}`);
      await prepare(own, filler(more));
      if (log.rewrites.length > 0) break;
      assert.ok(own.usage().viewTokens <= 93_600);
    }
    const at = log.rewrites[0]?.tokensBefore ?? 0;
    assert.ok(at >= 93_600 && at <= 93_601, `${at}`);
  });

  it('keeps a system message at the head, and knows its summary behind it', async () => {
    const { session, log, requests } = await open('aiSdk', { contextWindow: 128_000 });
    const system: Message = { role: 'system', content: 'You port parsers.' };
    const host = [system, ...talk(30, 3_400)];
    await prepare(session, host);
    const view = await prepare(session, [...host, ...talk(30, 3_400, 'u')]);
    assert.ok(log.rewrites.length > 1);
    assert.equal(view[0], system);
    assert.equal(view.filter(({ role }) => role === 'system').length, 1);
    assert.equal(view.filter((message) => isSegments(message)).length, 1);
    assert.match(requests.at(-1)?.prompt ?? '', /SUMMARY of messages/);
    assert.ok(requests.every(({ prompt }) => !prompt.includes('You port parsers.')));
  });
});

describe('tiered', () => {
  it('cuts results above 4,000 characters to 1,500 and 1,500, behind the last three assistant messages', async () => {
    const { session, log } = await open('tiered', { contextWindow: 100_000 });
    const host = [
      ...work(5, 36_000),
      ...work(1, 3_900, 's').slice(1),
      ...work(4, 36_000, 'z').slice(1),
    ];
    const view = await prepare(session, host);
    const results = resultsIn(view);
    const cut = results.filter(isCut);
    assert.ok(cut.length >= 5, `${cut.length}`);
    for (const text of cut) {
      const { head, tail, kept, total } = trimOf(text);
      assert.ok(head.length <= 1_500 && head.length > 1_450, `${head.length}`);
      assert.ok(tail.length <= 1_500 && tail.length > 1_450, `${tail.length}`);
      assert.ok(kept >= 2_900 && kept <= 3_000 && total === 36_000, `${kept} of ${total}`);
    }
    assert.ok(results.slice(-3).every((text) => !isCut(text) && !isCleared(text)));
    assert.ok(results.some((text) => text.length === 3_900));
    assert.ok(log.rewrites[0]?.edits.every(({ kind }) => kind === 'trim'));
    assert.equal(log.rewrites[0]?.folds.length, 0);
  });

  it('clears results behind the last ten assistant messages', async () => {
    const { session } = await open('tiered', { contextWindow: 150_000 });
    const results = resultsIn(await prepare(session, work(25, 20_000)));
    assert.ok(results.slice(0, 14).every(isCleared));
    assert.ok(results.slice(-10).every((text) => !isCleared(text)));
    assert.ok(results.slice(-3).every((text) => text.length === 20_000));
  });

  it('never touches what users and assistants say, nor images', async () => {
    const { session } = await open('tiered', { contextWindow: 150_000 });
    const image = { type: 'image-data', data: 'AAAA', mediaType: 'image/png' };
    const shown = resultMessage('img', '');
    const [part] = shown.content as [Part];
    part.output = {
      type: 'content',
      value: [{ type: 'text', text: prose(4_000, 'shot') }, image],
    };
    const host = [...talk(4, 4_000), callMessage('img'), shown, ...work(25, 20_000).slice(1)];
    const view = await prepare(session, host);
    for (const message of host) {
      if (message.role !== 'tool' || message === shown) assert.ok(view.includes(message));
    }
  });

  it('prunes before it folds, and folds what is left', async () => {
    const { session, log } = await open('tiered', { contextWindow: 60_000, system: '', tools: {} });
    const host = [...talk(14, 10_000), ...work(12, 3_800)];
    const view = await prepare(session, host);
    assert.equal(log.rewrites.length, 1);
    assert.ok(log.rewrites[0]?.folds.length === 1);
    assert.ok(view.length < host.length);
    const pruned = await open('tiered', { contextWindow: 60_000, system: '', tools: {} });
    const steps = work(25, 10_000);
    for (let end = 21; end <= steps.length; end += 2)
      await prepare(pruned.session, steps.slice(0, end));
    assert.ok(pruned.log.rewrites.length > 0);
    assert.ok(
      pruned.log.rewrites.every(({ folds, edits }) => folds.length === 0 && edits.length > 0),
    );
  });

  it('puts its summary into a system message of a chat, and into a marked user message of the AI SDK', async () => {
    const { compactor, session } = await open('tiered', { system: '', tools: {} });
    const host = talk(20, 9_200);
    const view = await prepare(session, host);
    assert.equal(segmentText(view), textsOf(session));
    const chat = compactor.session('chat-completions', { dialect: 'openai-chat' });
    const { messages } = await chat.prepare(host);
    assert.equal(messages[0]?.role, 'system');
    assert.equal(messages[0]?.content, textsOf(chat));
    const claude = compactor.session('claude', { dialect: 'anthropic' });
    const answer = await claude.prepare(host);
    assert.equal(answer.system, textsOf(claude));
  });
});

describe('rolling', () => {
  it('keeps fewer than six messages where 30,000 tokens hold no more', async () => {
    const { session } = await open('rolling');
    const big = talk(6, 14_000);
    assert.ok(tailOf(await prepare(session, big), big) < 6);
  });

  it('has a budget for each part of the window, 73,000 in all', async () => {
    const { session } = await open('rolling', { contextWindow: 100_000 });
    await prepare(session, talk(1, 10));
    const { budget } = session.explain();
    assert.equal(budget.outputReserve, 16_000);
    assert.equal(budget.hostOverhead, 5_000);
    assert.ok(budget.total === 59_000 || budget.total === 79_000, JSON.stringify(budget));
  });

  it('warns at 60,000, once', async () => {
    const { compactor, session, log } = await open('rolling');
    const host = talk(30, 1_700);
    await prepare(session, host);
    assert.equal(log.of('warning').length, 0);
    const more = [...host, ...talk(6, 1_000, 'u')];
    assert.ok(compactor.estimateMessagesTokens(more) + 5_000 > 60_000);
    await prepare(session, more);
    await prepare(session, [...more, user('And?')]);
    const [warning, ...others] = log.of('warning');
    assert.equal(warning?.warn, 55_000);
    assert.equal(others.length, 0);
  });

  it('stands in a user message, with an answer where the user goes on', async () => {
    const { session } = await open('rolling');
    const host = talk(45, 1_800);
    const view = await prepare(session, host);
    const at = view.findIndex(isSegments);
    const roles = view.map(({ role }) => role);
    assert.equal(roles[at], 'user');
    if (view[at + 2] !== undefined && host.includes(view[at + 1] as Message) === false) {
      assert.deepEqual(roles.slice(at, at + 3), ['user', 'assistant', 'user']);
    } else assert.equal(roles[at + 1], 'assistant');
  });

  it('lets every number be set beside it', async () => {
    const { session } = await open('rolling', {
      trigger: 40_000,
      keepRecent: { messages: 2 },
      budgets: { system: 1_000, output: 2_000 },
      results: { arrival: 1_000 },
    });
    const host = [...work(1, 3_000), ...talk(1, 10)];
    const view = await prepare(session, host);
    assert.ok((resultsIn(view)[0] ?? '').length <= 1_120);
    const { budget } = session.explain();
    assert.deepEqual([budget.trigger, budget.outputReserve], [40_000, 2_000]);
  });
});

describe('checkpoint', () => {
  it('keeps about 20,000 recent tokens', async () => {
    const { compactor, session } = await open('checkpoint', { system: '', tools: {} });
    const host = talk(60, 1_800);
    const view = await prepare(session, host);
    const tokens = compactor.estimateMessagesTokens(host.slice(-tailOf(view, host)));
    assert.ok(tokens >= 18_000 && tokens <= 24_000, `${tokens}`);
  });

  it('cuts at no result, and has nothing to fold where all is recent', async () => {
    for (const host of [talk(60, 1_800), work(120, 3_800)]) {
      const { session } = await open('checkpoint', { system: '', tools: {} });
      const view = await prepare(session, host);
      const kept = tailOf(view, host);
      assert.ok(kept > 0 && kept < host.length);
      assert.notEqual(host.at(-kept)?.role, 'tool');
    }
    const { session, log } = await open('checkpoint', { system: '', tools: {} });
    const recent = talk(9, 1_800);
    const { messages, compacted } = await session.compact({ messages: recent });
    assert.deepEqual([messages, compacted, log.rewrites.length], [recent, false, 0]);
  });

  it('keeps a turn in progress where a user message is far away', async () => {
    const { compactor, session, log } = await open('checkpoint', {
      system: '',
      tools: {},
      results: { trim: false, clear: false },
    });
    const host = work(120, 3_800);
    const view = await prepare(session, host);
    assert.equal(log.rewrites.length, 1);
    const tokens = compactor.estimateMessagesTokens(host.slice(-tailOf(view, host)));
    assert.ok(tokens >= 18_000, `${tokens}`);
    assert.equal(view[0], host[0]);
  });

  it('protects the two newest results, trims older ones to 1,500 + 1,500 and tells of kept and total', async () => {
    const { session } = await open('checkpoint');
    const results = resultsIn(await prepare(session, work(6, 72_000)));
    assert.equal(results.length, 6);
    assert.deepEqual(
      results.map((text) => text.length === 72_000),
      [...[false, false, false, false], ...[true, true]],
    );
    for (const text of results.slice(0, 4)) {
      const { kept, total } = trimOf(text);
      assert.ok(kept >= 2_900 && kept <= 3_000 && total === 72_000, `${kept} of ${total}`);
    }
  });

  it('clears beyond six results, and not those with images', async () => {
    const { session, log } = await open('checkpoint');
    const results = resultsIn(await prepare(session, work(14, 32_000)));
    assert.deepEqual(
      results.map(isCleared),
      Array.from({ length: 14 }, (_, i) => i < 8),
    );
    for (const text of results.slice(0, 8)) {
      assert.partialDeepStrictEqual(standInOf(text), { toolName: 'read', total: 32_000 });
    }
    const kinds = log.rewrites.flatMap(({ edits }) => edits.map(({ kind }) => kind));
    assert.equal(kinds.filter((kind) => kind === 'clear').length, 8);
    assert.equal(kinds.filter((kind) => kind === 'trim').length, 4);
  });

  it('has nothing to prune when all is protected or short, and a switch of its own', async () => {
    const { session, log } = await open('checkpoint');
    const few = work(2, 40_000);
    assert.deepEqual(await prepare(session, few), few);
    assert.deepEqual(await prepare(session, []), []);
    assert.equal(log.rewrites.length, 0);
    const off = await open('checkpoint', { results: { trim: false, clear: false } });
    const many = work(14, 20_000);
    assert.deepEqual(await prepare(off.session, many), many);
  });

  it('prunes between the steps of a loop, and the prefix changes seldom', async () => {
    const { session, log } = await open('checkpoint');
    const host = work(100, 12_000);
    const steps: object[] = [];
    for (let end = 1; end <= host.length; end += 2) {
      await session.prepareStep({ messages: host.slice(0, end), steps, stepNumber: steps.length });
      steps.push({});
    }
    assert.ok(log.rewrites.length > 1 && log.rewrites.length < steps.length / 2);
    for (const { edits } of log.rewrites) {
      for (const { message } of edits) assert.equal(host[message - 1]?.role, 'tool');
    }
  });

  it('knows results in user messages of Anthropic', async () => {
    const { compactor } = await open('checkpoint');
    const session = compactor.session('claude', { dialect: 'anthropic' });
    const { step } = talkIn('anthropic');
    const host = [user('Port it.')];
    for (let i = 0; i < 14; i += 1) host.push(...step('read', { i }, prose(8_000, `${i}`)));
    const view = (await session.prepare(host)).messages;
    const results = view
      .flatMap((message) => partsOf(message) as Part[])
      .filter(({ type }) => type === 'tool_result')
      .map(({ content }) => String(content));
    assert.deepEqual(
      results.map(isCleared),
      Array.from({ length: 14 }, (_, i) => i < 8),
    );
    assert.ok(results.slice(8, 12).every(isCut));
  });

  it('keeps what is recent when the model fails, and what was summed up before', async () => {
    let works = true;
    const { session, log } = await open('checkpoint', {
      system: '',
      tools: {},
      summarize: async (request) => (works ? goodSummary(request) : ''),
    });
    const host = talk(60, 1_800);
    await prepare(session, host);
    works = false;
    const longer = [...host, ...talk(60, 1_800, 'u')];
    const view = await prepare(session, longer);
    assert.equal(log.rewrites.at(-1)?.folds[0]?.source, 'code');
    assert.ok(tailOf(view, longer) >= 10);
    assert.equal(view[0], host[0]);
  });
});

describe('microAgent', () => {
  it('turns 85,000 tokens into about 10,000', async () => {
    const { compactor, session, log } = await open('microAgent');
    const host = [user(prose(1_500, 'criteria'))];
    for (let i = 0; i < 9; i += 1) host.push(callMessage(`s${i}`), output(`s${i}`, 36_000));
    for (let i = 0; i < 3; i += 1) host.push(callMessage(`t${i}`), output(`t${i}`, 6_000));
    const before = compactor.estimateMessagesTokens(host);
    assert.ok(before > 80_000 && before < 92_000, `${before}`);
    const view = await prepare(session, host);
    const now = compactor.estimateMessagesTokens(view);
    assert.ok(now > 5_000 && now < 12_000, `${now}`);
    assert.equal(log.rewrites[0]?.folds.length, 1);
    assert.equal(tailOf(view, host), 6);
  });

  it('merges the summary into the first request, with an answer only where the user goes on', async () => {
    const { session } = await open('microAgent');
    const host = work(40, 9_000);
    const view = await prepare(session, host);
    const texts = partsOf(view[0]).map((part) => String((part as Part).text));
    assert.equal(texts[0], host[0]?.content);
    assert.equal(texts[1], '[Added by the application:]');
    assert.equal(texts.at(-1), '[End of the added text.]');
    assert.equal(view[1]?.role, 'assistant');
    assert.ok(host.includes(view[1] as Message));
    const spoken = await open('microAgent');
    const chat = talk(45, 2_000);
    const told = await prepare(spoken.session, [...chat, user('And?')]);
    const roles = told.map(({ role }) => role);
    for (const [i, role] of roles.entries()) assert.notEqual(role, roles[i + 1], `at ${i}`);
  });

  it('nests no summary in the next one', async () => {
    const { session, log } = await open('microAgent');
    const host = work(40, 9_000);
    await prepare(session, host);
    const view = await prepare(session, [...host, ...work(40, 9_000, 'x').slice(1)]);
    assert.ok(log.rewrites.length > 1);
    assert.equal(JSON.stringify(view).split('[Added by the application:]').length, 2);
  });
});

describe('openclaw', () => {
  it('refuses windows below 16,000 and warns below 32,000', async () => {
    const refused = await open('openclaw', { contextWindow: 15_000 });
    const host = talk(30, 3_000);
    assert.deepEqual(await prepare(refused.session, host), host);
    assert.deepEqual(
      refused.log.of('small-window').map((event) => event.refused),
      [true],
    );
    const warned = await open('openclaw', { contextWindow: 31_000 });
    await prepare(warned.session, talk(1, 10));
    assert.deepEqual(
      warned.log.of('small-window').map((event) => event.refused),
      [false],
    );
    const fine = await open('openclaw', { contextWindow: 32_000 });
    await prepare(fine.session, talk(1, 10));
    assert.equal(fine.log.of('small-window').length, 0);
  });

  it('trims before it clears, protects three assistant messages, and keeps 20,000 tokens of what it folds', async () => {
    const pruned = await open('openclaw');
    // Without prices it waits, and takes what is there when the window is full.
    await prepare(pruned.session, work(20, 20_000));
    assert.equal(pruned.log.rewrites.length, 0);
    const results = resultsIn(await prepare(pruned.session, work(50, 20_000)));
    assert.ok(results.slice(-3).every((text) => text.length === 20_000));
    assert.ok((pruned.log.rewrites[0]?.edits.length ?? 0) > 5);
    assert.equal(pruned.log.rewrites[0]?.folds.length, 0);
    const window = { contextWindow: 100_000, system: '', tools: {} };
    const { compactor, session } = await open('openclaw', window);
    const host = talk(50, 1_800);
    const view = await prepare(session, host);
    const tokens = compactor.estimateMessagesTokens(host.slice(-tailOf(view, host)));
    assert.ok(tokens >= 18_000 && tokens <= 24_000, `${tokens}`);
  });
});

describe('epitome', () => {
  it('is what a compactor does without a preset', async () => {
    const host = work(80, 9_000);
    const views = [];
    for (const preset of ['epitome', undefined] as const) {
      const { session } = await open('epitome', { preset } as Partial<CompactorOptions>);
      views.push(await prepare(session, host));
    }
    assert.deepEqual(views[0], views[1]);
  });
});

describe('summaries of presets', () => {
  const sections =
    '## Goal\nPort the parser.\n\n## Key Decisions\n- **Tabs**: kept, by the user’s wish.\n';
  const enough = `${sections}\n## Next Steps\n1. Go on with what is left of it, file by file, until the tests pass.\n2. Then tell the user what was kept as it was, and why.`;

  it('checkpoint: takes no reply of less than 200 characters, and asks again for one without sections', async () => {
    const plain = Array.from({ length: 40 }, (_, i) => `It went on with file ${i}.`).join(' ');
    const answers = ['Some work was done.', enough, plain, enough];
    const asked: SummaryRequest[] = [];
    const { session, log } = await open('checkpoint', {
      summarizerWindow: 1_000_000,
      summarize: async (request) => {
        asked.push(request);
        return answers[asked.length - 1] ?? enough;
      },
    });
    await prepare(session, talk(40, 12_000));
    await prepare(session, talk(80, 12_000));
    assert.deepEqual(
      log.of('summary-rejected').map(({ reason, attempt }) => [reason, attempt]),
      [['too-short', 1]],
    );
    assert.deepEqual(
      asked.map(({ attempt }) => attempt),
      [1, 2, 1, 2],
    );
    assert.deepEqual(
      log.of('summary-call').map(({ reason }) => reason),
      ['rejected', 'faults'],
    );
    const folds = log.rewrites.flatMap((rewrite) => rewrite.folds);
    assert.ok(folds.every(({ source }) => source === 'model'));
  });

  it('microAgent: quotes at most 100,000 characters, and cuts whole messages out of the middle', async () => {
    const { session, requests } = await open('microAgent');
    await prepare(session, work(300, 1_100));
    const [request] = requests;
    assert.equal(requests.length, 1);
    // What came after the range is quoted behind it, by itself.
    assert.ok(request !== undefined && request.prompt.length > 60_000);
    assert.ok(request.prompt.length <= 110_000, `${request.prompt.length}`);
    const { firstMessage, lastMessage, prompt } = request;
    const folded = Array.from({ length: 300 }, (_, i) => i).filter(
      (i) => 2 * i + 2 >= firstMessage && 2 * i + 3 <= lastMessage,
    );
    const shown = folded.filter((i) => prompt.includes(`w${i}: `));
    const [first = 0, last = 0] = [folded[0], folded.at(-1)];
    const head = shown.filter((i, at) => i === first + at).length;
    const tail = shown.length - head;
    assert.deepEqual(
      shown,
      folded.filter((i) => i < first + head || i > last - tail),
    );
    const least = folded.length / 10;
    assert.ok(head > least && tail > least, `${head} and ${tail} of ${folded.length}`);
  });
});
