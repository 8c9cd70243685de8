// promise: api
/** The conversation as text, for hosts that reflect on a session. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Message } from '../../js/testing/shapes.ts';
import {
  callMessage,
  conversation,
  goodSummary,
  playRaw,
  resultMessage,
  segmentText,
  user,
} from './support/conversation.ts';
import { opener } from './support/opener.ts';

const open = opener({
  contextWindow: 8_000,
  summarize: async (request) => goodSummary(request),
});

describe('transcriptText', () => {
  it('is the summaries as the view has them, then the newest messages', async () => {
    const { session } = await open();
    const history = conversation(60);
    const { views } = await playRaw(session, history);
    const text = session.transcriptText({ last: 4 });
    // Between summaries the view may have more blank lines.
    const summary = segmentText(views.at(-1) ?? [])
      .trim()
      .replaceAll(/\n{3,}/g, '\n\n');
    assert.ok(summary.length > 100);
    assert.ok(text.startsWith(summary));
    const lines = text.slice(summary.length).trim().split('\n');
    assert.ok(lines[0]?.startsWith(`[${history.length - 3}] `));
    assert.match(
      lines.at(-1) ?? '',
      new RegExp(`^\\[${history.length}\\] result: The c59 went on`),
    );
    assert.ok(session.transcriptText({ last: 2 }).length < text.length);
  });

  it('is the messages alone without the summary, however far back', async () => {
    const { session } = await open();
    await playRaw(session, conversation(60));
    const text = session.transcriptText({ summary: false, last: 1_000 });
    assert.match(text, /^\[1\] user: Please repair the c module/);
    assert.ok(!text.includes('SUMMARY of messages'));
    const records = session.transcriptText({ last: 1_000 });
    assert.ok(
      !records.includes('[1] user: Please repair'),
      'what a summary tells is not told twice',
    );
  });

  it('shows calls, results and media in a line each, and hides what is hidden', async () => {
    const { session } = await open();
    const image = { type: 'image', image: 'iVBORw0KGgo='.repeat(100), mediaType: 'image/png' };
    const messages = [
      { role: 'user', content: [{ type: 'text', text: 'See this' }, image] },
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'a thought', providerOptions: { x: { signature: 'SIG' } } },
          { type: 'text', text: 'I look.', providerOptions: { x: { itemId: 'ITEM' } } },
          { type: 'tool-call', toolCallId: 'a', toolName: 'read', input: { path: 'a.ts' } },
        ],
      },
      resultMessage('a', 'one\ntwo\nthree'),
      user('The password: hunter2-Hunter2-77 is mine.'),
    ] as unknown as Message[];
    await session.prepare(messages);
    const text = session.transcriptText();
    assert.match(text, /^\[1\] user: See this\n\[1\] user: \[image\/png, \d+ bytes.*\]\n/);
    assert.match(
      text,
      /\n\[2\] assistant → read\(\{"path":"a.ts"\}\)\n\[3\] result: one two three\n/,
    );
    assert.ok(!/a thought|SIG|ITEM|iVBOR|hunter2/.test(text), text);
    // The host's own messages are as they were.
    assert.match(JSON.stringify(messages), /hunter2/);
  });

  it('is bounded, reads every dialect, and says what is wrong', async () => {
    const { session } = await open();
    assert.throws(() => session.transcriptText(), {
      code: 'invalid-argument',
      message: /no transcript/,
    });
    await playRaw(session, conversation(60));
    for (const maxLength of [0, 50, 3_000]) {
      assert.ok(session.transcriptText({ maxLength }).length <= maxLength);
    }
    for (const wrong of [{ last: -1 }, { last: 1.5 }, { maxLength: Number.NaN }]) {
      assert.throws(() => session.transcriptText(wrong), { code: 'invalid-argument' });
    }
    const { session: chat } = await open();
    await chat.prepare([
      { role: 'user', content: 'go' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'ls', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'a', content: 'x' },
    ]);
    assert.equal(chat.transcriptText(), '[1] user: go\n[2] assistant → ls({})\n[3] result: x\n');
    // Reading a text leaves the session as it was.
    const again = await chat.prepare([user('go'), callMessage('b'), resultMessage('b', 'y')]);
    assert.equal(again.messages.length, 3);
  });
});
