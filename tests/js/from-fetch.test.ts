// promise: api

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { EpitomeError } from '../../js/errors.ts';
import type { FetchLike, FromFetchOptions } from '../../js/summarizers/fetch-options.ts';
import { fromFetch } from '../../js/summarizers/from-fetch.ts';
import type { SummaryReply } from '../../js/types.ts';

type Json = Record<string, unknown>;

const request = {
  kind: 'fold',
  system: 'Summarise.',
  prompt: '<data>…</data>',
  maxOutputTokens: 700,
  attempt: 1,
  firstMessage: 2,
  lastMessage: 9,
} as const;
const key = 'sk-secret-0123456789';
const headers = { Authorization: `Bearer ${key}`, 'X-Title': 'agent' };
const base = { url: 'https://llm.example/v1', model: 'small' };

interface Seen {
  url: string;
  headers: Record<string, string>;
  body: Json;
  signal: AbortSignal;
}

/** Answers each request with the next of the given answers, the last one again and again. */
function fake(...answers: { status?: number; body: unknown }[]): {
  fetch: FetchLike;
  seen: Seen[];
} {
  const seen: Seen[] = [];
  const fetch: FetchLike = async (url, init) => {
    assert.equal(init.method, 'POST');
    seen.push({ url, headers: init.headers, body: JSON.parse(init.body), signal: init.signal });
    const { status = 200, body } = answers[Math.min(seen.length, answers.length) - 1] ?? {
      body: '',
    };
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return { ok: status < 400, status, text: async () => text };
  };
  return { fetch, seen };
}

function chat(message: unknown, finish_reason: unknown = 'stop', usage?: Json): Json {
  return { choices: [{ index: 0, message, finish_reason }], usage };
}

async function ask(
  options: Partial<FromFetchOptions>,
  signal: AbortSignal = new AbortController().signal,
): Promise<SummaryReply> {
  const reply = await fromFetch({ ...base, ...options })(request, { signal });
  return typeof reply === 'string' ? assert.fail('a reply has its reason and usage') : reply;
}

async function failure(options: Partial<FromFetchOptions>): Promise<EpitomeError> {
  try {
    await ask(options);
  } catch (error) {
    assert.ok(EpitomeError.isInstance(error));
    assert.equal(error.code, 'summarizer-failed');
    return error;
  }
  return assert.fail('it should have failed');
}

