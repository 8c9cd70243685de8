// promise: 3 never larger, 11 believes within bounds
/**
 * What no count can see, such as a file that lies elsewhere or tools that were not stated, is believed once several
 * bills agree on it, in every dialect and window; bills that agree on nothing change nothing.
 */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { type CompactorOptions, createCompactor, type Session } from 'epitome';
import { countMessages } from 'epitome/tokens';
import { prose } from './support/conversation.ts';
import { opener } from './support/opener.ts';
import { type Dialect, dialects, talkIn } from './support/talk.ts';

// biome-ignore lint/suspicious/noExplicitAny: dialects that the types do not mix.
type Anything = any;

const told = { system: 'You are an agent.', tools: {} };
const open = opener({ maxOutputTokens: 500, ...told });
const counter = await createCompactor({ contextWindow: 1_000_000 });
after(() => counter.dispose());
const count = (messages: readonly Anything[]) => counter.estimateMessagesTokens(messages as never);

/** A file that lies elsewhere. */
const files: Record<Dialect, Anything> = {
  'ai-sdk': { type: 'file', data: 'file-7Kq2mPz9', mediaType: 'application/pdf' },
  'openai-chat': { type: 'file', file: { file_id: 'file-1' } },
  anthropic: { type: 'document', source: { type: 'url', url: 'https://example.org/report.pdf' } },
};

interface Play {
  dialect: Dialect;
  window: number;
  /** Tokens of the file, of what the host sends unstated, and of each result. */
  file?: number;
  unstated?: number;
  each?: number;
  steps?: number;
  /** Billed for one that is counted. */
  ratio?: number;
  options?: Partial<CompactorOptions>;
  /** What the host says of the prompts so far, the newest last. */
  bill?: (prompts: readonly number[]) => number;
  /** A new process for each step. */
  restarts?: boolean;
  models?: readonly string[];
}

const newest = (prompts: readonly number[]) => prompts.at(-1) as number;

/** The prompts of a session as a provider would bill them, step by step. */
async function play(given: Play) {
  const { dialect, window, file = 0, unstated = 0, ratio = 1, restarts = false } = given;
  const { each = window / 150, steps = 110, bill = newest, models = ['house-1'] } = given;
  const away = files[dialect];
  const talk = talkIn(dialect);
  const options = { dialect, contextWindow: window, ...given.options } as CompactorOptions;
  let { session, log } = await open(options);
  const logs = [log];
  const text = { type: 'text', text: 'Read all of it.' };
  const host: Anything[] = [{ role: 'user', content: file > 0 ? [text, away] : [text] }];
  const prompts: number[] = [];
  const overheads: number[] = [];
  for (let i = 0; i < steps; i += 1) {
    if (restarts && i > 0) {
      ({ session, log } = await open(options, (session as Session).snapshot()));
      logs.push(log);
    }
    const usage = i > 0 ? { inputTokens: bill(prompts) } : undefined;
    const model = models[i % models.length] as string;
    const { messages } = await session.prepare([...host], { model, ...(usage && { usage }) });
    let seen = 0;
    const plain = (messages as Anything[]).map((message) => {
      if (!Array.isArray(message.content)) return message;
      const content = message.content.filter((part: Anything) => part !== away);
      if (content.length < message.content.length) seen = file;
      return { ...message, content };
    });
    prompts.push(Math.round(ratio * count(plain)) + seen + unstated);
    overheads.push(session.usage().hostOverhead);
    host.push(...talk.step('read', { id: `c${i}` }, prose(each, `c${i}`)));
  }
  const events = logs.flatMap(({ all }) => all);
  const of = (type: string) => events.filter((event) => event.type === type);
  return { prompts, overheads, of, usage: session.usage() };
}

describe('what several bills agree on', () => {
  for (const dialect of dialects) {
    for (const window of [16_000, 64_000, 200_000]) {
      it(`counts, so that no view passes the window: ${dialect}, ${window}`, async () => {
        const share = window * 0.55;
        for (const what of [{ file: share }, { unstated: share }, { file: share, ratio: 1.25 }]) {
          const { prompts, of } = await play({ dialect, window, ...what });
          assert.ok(Math.max(...prompts) <= window, `${Math.max(...prompts)} of ${window}`);
          assert.ok(of('compaction').length > 0);
          const [learned] = of('unseen-learned') as Anything[];
          assert.ok(learned.unseenTokens > share / 2 && learned.inputTokens <= window);
          assert.equal(of('unseen-learned').length, 1);
          assert.deepEqual(of('cannot-fit'), []);
        }
      });
    }
  }

  it('is believed by every calibration, after restarts, and of models in turn', async () => {
    const common = { dialect: 'ai-sdk', window: 64_000, unstated: 36_000 } as const;
    for (const more of [
      { options: { calibration: 'moving-average' } as const },
      { restarts: true, steps: 60, each: 900 },
      { models: ['house-1', 'house-2'] },
    ]) {
      const { prompts, of } = await play({ ...common, ...more });
      assert.ok(Math.max(...prompts) <= 64_000, `${Math.max(...prompts)}`);
      assert.ok(of('unseen-learned').length > 0);
    }
  });

  it('counts no more from the first bill without it on', async () => {
    for (const calibration of ['least-squares', 'moving-average'] as const) {
      const gone = (prompts: readonly number[]) =>
        newest(prompts) + (prompts.length < 30 ? 120_000 : 0);
      const given = { window: 200_000, each: 900, steps: 40, bill: gone };
      const { overheads } = await play({ dialect: 'ai-sdk', ...given, options: { calibration } });
      assert.ok((overheads[29] as number) > 100_000, `${overheads[29]}`);
      assert.ok((overheads[30] as number) < 6_000, `${overheads[30]}`);
    }
  });
});

describe('bills that agree on nothing', () => {
  const wrong: Record<string, (prompts: readonly number[]) => number> = {
    'the sum of all steps': (prompts) => prompts.reduce((sum, one) => sum + one, 0),
    'the same large one each time': () => 15_000,
    'another call now and then': (prompts) =>
      prompts.length % 5 === 0 ? 14_000 + prompts.length * 7 : newest(prompts),
    'another call in every second step': (prompts) =>
      prompts.length % 2 === 0 ? 14_000 + prompts.length * 7 : newest(prompts),
  };
  for (const [name, bill] of Object.entries(wrong)) {
    for (const dialect of dialects) {
      it(`change nothing: ${name}, ${dialect}`, async () => {
        for (const each of [60, 200, 600]) {
          const given = { dialect, window: 16_000, steps: 60, each, bill };
          const { of, overheads, prompts } = await play(given);
          assert.deepEqual(of('unseen-learned'), []);
          assert.ok(Math.max(...overheads) < 1_500, `${Math.max(...overheads)}`);
          assert.ok(Math.max(...prompts) <= 15_500);
        }
      });
    }
  }
});

describe('a PDF whose pages are packed', () => {
  const packed = (bytes: number) => {
    const data = new Uint8Array(bytes).fill(0x41);
    data.set(
      new TextEncoder().encode('%PDF-1.7\n1 0 obj\n<</Type/ObjStm/N 100/Filter/FlateDecode>>'),
    );
    return {
      role: 'user',
      content: [{ type: 'file', data, mediaType: 'application/pdf' }],
    } as Anything;
  };

  it('counts by its bytes as pages of text', async () => {
    const { tokens } = await countMessages([packed(140_000)], { model: 'claude-sonnet-4-5' });
    assert.ok(tokens > 25_000, `${tokens}`);
  });
});
