/**
 * What the agent of `demo/` promises, wherever it is deployed. `start(options)` runs it: `settings` are its
 * variables, `requestsPerMinute` its limit, `data` names where sessions are kept, so that a second start
 * finds what the first one left. It resolves with `{ fetch, local, remote, kill }`: two addresses of it,
 * and an end without a warning; where that can be had, `end` is one with a warning, `evict` ends one session's object, `isWritten` says
 * whether a summary is stored, and `alterState(change)` changes stored states while nothing runs.
 * `toldOf(settings)` resolves with what is said of settings with which nothing is served.
 */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { AbstractChat, DefaultChatTransport, readUIMessageStream } from 'ai7';
import { startModel } from './agent-model.mjs';

const userMessage = (text) => ({
  id: crypto.randomUUID(),
  role: 'user',
  parts: [{ type: 'text', text }],
});
const textOf = ({ parts }) => parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
const words = (count, word = 'word') => Array(count).fill(word).join(' ');
/** Unlike any other part of a conversation. */
const passage = (number) =>
  number === 0
    ? 'Acknowledge each passage that I send.'
    : Array.from({ length: 150 }, (_, at) => `w${number}x${at}`).join(' ');

/** What useChat of each framework is made of, without the framework. */
class Chat extends AbstractChat {
  constructor({ messages, ...init }) {
    const state = {
      messages,
      status: 'ready',
      error: undefined,
      pushMessage: (message) => void state.messages.push(message),
      popMessage: () => void state.messages.pop(),
      replaceMessage(at, message) {
        state.messages[at] = message;
      },
      snapshot: structuredClone,
    };
    super({ ...init, state });
  }
}

