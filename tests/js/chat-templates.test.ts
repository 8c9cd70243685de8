// promise: 1 always valid, 8 keeps the user's word
/**
 * Views for models whose chat templates refuse what does not alternate. The templates' own rules, as their
 * Jinja texts have them, judge views of sessions with every beginning, every preset and placement.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type CompactorOptions, createCompactor } from 'epitome';
import type { Message } from '../../js/testing/shapes.ts';
import { toChat } from './support/chat.ts';
import { assistant, EventLog, jsonClone, prose, step, user } from './support/conversation.ts';
import { createRng } from './support/random.ts';

interface Turn {
  role: string;
  content?: unknown;
  tool_calls?: unknown;
}

const system = (content: string): Message => ({ role: 'system', content });
const hasCalls = ({ tool_calls, content }: Turn) =>
  tool_calls !== undefined ||
  (Array.isArray(content) && content.some((part) => part.type === 'tool-call'));

/** Roles behind one system message that may stand at the start; a second one is refused. */
function spoken(view: readonly Turn[]): Turn[] {
  const turns = view[0]?.role === 'system' ? view.slice(1) : [...view];
  assert.ok(
    !turns.some(({ role }) => role === 'system'),
    'system message must be at the beginning',
  );
  return turns;
}

function alternate(turns: readonly Turn[]): void {
  for (const [i, { role }] of turns.entries()) {
    assert.equal(role === 'user', i % 2 === 0, `roles must alternate: ${turns.map((t) => t.role)}`);
  }
}

/** What the templates raise an exception for. */
const templates: Record<string, (view: readonly Turn[]) => void> = {
  /** Calls and their results do not count; what the API adds: no user behind a tool. */
  mistral: (view) => {
    const turns = spoken(view);
    alternate(turns.filter((turn) => turn.role !== 'tool' && !hasCalls(turn)));
    for (const [i, { role }] of turns.entries()) {
      assert.ok(role !== 'user' || turns[i - 1]?.role !== 'tool', 'user behind tool');
    }
  },
  /** Tools have no role of their own: only chats are theirs. */
  gemma: (view) => alternate(spoken(view)),
  qwen: (view) => {
    const turns = spoken(view);
    assert.ok(
      turns.some(({ role }) => role === 'user'),
      'no user query found',
    );
  },
};

const models: Record<keyof typeof templates, string[]> = {
  mistral: [
    'mistral-large-latest',
    'mistralai/mixtral-8x22b-instruct',
    'accounts/x/models/devstral',
  ],
  gemma: ['google/gemma-3-27b-it', 'meta-llama/Llama-2-70b-chat-hf', 'deepseek-reasoner'],
  qwen: ['qwen/qwen3-32b', 'Qwen3.5-397B-A17B'],
};

const beginnings: Record<string, Message[]> = {
  'a user': [user('Repair the shop.')],
  'system and user': [system('Be brief.'), user('Repair the shop.')],
  'two users': [user('Repair the shop.'), user('Mind its tests.')],
  'system and three users': [system('Be brief.'), user('One.'), user('Two.'), user('Three.')],
  'a greeting': [assistant('Good day. What shall I do?'), user('Repair the shop.')],
  'system and a greeting': [system('Be brief.'), assistant('Good day.'), user('Repair the shop.')],
  'the assistant alone': [assistant('I go on with the shop.')],
  'an image': [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'See this.' },
        { type: 'image', image: 'data:image/png;base64,iVBORw0KGgo=' },
      ],
    },
  ],
};

/** A conversation in turns; sometimes a user says more than once, or a turn ends with a result. */
function history(beginning: Message[], tools: boolean, seed: number): Message[] {
  const random = createRng(seed);
  const messages = [...beginning];
  for (let i = 0; i < 40; i += 1) {
    const id = `s${seed}-${i}`;
    const steps = tools ? random.int(0, 3) : 0;
    for (let n = 0; n < steps; n += 1) messages.push(...step(`${id}-${n}`, random.int(20, 300)));
    const ends = steps === 0 || random.chance(0.7);
    if (ends) messages.push(assistant(prose(random.int(20, 200), id)));
    if (ends && random.chance(0.1)) messages.push(assistant(`And ${id} is done, too.`));
    messages.push(user(`Go on with ${id}.`));
    if (random.chance(0.2)) messages.push(user(`PIN ${id}: keep its name.`));
  }
  return messages;
}

const presets = ['epitome', 'aiSdk', 'tiered', 'rolling', 'checkpoint', 'microAgent', 'openclaw'];
const placements = [undefined, 'user', 'assistant', 'system', 'pair', 'first-user', 'alternating'];

