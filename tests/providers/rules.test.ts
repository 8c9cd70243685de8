// promise: 1 always valid
/** The checkers themselves: each rule is broken once in a sound request, and has to be seen. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Fault } from '../../js/testing/fault.ts';
import { checkAnthropic } from '../../js/testing/rules/anthropic.ts';
import type { Fields } from '../../js/testing/rules/body.ts';
import { checkGemini } from '../../js/testing/rules/gemini.ts';
import { checkOpenAIChat } from '../../js/testing/rules/openai-chat.ts';
import { checkOpenAIResponses } from '../../js/testing/rules/openai-responses.ts';

type Check = (body: Fields, emitted: readonly (readonly Fields[])[]) => Fault[];
/** Breaks a copy of the request: what is wrong, the rule that says so, and how it came. */
type Case = [what: string, rule: string, damage: (list: Fields[], body: Fields) => void];

function suite(
  name: string,
  check: Check,
  body: Fields,
  list: string,
  emitted: Fields[][],
  cases: readonly Case[],
): void {
  describe(`the rules of ${name}`, () => {
    it('have nothing against a sound request', () => assert.deepEqual(check(body, emitted), []));
    for (const [what, rule, damage] of cases) {
      it(`see ${what}`, () => {
        const copy = structuredClone(body);
        damage(copy[list] as Fields[], copy);
        const faults = check(copy, emitted);
        assert.ok(
          faults.some((fault) => fault.rule === rule),
          `wanted ${rule}, saw ${JSON.stringify(faults)}`,
        );
      });
    }
  });
}

/** The parts of a message, whatever the provider calls them. */
function inside(message: Fields | undefined): Fields[] {
  return (message?.content ?? message?.parts) as Fields[];
}

const lone = 'x\ud83d';
const data = 'AAAA';

