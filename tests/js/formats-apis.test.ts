/** Bodies of providers' APIs: chat completions, Responses, Anthropic messages. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseTranscript, TranscriptError } from 'epitome/formats';

const read = (value: unknown) => parseTranscript(JSON.stringify(value));
/** The parts of a message, as whatever a test looks for. */
const partsOf = (message: { content: unknown } | undefined) => (message?.content ?? []) as Part[];
type Part = { type: string; output?: unknown; providerExecuted?: boolean };

const png = 'data:image/png;base64,AAAA';

describe('OpenAI chat completions', () => {
  it('reads a request body: system, tools, media, custom calls, broken arguments', () => {
    const { format, messages, system, tools, model } = read({
      model: 'gpt-model',
      tools: [
        {
          type: 'function',
          function: { name: 'f', description: 'd', parameters: { type: 'object' } },
        },
      ],
      messages: [
        { role: 'system', content: 'one' },
        { role: 'developer', content: [{ type: 'text', text: 'two' }] },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'see' },
            { type: 'image_url', image_url: { url: png } },
            { type: 'input_audio', input_audio: { data: 'BBBB', format: 'mp3' } },
          ],
        },
        {
          role: 'assistant',
          content: null,
          reasoning_content: 'why',
          tool_calls: [
            { id: 'a', type: 'function', function: { name: 'f', arguments: '{broken' } },
            { id: 'b', type: 'custom', custom: { name: 'g', input: 'free text' } },
          ],
        },
        { role: 'tool', tool_call_id: 'a', content: 'x' },
        { role: 'tool', tool_call_id: 'b', content: [{ type: 'text', text: 'y' }] },
        { role: 'assistant', content: '' },
      ],
    });
    assert.equal(format, 'openai-chat');
    assert.equal(system, 'one\n\ntwo');
    assert.equal(model, 'gpt-model');
    assert.deepEqual(tools, [{ name: 'f', description: 'd', inputSchema: { type: 'object' } }]);
    assert.deepEqual(messages[0]?.content, [
      { type: 'text', text: 'see' },
      { type: 'file', data: 'AAAA', mediaType: 'image/png' },
      { type: 'file', data: 'BBBB', mediaType: 'audio/mp3' },
    ]);
    assert.deepEqual(messages[1]?.content, [
      { type: 'reasoning', text: 'why' },
      { type: 'tool-call', toolCallId: 'a', toolName: 'f', input: { arguments: '{broken' } },
      { type: 'tool-call', toolCallId: 'b', toolName: 'g', input: { arguments: 'free text' } },
    ]);
    assert.equal(messages.length, 3);
  });

  it('picks a conversation of one a line, of batches too', () => {
    const line = (text: string) =>
      JSON.stringify({ body: { messages: [{ role: 'user', content: text }] } });
    const text = `${line('first')}\n${line('second')}`;
    const { messages, conversation, conversations } = parseTranscript(text, { conversation: 2 });
    assert.deepEqual([messages[0]?.content, conversation, conversations], ['second', 2, 2]);
    assert.throws(
      () => parseTranscript(text, { conversation: 3 }),
      (error) => error instanceof TranscriptError && error.fault === 'no-such-conversation',
    );
  });

  it('reads a reply, and calls without ids', () => {
    const { messages } = read({
      choices: [
        {
          message: {
            role: 'assistant',
            content: 'hello',
            function_call: { name: 'f', arguments: '{}' },
          },
        },
      ],
      usage: { prompt_tokens: 5, completion_tokens: 1 },
    });
    assert.equal(messages.length, 1);
    assert.equal(messages[0]?.content.length, 2);
  });

  it('keeps and tells what has no other half', () => {
    const { notes } = read([
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'a', function: { name: 'f', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'z', content: 'x' },
    ]);
    assert.deepEqual(
      notes.map(({ kind, count }) => [kind, count]),
      [
        ['result-without-call', 1],
        ['unanswered-call', 1],
      ],
    );
  });

  it('names the message at fault', () => {
    assert.throws(
      () =>
        read([
          { role: 'user', content: 'a' },
          { role: 'robot', content: 'b', tool_calls: [] },
        ]),
      (error) =>
        error instanceof TranscriptError &&
        error.messageIndex === 1 &&
        error.message === 'message 2: role "robot" is none of this format',
    );
  });
});

