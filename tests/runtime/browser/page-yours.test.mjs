// promise: api
/**
 * The reader's own transcript in the demo page: every format opens, a broken one says where, nothing leaves
 * the tab, and what is shared holds options and figures, never a word of the transcript.
 */

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { createCompactor } from 'epitome';
import { messageCounter } from '../../../demo/engine/count.ts';
import { keptOf } from '../../../demo/engine/kept.ts';
import { largestFile, readFile } from '../../../demo/engine/open-file.ts';
import { play } from '../../../demo/engine/play.ts';
import { policyOf } from '../../../demo/engine/setup.ts';
import { importSession } from '../../../demo/import/index.ts';
import { draw, svgOf, textOf } from '../../../demo/page/app/share/card.ts';
import {
  codeOf,
  defaults,
  format,
  parse,
  presetNames,
  setupOf,
  sharedOf,
} from '../../../demo/page/app/share/options.ts';
import { demoPage, hostile, installed, problemsIn, root } from '../shared/demo-page.mjs';

const secret =
  'sk-ant-api03-Zq8Lm2Xw7Rt5Yb9Nc4Vd1Ks6Hf3Jg0PaZq8Lm2Xw7Rt5Yb9Nc4Vd1Ks6Hf3Jg0PaZq8Lm2Xw7RtAA';

const demo = demoPage();

async function openPage(hash = '') {
  const page = await demo.browser.newPage({ viewport: { width: 1200, height: 1000 } });
  const problems = problemsIn(page);
  await page.goto(demo.server.address + hash);
  await page.waitForSelector('#share svg.card, #share p.card');
  return { page, problems };
}

const jsonl = (values) => values.map((value) => JSON.stringify(value)).join('\n');

/** The same short talk in every format. */
const formats = {
  'claude-code': jsonl([
    {
      type: 'user',
      uuid: 'a',
      parentUuid: null,
      sessionId: 's',
      message: { role: 'user', content: 'Read a.ts' },
    },
    {
      type: 'assistant',
      uuid: 'b',
      parentUuid: 'a',
      sessionId: 's',
      message: {
        role: 'assistant',
        content: [{ type: 'tool_use', id: 't1', name: 'Read', input: { file_path: 'a.ts' } }],
      },
    },
    {
      type: 'user',
      uuid: 'c',
      parentUuid: 'b',
      sessionId: 's',
      message: {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 't1', content: 'export {}' }],
      },
    },
    {
      type: 'assistant',
      uuid: 'd',
      parentUuid: 'c',
      sessionId: 's',
      message: { role: 'assistant', content: [{ type: 'text', text: 'It is empty.' }] },
    },
  ]),
  codex: jsonl([
    { timestamp: 't', type: 'session_meta', payload: { id: 's', cwd: '/w' } },
    {
      timestamp: 't',
      type: 'response_item',
      payload: {
        type: 'message',
        role: 'user',
        content: [{ type: 'input_text', text: 'Read a.ts' }],
      },
    },
    {
      timestamp: 't',
      type: 'response_item',
      payload: {
        type: 'function_call',
        name: 'shell',
        arguments: '{"cmd":"cat a.ts"}',
        call_id: 'c1',
      },
    },
    {
      timestamp: 't',
      type: 'response_item',
      payload: { type: 'function_call_output', call_id: 'c1', output: 'export {}' },
    },
    {
      timestamp: 't',
      type: 'response_item',
      payload: {
        type: 'message',
        role: 'assistant',
        content: [{ type: 'output_text', text: 'It is empty.' }],
      },
    },
  ]),
  'openai-chat': JSON.stringify({
    model: 'm',
    messages: [
      { role: 'user', content: 'Read a.ts' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'c1', type: 'function', function: { name: 'read', arguments: '{"path":"a.ts"}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'export {}' },
      { role: 'assistant', content: 'It is empty.' },
    ],
  }),
  'openai-responses': JSON.stringify({
    input: [
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Read a.ts' }] },
      { type: 'function_call', call_id: 'c1', name: 'read', arguments: '{"path":"a.ts"}' },
      { type: 'function_call_output', call_id: 'c1', output: 'export {}' },
      {
        type: 'message',
        role: 'assistant',
        content: [{ type: 'output_text', text: 'It is empty.' }],
      },
    ],
  }),
  anthropic: JSON.stringify({
    system: 'Be brief.',
    messages: [
      { role: 'user', content: 'Read a.ts' },
      {
        role: 'assistant',
        content: [{ type: 'tool_use', id: 't1', name: 'read', input: { path: 'a.ts' } }],
      },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 't1', content: 'export {}' }],
      },
      { role: 'assistant', content: [{ type: 'text', text: 'It is empty.' }] },
    ],
  }),
  'ai-sdk': JSON.stringify([
    { role: 'user', content: 'Read a.ts' },
    {
      role: 'assistant',
      content: [{ type: 'tool-call', toolCallId: 'c1', toolName: 'read', input: { path: 'a.ts' } }],
    },
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: 'c1',
          toolName: 'read',
          output: { type: 'text', value: 'export {}' },
        },
      ],
    },
    { role: 'assistant', content: [{ type: 'text', text: 'It is empty.' }] },
  ]),
  'ai-sdk-ui': JSON.stringify([
    { id: '1', role: 'user', parts: [{ type: 'text', text: 'Read a.ts' }] },
    {
      id: '2',
      role: 'assistant',
      parts: [
        { type: 'step-start' },
        {
          type: 'tool-read',
          toolCallId: 'c1',
          state: 'output-available',
          input: { path: 'a.ts' },
          output: 'export {}',
        },
        { type: 'step-start' },
        { type: 'text', text: 'It is empty.' },
      ],
    },
  ]),
};