{
  const text = (value: string) => ({ type: 'text', text: value });
  const result = (id: string, content: unknown = 'done') => ({
    type: 'tool_result',
    tool_use_id: id,
    content,
  });
  const use = (id: string) => ({ type: 'tool_use', id, name: 'read', input: {} });
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data } };
  const first = [
    { type: 'thinking', thinking: 'First', signature: 's1' },
    { type: 'redacted_thinking', data: 'r1' },
    { type: 'server_tool_use', id: 'srv_1', name: 'web_search', input: {} },
    { type: 'web_search_tool_result', tool_use_id: 'srv_1', content: [] },
    text('So.'),
    use('a'),
    use('b'),
  ];
  const second = [{ type: 'thinking', thinking: 'Then', signature: 's2' }, use('c')];
  const body = {
    messages: [
      { role: 'user', content: [text('Go.'), image] },
      { role: 'assistant', content: first },
      { role: 'user', content: [result('a'), result('b', [text('x'), image]), text('On.')] },
      { role: 'assistant', content: second },
      { role: 'user', content: [result('c')] },
    ],
  };
  const emptied = (list: Fields[], at: number, keep: (block: Fields) => boolean) => {
    (list[at] as Fields).content = inside(list[at]).filter(keep);
  };
  suite(
    'Anthropic Messages',
    checkAnthropic,
    body,
    'messages',
    [first, second],
    [
      ['an assistant first', 'first-user', (list) => list.shift()],
      ['two users in a row', 'alternate', (list) => list.splice(1, 0, list[0] as Fields)],
      ['a system message', 'roles', (list) => list.push({ role: 'system', content: 'Be good.' })],
      ['a message without content', 'empty-message', (list) => inside(list[4]).pop()],
      ['a call without its result', 'unanswered-call', (list) => inside(list[2]).shift()],
      ['a second result', 'second-answer', (list) => inside(list[2]).unshift(result('a'))],
      [
        'a result that comes too late',
        'unanswered-call',
        (list) => {
          inside(list[4]).push(...inside(list[2]).splice(0, 1));
        },
      ],
      ['a result without its call', 'orphan-result', (list) => inside(list[1]).pop()],
      ['text before results', 'results-first', (list) => inside(list[2]).reverse()],
      [
        'an id twice',
        'unique-ids',
        (list) => {
          inside(list[3])[1] = use('a');
        },
      ],
      [
        'an input that is a text',
        'input',
        (list) => {
          (inside(list[3])[1] as Fields).input = '{"path"';
        },
      ],
      [
        'an id of strange letters',
        'id-form',
        (list) => {
          inside(list[3])[1] = use('ü ü');
        },
      ],
      [
        'changed thinking',
        'thinking',
        (list) => {
          (inside(list[1])[0] as Fields).thinking = 'Other';
        },
      ],
      [
        'a changed signature',
        'thinking',
        (list) => {
          (inside(list[1])[0] as Fields).signature = 'other';
        },
      ],
      ['half of the thinking', 'thinking', (list) => inside(list[1]).shift()],
      [
        'thinking in another order',
        'thinking',
        (list) => {
          const content = inside(list[1]);
          content.unshift(...content.splice(1, 1));
        },
      ],
      [
        'lost thinking of a call in progress',
        'thinking-in-progress',
        (list) => inside(list[3]).shift(),
      ],
      [
        'text before that thinking',
        'thinking-first',
        (list) => inside(list[3]).unshift(text('Notes.')),
      ],
      ['an empty text', 'empty-text', (list) => inside(list[0]).push(text(' \n'))],
      [
        'an empty text in a result',
        'empty-text',
        (list) => {
          inside(list[2])[1] = result('b', [text('')]);
        },
      ],
      [
        'too many breakpoints',
        'cache-breakpoints',
        (list) => {
          for (const block of inside(list[1]).slice(2)) block.cache_control = { type: 'ephemeral' };
        },
      ],
      [
        'a breakpoint on thinking',
        'cached-thinking',
        (list) => {
          (inside(list[1])[0] as Fields).cache_control = { type: 'ephemeral' };
        },
      ],
      [
        'an image of no known type',
        'media',
        (list) => {
          (inside(list[0])[1] as { source: Fields }).source.media_type = 'image/tiff';
        },
      ],
      [
        'an image that is no base64',
        'media',
        (list) => {
          (inside(list[0])[1] as { source: Fields }).source.data = '[image]';
        },
      ],
      [
        'a server call without its result',
        'server-call',
        (list) => {
          emptied(list, 1, ({ type }) => type !== 'web_search_tool_result');
        },
      ],
      [
        'a server result without its call',
        'server-result',
        (list) => {
          emptied(list, 1, ({ type }) => type !== 'server_tool_use');
        },
      ],
      ['a call by the user', 'user-blocks', (list) => inside(list[4]).push(use('d'))],
      ['an image by the assistant', 'assistant-blocks', (list) => inside(list[1]).unshift(image)],
      [
        'thinking in a result',
        'result-blocks',
        (list) => {
          inside(list[4])[0] = result('c', [{ type: 'thinking' }]);
        },
      ],
      ['half a surrogate pair', 'unicode', (list) => inside(list[0]).push(text(lone))],
    ],
  );
}

