// promise: 1 always valid
/**
 * What hosts leave behind: messages that say nothing, groups that were saved twice, ids that were used
 * twice. What goes out is what every provider takes, and a result that tells something stays.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCompactor } from 'epitome';
import type { Message, Part } from '../../js/testing/shapes.ts';
import { EventLog } from './support/conversation.ts';

type Dialect = 'ai-sdk' | 'ai-sdk-4' | 'openai-chat' | 'anthropic';

/** One thing that somebody said, in no provider's words. */
type Item =
  | { think: string; signed?: boolean }
  | { say: string }
  | { call: string; input?: string }
  | { result: string; text: string; failed?: boolean };
interface Said {
  role: 'user' | 'assistant' | 'tool';
  items: Item[];
}

const user = (text: string): Said => ({ role: 'user', items: [{ say: text }] });
const assistant = (...items: Item[]): Said => ({ role: 'assistant', items });
const tool = (...items: Item[]): Said => ({ role: 'tool', items });
const think = (text: string, signed = false): Item => ({ think: text, signed });
const say = (text: string): Item => ({ say: text });
const call = (id: string, input = `src/${id}.ts`): Item => ({ call: id, input });
const gave = (id: string, text = `what ${id} gave`): Item => ({ result: id, text });
const failed = (id: string): Item => ({ result: id, text: 'Interrupted.', failed: true });

function sdkPart(item: Item, old: boolean): Part {
  if ('think' in item) {
    const options = { providerOptions: { anthropic: { signature: 'c2ln' } } };
    return { type: 'reasoning', text: item.think, ...(item.signed ? options : {}) };
  }
  if ('say' in item) return { type: 'text', text: item.say };
  if ('call' in item) {
    const input = { path: item.input };
    const part = { type: 'tool-call', toolCallId: item.call, toolName: 'read' };
    return old ? { ...part, args: input } : { ...part, input };
  }
  const part = { type: 'tool-result', toolCallId: item.result, toolName: 'read' };
  if (old) return { ...part, result: item.text, isError: item.failed === true };
  return { ...part, output: { type: item.failed ? 'error-text' : 'text', value: item.text } };
}

function anthropicPart(item: Item): Part {
  if ('think' in item) {
    return { type: 'thinking', thinking: item.think, signature: item.signed ? 'c2ln' : '' };
  }
  if ('say' in item) return { type: 'text', text: item.say };
  if ('call' in item) {
    return { type: 'tool_use', id: item.call, name: 'read', input: { path: item.input } };
  }
  const failure = item.failed ? { is_error: true } : {};
  return { type: 'tool_result', tool_use_id: item.result, content: item.text, ...failure };
}

function chatMessages({ role, items }: Said): Message[] {
  if (role === 'tool') {
    return items.flatMap((item) =>
      'result' in item ? [{ role, tool_call_id: item.result, content: item.text } as never] : [],
    );
  }
  const texts = items.flatMap((item) => ('say' in item ? [item.say] : []));
  const thoughts = items.flatMap((item) => ('think' in item ? [item.think] : []));
  const calls = items.flatMap((item) =>
    'call' in item
      ? [
          {
            id: item.call,
            type: 'function',
            function: { name: 'read', arguments: JSON.stringify({ path: item.input }) },
          },
        ]
      : [],
  );
  const message: Record<string, unknown> = {
    role,
    content: texts.length > 0 ? texts.join('') : null,
  };
  if (thoughts.length > 0) message.reasoning_content = thoughts.join('');
  if (calls.length > 0) message.tool_calls = calls;
  return [message as never];
}

function written(said: readonly Said[], dialect: Dialect): Message[] {
  return said.flatMap((message): Message[] => {
    const { role, items } = message;
    if (dialect === 'openai-chat') return chatMessages(message);
    if (dialect === 'anthropic') {
      return [{ role: role === 'tool' ? 'user' : role, content: items.map(anthropicPart) }];
    }
    return [{ role, content: items.map((item) => sdkPart(item, dialect === 'ai-sdk-4')) }];
  });
}