/** A talk that folds in a small window, with a word and a path in each message that no other has. */
function longTalk() {
  const messages = [
    { role: 'user', content: `Never touch zanzibar.ts. ${hostile} The key is ${secret}` },
  ];
  for (let i = 0; i < 60; i += 1) {
    if (i === 20) messages.push({ role: 'user', content: `Log in to part20 with ${secret}.` });
    if (i === 40) messages.push({ role: 'user', content: 'Now the rest.' });
    messages.push(
      {
        role: 'assistant',
        content: [
          {
            type: 'tool-call',
            toolCallId: `c${i}`,
            toolName: 'bash',
            input: { command: `grep -rn quixotic${i} src/part${i}/main.ts` },
          },
        ],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: `c${i}`,
            toolName: 'bash',
            output: {
              type: 'text',
              value: `API_KEY=${secret}\n${`found quixotic${i} here. `.repeat(40)}`,
            },
          },
        ],
      },
    );
  }
  messages.push({ role: 'assistant', content: 'Nothing was left.' });
  return messages;
}

const fileOf = (text, name = 'talk.json') => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(text),
});
const choose = (page, file) => page.setInputFiles('#yours input[type=file]', file);
const opened = (page, text) =>
  page.waitForSelector(`#yours .opened:has-text(${JSON.stringify(text)})`);
/** All is played where it can no longer be stopped. */
const played = (page) => page.waitForSelector('#yours .playing button:disabled');
const stepsShown = async (page) => Number(await page.getAttribute('.seek input', 'max'));

test('a file of every format opens, is named, and is played to its last reply', async () => {
  const { page, problems } = await openPage();
  const requests = [];
  page.on('request', (request) => requests.push(request));
  for (const [id, text] of Object.entries(formats)) {
    const { format: found, formatName, session } = importSession(text, { name: id });
    assert.equal(found, id);
    await choose(page, fileOf(text, `${id} file.txt`));
    await opened(page, formatName);
    await page.waitForSelector(`#yours h3:has-text(${JSON.stringify(`${id} file`)})`);
    await played(page);
    const replies = session.messages.filter(({ role }) => role === 'assistant').length;
    assert.equal(await stepsShown(page), replies, id);
    assert.ok((await page.textContent('#yours .outcome')).length > 0);
    // The engine is there by now, and needs nobody.
    await page.context().setOffline(true);
  }
  // The engine's own files may come later than the first paint; a transcript goes nowhere.
  for (const request of requests) {
    assert.equal(request.method(), 'GET');
    assert.equal(new URL(request.url()).origin, new URL(demo.server.address).origin);
    assert.equal(new URL(request.url()).search, '');
  }
  await page.context().setOffline(false);
  await page.click('#yours button:has-text("sample")');
  await page.waitForSelector('#yours .opened', { state: 'detached' });
  await page.waitForFunction(() => Number(document.querySelector('.seek input').max) > 100);
  assert.deepEqual(problems, []);
  await page.close();
});