export function contract(start, toldOf) {
  const running = new Set();
  after(async () => {
    for (const one of running) await one();
  });

  /** The agent, running until the end of the tests or until it is killed. */
  const begin = async (options = {}) => {
    const agent = await start({
      requestsPerMinute: 100_000,
      data: crypto.randomUUID(),
      ...options,
    });
    const kill = async () => {
      running.delete(kill);
      await agent.kill();
    };
    running.add(kill);
    return { ...agent, kill };
  };
  const beginModel = async (reply) => {
    const model = await startModel(reply);
    running.add(async () => model.close());
    const settings = { MODEL_URL: model.address, MODEL_ID: 'main', SUMMARY_MODEL_ID: 'summary' };
    return { ...model, settings };
  };

  /** Says something as useChat does, and reads the answer as it does. */
  const talk = async (agent, id, said, { token } = {}) => {
    const transport = new DefaultChatTransport({
      api: `${agent.local}/sessions/${id}/messages`,
      fetch: agent.fetch,
      headers: token ? { authorization: `Bearer ${token}` } : {},
    });
    const messages = typeof said === 'string' ? [userMessage(said)] : said;
    const stream = await transport.sendMessages({
      chatId: id,
      messages,
      trigger: 'submit-message',
    });
    const [shown, looked] = stream.tee();
    const events = [];
    const errors = [];
    const looking = (async () => {
      for await (const chunk of looked) {
        if (chunk.type === 'data-epitome') events.push(chunk.data);
        if (chunk.type === 'error') errors.push(chunk.errorText);
      }
    })();
    let answer;
    for await (const message of readUIMessageStream({ stream: shown, onError: () => {} })) {
      answer = message;
    }
    await looking;
    // An interface is told of each fold, and of nothing else.
    const sizes = (list) =>
      list.map(({ tokensBefore, tokensAfter }) => [tokensBefore, tokensAfter]);
    const folded = (answer?.parts ?? []).filter(({ type }) => type === 'data-compaction');
    assert.deepEqual(
      sizes(folded.map(({ data }) => data)),
      sizes(events.filter(({ type }) => type === 'compaction')),
    );
    return { answer, events, errors, text: answer ? textOf(answer) : '' };
  };
  const messagesOf = async (agent, id) => {
    const response = await agent.fetch(`${agent.local}/sessions/${id}`);
    assert.equal(response.status, 200);
    return (await response.json()).messages;
  };
  const post = (agent, body, { id = 'a', base = agent.local, ...init } = {}) =>
    agent.fetch(`${base}/sessions/${id}/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
      ...init,
    });
  const roles = (messages) => messages.map(({ role }) => role).join(' ');
  const foldsOf = (events) => events.flatMap((event) => event.folds ?? []);
  const alignments = (events) =>
    events.filter(({ type }) => type === 'aligned').map(({ how }) => how);

  test('useChat reads an answer with a tool call, and the session keeps what it read', async () => {
    const agent = await begin();
    const { answer, text, errors } = await talk(agent, 'a', words(7));
    assert.deepEqual(errors, []);
    assert.match(text, /\b7 words/);
    const call = answer.parts.find(({ type }) => type === 'tool-countWords');
    assert.deepEqual(call.output, { words: 7, characters: 34 });
    const { data } = answer.parts.find(({ type }) => type === 'data-context');
    assert.ok(data.used > 0 && data.used < data.of);
    const stored = await messagesOf(agent, 'a');
    assert.deepEqual(stored.at(-1), JSON.parse(JSON.stringify(answer)));
    // Plain text says the same, and no other session knows of either.
    const plain = await post(agent, { text: words(3) });
    assert.match(await plain.text(), /event-stream|"3 "/);
    assert.equal(roles(await messagesOf(agent, 'a')), 'user assistant user assistant');
    assert.deepEqual(await messagesOf(agent, 'b'), []);
    const deleted = await agent.fetch(`${agent.local}/sessions/a`, { method: 'DELETE' });
    assert.equal(deleted.status, 204);
    assert.deepEqual(await messagesOf(agent, 'a'), []);
    // A name that was deleted is free again.
    const anew = await talk(agent, 'a', words(2));
    assert.match(anew.text, /\b2 words/);
    assert.deepEqual(alignments(anew.events), ['new']);
  });

  test('system messages reach the model; an answer can be had anew', async () => {
    const model = await beginModel(async ({ messages }) => `answer ${messages.length}`);
    const agent = await begin({ settings: model.settings });
    const system = { ...userMessage('Answer in French.'), role: 'system' };
    const asked = userMessage('Hello');
    await talk(agent, 'a', [system, asked]);
    const sent = model.requests.at(-1).messages;
    assert.ok(sent.some(({ role, content }) => role === 'system' && content.includes('French')));
    // The client sends what it has; what the server has already is not added again.
    const again = await talk(agent, 'a', [system, asked]);
    assert.equal(again.text, 'answer 3');
    assert.equal(roles(await messagesOf(agent, 'a')), 'system user assistant');
  });

  test('after a restart a session goes on, and what was folded stays folded', async () => {
    const data = crypto.randomUUID();
    const settings = { WINDOW_TOKENS: '6000' };
    let agent = await begin({ data, settings });
    const folded = [];
    for (let turn = 0; turn < 20; turn += 1) {
      const { events, errors } = await talk(agent, 'a', passage(turn));
      assert.deepEqual(errors, []);
      folded.push(...foldsOf(events));
    }
    assert.ok(folded.length > 0, 'nothing was folded');
    const last = Math.max(...folded.map(({ lastMessage }) => lastMessage));
    const before = await messagesOf(agent, 'a');
    const goesOn = async () => {
      const stored = await messagesOf(agent, 'a');
      const { events, text } = await talk(agent, 'a', [...stored, userMessage(words(9))]);
      assert.match(text, /\b9 words/);
      const how = alignments(events);
      assert.ok(!how.some((one) => /new|unrelated/.test(one)), `aligned: ${how}`);
      for (const { firstMessage } of foldsOf(events)) assert.ok(firstMessage > last);
      assert.equal((await messagesOf(agent, 'a')).length, stored.length + 2);
      return how;
    };
    await agent.evict?.('a');
    await goesOn();
    await (agent.end ?? agent.kill)();
    agent = await begin({ data, settings });
    const found = await messagesOf(agent, 'a');
    assert.deepEqual(found.slice(0, -2), before);
    const how = await goesOn();
    assert.ok(how.length > 0);
  });

  test('a state that cannot be read costs no answer', async (t) => {
    const data = crypto.randomUUID();
    const settings = { WINDOW_TOKENS: '6000' };
    let agent = await begin({ data, settings });
    for (let turn = 0; turn < 20; turn += 1) await talk(agent, 'a', passage(turn));
    const stored = await messagesOf(agent, 'a');
    if (agent.alterState === undefined) return t.skip('its store is not at hand');
    for (const change of [
      (text) => text.replace(/"epitome":\d+/, '"epitome":3'),
      (text) => text.slice(0, text.length / 2),
    ]) {
      await agent.kill();
      assert.equal(agent.alterState(change), 1);
      agent = await begin({ data, settings });
      const { text, errors } = await talk(agent, 'a', words(9));
      assert.deepEqual(errors, []);
      assert.match(text, /\b9 words/);
    }
    assert.deepEqual((await messagesOf(agent, 'a')).slice(0, stored.length), stored);
  });

  test('a restart in the middle of a summary loses nothing', async () => {
    const data = crypto.randomUUID();
    let stalled = true;
    let asked = 0;
    const begun = Promise.withResolvers();
    const model = await beginModel(async ({ model }) => {
      if (model === 'main') return 'Done, as you asked.';
      asked += 1;
      begun.resolve();
      if (stalled) await new Promise(() => {});
      return 'The user sent passages of words, and each was acknowledged as done.';
    });
    const settings = { ...model.settings, WINDOW_TOKENS: '8000' };
    let agent = await begin({ data, settings });
    const said = [];
    const say = async (more = passage(said.length)) => {
      said.push(more);
      const { errors, text, events } = await talk(agent, 'a', more);
      assert.deepEqual(errors, []);
      assert.equal(text, 'Done, as you asked.');
      return events;
    };
    for (let turn = 0; turn < 20 && asked === 0; turn += 1) {
      await say();
      // A summary is begun when the answer has ended.
      if (turn > 2)
        await Promise.race([begun.promise, new Promise((resolve) => setTimeout(resolve, 50))]);
    }
    assert.ok(asked > 0, 'no summary was asked for');
    await agent.kill();
    stalled = false;
    agent = await begin({ data, settings });
    const texts = (await messagesOf(agent, 'a')).filter(({ role }) => role === 'user').map(textOf);
    assert.deepEqual(texts, said);
    // It is asked for again and used, without waiting for the process that asked first.
    const events = await say(words(1500));
    assert.ok(foldsOf(events).length > 0, 'nothing was folded');
    assert.deepEqual(
      events.filter(({ reason }) => reason === 'timed-out'),
      [],
    );
    const { messages } = model.requests.findLast(({ model }) => model === 'main');
    assert.ok(JSON.stringify(messages).includes(said[0]), 'the first request is gone');
    assert.ok(JSON.stringify(messages).length < JSON.stringify(said).length);
  });

  test('a summary that was written before a restart is used, and not asked for again', async (t) => {
    const asked = [];
    const gate = Promise.withResolvers();
    const model = await beginModel(async ({ model, messages }) => {
      if (model === 'main') return 'Done, as you asked.';
      asked.push(JSON.stringify(messages));
      await gate.promise;
      return 'The user sent passages of words, and each was acknowledged as done.';
    });
    const data = crypto.randomUUID();
    const settings = { ...model.settings, WINDOW_TOKENS: '8000' };
    let agent = await begin({ data, settings });
    if (!agent.isWritten) return t.skip('what is stored cannot be looked at from here');
    const events = [];
    let turn = 0;
    const say = async () => {
      events.push(...(await talk(agent, 'a', passage(turn))).events);
      turn += 1;
    };
    while (turn < 20 && asked.length === 0) await say();
    assert.ok(asked.length > 0, 'no summary was asked for');
    assert.deepEqual(foldsOf(events), []);
    gate.resolve();
    while (!agent.isWritten()) await new Promise((resolve) => setTimeout(resolve, 10));
    await agent.kill();
    agent = await begin({ data, settings });
    while (turn < 40 && foldsOf(events).length === 0) await say();
    assert.ok(foldsOf(events).length > 0, 'nothing was folded');
    assert.equal(new Set(asked).size, asked.length);
  });

  /** A model that says half of its answer, and the rest when the gate opens. */
  const beginSlowModel = async () => {
    const gate = Promise.withResolvers();
    const hungUp = Promise.withResolvers();
    const model = await beginModel(async (asked, left) => {
      if (asked.model !== 'main') return 'The user sent passages of words.';
      left.then(hungUp.resolve);
      return (async function* () {
        yield 'Half ';
        await gate.promise;
        yield 'and the rest.';
      })();
    });
    return { ...model, gate, hungUp: hungUp.promise };
  };
  /** Asks, reads until half of the answer is there, and leaves. */
  const leaveInTheMiddle = async (agent, id, text) => {
    const client = new AbortController();
    const response = await post(agent, { text }, { id, signal: client.signal });
    assert.equal(response.status, 200);
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    let seen = '';
    while (!seen.includes('Half ')) {
      const { done, value } = await reader.read();
      assert.ok(!done, `the answer ended with ${seen}`);
      seen += decoder.decode(value, { stream: true });
    }
    client.abort();
    return seen;
  };

  test('a client that leaves stops the model, and what was decided stays', async () => {
    const data = crypto.randomUUID();
    const settings = { WINDOW_TOKENS: '6000', RESUME_SECONDS: '0' };
    let model = await beginModel(async () => 'Done, as you asked.');
    let agent = await begin({ data, settings: { ...model.settings, ...settings } });
    // Two sessions of the same requests: where one folds, so will the other.
    const folded = [];
    let turn = 0;
    for (; turn < 30 && folded.length === 0; turn += 1) {
      folded.push(...foldsOf((await talk(agent, 'a', passage(turn))).events));
    }
    assert.ok(folded.length > 0, 'nothing was folded');
    for (let at = 0; at < turn - 1; at += 1) await talk(agent, 'b', passage(at));
    await (agent.end ?? agent.kill)();
    model = await beginSlowModel();
    agent = await begin({ data, settings: { ...model.settings, ...settings } });
    const seen = await leaveInTheMiddle(agent, 'b', passage(turn - 1));
    assert.match(seen, /"type":"compaction"/);
    await model.hungUp;
    model.gate.resolve();
    const { events, errors } = await talk(agent, 'b', passage(turn));
    assert.deepEqual(errors, []);
    assert.ok(!alignments(events).some((how) => /new|unrelated/.test(how)));
    const last = Math.max(...folded.map(({ lastMessage }) => lastMessage));
    for (const { firstMessage } of foldsOf(events)) assert.ok(firstMessage > last);
    const texts = (await messagesOf(agent, 'b')).map(textOf);
    assert.deepEqual(texts.slice(-4), [
      passage(turn - 1),
      'Half ',
      passage(turn),
      'Half and the rest.',
    ]);
  });

  test('an answer can be gone on with, from another page, once and whole', async () => {
    const model = await beginSlowModel();
    const agent = await begin({ settings: { ...model.settings, RESUME_SECONDS: '3600' } });
    const chatOf = async () =>
      new Chat({
        id: 'a',
        messages: await messagesOf(agent, 'a'),
        transport: new DefaultChatTransport({ api: `${agent.local}/sessions`, fetch: agent.fetch }),
      });
    const nothing = await agent.fetch(`${agent.local}/sessions/a/stream`);
    assert.equal(nothing.status, 204);
    await leaveInTheMiddle(agent, 'a', 'hello');
    const pages = [await chatOf(), await chatOf()];
    for (const { messages } of pages) assert.equal(roles(messages), 'user');
    const resumed = pages.map((page) => page.resumeStream());
    while (pages.some(({ status }) => status !== 'streaming')) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    model.gate.resolve();
    await Promise.all(resumed);
    const stored = await messagesOf(agent, 'a');
    assert.deepEqual(stored.map(textOf), ['hello', 'Half and the rest.']);
    for (const { messages, error } of pages) {
      assert.ifError(error);
      assert.deepEqual(JSON.parse(JSON.stringify(messages.at(-1))), stored.at(-1));
    }
    // What has ended is among the messages.
    const late = await chatOf();
    await late.resumeStream();
    assert.equal(roles(late.messages), 'user assistant');
  });

  test('who asks again does not wait for an answer that nobody reads', async () => {
    const model = await beginSlowModel();
    const agent = await begin({ settings: { ...model.settings, RESUME_SECONDS: '3600' } });
    await leaveInTheMiddle(agent, 'a', 'hello');
    const asked = talk(agent, 'a', 'and now?');
    await model.hungUp;
    model.gate.resolve();
    assert.equal((await asked).text, 'Half and the rest.');
  });

  test('a user has a list of sessions, and of no others', async () => {
    const agent = await begin({ settings: { USER_TOKENS: 'ann:ann-token,ben:ben-token' } });
    const of = (user) => ({ headers: { authorization: `Bearer ${user}-token` } });
    const listOf = async (user) => {
      const response = await agent.fetch(`${agent.local}/sessions`, of(user));
      assert.equal(response.status, 200);
      const { sessions } = await response.json();
      for (const { updatedAt, turnCount } of sessions) {
        assert.ok(updatedAt > 1e12 && turnCount > 0);
      }
      return sessions.map(({ id }) => id).sort();
    };
    /** What is listed is written while nobody waits. */
    const becomes = async (user, ids) => {
      while (`${await listOf(user)}` !== `${ids}`) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    };
    assert.deepEqual(await listOf('ann'), []);
    for (const id of ['a', 'b']) await talk(agent, id, words(3), { token: 'ann-token' });
    await talk(agent, 'c', words(3), { token: 'ben-token' });
    await becomes('ann', ['a', 'b']);
    await becomes('ben', ['c']);
    await agent.fetch(`${agent.local}/sessions/a`, { method: 'DELETE', ...of('ann') });
    await becomes('ann', ['b']);
    const nobody = await agent.fetch(`${agent.local}/sessions`, of('nobody'));
    assert.equal(nobody.status, 401);
  });

  test('wrong settings are told before anything is answered, by name and without their values', async () => {
    for (const [settings, ...named] of [
      [
        {
          MODEL_URL: 'api.example/secret',
          WINDOW_TOKENS: '128k',
          USER_TOKENS: 'ann:secret,secret',
          ALLOWED_ORIGINS: 'https://a.example/secret',
          RESUME_SECONDS: 'secret',
        },
        ...['MODEL_URL', 'MODEL_ID', 'WINDOW_TOKENS', 'USER_TOKENS', 'ALLOWED_ORIGINS'],
        'RESUME_SECONDS',
      ],
      [
        { MODEL_ID: 'secret', SUMMARY_MODEL_ID: 'secret', MODEL_KEY: 'secret' },
        ...['MODEL_ID', 'SUMMARY_MODEL_ID', 'MODEL_KEY', 'MODEL_URL'],
      ],
      // One token for two.
      [{ USER_TOKENS: 'ann:secret,ben:secret' }, 'USER_TOKENS'],
    ]) {
      const told = await toldOf(settings);
      for (const name of named) assert.ok(told.includes(name), `${told} names ${name}`);
      assert.ok(!told.includes('secret'), told);
    }
  });

  test('many sessions at once, each with its own answer', async () => {
    const agent = await begin();
    await Promise.all(
      // Each loads an engine of its own in workerd, which waits 15 s for a request that has connected.
      Array.from({ length: 25 }, async (_, at) => {
        const { text, errors } = await talk(agent, `s${at}`, words(at + 1));
        assert.deepEqual(errors, []);
        assert.match(text, new RegExp(`\\b${at + 1} words`));
        assert.equal(roles(await messagesOf(agent, `s${at}`)), 'user assistant');
      }),
    );
  });

  test('requests of one session are served one after the other, and only so many wait', async () => {
    const gate = Promise.withResolvers();
    let here = 0;
    let most = 0;
    const model = await beginModel(async () => {
      here += 1;
      most = Math.max(most, here);
      await gate.promise;
      here -= 1;
      return 'done';
    });
    const agent = await begin({ settings: model.settings });
    const answers = Array.from({ length: 12 }, (_, at) => post(agent, { text: `hello ${at}` }));
    const refused = Promise.withResolvers();
    for (const answer of answers) {
      answer.then(({ status }) => status === 429 && refused.resolve());
    }
    await refused.promise;
    gate.resolve();
    const statuses = await Promise.all(
      answers.map(async (answer) => {
        const response = await answer;
        await response.text();
        return response.status;
      }),
    );
    const served = statuses.filter((status) => status === 200).length;
    assert.ok(served >= 2, `${statuses}`);
    assert.ok(
      statuses.every((status) => status === 200 || status === 429),
      `${statuses}`,
    );
    assert.equal(most, 1);
    const expected = Array(served).fill('user assistant').join(' ');
    assert.equal(roles(await messagesOf(agent, 'a')), expected);
  });

  test('a model that is down gives an error, and the session lives', async () => {
    let reply = 503;
    const model = await beginModel(async () => reply);
    const agent = await begin({ settings: { ...model.settings, MODEL_KEY: 'secret-key' } });
    const failed = await talk(agent, 'a', 'hello');
    assert.equal(failed.errors.length, 1);
    assert.ok(!failed.errors[0].includes('secret') && !failed.errors[0].includes(model.address));
    assert.equal(roles(await messagesOf(agent, 'a')), 'user');
    reply = 'Here I am.';
    const { text } = await talk(agent, 'a', 'again');
    assert.equal(text, 'Here I am.');
    assert.equal(roles(await messagesOf(agent, 'a')), 'user user assistant');
    model.close();
    const { errors } = await talk(agent, 'a', 'still there?');
    assert.equal(errors.length, 1);
  });

  test('only who has the token may call', async () => {
    const agent = await begin({ settings: { AUTH_TOKEN: 'right' } });
    const withToken = (authorization) => ({
      headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
    });
    for (const authorization of [
      undefined,
      'Bearer wrong',
      'Bearer',
      'Basic right',
      'Bearer right2',
    ]) {
      for (const base of [agent.local, agent.remote]) {
        const response = await post(agent, { text: 'hi' }, { base, ...withToken(authorization) });
        assert.equal(response.status, 401, `${authorization}`);
        assert.equal(typeof (await response.json()).error, 'string');
      }
    }
    const response = await post(
      agent,
      { text: 'hi' },
      { base: agent.remote, ...withToken('Bearer right') },
    );
    assert.equal(response.status, 200);
    await response.text();
    assert.match((await talk(agent, 'a', words(4), { token: 'right' })).text, /\b4 words/);
  });

  test('nobody reaches the sessions of another user', async () => {
    const settings = { USER_TOKENS: 'ann:ann-token, ben:ben-token', WINDOW_TOKENS: '6000' };
    const agent = await begin({ settings });
    const of = (user) => ({ headers: { authorization: `Bearer ${user}-token` } });
    const seenBy = async (user, id) => {
      const response = await agent.fetch(`${agent.local}/sessions/${id}`, of(user));
      return response.status === 200 ? (await response.json()).messages : response.status;
    };
    const folded = [];
    for (let turn = 0; turn < 20; turn += 1) {
      const { events } = await talk(agent, 'a', passage(turn), { token: 'ann-token' });
      folded.push(...foldsOf(events));
    }
    assert.ok(folded.length > 0, 'nothing was folded');
    const before = await seenBy('ann', 'a');
    assert.deepEqual(await seenBy('ben', 'a'), []);
    for (const id of ['ann%2Fa', '..%2Fann%2Fa', '%2Fann%2Fa'])
      assert.equal(await seenBy('ben', id), 400);
    const own = await talk(agent, 'a', words(5), { token: 'ben-token' });
    assert.deepEqual(alignments(own.events), ['new']);
    assert.match(own.text, /\b5 words.* sent 4 messages/);
    const gone = await agent.fetch(`${agent.local}/sessions/a`, { method: 'DELETE', ...of('ben') });
    assert.equal(gone.status, 204);
    assert.deepEqual(await seenBy('ann', 'a'), before);
    const { events } = await talk(agent, 'a', words(6), { token: 'ann-token' });
    assert.ok(!alignments(events).includes('new'));
    assert.equal(await seenBy('nobody', 'a'), 401);
  });

  test('three requests at once lose no message, and buy a summary once', async () => {
    const asked = [];
    const model = await beginModel(async ({ model, messages }) => {
      if (model === 'main') return 'Done, as you asked.';
      asked.push(JSON.stringify(messages));
      return 'The user sent passages of words, and each was acknowledged as done.';
    });
    const agent = await begin({ settings: { ...model.settings, WINDOW_TOKENS: '8000' } });
    const events = [];
    for (let turn = 0; turn < 24; turn += 3) {
      const three = [turn, turn + 1, turn + 2].map((one) => talk(agent, 'a', passage(one)));
      for (const { errors, events: own } of await Promise.all(three)) {
        assert.deepEqual(errors, []);
        events.push(...own);
      }
    }
    const stored = (await messagesOf(agent, 'a')).filter(({ role }) => role === 'user').map(textOf);
    assert.deepEqual(stored.sort(), Array.from({ length: 24 }, (_, at) => passage(at)).sort());
    assert.ok(foldsOf(events).length > 0, 'nothing was folded');
    assert.ok(asked.length > 0, 'no summary was asked for');
    assert.equal(new Set(asked).size, asked.length);
  });

  test('without a token only this machine may call', async () => {
    const agent = await begin();
    for (const path of ['/sessions/a', '/sessions/a/messages']) {
      const response = await agent.fetch(`${agent.remote}${path}`);
      assert.equal(response.status, 401);
    }
    assert.equal((await post(agent, { text: 'hi' }, { base: agent.remote })).status, 401);
    assert.equal((await post(agent, { text: 'hi' })).status, 200);
  });

  test('pages of the listed origins may call, and no others', async () => {
    const settings = { ALLOWED_ORIGINS: 'https://a.example,https://b.example', AUTH_TOKEN: 'x' };
    const agent = await begin({ settings });
    const preflight = async (origin) => {
      const response = await agent.fetch(`${agent.local}/sessions/a/messages`, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization,content-type',
        },
      });
      assert.ok(response.ok);
      return response.headers;
    };
    const headers = await preflight('https://b.example');
    assert.equal(headers.get('access-control-allow-origin'), 'https://b.example');
    assert.match(headers.get('access-control-allow-headers'), /authorization/i);
    assert.match(headers.get('access-control-allow-methods'), /POST/);
    for (const origin of ['https://c.example', 'null', 'https://a.example.evil.example']) {
      assert.equal((await preflight(origin)).get('access-control-allow-origin'), null);
    }
    // An error is readable, too.
    const refused = await post(agent, { text: 'hi' }, { headers: { origin: 'https://a.example' } });
    assert.equal(refused.status, 401);
    assert.equal(refused.headers.get('access-control-allow-origin'), 'https://a.example');
  });

  test('a flood is stopped', async () => {
    const agent = await begin({ requestsPerMinute: 5, settings: { AUTH_TOKEN: 'right' } });
    const statuses = [];
    for (let at = 0; at < 12; at += 1) {
      const response = await agent.fetch(`${agent.local}/sessions/a`);
      statuses.push(response.status);
      await response.text();
    }
    assert.equal(statuses[0], 401);
    assert.equal(statuses.at(-1), 429);
  });

  test('says what is wrong with a request', async () => {
    const agent = await begin();
    const fault = async (status, response) => {
      const { status: was } = await response;
      const { error } = await (await response).json();
      assert.equal(was, status, error);
      assert.equal(typeof error, 'string');
      return error;
    };
    const text = { type: 'text', text: 'x' };
    const user = { id: '1', role: 'user', parts: [text] };
    for (const body of ['', '{', 'null', '[]', '{}', '"text"', '{"text":""}', '{"text":5}']) {
      await fault(400, post(agent, body));
    }
    await fault(400, post(agent, '['.repeat(200_000)));
    for (const [messages, ...named] of [
      [[]],
      [[user, { ...user, parts: [] }], 'messages[1]', 'parts'],
      [[user, { ...user, role: 'assistant' }], 'messages[1]', 'role'],
      [[{ ...user, parts: [text, { type: 'text' }] }], 'messages[0]', 'parts[1]', 'text'],
      [[{ ...user, parts: [text, { type: 'tool-rm' }] }], 'messages[0]', 'parts[1]', 'type'],
      [[{ ...user, id: 'x'.repeat(65) }], 'messages[0]', 'id'],
      [[{ ...user, role: 'system', parts: 'x' }, user], 'messages[0]', 'parts'],
      [[user, null], 'messages[1]'],
      [
        [{ ...user, parts: [{ type: 'file', mediaType: 'image/png', url: 'http://10.0.0.1/' }] }],
        ...['messages[0]', 'parts[0]', 'url'],
      ],
    ]) {
      const error = await fault(400, post(agent, { messages }));
      for (const name of named) assert.ok(error.includes(name), `${error} names ${name}`);
    }
    await fault(413, post(agent, { text: 'x'.repeat(1_100_000) }));
    const headers = { 'content-type': 'text/plain' };
    await fault(415, post(agent, { text: 'x' }, { headers }));
    await fault(400, post(agent, { text: 'x' }, { id: 'a.b' }));
    await fault(400, post(agent, { text: 'x' }, { id: 'x'.repeat(65) }));
    await fault(404, agent.fetch(`${agent.local}/chat`));
    // None of it left a trace.
    assert.deepEqual(await messagesOf(agent, 'a'), []);
  });

  test('the page at / says how to call, and runs nothing', async () => {
    const agent = await begin({
      settings: { MODEL_URL: 'http://x/', MODEL_ID: '<script>1</script>' },
    });
    const response = await agent.fetch(`${agent.local}/`);
    assert.equal(response.status, 200);
    assert.match(response.headers.get('content-security-policy'), /default-src 'none'/);
    const page = await response.text();
    assert.ok(!page.includes('<script'));
    assert.ok(page.includes(`curl -N ${agent.local}/sessions/first/messages`));
  });
}
