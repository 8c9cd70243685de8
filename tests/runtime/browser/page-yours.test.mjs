/**
 * The parts of the demo page for a transcript of one's own: reading it, what is left of it, and the race;
 * in a real Chromium, with files that are broken, hostile or hold secrets.
 */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openDemo } from '../shared/demo-page.mjs';

let demo;

before(async () => {
  demo = await openDemo();
});

after(() => demo?.close());

/** A session that uses a file, line after line: long enough to be folded. */
function longSession({ secret = '', turns = 60 } = {}) {
  const messages = [{ role: 'user', content: `Read the parts. ${secret}` }];
  for (let at = 0; at < turns; at += 1) {
    const toolCallId = `call-${at}`;
    const input = { path: `src/part-${at}.ts` };
    messages.push(
      {
        role: 'assistant',
        content: [{ type: 'tool-call', toolCallId, toolName: 'read', input }],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId,
            toolName: 'read',
            output: { type: 'text', value: `value${at} = ${at * 7919};\n`.repeat(60) },
          },
        ],
      },
    );
  }
  messages.push({ role: 'user', content: `Now sum up. ${secret}` });
  messages.push({ role: 'assistant', content: 'All parts hold values.' });
  return messages;
}

async function choose(page, name, text) {
  await page.setInputFiles('#file', {
    name,
    mimeType: 'application/json',
    buffer: Buffer.from(text),
  });
}

const readingSays = (page, pattern) =>
  page.waitForFunction(
    ({ source }) => new RegExp(source).test(document.querySelector('#reading').textContent),
    { source: pattern.source },
  );

test('a file that is dropped is played, and its format said', async () => {
  const { page, problems } = await demo.openPage();
  const text = JSON.stringify(longSession());
  await page.evaluate((content) => {
    const data = new DataTransfer();
    data.items.add(new File([content], 'mine.json', { type: 'application/json' }));
    document.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true }));
  }, text);
  await readingSays(page, /^Read as AI SDK messages: 123 messages/);
  await page.waitForSelector('body[data-ready]');
  assert.match(await page.textContent('#about'), /^mine: 123 messages/);
  assert.match(await page.textContent('#verdictWithout'), /^dead at step \d+$/);
  assert.equal(await page.textContent('#verdictWith'), 'finished, 0 over');
  await page.click('#bundled');
  await readingSays(page, /348 messages/);
  assert.deepEqual(problems, []);
  await page.close();
});

test('what was pasted is read, OpenAI chats too', async () => {
  const { page } = await demo.openPage();
  const chat = [
    { role: 'user', content: 'Add 2 and 2.' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'a', function: { name: 'add', arguments: '{"a":2,"b":2}' } }],
    },
    { role: 'tool', tool_call_id: 'a', content: '4' },
    { role: 'assistant', content: 'Four.' },
  ];
  await page.fill('#paste', JSON.stringify(chat));
  await page.click('#readPaste');
  await readingSays(page, /^Read as OpenAI[^:]*: 4 messages/);
  await page.close();
});

test('session files of coding agents and messages of APIs are told apart', async () => {
  const { page, problems } = await demo.openPage();
  const use = { type: 'tool_use', id: 't1', name: 'Read', input: { file_path: 'a.ts' } };
  const result = { type: 'tool_result', tool_use_id: 't1', content: 'one line' };
  const anthropic = [
    { role: 'user', content: 'Read a.ts.' },
    { role: 'assistant', content: [use] },
    { role: 'user', content: [result] },
    { role: 'assistant', content: [{ type: 'text', text: 'One line.' }] },
  ];
  const claudeCode = anthropic.map((message, at) => ({
    type: message.role,
    uuid: `u${at}`,
    parentUuid: at === 0 ? null : `u${at - 1}`,
    sessionId: 's',
    timestamp: '2026-01-01T00:00:00.000Z',
    message,
  }));
  const item = (payload) => ({
    timestamp: '2026-01-01T00:00:00.000Z',
    type: 'response_item',
    payload,
  });
  const said = (role, type, text) => item({ type: 'message', role, content: [{ type, text }] });
  const codex = [
    { type: 'session_meta', timestamp: '2026-01-01T00:00:00.000Z', payload: { id: 's' } },
    said('user', 'input_text', 'Read a.ts.'),
    item({ type: 'function_call', name: 'shell', arguments: '{"command":["cat"]}', call_id: 'c' }),
    item({ type: 'function_call_output', call_id: 'c', output: 'one line' }),
    said('assistant', 'output_text', 'One line.'),
  ];
  const lines = (rows) => rows.map((row) => JSON.stringify(row)).join('\n');
  for (const [text, format] of [
    [JSON.stringify(anthropic), /^Read as Anthropic messages: 4 messages/],
    [lines(claudeCode), /^Read as a Claude Code session: 4 messages/],
    [lines(codex), /^Read as a Codex rollout: 4 messages/],
  ]) {
    await choose(page, 'mine.jsonl', text);
    await readingSays(page, format);
  }
  assert.deepEqual(problems, []);
  await page.close();
});