test('pasted and dropped texts open; of several conversations the longest, or one that is chosen', async () => {
  const { page, problems } = await openPage();
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.querySelector('#paste').dispatchEvent(paste);
  }, formats.anthropic);
  await opened(page, importSession(formats.anthropic, { name: '' }).formatName);
  await played(page);

  const two = jsonl([
    { messages: JSON.parse(formats['ai-sdk']) },
    {
      messages: [
        ...JSON.parse(formats['ai-sdk']),
        { role: 'user', content: 'And b.ts?' },
        { role: 'assistant', content: 'Too.' },
      ],
    },
  ]);
  await page.evaluate((text) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], 'two.jsonl'));
    const init = { dataTransfer, bubbles: true, cancelable: true };
    document.body.dispatchEvent(new DragEvent('dragover', init));
    document.body.dispatchEvent(new DragEvent('drop', init));
  }, two);
  const number = page.locator('#yours .opened input[type=number]');
  await number.waitFor();
  await played(page);
  assert.equal(await number.inputValue(), '2');
  assert.equal(await stepsShown(page), 3);
  await number.fill('1');
  await number.press('Enter');
  await page.waitForFunction(() => document.querySelector('.seek input').max === '2');
  assert.deepEqual(problems, []);
  await page.close();
});

test('a long text that is pasted is torn nowhere', async () => {
  const { page, problems } = await openPage();
  const said = '😀'.repeat(40);
  // It is taken in pieces of a million units: one of these ends within what is said.
  const begin = '[{"role":"user","pad":"';
  const pad = 'x'.repeat(1_000_000 - begin.length - '","content":"'.length - 41);
  const text = `${begin}${pad}","content":"${said}"},{"role":"assistant","content":"Yes."}]`;
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.querySelector('#paste').dispatchEvent(paste);
  }, text);
  await played(page);
  await page.waitForFunction(
    (said) => document.querySelector('.list .row .what')?.textContent.includes(said),
    said,
  );
  assert.deepEqual(problems, []);
  await page.close();
});

test('a section that the address names is in sight', async () => {
  const { page, problems } = await openPage('#share');
  await page.waitForFunction(() => {
    const { top } = document.querySelector('#share').getBoundingClientRect();
    return scrollY > 0 && top < innerHeight;
  });
  assert.deepEqual(problems, []);
  await page.close();
});

test('a text that cannot be read names its line, and what was open stays', async () => {
  const { page, problems } = await openPage();
  const before = await stepsShown(page);
  const lines = formats['claude-code'].split('\n');
  lines[1] = lines[1].slice(0, 40);
  for (const [text, told] of [
    [lines.join('\n'), /line 2/],
    ['', /./],
    ['{"some": "thing"}', /Claude Code/],
    [JSON.stringify([{ role: 'user', content: 'only me' }]), /./],
    [`${hostile}`, /./],
  ]) {
    await choose(page, fileOf(text));
    await page.waitForFunction(
      (source) =>
        new RegExp(source).test(document.querySelector('#yours [role=alert]')?.textContent),
      told.source,
    );
    assert.equal(await stepsShown(page), before);
    // Goes away with the next file.
    await choose(page, fileOf(formats['ai-sdk']));
    await page.waitForSelector('#yours [role=alert]', { state: 'detached' });
    await played(page);
    await page.click('#yours button:has-text("sample")');
    await page.waitForFunction(
      (steps) => document.querySelector('.seek input').max === `${steps}`,
      before,
    );
  }
  assert.equal(await page.locator('#injected').count(), 0);
  assert.deepEqual(problems, []);
  await page.close();
});

test('a file that is too large is refused before it is read', async () => {
  const file = {
    size: largestFile + 1,
    text: () => assert.fail('it was read'),
  };
  const { fault } = await readFile({ file, name: 'large' });
  assert.match(fault, /MB/);
});

