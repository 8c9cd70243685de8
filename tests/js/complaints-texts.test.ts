// promise: 9 loses nothing silently
/**
 * What users of other compactors complain about, where texts are to blame: what a summariser is sent,
 * and what is written down. One test each, by the number of the complaint.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCompactor, fromFetch } from 'epitome';
import type { Message, Part } from '../../js/testing/shapes.ts';
import {
  assistant,
  callMessage,
  conversation,
  playRaw,
  resultMessage,
  user,
} from './support/conversation.ts';
import { createRng } from './support/random.ts';
import { allText, base64, plainRecord, playRecords, segmentsOf } from './support/record-play.ts';

describe('complaints about what is written', () => {
  it('C17: metadata, base64 and hidden fields are not what a summariser reads', async () => {
    const blob = base64(6_000, 'blob');
    const hidden = 'QXHIDDENXQ';
    const noisy = conversation(80).map((message, i): Message => {
      const marked = {
        ...message,
        id: `${hidden}-${i}`,
        metadata: { trace: hidden.repeat(20) },
        providerOptions: { openai: { itemId: `${hidden}_${i}` } },
      };
      if (message.role === 'assistant' || i % 6 !== 2) return marked;
      const [result] = message.content as [Part];
      const value = [
        { type: 'text', text: `Screenshot ${i}: data:image/png;base64,${blob.slice(0, 2_000)}` },
        { type: 'media', data: blob, mediaType: 'image/png' },
      ];
      const content = [
        {
          ...result,
          output: { type: 'content', value },
          providerMetadata: { anthropic: { details: hidden } },
        },
      ];
      return { ...marked, content };
    });
    const { requests } = await playRecords(noisy, () => plainRecord, { contextWindow: 16_000 });
    assert.ok(requests.some(({ kind }) => kind !== 'merge'));
    for (const { kind, prompt } of requests) {
      assert.ok(!prompt.includes(hidden));
      assert.doesNotMatch(prompt, /[A-Za-z0-9+/]{200}/, 'base64 in a request');
      // A merge reads records, and these say nothing of images.
      if (kind !== 'merge') assert.match(prompt, /image\/png/);
      assert.ok(prompt.length < 60_000, `${prompt.length} characters`);
    }
  });

  it('C18: secrets are in nothing that epitome writes, and looking for them stops no session', async () => {
    const rng = createRng('secrets');
    const letters = (length: number) =>
      Array.from({ length }, () =>
        rng.pick([...'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijk23456789']),
      ).join('');
    const secrets = {
      'an API key': `sk-ant-api03-${letters(48)}`,
      'a GitHub token': `ghp_${letters(36)}`,
      'an AWS key': `AKIA${letters(16).toUpperCase()}`,
      'a password in a URL': `hunter${letters(10)}`,
      'a private key': letters(64),
      'a JSON web token': `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIx${letters(14)}.${letters(43)}`,
    };
    const [api, github, aws, password, key, jwt] = Object.values(secrets) as [
      string,
      string,
      string,
      string,
      string,
      string,
    ];
    const outputs = [
      `ANTHROPIC_API_KEY=${api}\nAWS_ACCESS_KEY_ID=${aws}`,
      `remote: https://x-access-token:${github}@github.com/acme/app.git`,
      `DATABASE_URL=postgres://app:${password}@db.internal:5432/app`,
      `-----BEGIN RSA PRIVATE KEY-----\n${key}\n-----END RSA PRIVATE KEY-----`,
      `> Authorization: Bearer ${jwt}`,
      // What scanners stumble over.
      `${'a'.repeat(20_000)}=${'='.repeat(5_000)}\ud800 -----BEGIN RSA PRIVATE KEY-----`,
    ];
    const history = conversation(90);
    const planted: Message[] = outputs.flatMap((output, i) => [
      callMessage(`s${i}`, { command: `cat .env.${i}` }),
      resultMessage(`s${i}`, output),
    ]);
    history.splice(3, 0, ...planted, assistant('Noted.'), user(`Use this key for now: ${api}`));
    const before = structuredClone(history);
    // A model that repeats whatever it is shown.
    const leaky = (request: { prompt: string }) =>
      `## Done\n- The agent read the environment files, one after the other.\n${Object.values(
        secrets,
      )
        .filter((secret) => request.prompt.includes(secret))
        .map((secret) => `- It found ${secret}.`)
        .join('\n')}\n- All of the tests pass, and nothing else was changed.`;
    for (const answer of [
      leaky,
      () => '',
      () => `## Done\n- The key is ${api}, and it was used.`,
    ]) {
      const { view, requests, log, state } = await playRecords(history, answer);
      assert.ok(requests.length > 0);
      assert.deepEqual(log.of('error'), []);
      const written = {
        'a request': allText(requests),
        'a segment': segmentsOf(view),
        'the state': state,
        'an event': JSON.stringify(log.all),
      };
      for (const [where, text] of Object.entries(written)) {
        for (const [what, secret] of Object.entries(secrets)) {
          assert.ok(!text.includes(secret), `${what} in ${where}`);
        }
      }
    }
    assert.deepEqual(history, before, "the host's own messages stay as they were");
  });

  it('C23: a summary is asked for in text alone, without tools or tool blocks', async () => {
    const bodies: string[] = [];
    const summarize = fromFetch({
      url: 'https://model.example.org/v1',
      model: 'any',
      fetch: async (_, { body }) => {
        bodies.push(body);
        const reply = { choices: [{ message: { content: plainRecord }, finish_reason: 'stop' }] };
        return { ok: true, status: 200, text: async () => JSON.stringify(reply) };
      },
    });
    const compactor = await createCompactor({
      contextWindow: 8_000,
      system: '',
      tools: {},
      summarize,
    });
    const session = compactor.session();
    await playRaw(session, conversation(60));
    const { summariesRequested, summariesAccepted } = session.usage();
    compactor.dispose();
    assert.ok(bodies.length > 0);
    assert.deepEqual([summariesRequested, summariesAccepted], [bodies.length, bodies.length]);
    for (const body of bodies) {
      const { messages, ...rest } = JSON.parse(body) as { messages: Message[] };
      assert.deepEqual(Object.keys(rest).sort(), ['max_tokens', 'model', 'temperature']);
      assert.deepEqual(
        messages.map(({ role, content }) => [role, typeof content]),
        [
          ['system', 'string'],
          ['user', 'string'],
        ],
      );
    }
  });
});