/** Reads a message of any dialect back. */
function read(message: Message & Record<string, unknown>): Said {
  const { role } = message as { role: Said['role'] };
  const items: Item[] = [];
  if (role === 'tool' && typeof message.tool_call_id === 'string') {
    return { role, items: [gave(message.tool_call_id, String(message.content))] };
  }
  const content = message.content as string | Part[] | null;
  const parts: Part[] =
    typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? []);
  // Beside calls an empty string says what null says.
  if (content === '' && message.tool_calls !== undefined) parts.pop();
  if (message.reasoning_content !== undefined) items.push(think(String(message.reasoning_content)));
  for (const part of parts) {
    const { type } = part;
    if (type === 'text') items.push(say(String(part.text)));
    if (type === 'reasoning')
      items.push(think(String(part.text), part.providerOptions !== undefined));
    if (type === 'thinking') items.push(think(String(part.thinking), part.signature !== ''));
    if (type === 'tool-call') {
      items.push(call(String(part.toolCallId), ((part.input ?? part.args) as Part).path as string));
    }
    if (type === 'tool_use') items.push(call(String(part.id), (part.input as Part).path as string));
    if (type === 'tool-result') {
      const text = (part.output as Part | undefined)?.value ?? part.result;
      items.push(gave(String(part.toolCallId), String(text)));
    }
    if (type === 'tool_result') items.push(gave(String(part.tool_use_id), String(part.content)));
  }
  for (const { id, function: body } of (message.tool_calls ?? []) as {
    id: string;
    function: { arguments: string };
  }[]) {
    items.push(call(id, JSON.parse(body.arguments).path));
  }
  const answers = items.some((item) => 'result' in item);
  return { role: answers ? 'tool' : role, items };
}

/**
 * What the strictest of the providers refuses; calls at the end may wait. `unique`: an id is used once in
 * a history.
 */
function faultsOf(view: readonly Said[], unique: boolean): string[] {
  const faults: string[] = [];
  let open: string[] = [];
  const known = new Set<string>();
  view.forEach(({ role, items }, at) => {
    const says = items.filter((item) => !('think' in item) || item.signed);
    if (says.length === 0) faults.push(`${at}: a ${role} message that says nothing`);
    for (const item of items) {
      if ('say' in item && item.say.trim() === '') faults.push(`${at}: a blank text`);
      if ('result' in item) {
        if (!open.includes(item.result)) faults.push(`${at}: ${item.result} waits for no result`);
        open = open.filter((id) => id !== item.result);
      }
    }
    if (role === 'tool') return;
    if (open.length > 0) faults.push(`${at}: ${open} before a ${role} message`);
    open = items.flatMap((item) => ('call' in item ? [item.call] : []));
    if (new Set(open).size < open.length) faults.push(`${at}: an id twice in a message`);
    for (const id of open) {
      if (unique && known.has(id)) faults.push(`${at}: ${id} again`);
      known.add(id);
    }
  });
  return faults;
}

async function seen(said: readonly Said[], dialect: Dialect) {
  const log = new EventLog();
  using compactor = await createCompactor({ contextWindow: 32_000, onEvent: log.onEvent });
  const host = written(said, dialect);
  const before = structuredClone(host);
  const { messages } = await compactor.session('whole', { dialect }).prepare(host);
  assert.deepEqual(host, before);
  return {
    view: (messages as Message[]).map((message) => read(message as never)),
    repairs: log.of('repair').flatMap((event) => event.repairs.map(({ repair }) => repair)),
  };
}

const dialects: readonly Dialect[] = ['ai-sdk', 'ai-sdk-4', 'openai-chat', 'anthropic'];
const done = [user('Go on.'), assistant(say('Yes.')), user('And now?')];
const used = [assistant(call('z')), tool(gave('z'))];