{
  const call = (id: string) => ({
    id,
    type: 'function',
    function: { name: 'read', arguments: '{}' },
  });
  const answer = { role: 'assistant', content: null, tool_calls: [call('a'), call('b')] };
  const result = (id: string) => ({ role: 'tool', tool_call_id: id, content: 'done' });
  const image = { type: 'image_url', image_url: { url: `data:image/png;base64,${data}` } };
  const file = { filename: 'a.pdf', file_data: `data:application/pdf;base64,${data}` };
  const body = {
    messages: [
      { role: 'system', content: 'Be good.' },
      { role: 'user', content: [{ type: 'text', text: 'Go.' }, image, { type: 'file', file }] },
      answer,
      result('a'),
      result('b'),
      { role: 'user', content: 'On.' },
    ],
  };
  const callAt = (list: Fields[]) =>
    (list[2] as { tool_calls: { function: Fields }[] }).tool_calls[0];
  suite(
    'OpenAI chat completions',
    checkOpenAIChat,
    body,
    'messages',
    [[answer]],
    [
      ['no messages', 'empty-list', (list) => list.splice(0)],
      ['a call without its result', 'unanswered-call', (list) => list.splice(4, 1)],
      ['an open call at the end', 'unanswered-call', (list) => list.splice(3)],
      [
        'a user between call and result',
        'orphan-result',
        (list) => {
          list.splice(3, 0, { role: 'user', content: 'Wait.' });
        },
      ],
      ['a result without its call', 'orphan-result', (list) => list.splice(2, 1)],
      ['a second result', 'orphan-result', (list) => list.splice(5, 0, result('b'))],
      [
        'an id twice',
        'unique-ids',
        (list) => list.push(structuredClone(answer), result('a'), result('b')),
      ],
      [
        'an empty list of calls',
        'empty-calls',
        (list) => list.push({ role: 'assistant', content: 'x', tool_calls: [] }),
      ],
      [
        'another name',
        'call-name',
        (list) => {
          (callAt(list) as { function: Fields }).function.name = 'write';
        },
      ],
      [
        'arguments that are no JSON',
        'arguments',
        (list) => {
          (callAt(list) as { function: Fields }).function.arguments = '{"a": [...]';
        },
      ],
      ['empty content', 'empty-content', (list) => list.push({ role: 'assistant', content: '' })],
      [
        'an empty result',
        'empty-content',
        (list) => {
          (list[3] as Fields).content = '';
        },
      ],
      ['no content at all', 'empty-content', (list) => list.push({ role: 'user' })],
      [
        'an image in a result',
        'parts',
        (list) => {
          (list[3] as Fields).content = [image];
        },
      ],
      [
        'an image without data',
        'media',
        (list) => {
          inside(list[1])[1] = { type: 'image_url', image_url: { url: '[image]' } };
        },
      ],
      [
        'a file without data',
        'media',
        (list) => {
          inside(list[1])[2] = { type: 'file', file: { filename: 'a.pdf' } };
        },
      ],
      ['a system message in the middle', 'system-first', (list) => list.push(list[0] as Fields)],
      ['an unknown role', 'roles', (list) => list.push({ role: 'model', content: 'x' })],
      ['half a surrogate pair', 'unicode', (list) => list.push({ role: 'user', content: lone })],
    ],
  );
}