test('what is shared of a transcript holds none of its words, and no record a secret', async () => {
  const { page, problems } = await openPage('#window=8000');
  const messages = longTalk();
  await choose(page, fileOf(JSON.stringify(messages), 'mandragora.json'));
  await opened(page, 'mandragora');
  await played(page);
  await page.waitForSelector('#share svg.card');
  assert.equal(await page.locator('#injected').count(), 0);
  assert.ok(!(await page.title()).includes('injected'));

  const download = async (button) => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.click(`#share button:has-text("${button}")`),
    ]);
    return readFileSync(await file.path());
  };
  const svg = (await download('SVG')).toString();
  assert.match(svg, /^<svg /);
  const png = await download('PNG');
  assert.equal(png.subarray(1, 4).toString(), 'PNG');
  const shown = [
    svg,
    await page.textContent('#share svg.card'),
    await page.textContent('#share .figures pre'),
    await page.textContent('#share .code'),
    page.url(),
  ].join('\n');
  for (const word of [
    'zanzibar',
    'quixotic',
    'mandragora',
    'grep',
    'src/part',
    'injected',
    'sk-ant',
  ]) {
    assert.ok(!shown.includes(word), word);
  }
  assert.deepEqual(problems, []);
  await page.close();

  const timeline = await play({
    session: { name: 'talk', tools: [], messages },
    policy: policyOf({ window: 8000, policy: 'epitome' }),
    window: 8000,
    counter: messageCounter((text) => Math.ceil(text.length / 4)),
  });
  assert.ok(timeline.records.length > 0);
  // The request with the secret was folded, and is carried without it.
  assert.ok(
    timeline.records.some(({ words }) => words.some(({ text }) => text.includes('part20'))),
  );
  assert.ok(!JSON.stringify(timeline.records).includes(secret));
});

test('options in the address are played, changed ones are written there, bad ones are said', async () => {
  const { page, problems } = await openPage(
    '#window=16000&preset=microAgent&trigger=0.7&keepRecent=8',
  );
  const field = (name) => page.inputValue(`#share [name=${name}]`);
  assert.deepEqual(
    [
      await field('window'),
      await field('preset'),
      await field('trigger'),
      await field('keepRecent'),
    ],
    ['16000', 'microAgent', '0.7', '8'],
  );
  assert.equal(await page.locator('#share .problems p').count(), 0);
  await page.fill('#share [name=trigger]', '0.6');
  await page.fill('#share [name=target]', '0.9');
  await page.press('#share [name=target]', 'Enter');
  await page.waitForFunction(() => location.hash.includes('trigger=0.6'));
  assert.equal(await page.locator('#share .problems p').count(), 1);
  assert.ok(!page.url().includes('target'));
  assert.equal(await field('target'), '');
  const { shared } = parse(new URL(page.url()).hash);
  assert.deepEqual(shared, { window: 16_000, preset: 'microAgent', trigger: 0.6, keepRecent: 8 });
  assert.ok((await page.textContent('#share .code')).includes('0.6'));
  await page.waitForSelector('#share svg.card');

  await page.goto('about:blank');
  await page.goto(
    `${demo.server.address}#window=1e99&__proto__=1&preset=constructor&trigger=${encodeURIComponent(hostile)}`,
  );
  await page.waitForSelector('#share .problems p');
  assert.equal(await page.locator('#share .problems p').count(), 4);
  assert.equal(await page.locator('#injected').count(), 0);
  assert.equal(await page.inputValue('#share [name=window]'), '32000');
  assert.deepEqual(problems, []);
  await page.close();
});