/** Plays a history, and has `judge` look at every view that holds records; how many there were. */
async function play(
  options: Partial<CompactorOptions>,
  host: Message[],
  chat: boolean,
  model: string | undefined,
  judge: (view: readonly Turn[]) => void,
): Promise<number> {
  const log = new EventLog();
  const base = { maxOutputTokens: 500, system: '', tools: {}, onEvent: log.onEvent };
  using compactor = await createCompactor({ contextWindow: 9_000, ...base, ...options });
  const session = compactor.session('a');
  const all: readonly Turn[] = chat ? toChat(host, new Map()) : host;
  let judged = 0;
  let last: readonly Turn[] = [];
  for (let end = 1; end <= all.length; end += all.length - end < 3 ? 1 : 3) {
    // No model is asked amid a tool's results.
    if (all[end]?.role === 'tool' || hasCalls(all[end - 1] as Turn)) continue;
    const { messages } = await session.prepare(all.slice(0, end), { model });
    if (log.rewrites.length === 0) continue;
    judge(messages);
    judged += 1;
    last = messages;
  }
  assert.deepEqual(log.of('error'), []);
  // What the user said at first and last stands.
  const [first] = host.filter(({ role }) => role !== 'system');
  for (const said of first?.role === 'user' ? [first, host.at(-1)] : [host.at(-1)]) {
    const text = JSON.stringify(said?.content).slice(1, 14);
    if (judged > 0) assert.ok(JSON.stringify(last).includes(text), text);
  }
  return judged;
}

describe('views for strict chat templates', () => {
  let seed = 1;
  for (const [template, judge] of Object.entries(templates)) {
    for (const [name, beginning] of Object.entries(beginnings)) {
      it(`${template}: ${name}`, async () => {
        let judged = 0;
        for (const chat of [true, false]) {
          for (const placement of placements) {
            seed += 1;
            const host = history(beginning, template !== 'gemma', seed);
            const own = {
              ...(placement && { placement }),
              dialect: chat ? 'openai-chat' : 'ai-sdk',
            };
            const pin = (message: unknown) => JSON.stringify(message).includes('PIN s');
            const options = { ...own, ...(seed % 2 === 0 && { pin }) } as Partial<CompactorOptions>;
            const model = createRng(seed).pick(models[template] ?? []);
            judged += await play(options, host, chat, model, judge);
          }
        }
        assert.ok(judged > 0);
      });
    }
  }

  it('alternate under every preset', async () => {
    for (const [i, preset] of presets.entries()) {
      const trigger = { trigger: 3_000, target: 1_500, windowGuard: { refuse: 0 } };
      const options = { preset, ...trigger, model: 'gemma-3-27b-it' } as Partial<CompactorOptions>;
      const host = history(beginnings['system and three users'] ?? [], false, 900 + i);
      assert.ok((await play(options, host, true, undefined, templates.gemma as never)) > 0, preset);
    }
  });

  it('alternate for any model where the placement says so', async () => {
    for (const [i, beginning] of Object.values(beginnings).entries()) {
      const host = history(beginning, true, 700 + i);
      const options = { placement: 'alternating' } as const;
      assert.ok((await play(options, host, true, 'my-model', templates.mistral as never)) > 0);
    }
  });

  it('alternate from the step on at which such a model takes over, and after a restart', async () => {
    const host = toChat(history(beginnings['two users'] ?? [], true, 77), new Map());
    const options = { contextWindow: 9_000, maxOutputTokens: 500, system: '', tools: {} };
    using compactor = await createCompactor({ ...options, dialect: 'openai-chat' });
    const session = compactor.session('a');
    await session.prepare(host, { model: 'gpt-4o' });
    const { messages } = await session.prepare(host, { model: 'mistral-large-latest' });
    templates.mistral?.(messages);
    const kept = jsonClone(messages);
    const other = compactor.session('b', {
      state: session.snapshot(),
      model: 'mistral-large-latest',
    });
    const longer = [
      ...kept,
      { role: 'assistant', content: 'Done.' },
      { role: 'user', content: 'On.' },
    ];
    const { messages: restored } = await other.prepare(longer);
    assert.deepEqual(restored, longer);
  });

  it('goes on from the view that the host got, whatever the host sends next', async () => {
    const options = { contextWindow: 6_000, maxOutputTokens: 500, system: '', tools: {} };
    for (const copied of [true, false]) {
      const log = new EventLog();
      using compactor = await createCompactor({
        ...options,
        placement: 'alternating',
        dialect: 'openai-chat',
        onEvent: log.onEvent,
      });
      const session = compactor.session('a');
      const talk = [78, 79].flatMap((seed) => history([user('Hear this.')], false, seed));
      const all = toChat([...(beginnings['two users'] ?? []), ...talk], new Map());
      let view: Turn[] = [];
      for (const message of all) {
        view = (await session.prepare([...(copied ? jsonClone(view) : view), message])).messages;
        if (log.rewrites.length > 0) templates.gemma?.(view);
      }
      assert.ok(log.rewrites.length > 1);
      const how = log.of('aligned').map((event) => event.how);
      assert.ok(!how.includes('unrelated') && !how.includes('edited'), `${how}`);
    }
  });
});