{
  const reasoning = (id: string) => ({
    type: 'reasoning',
    id,
    encrypted_content: `sealed ${id}`,
    summary: [{ type: 'summary_text', text: 'So.' }],
  });
  const message = {
    type: 'message',
    id: 'msg_1',
    role: 'assistant',
    content: [{ type: 'output_text', text: 'Reading.' }],
  };
  const call = (id: string) => ({
    type: 'function_call',
    id: `fc_${id}`,
    call_id: id,
    name: 'read',
    arguments: '{}',
  });
  const search = { type: 'web_search_call', id: 'ws_1', status: 'completed' };
  const first = [reasoning('rs_1'), search, reasoning('rs_2'), message, call('a'), call('b')];
  const second = [reasoning('rs_3'), call('c')];
  const sent = (id: string) => {
    const { id: _, ...plain } = call(id);
    return plain;
  };
  const output = (id: string, content: unknown = 'done') => ({
    type: 'function_call_output',
    call_id: id,
    output: content,
  });
  const image = { type: 'input_image', image_url: `data:image/png;base64,${data}` };
  const file = {
    type: 'input_file',
    filename: 'a.pdf',
    file_data: `data:application/pdf;base64,${data}`,
  };
  const asked = { role: 'user', content: [{ type: 'input_text', text: 'Go.' }, image, file] };
  const body = {
    store: false,
    input: [
      { role: 'developer', content: 'Be good.' },
      asked,
      reasoning('rs_1'),
      search,
      reasoning('rs_2'),
      { role: 'assistant', id: 'msg_1', content: [{ type: 'output_text', text: 'Reading.' }] },
      sent('a'),
      sent('b'),
      output('a'),
      output('b', [{ type: 'input_text', text: 'x' }, image]),
      reasoning('rs_3'),
      sent('c'),
      output('c'),
    ],
  };
  suite(
    'OpenAI Responses',
    checkOpenAIResponses,
    body,
    'input',
    [first, second],
    [
      ['no input', 'empty-list', (list) => list.splice(0)],
      ['a call without its output', 'unanswered-call', (list) => list.splice(8, 1)],
      ['an output without its call', 'orphan-output', (list) => list.splice(6, 1)],
      [
        'an output before its call',
        'orphan-output',
        (list) => list.splice(2, 0, ...list.splice(12, 1)),
      ],
      ['a second output', 'second-output', (list) => list.push(output('c'))],
      ['a call id twice', 'unique-ids', (list) => list.push(sent('a'))],
      [
        'arguments that are no JSON',
        'arguments',
        (list) => {
          (list[6] as Fields).arguments = '{"a"';
        },
      ],
      ['an item without its reasoning', 'without-reasoning', (list) => list.splice(4, 1)],
      ['a search without its reasoning', 'without-reasoning', (list) => list.splice(2, 1)],
      ['reasoning without its call', 'reasoning-alone', (list) => list.splice(11, 2)],
      ['reasoning without its message', 'reasoning-alone', (list) => list.splice(5, 1)],
      [
        'something between the two',
        'reasoning-alone',
        (list) => {
          list.splice(11, 0, { role: 'user', content: 'Wait.' });
        },
      ],
      [
        'changed encrypted content',
        'sealed',
        (list) => {
          (list[2] as Fields).encrypted_content = 'other';
        },
      ],
      [
        'a changed summary',
        'sealed',
        (list) => {
          (list[2] as Fields).summary = [];
        },
      ],
      ['reasoning without its content', 'sealed', (list) => delete list[2]?.encrypted_content],
      ['an item twice', 'duplicate-item', (list) => list.push(list[10] as Fields, sent('d'))],
      [
        'an item nobody sent',
        'unknown-item',
        (list) => {
          (list[5] as Fields).id = 'msg_9';
        },
      ],
      [
        'a reference to what was not stored',
        'unstored-reference',
        (list) => {
          list[3] = { type: 'item_reference', id: 'ws_1' };
        },
      ],
      [
        'empty content',
        'empty-content',
        (list) => {
          (list[1] as Fields).content = [];
        },
      ],
      [
        'an empty output',
        'empty-content',
        (list) => {
          list[8] = output('a', '');
        },
      ],
      [
        'input by the assistant',
        'parts',
        (list) => {
          (list[5] as Fields).content = [{ type: 'input_text', text: 'Reading.' }];
        },
      ],
      [
        'an image without data',
        'media',
        (list) => {
          inside(list[1])[1] = { type: 'input_image', image_url: '[image]' };
        },
      ],
      [
        'a file without data',
        'media',
        (list) => {
          inside(list[1])[2] = { type: 'input_file', filename: 'a.pdf' };
        },
      ],
      ['instructions in the middle', 'system-first', (list) => list.push(list[0] as Fields)],
      ['an unknown role', 'roles', (list) => list.push({ role: 'tool', content: 'x' })],
      ['half a surrogate pair', 'unicode', (list) => list.push({ role: 'user', content: lone })],
    ],
  );

  const reference = (id: string) => ({ type: 'item_reference', id });
  const stored = {
    store: true,
    input: [asked, reference('rs_1'), reference('ws_1'), reference('rs_2'), reference('msg_1')],
  };
  suite(
    'references to stored items',
    checkOpenAIResponses,
    stored,
    'input',
    [first, second],
    [
      ['one without its reasoning', 'without-reasoning', (list) => list.splice(1, 1)],
      ['reasoning alone', 'reasoning-alone', (list) => list.pop()],
      ['one to nothing', 'unknown-item', (list) => list.push(reference('msg_9'))],
      ['one twice', 'duplicate-item', (list) => list.push(reference('msg_1'))],
    ],
  );
}