/** The same numbers at each run. */
function randomFrom(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test('options go through the address and the setup unchanged; whatever it says, they stay within bounds', () => {
  const random = randomFrom(7);
  const maybe = (value) => (random(2) === 0 ? {} : value());
  for (let i = 0; i < 2000; i += 1) {
    const window = 1000 + random(300_000);
    const isShare = random(2) === 0;
    const trigger = isShare ? (2 + random(97)) / 100 : 500 + random(window - 500);
    const shared = {
      window,
      ...maybe(() => ({ preset: presetNames[random(presetNames.length)] })),
      ...maybe(() => ({
        trigger,
        ...maybe(() => ({ target: isShare ? 0.01 : 2 + random(trigger - 2) })),
      })),
      ...maybe(() => ({ keepRecent: random(100) })),
    };
    assert.deepEqual(parse(`#${format(shared)}`), { shared, problems: [] });
    assert.deepEqual(sharedOf(setupOf(shared)), shared);
  }
  const pieces = [
    'window',
    'trigger',
    'target',
    '=',
    '&',
    '%',
    '0.5',
    '1e9',
    '-1',
    'NaN',
    '\u0000',
    '__proto__',
    '8000',
    '\ud800',
    '[',
    '%00',
  ];
  for (let i = 0; i < 2000; i += 1) {
    const text = Array.from({ length: random(12) }, () => pieces[random(pieces.length)]).join('');
    const { shared } = parse(`#${text}`);
    assert.ok(shared.window >= 1000 && shared.window <= 4_000_000);
    for (const amount of [shared.trigger, shared.target]) {
      assert.ok(amount === undefined || (amount > 0 && amount <= shared.window));
    }
    assert.deepEqual(
      Object.keys(shared).filter((name) => !(name in { window: 0, trigger: 0, target: 0 })),
      [],
    );
  }
});

test('the code for the options runs in Node', async () => {
  const project = mkdtempSync(join(installed, installed === root ? 'build/code-' : 'code-'));
  try {
    const all = [
      { window: 32_000 },
      { window: 64_000, preset: 'microAgent', trigger: 0.7, target: 0.3, keepRecent: 4 },
      { window: 1_000_000, trigger: 120_000, target: 60_000 },
      ...presetNames.map((preset) => ({ window: 200_000, preset })),
    ];
    for (const [at, shared] of all.entries()) {
      const file = join(project, `${at}.ts`);
      writeFileSync(file, codeOf(shared));
      const { prepareStepOf } = await import(pathToFileURL(file));
      const prepareStep = prepareStepOf('a chat', 'a user');
      const messages = [{ role: 'user', content: 'Hello' }];
      const prepared = await prepareStep({ messages, steps: [], stepNumber: 0 });
      assert.deepEqual(prepared?.messages ?? messages, messages);
    }
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
});

test('the sizes that hold where nothing is set are the engine’s', async () => {
  const compactor = await createCompactor({ contextWindow: 100_000, quiet: true });
  const session = compactor.session();
  await session.prepare([{ role: 'user', content: 'Hello' }]);
  const { total, trigger, target } = session.explain().budget;
  compactor.dispose();
  const near = (size, share) => Math.abs(size - share * total) <= 1;
  assert.ok(near(trigger, defaults.trigger), `${trigger} of ${total}`);
  assert.ok(near(target, defaults.target), `${target} of ${total}`);
});

test('an address that names a file which is not there opens the page’s own session, and says so', async () => {
  const page = await demo.browser.newPage();
  await page.goto(`${demo.server.address}?session=not-there.json`);
  await page.waitForSelector('#share svg.card');
  const told = await page.locator('main > .failure').textContent();
  assert.match(told, /not-there\.json/);
  await page.close();
});

test('the figures are those of a plain count', () => {
  const random = randomFrom(11);
  for (let round = 0; round < 20; round += 1) {
    const count = 1 + random(30);
    const paths = Array.from({ length: count }, (_, i) => `src/r${round}/file${i}x.ts`);
    const held = paths.filter(() => random(2) === 0);
    const messages = paths.flatMap((path, i) => [
      { role: 'user', content: `Look at ${path}` },
      {
        role: 'assistant',
        content: [
          {
            type: 'tool-call',
            toolCallId: `${i}`,
            toolName: 'bash',
            input: { command: `cat ${path}` },
          },
        ],
      },
    ]);
    const carried = held.map((path) => 2 * paths.indexOf(path) + 1);
    const kept = keptOf(messages, {
      folded: messages.map((_, i) => i + 1),
      records: [
        {
          text: held.map((path) => `cat ${path}`).join('\n'),
          words: carried.map((message) => ({ message, text: '', cut: false })),
        },
      ],
    });
    const share = { held: held.length, total: count };
    assert.deepEqual([kept.paths, kept.commands, kept.userMessages], [share, share, share]);
    const figures = {
      window: 1000,
      kept,
      summary: {
        steps: 1,
        overflowWithout: 1,
        over: 0,
        deadAt: 0,
        largest: 1,
        sentWithout: 1,
        sent: 1,
        cached: 0,
        held: 0,
        wanted: 0,
      },
    };
    assert.ok(textOf(figures).includes(`${held.length} of ${count}`));
    const colours = new Proxy({}, { get: () => '#000' });
    assert.ok(svgOf(draw(figures), colours).includes(`${held.length} of ${count}`));
  }
});