describe('fromFetch: chat completions', () => {
  it('sends the request as it is', async () => {
    const { fetch, seen } = fake({ body: chat({ role: 'assistant', content: 'sum' }) });
    const { signal } = new AbortController();
    await ask({ fetch, headers }, signal);
    assert.deepEqual(seen, [
      {
        url: 'https://llm.example/v1/chat/completions',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${key}`,
          'x-title': 'agent',
        },
        body: {
          model: 'small',
          messages: [
            { role: 'system', content: 'Summarise.' },
            { role: 'user', content: '<data>…</data>' },
          ],
          temperature: 0,
          max_tokens: 700,
        },
        signal,
      },
    ]);
  });

  it('sends the given temperature', async () => {
    const { fetch, seen } = fake({ body: chat({ content: 'sum' }) });
    await ask({ fetch, temperature: 0.3 });
    assert.equal(seen[0]?.body.temperature, 0.3);
  });

  const urls: [string | URL, string, FromFetchOptions['api']?][] = [
    ['https://h/v1/', 'https://h/v1/chat/completions'],
    [new URL('https://h/v1'), 'https://h/v1/chat/completions'],
    ['https://h/v1/chat/completions', 'https://h/v1/chat/completions'],
    ['https://h/d/chat/completions?api-version=1', 'https://h/d/chat/completions?api-version=1'],
    ['https://h/v1?key=k#top', 'https://h/v1/chat/completions?key=k'],
    ['/api/llm', '/api/llm/chat/completions'],
    ['https://h/v1/messages', 'https://h/v1/messages'],
    ['https://h/v1', 'https://h/v1/messages', 'anthropic'],
    ['https://h/v1/messages?beta=true', 'https://h/v1/messages?beta=true', 'anthropic'],
    ['https://h/messages', 'https://h/messages/chat/completions', 'openai'],
  ];
  for (const [url, expected, api] of urls) {
    it(`asks ${expected} for ${url}${api === undefined ? '' : ` (${api})`}`, async () => {
      const { fetch, seen } = fake({ body: { ...chat({ content: 'x' }), content: [] } });
      await ask({ fetch, url, api });
      assert.equal(seen[0]?.url, expected);
    });
  }

  const replies: [string, Json, SummaryReply][] = [
    [
      'text and usage',
      chat({ content: 'sum' }, 'stop', { prompt_tokens: 10, completion_tokens: 2 }),
      { text: 'sum', finishReason: 'stop', usage: { inputTokens: 10, outputTokens: 2 } },
    ],
    [
      'content parts, without the reasoning among them',
      chat({
        content: [
          { type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] },
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b' },
        ],
      }),
      { text: 'ab', finishReason: 'stop', usage: none() },
    ],
    [
      'reasoning that left nothing for the reply',
      chat({ content: '', reasoning_content: 'hm, so' }, 'length'),
      { text: '', finishReason: 'length', usage: none() },
    ],
    [
      'null content',
      chat({ content: null, reasoning: 'hm' }, 'stop'),
      { text: '', finishReason: 'stop', usage: none() },
    ],
    [
      'a tool call',
      chat({ content: 'I will', tool_calls: [{ id: 'c' }] }, 'stop'),
      { text: 'I will', finishReason: 'tool-calls', usage: none() },
    ],
    [
      'a refusal',
      chat({ content: null, refusal: "I can't" }, 'stop'),
      { text: '', finishReason: 'content-filter', usage: none() },
    ],
    [
      'no reason',
      chat({ content: 'x' }, null),
      { text: 'x', finishReason: undefined, usage: none() },
    ],
    [
      'usage that is none',
      chat({ content: 'x' }, 'stop', { prompt_tokens: 'many', completion_tokens: -1 }),
      { text: 'x', finishReason: 'stop', usage: none() },
    ],
  ];
  for (const [name, body, expected] of replies) {
    it(`reads ${name}`, async () => {
      assert.deepEqual(await ask({ fetch: fake({ body }).fetch }), expected);
    });
  }

  const reasons = {
    stop: 'stop',
    eos: 'stop',
    length: 'length',
    content_filter: 'content-filter',
    tool_calls: 'tool-calls',
    function_call: 'tool-calls',
    error: 'error',
    constructor: 'other',
    'out of luck': 'other',
  };
  for (const [reason, expected] of Object.entries(reasons)) {
    it(`maps the finish reason ${reason}`, async () => {
      const { fetch } = fake({ body: chat({ content: 'x' }, reason) });
      assert.equal((await ask({ fetch })).finishReason, expected);
    });
  }
});

function none(): { inputTokens: undefined; outputTokens: undefined } {
  return { inputTokens: undefined, outputTokens: undefined };
}

describe('fromFetch: Anthropic Messages', () => {
  const anthropic = { url: 'https://api.example/v1/messages', headers: { 'x-api-key': key } };

  it('sends the request as it is', async () => {
    const { fetch, seen } = fake({ body: { content: [] } });
    await ask({ ...anthropic, fetch });
    assert.deepEqual(seen[0]?.headers, {
      'content-type': 'application/json',
      'anthropic-version': '2023-06-01',
      'x-api-key': key,
    });
    assert.deepEqual(seen[0]?.body, {
      model: 'small',
      system: 'Summarise.',
      messages: [{ role: 'user', content: '<data>…</data>' }],
      temperature: 0,
      max_tokens: 700,
    });
  });

  it('lets the caller choose the version', async () => {
    const { fetch, seen } = fake({ body: { content: [] } });
    await ask({ ...anthropic, fetch, headers: { 'Anthropic-Version': '2099-01-01' } });
    assert.equal(seen[0]?.headers['anthropic-version'], '2099-01-01');
  });

  it('reads text blocks, reason and usage, cached tokens included', async () => {
    const body = {
      content: [
        { type: 'thinking', thinking: 'hm' },
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ],
      stop_reason: 'end_turn',
      usage: {
        input_tokens: 10,
        cache_read_input_tokens: 900,
        cache_creation_input_tokens: 90,
        output_tokens: 5,
      },
    };
    assert.deepEqual(await ask({ ...anthropic, fetch: fake({ body }).fetch }), {
      text: 'ab',
      finishReason: 'stop',
      usage: { inputTokens: 1000, outputTokens: 5 },
    });
  });

  const reasons = {
    end_turn: 'stop',
    stop_sequence: 'stop',
    max_tokens: 'length',
    model_context_window_exceeded: 'length',
    tool_use: 'tool-calls',
    refusal: 'content-filter',
    pause_turn: 'other',
  };
  for (const [stop_reason, expected] of Object.entries(reasons)) {
    it(`maps the stop reason ${stop_reason}`, async () => {
      const { fetch } = fake({ body: { content: [], stop_reason } });
      assert.equal((await ask({ ...anthropic, fetch })).finishReason, expected);
    });
  }

  it('reports a tool call whatever the reason', async () => {
    const { fetch } = fake({ body: { content: [{ type: 'tool_use' }], stop_reason: 'end_turn' } });
    assert.equal((await ask({ ...anthropic, fetch })).finishReason, 'tool-calls');
  });
});

describe('fromFetch: failures', () => {
  it('tells the status and a bounded part of the body', async () => {
    const body = `<h1>Too\n\tmany</h1>${'x'.repeat(1_000_000)}`;
    const error = await failure({ fetch: fake({ status: 429, body }).fetch });
    assert.match(error.message, /answered 429: <h1>Too many<\/h1>xxx/);
    assert.ok(error.message.length < 700);
    assert.deepEqual(error.cause, { status: 429 });
  });

  it('never tells a header, key or query', async () => {
    const url = `https://user:${key}@llm.example/v1?key=query-secret-42`;
    const body = `bad key ${key}, Bearer ${key} in ?key=query-secret-42`;
    const error = await failure({ url, headers, fetch: fake({ status: 401, body }).fetch });
    assert.match(error.message, /401: bad key \[redacted\], \[redacted\] in \?key=\[redacted\]/);

    const fetch: FetchLike = async (target, init) => {
      const { authorization } = init.headers;
      throw new TypeError('fetch failed', {
        cause: new Error(`bad ${authorization} for ${target}`),
      });
    };
    const unreachable = await failure({ url, headers, fetch });
    assert.match(unreachable.message, /could not be reached: bad \[redacted\] for https/);
    for (const secret of [key, 'query-secret-42']) {
      assert.ok(!unreachable.message.includes(secret));
      assert.ok(!JSON.stringify(unreachable.cause ?? null).includes(secret));
    }
  });

  const answers: [string, unknown, RegExp][] = [
    ['no JSON', '<html>', /not JSON: <html>/],
    ['an empty body', '', /not JSON: \(empty\)/],
    [
      'an error with status 200',
      { error: { message: 'overloaded' } },
      /without a message: .*overloaded/,
    ],
    ['no choices', { choices: [] }, /without a message/],
    ['null', 'null', /without a message: null/],
    ['a number', '5', /without a message/],
  ];
  for (const [name, body, message] of answers) {
    it(`reports ${name}`, async () => {
      const error = await failure({ fetch: fake({ body }).fetch });
      assert.match(error.message, message);
      assert.deepEqual(error.cause, { status: 200 });
    });
  }

  it('reports what is thrown, whatever it is', async () => {
    const fetch: FetchLike = () => Promise.reject('offline');
    assert.match((await failure({ fetch })).message, /could not be reached: offline/);
  });

  it("rejects with the signal's reason once that is aborted", async () => {
    const controller = new AbortController();
    const fetch: FetchLike = (_url, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    const pending = ask({ fetch }, controller.signal);
    const reason = new Error('enough');
    controller.abort(reason);
    await assert.rejects(pending, reason);
  });
});

describe('fromFetch: options', () => {
  const wrong: [string, unknown, RegExp][] = [
    ['no options', undefined, /object of options/],
    ['an unknown option', { ...base, apiKey: 'x' }, /`apiKey`.* url, model/],
    ['no url', { model: 'm' }, /`url`/],
    ['a url of another kind', { ...base, url: 'ftp://h' }, /`url`/],
    ['a url without a scheme', { ...base, url: 'llm.example/v1' }, /`url`/],
    ['no model', { url: base.url }, /`model`/],
    ['an empty model', { ...base, model: '' }, /`model`/],
    ['headers that are a list', { ...base, headers: [] }, /`headers`/],
    ['a header without a value', { ...base, headers: { Auth: undefined } }, /`headers.Auth`/],
    ['a fetch that is none', { ...base, fetch: 'fetch' }, /`fetch`/],
    ['an api of its own', { ...base, api: 'google' }, /`api`/],
    ['a temperature that is none', { ...base, temperature: 'cold' }, /`temperature`/],
    ['a temperature out of range', { ...base, temperature: Number.NaN }, /`temperature`/],
  ];
  for (const [name, options, message] of wrong) {
    it(`refuses ${name}`, () => {
      assert.throws(() => fromFetch(options as FromFetchOptions), {
        code: 'invalid-option',
        message,
      });
    });
  }
});

describe('fromFetch: the runtime’s own fetch', () => {
  it('talks to a server', async () => {
    const server = createServer((incoming, outgoing) => {
      let text = '';
      incoming.on('data', (chunk) => {
        text += chunk;
      });
      incoming.on('end', () => {
        const { messages } = JSON.parse(text) as { messages: { content: string }[] };
        const content = `${incoming.method} ${incoming.url} ${incoming.headers.authorization} ${messages[1]?.content}`;
        outgoing.setHeader('content-type', 'application/json');
        outgoing.end(JSON.stringify(chat({ role: 'assistant', content })));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = server.address() as AddressInfo;
      const { text } = await ask({ url: `http://127.0.0.1:${port}/v1`, headers });
      assert.equal(text, `POST /v1/chat/completions Bearer ${key} <data>…</data>`);
    } finally {
      server.close();
      server.closeAllConnections();
    }
    const { message } = await failure({ url: 'http://127.0.0.1:1/v1' });
    assert.match(message, /could not be reached/);
  });
});