describe('OpenAI Responses', () => {
  it('reads a request and a response', () => {
    const request = read({ model: 'gpt-model', instructions: 'Be good', input: 'hello' });
    assert.equal(request.format, 'openai-responses');
    assert.equal(request.system, 'Be good');
    assert.deepEqual(request.messages, [{ role: 'user', content: 'hello' }]);
    const response = read({
      object: 'response',
      output: [
        { type: 'reasoning', id: 'rs', summary: [] },
        { type: 'web_search_call', id: 'ws', status: 'completed', action: { type: 'search' } },
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'hi' }] },
      ],
      usage: { input_tokens: 7, input_tokens_details: { cached_tokens: 2 }, output_tokens: 3 },
    });
    assert.equal(response.format, 'openai-responses');
    assert.equal(response.messages.length, 1);
    assert.deepEqual(
      partsOf(response.messages[0]).map(({ type }) => type),
      ['reasoning', 'tool-call', 'tool-result', 'text'],
    );
    assert.deepEqual(response.details[0]?.usage, {
      inputTokens: 7,
      outputTokens: 3,
      cacheReadTokens: 2,
    });
    assert.deepEqual(response.notes, []);
  });

  it('reads images in results, and leaves out references', () => {
    const { messages, notes } = read([
      { role: 'user', content: [{ type: 'input_text', text: 'look' }] },
      { type: 'function_call', call_id: 'c', name: 'shot', arguments: '{}' },
      {
        type: 'function_call_output',
        call_id: 'c',
        output: [{ type: 'input_image', image_url: png }],
      },
      { type: 'item_reference', id: 'x' },
    ]);
    assert.deepEqual(partsOf(messages[2])[0]?.output, {
      type: 'content',
      value: [{ type: 'media', data: 'AAAA', mediaType: 'image/png' }],
    });
    assert.deepEqual(
      notes.map(({ kind }) => kind),
      ['not-sent'],
    );
  });
});

describe('Anthropic messages', () => {
  it('reads a request body: system blocks, results before what a person adds, sealed thinking', () => {
    const { format, messages, system, tools } = read({
      model: 'claude-model',
      max_tokens: 9,
      system: [
        { type: 'text', text: 'one' },
        { type: 'text', text: 'two' },
      ],
      tools: [{ name: 'f', input_schema: { type: 'object' } }],
      messages: [
        { role: 'user', content: 'go' },
        {
          role: 'assistant',
          content: [
            { type: 'redacted_thinking', data: 'sealed' },
            { type: 'tool_use', id: 't', name: 'f', input: {} },
            { type: 'server_tool_use', id: 's', name: 'web_search', input: { query: 'q' } },
            { type: 'web_search_tool_result', tool_use_id: 's', content: [] },
          ],
        },
        {
          role: 'user',
          content: [
            {
              type: 'tool_result',
              tool_use_id: 't',
              content: [
                {
                  type: 'image',
                  source: { type: 'base64', media_type: 'image/png', data: 'AAAA' },
                },
              ],
            },
            { type: 'text', text: 'and now' },
          ],
        },
      ],
    });
    assert.equal(format, 'anthropic');
    assert.equal(system, 'one\n\ntwo');
    assert.equal(tools.length, 1);
    assert.deepEqual(
      messages.map(({ role }) => role),
      ['user', 'assistant', 'tool', 'user'],
    );
    assert.deepEqual(partsOf(messages[1])[0], {
      type: 'reasoning',
      text: '',
      providerOptions: { anthropic: { redactedData: 'sealed' } },
    });
    assert.equal(partsOf(messages[1])[2]?.providerExecuted, true);
  });

  it('keeps blocks that it does not know as text, and says so', () => {
    const { messages, notes } = read([
      { role: 'user', content: 'go' },
      {
        role: 'assistant',
        content: [
          { type: 'tool_use', id: 't', name: 'f', input: {} },
          { type: 'novelty', x: 1 },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't' }] },
    ]);
    assert.deepEqual(partsOf(messages[1])[1], {
      type: 'text',
      text: '{"type":"novelty","x":1}',
    });
    assert.deepEqual(
      notes.map(({ kind }) => kind),
      ['unknown-part'],
    );
  });
});