describe('what says nothing', () => {
  const blanks = [
    '',
    ' ',
    '\n\n',
    '\t \r\n',
    '\u00a0',
    '\u3000\u2003',
    '\ufeff',
    ' '.repeat(5_000),
  ];
  const forms: Record<string, (blank: string) => Said[]> = {
    'reasoning alone': () => [user('Look.'), assistant(think('Hmm')), ...done],
    'reasoning and blank text': (blank) => [
      user('Look.'),
      assistant(think('Hmm'), say(blank)),
      ...done,
    ],
    'several thoughts': (blank) => [
      user('Look.'),
      assistant(think('Hmm'), say(blank), think('Well'), say(blank)),
      ...done,
    ],
    'reasoning that ends the array': () => [user('Look.'), ...used, assistant(think('Hmm'))],
    'reasoning before a call': () => [user('Look.'), assistant(think('Hmm')), ...used, ...done],
    'reasoning behind results': () => [
      user('Look.'),
      ...used,
      assistant(think('Hmm')),
      ...used.map((said) => JSON.parse(JSON.stringify(said).replaceAll('"z"', '"y"'))),
      ...done,
    ],
    'blank answer': (blank) => [user('Look.'), assistant(say(blank)), ...done],
    'blank user': (blank) => [
      user('Look.'),
      ...used,
      user(blank),
      assistant(say('So.')),
      user('On.'),
    ],
    'blank beside a call': (blank) => [
      user('Look.'),
      assistant(say(blank), call('a')),
      tool(gave('a')),
      ...done,
    ],
    'blank between': (blank) => [
      user('Look.'),
      assistant(think('sealed', true), say(blank), call('a')),
      tool(gave('a')),
      ...done,
    ],
  };
  for (const dialect of dialects) {
    for (const [name, form] of Object.entries(forms)) {
      it(`goes, and nothing else: ${name}, ${dialect}`, async () => {
        for (const blank of blanks) {
          const host = form(blank);
          const { view, repairs } = await seen(host, dialect);
          assert.deepEqual(faultsOf(view, true), [], JSON.stringify(blank));
          const told = (all: readonly Said[]) =>
            all.flatMap(({ items }) =>
              items.filter(
                (item) => !('think' in item) && !('say' in item && item.say.trim() === ''),
              ),
            );
          const strip = (items: Item[]) =>
            items.map((item) => ('result' in item ? gave(item.result, item.text) : item));
          assert.deepEqual(strip(told(view)), strip(told(host)));
          const isThere =
            dialect === 'openai-chat' && name === 'blank beside a call' && blank === '';
          const isNull = dialect === 'openai-chat' && name === 'blank between' && blank === '';
          if (!isThere && !isNull) assert.ok(repairs.includes('empty-message'), `${repairs}`);
        }
      });
    }
  }
});