test('a file that cannot be read is told by line and fault, and the page goes on', async () => {
  const { page, problems } = await demo.openPage();
  const good = JSON.stringify({ messages: [{ role: 'user', content: 'hello' }] });
  for (const [text, expected] of [
    [`${good}\n{"messages": [\n${good}\n`, /line 2/],
    ['', /could not be read: .{5,}/],
    ['[]', /could not be read: .*message/],
    [
      '[{"role":"user","content":7}, {"role":"assistant","content":"x"}]',
      /could not be read: .{5,}/,
    ],
    ['just words', /not valid JSON/],
  ]) {
    await choose(page, 'broken.jsonl', text);
    await readingSays(page, /could not be read/);
    assert.match(await page.textContent('#reading'), expected);
  }
  await page.keyboard.press('.');
  assert.equal(await page.textContent('#verdictWith'), 'finished, 0 over');
  assert.deepEqual(problems, []);
  await page.close();
});

test('a model writes the records: its prompt, its reply, what the check struck; and the way back', async () => {
  const { page, problems } = await demo.openPage();
  await page.locator('#memory').scrollIntoViewIfNeeded();
  await page.waitForSelector('body[data-record]');
  assert.ok(await page.locator('#exchange').isHidden());
  await page.selectOption('#writer', 'script');
  await page.waitForSelector('#exchange:not([hidden])', { state: 'attached' });
  await page.click('#exchange summary');
  const invented = 'src/never/mentioned.rs';
  assert.match(await page.textContent('#modelReplied'), new RegExp(invented));
  assert.ok((await page.textContent('#modelAsked')).length > 10_000);
  assert.match(await page.textContent('#recordFacts'), /the check read 1 reply and struck 1/);
  const record = await page.textContent('#recordLines');
  assert.match(record, /Summary by a model/);
  assert.ok(!record.includes(invented), 'the check struck it');

  const step = Number(await page.getAttribute('body', 'data-step'));
  await page.click('#rewind');
  await page.waitForSelector(`body[data-step="${step - 1}"]`);
  await page.waitForFunction(() =>
    document.querySelector('#recordFacts').textContent.includes('Nothing has been folded'),
  );
  assert.deepEqual(problems, []);
  await page.close();
});

test('a record is linked with its messages both ways, and holds no secret', async () => {
  const { page, problems } = await demo.openPage();
  const secret = 'password=hunter2-Zq81-staging';
  await choose(page, 'mine.json', JSON.stringify(longSession({ secret, turns: 120 })));
  await readingSays(page, /^Read as/);
  await demo.goTo(page, 120);
  await page.locator('#memory').scrollIntoViewIfNeeded();
  await page.waitForSelector('body[data-record]');
  const record = await page.textContent('#recordLines');
  assert.match(record, /^\[Record of messages/);
  assert.ok(!record.includes('hunter2'));

  await page.locator('#recordLines button').first().click();
  assert.match(await page.textContent('#linkNote'), /^This line speaks of messages? \d+/);
  assert.ok((await page.locator('#folded .linked').count()) > 0);
  const linked = page.locator('#folded .linked').first();
  const number = await linked.getAttribute('data-number');
  await linked.click();
  assert.match(
    await page.textContent('#linkNote'),
    new RegExp(`^Message ${number}: \\d+ lines? of the record`),
  );
  assert.ok((await page.locator('#recordLines .linked').count()) > 0);
  assert.deepEqual(problems, []);
  await page.close();
});

test('a word is found in the prompt, in records, in folded messages, or nowhere', async () => {
  const { page } = await demo.openPage();
  await choose(page, 'mine.json', JSON.stringify(longSession({ turns: 120 })));
  await readingSays(page, /^Read as/);
  await demo.goTo(page, 120);
  await page.locator('#memory').scrollIntoViewIfNeeded();
  for (const [query, expected] of [
    ['value118', /messages that the model is sent/],
    ['src/part-3.ts', /a record tells it/],
    ['value3 = 23757', /only folded messages have it|a record tells it/],
    ['nowhere at all', /never said/],
  ]) {
    await page.fill('#query', query);
    await page.keyboard.press('Enter');
    await page.waitForFunction(
      (source) => new RegExp(source).test(document.querySelector('#answer').textContent),
      expected.source,
    );
  }
  await page.close();
});

test('the race says what each entrant costs and what survives', async () => {
  const { page, problems } = await demo.openPage();
  await page.locator('#race').scrollIntoViewIfNeeded();
  await page.click('#startRace');
  await page.waitForSelector('body[data-raced]');
  const rows = await page.evaluate(() =>
    [...document.querySelectorAll('#raceTable tr')].map((row) =>
      [...row.children].map(({ textContent }) => textContent),
    ),
  );
  const of = (name) => rows.find(([first]) => first === name);
  assert.equal(rows.length, 5);
  const { account } = demo;
  assert.equal(of('nothing')[3], `${account.wouldOverflow} of ${account.steps}`);
  assert.equal(of('epitome')[3], `0 of ${account.steps}`);
  assert.equal(Number(of('epitome')[4].replaceAll(',', '')), account.maxPromptTokens);
  const survives = (name) => Number.parseFloat(of(name)[1]);
  assert.equal(survives('nothing'), 0);
  assert.ok(survives('epitome') > 50);
  assert.equal(await page.locator('#racePlot .mark').count(), 5);
  assert.equal((await page.locator('#racePlot .mark.over').count()) > 0, true);
  assert.deepEqual(problems, []);
  await page.close();
});