{
  const call = (id: string, thoughtSignature?: string) => ({
    functionCall: { id, name: 'read', args: {} },
    ...(thoughtSignature !== undefined && { thoughtSignature }),
  });
  const response = (id: string) => ({
    functionResponse: { id, name: 'read', response: { name: 'read', content: 'done' } },
  });
  const image = { inlineData: { mimeType: 'image/png', data } };
  const first = [
    { text: 'So.', thought: true },
    { toolCall: { toolType: 'SEARCH', id: 's', args: {} }, thoughtSignature: 't1' },
    { toolResponse: { toolType: 'SEARCH', id: 's', response: {} }, thoughtSignature: 't2' },
    call('a', 'g1'),
    call('b'),
  ];
  const second = [{ text: 'Done.', thoughtSignature: 'g2' }];
  const third = [call('c', 'g3')];
  const body = {
    contents: [
      { role: 'user', parts: [{ text: 'Go.' }, image] },
      { role: 'model', parts: first },
      { role: 'user', parts: [response('a'), response('b')] },
      { role: 'model', parts: second },
      { role: 'user', parts: [{ text: 'On.' }] },
      { role: 'model', parts: third },
      { role: 'user', parts: [response('c')] },
    ],
  };
  suite(
    'Gemini',
    checkGemini,
    body,
    'contents',
    [first, second, third],
    [
      ['a model first', 'first-user', (list) => list.shift()],
      ['no contents', 'first-user', (list) => list.splice(0)],
      ['an unknown role', 'roles', (list) => list.push({ role: 'tool', parts: [{ text: 'x' }] })],
      ['no parts', 'empty-parts', (list) => inside(list[4]).pop()],
      ['an empty text', 'empty-text', (list) => inside(list[0]).push({ text: '' })],
      ['an empty part', 'one-datum', (list) => inside(list[0]).push({})],
      ['a part of two kinds', 'one-datum', (list) => inside(list[0]).push({ text: 'x', ...image })],
      [
        'a call behind a model',
        'call-turn',
        (list) => list.splice(5, 0, { role: 'model', parts: [{ text: 'x' }] }),
      ],
      ['a call by the user', 'call-turn', (list) => inside(list[4]).push(call('d'))],
      [
        'args that are a list',
        'args',
        (list) => {
          (inside(list[5])[0] as { functionCall: Fields }).functionCall.args = [];
        },
      ],
      ['a response too few', 'response-count', (list) => inside(list[2]).pop()],
      ['a response too many', 'response-count', (list) => inside(list[2]).push(response('d'))],
      [
        'a user between call and response',
        'response-turn',
        (list) => {
          list.splice(2, 0, { role: 'user', parts: [{ text: 'Wait.' }] });
        },
      ],
      ['responses without calls', 'response-turn', (list) => list.splice(1, 1)],
      [
        'a response by the model',
        'response-turn',
        (list) => {
          (list[6] as Fields).role = 'model';
        },
      ],
      [
        'another name',
        'response-name',
        (list) => {
          (inside(list[6])[0] as { functionResponse: Fields }).functionResponse.name = 'write';
        },
      ],
      [
        'two responses to one call',
        'response-name',
        (list) => {
          inside(list[2])[1] = response('a');
        },
      ],
      [
        'an id twice',
        'unique-ids',
        (list) => {
          inside(list[5])[0] = call('a', 'g1');
        },
      ],
      [
        'a response that is text',
        'response-struct',
        (list) => {
          (inside(list[6])[0] as { functionResponse: Fields }).functionResponse.response = 'done';
        },
      ],
      [
        'a lost signature of this turn',
        'current-signature',
        (list) => {
          inside(list[5])[0] = call('c');
        },
      ],
      [
        'a lost signature of an earlier turn',
        'signature',
        (list) => {
          inside(list[1])[3] = call('a');
        },
      ],
      [
        'a signature that the package made up',
        'signature',
        (list) => {
          inside(list[1])[3] = call('a', 'skip_thought_signature_validator');
        },
      ],
      [
        'a changed text under its signature',
        'signed-part',
        (list) => {
          (inside(list[3])[0] as Fields).text = 'Done …';
        },
      ],
      [
        'a signature on a stranger',
        'signed-part',
        (list) => {
          inside(list[3])[0] = { text: 'Done.', thoughtSignature: 'other' };
        },
      ],
      ['a server call without its response', 'server-tool', (list) => inside(list[1]).splice(2, 1)],
      [
        'an image of no known type',
        'media',
        (list) => {
          (inside(list[0])[1] as { inlineData: Fields }).inlineData.mimeType = 'image/tiff';
        },
      ],
      [
        'an image that is no base64',
        'media',
        (list) => {
          (inside(list[0])[1] as { inlineData: Fields }).inlineData.data = '[image]';
        },
      ],
      ['half a surrogate pair', 'unicode', (list) => inside(list[0]).push({ text: lone })],
    ],
  );
}