describe('groups that were saved twice', () => {
  const both = assistant(call('a'), call('b'));
  const a = gave('a');
  const b = gave('b');
  const saved = gave('a', 'the whole of src/a.ts');
  const sealed = assistant(think('sealed', true), call('a'), call('b'));
  /** A history, and the results that the view has to show, in order. */
  const forms: Record<string, [said: Said[], results: Item[]]> = {
    'calls twice, results by call': [
      [both, both, tool(a), tool(a), tool(b), tool(b)],
      [a, b],
    ],
    'calls twice, results by group': [
      [both, both, tool(a, b), tool(a, b)],
      [a, b],
    ],
    'calls twice, results in one': [
      [both, both, tool(a, a, b, b)],
      [a, b],
    ],
    'calls twice, results once': [
      [both, both, tool(a), tool(b)],
      [a, b],
    ],
    'calls three times': [
      [both, both, both, tool(a, b), tool(b, a), tool(a)],
      [a, b],
    ],
    'some calls twice': [
      [both, assistant(call('b')), tool(a), tool(b), tool(b)],
      [a, b],
    ],
    'more calls the second time': [
      [assistant(call('a')), both, tool(a), tool(a), tool(b)],
      [a, b],
    ],
    'words twice': [
      [
        assistant(say('I look.'), ...both.items),
        assistant(say('I look.'), ...both.items),
        tool(a),
        tool(b),
      ],
      [a, b],
    ],
    'more words the second time': [
      [
        assistant(say('I'), call('a')),
        assistant(say('I look.'), ...both.items),
        tool(a),
        tool(a, b),
      ],
      [a, b],
    ],
    'sealed thoughts twice': [
      [sealed, sealed, tool(a), tool(a), tool(b)],
      [a, b],
    ],
    'thoughts twice': [
      [assistant(think('Hm'), call('a')), assistant(think('Hm'), call('a')), tool(a), tool(a)],
      [a],
    ],
    'one id twice in a message': [[assistant(call('a'), call('a')), tool(saved)], [saved]],
    'saved, then aborted': [
      [assistant(call('a'), call('a')), tool(saved), tool(failed('a'))],
      [saved],
    ],
    'aborted, then saved': [
      [assistant(call('a'), call('a')), tool(failed('a')), tool(saved)],
      [saved],
    ],
    'aborted and saved in one': [
      [assistant(call('a'), call('a')), tool(failed('a'), saved)],
      [saved],
    ],
    'aborted input, then saved': [
      [assistant(call('a', ''), call('a')), tool(failed('a')), tool(saved)],
      [saved],
    ],
    'one call, aborted, then saved': [
      [assistant(call('a')), tool(failed('a')), tool(saved)],
      [saved],
    ],
    'one call, saved twice': [[assistant(call('a')), tool(saved), tool(saved)], [saved]],
    'one call, nothing, then saved': [[assistant(call('a')), tool(gave('a', ''), saved)], [saved]],
    'an id of an earlier turn': [
      [
        assistant(call('a')),
        tool(a),
        user('Again.'),
        assistant(call('a', 'lib/a.ts')),
        tool(saved),
      ],
      [a, saved],
    ],
    'an id of an earlier step': [
      [assistant(call('a')), tool(a), assistant(call('a', 'lib/a.ts')), tool(saved)],
      [a, saved],
    ],
    'calls twice, cut off by the user': [
      [both, both, user('Wait.'), tool(a), tool(a), tool(b)],
      [a, b],
    ],
  };
  const flagless: readonly string[] = ['aborted input, then saved'];
  for (const dialect of dialects) {
    for (const [name, [said, results]] of Object.entries(forms)) {
      // Where no field tells of a failure, results of different calls are alike.
      if (dialect === 'openai-chat' && flagless.includes(name)) continue;
      it(`have each call and its result once: ${name}, ${dialect}`, async () => {
        for (const end of [[], done.slice(1), done]) {
          const host = [user('Look.'), ...said, ...end];
          const { view, repairs } = await seen(host, dialect);
          assert.deepEqual(faultsOf(view, !name.startsWith('an id')), []);
          const shown = view.flatMap(({ items }) => items.filter((item) => 'result' in item));
          assert.deepEqual(shown, results);
          assert.equal(repairs.length > 0, !name.startsWith('an id'));
        }
      });
      it(`stay so as they come: ${name}, ${dialect}`, async () => {
        using compactor = await createCompactor({ contextWindow: 32_000 });
        const session = compactor.session('grows', { dialect });
        const host = written([user('Look.'), ...said, ...done], dialect);
        for (let end = 1; end <= host.length; end += 1) {
          const { messages } = await session.prepare(host.slice(0, end));
          const view = (messages as Message[]).map((message) => read(message as never));
          const last = view.at(-1)?.role;
          assert.deepEqual(faultsOf(view, !name.startsWith('an id')), [], `${end}, ${last}`);
        }
      });
    }
  }
});

describe('reasoning whose signature never came', () => {
  const host = (message: object): Message[] =>
    [
      { role: 'user', content: 'Look.' },
      message,
      { role: 'user', content: 'And now?' },
    ] as Message[];
  const reasoning = { type: 'reasoning', text: 'Hmm' };
  const forms: [Dialect, object][] = [
    ['ai-sdk', { content: [reasoning] }],
    ['ai-sdk', { content: [{ ...reasoning, providerOptions: {} }] }],
    ['ai-sdk', { content: [{ ...reasoning, providerOptions: { anthropic: {} } }] }],
    ['ai-sdk', { content: [{ ...reasoning, providerOptions: { anthropic: { signature: '' } } }] }],
    ['ai-sdk-4', { content: [{ ...reasoning, signature: '' }] }],
    ['openai-chat', { content: null, reasoning: 'Hmm' }],
    ['openai-chat', { content: '', reasoning_content: 'Hmm' }],
    ['openai-chat', { content: ' \n', reasoning_content: 'Hmm', reasoning_details: [] }],
    ['anthropic', { content: [{ type: 'thinking', thinking: 'Hmm', signature: '' }] }],
    ['anthropic', { content: [{ type: 'thinking', thinking: 'Hmm' }] }],
  ];
  for (const [dialect, fields] of forms) {
    it(`goes where it is alone: ${dialect}, ${JSON.stringify(fields)}`, async () => {
      using compactor = await createCompactor({ contextWindow: 32_000 });
      const messages = host({ role: 'assistant', ...fields });
      const { messages: view } = await compactor.session('x', { dialect }).prepare(messages);
      assert.deepEqual(view, messages.toSpliced(1, 1));
    });
  }
});
