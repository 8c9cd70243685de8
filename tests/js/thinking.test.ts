// promise: 1 always valid
/** Thinking of current Claude models is bound to everything before it: a view keeps what still is valid. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type CompactorOptions, createCompactor, type Session } from 'epitome';
import { runLoop, sdkVersions } from './support/agents.ts';
import { plenty } from './support/amount.ts';
import { EventLog, goodSummary, jsonClone } from './support/conversation.ts';
import { createRng, type Rng, text } from './support/random.ts';
import { defaultScript } from './support/script.ts';
import {
  type Fields,
  type Piece,
  piecesOf,
  placesOf,
  sameBytes,
  ThinkingProvider,
} from './support/thinking.ts';

/** `broken`: its input is no JSON. */
type Said =
  | { thought: string; redacted?: boolean }
  | { text: string }
  | { call: string; broken?: boolean };

/** How a dialect writes what the simulation says. */
interface Shape {
  dialect: CompactorOptions['dialect'];
  /** The host goes on with what the session gave it. */
  carries: boolean;
  assistant(said: readonly Said[], seals: string[]): unknown;
  result(id: string, value: string): unknown;
}

const input = (id: string): Fields => ({ path: `src/${id}.ts` });
const givenTo = ({ call, broken }: { call: string; broken?: boolean }): unknown =>
  broken ? `{"path": "src/${call}` : input(call);

/** The AI SDK's messages, as they were up to 4 or as they are. */
function sdkShape(carries: boolean, old = false): Shape {
  const made = (toolCallId: string) => ({ toolCallId, toolName: 'read' });
  const thought = (words: string, redacted: boolean, seal: string | undefined) => {
    if (old && redacted) return { type: 'redacted-reasoning', data: seal };
    if (old) return { type: 'reasoning', text: words, signature: seal };
    const anthropic = redacted ? { redactedData: seal } : { signature: seal };
    return { type: 'reasoning', text: redacted ? '' : words, providerOptions: { anthropic } };
  };
  return {
    dialect: old ? 'ai-sdk-4' : 'ai-sdk',
    carries,
    assistant: (said, seals) => ({
      role: 'assistant',
      content: said.map((part) => {
        if ('text' in part) return { type: 'text', text: part.text };
        if ('thought' in part) return thought(part.thought, part.redacted === true, seals.shift());
        const given = givenTo(part);
        return {
          type: 'tool-call',
          ...made(part.call),
          ...(old ? { args: given } : { input: given }),
        };
      }),
    }),
    result: (id, value) => ({
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          ...made(id),
          ...(old ? { result: value } : { output: { type: 'text', value } }),
        },
      ],
    }),
  };
}

const blockOf = (said: Said, seals: string[]): Fields => {
  if ('text' in said) return { type: 'text', text: said.text };
  if ('call' in said)
    return { type: 'tool_use', id: said.call, name: 'read', input: givenTo(said) };
  const seal = seals.shift();
  return said.redacted
    ? { type: 'redacted_thinking', data: seal }
    : { type: 'thinking', thinking: said.thought, signature: seal };
};

function anthropicShape(carries: boolean): Shape {
  return {
    dialect: 'anthropic',
    carries,
    assistant: (said, seals) => ({
      role: 'assistant',
      content: said.map((part) => blockOf(part, seals)),
    }),
    result: (id, content) => ({
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: id, content }],
    }),
  };
}

const shapes: Record<string, Shape> = {
  'ai 5 and 6': sdkShape(false),
  'ai 7': sdkShape(true),
  'ai 4': sdkShape(false, true),
  anthropic: anthropicShape(false),
  'anthropic, its view carried on': anthropicShape(true),
  'openai-chat, as LiteLLM has it': {
    dialect: 'openai-chat',
    carries: false,
    assistant: (said, seals) => {
      const words = said.flatMap((part) => ('text' in part ? [part.text] : []));
      const calls = said.flatMap((part) => ('call' in part ? [part] : []));
      return {
        role: 'assistant',
        content: words.length > 0 ? words.join('\n') : null,
        thinking_blocks: said.flatMap((part) => ('thought' in part ? [blockOf(part, seals)] : [])),
        ...(calls.length > 0 && {
          tool_calls: calls.map((part) => {
            const given = givenTo(part);
            const text = typeof given === 'string' ? given : JSON.stringify(given);
            const named = { name: 'read', arguments: text };
            return { id: part.call, type: 'function', function: named };
          }),
        }),
      };
    },
    result: (id, content) => ({ role: 'tool', tool_call_id: id, content }),
  },
};

const presetNames = ['aiSdk', 'tiered', 'rolling', 'checkpoint', 'microAgent', 'openclaw'] as const;

const policies: Record<string, Partial<CompactorOptions>> = {
  default: {},
  // They keep much of a window free.
  ...Object.fromEntries(
    presetNames.map((preset) => [
      `preset ${preset}`,
      { preset, contextWindow: 56_000, summarize: async (request) => goodSummary(request) },
    ]),
  ),
  media: { results: { media: true }, media: { protect: { assistants: 4 } } },
  'cache marks': { cacheControl: 'auto' },
  'a model': { summarize: async (request) => goodSummary(request) },
  clearing: { results: { clear: { protect: { results: 4 } }, batch: 0.1 } },
  trimming: { results: { trim: { over: 1_200, head: 400, tail: 200 }, arrival: 6_000 } },
  'one summary': { oneSummary: true },
  dropping: { reasoning: 'drop', results: { clear: { protect: { results: 6 } }, batch: 0.1 } },
  pinning: {
    pin: (message) => JSON.stringify(message).includes('KEEP'),
    priority: (message) => JSON.stringify(message).includes('HOLD'),
  },
};

interface Figures {
  requests: number;
  rewrites: number;
  thoughts: number;
  sent: number;
  invalid: string[];
  needless: string[];
}

/** The user's, not results. */
const isWords = (message: unknown): boolean =>
  (message as Fields).role === 'user' && typeof (message as Fields).content === 'string';

/** What the model says next. */
function replyOf(rng: Rng, faults: Rng, step: number, calls: readonly string[]): Said[] {
  const said: Said[] = [];
  const thoughts = Number(rng.weighted({ '0': 2, '1': 6, '2': 2 }));
  for (let i = 0; i < thoughts; i += 1) {
    said.push({ thought: text(rng, rng.int(40, 900), 'words'), redacted: rng.chance(0.2) });
  }
  const mark = rng.chance(0.006) ? ' KEEP' : rng.chance(0.02) ? ' HOLD' : '';
  if (calls.length === 0 || rng.chance(0.5)) said.push({ text: `Step ${step} is next.${mark}` });
  // Thoughts between words and calls, too.
  if (thoughts > 0 && rng.chance(0.1)) said.push({ thought: `On second thought ${step}.` });
  // What has to be mended stands behind all thoughts.
  said.push(...calls.map((call) => ({ call, broken: faults.chance(0.04) })));
  return said;
}

/** An agent whose host restarts, interrupts it, tells results late, and goes back to branches. */
async function play(
  shape: Shape,
  policy: Partial<CompactorOptions>,
  seed: string,
  contextWindow: number,
) {
  const [rng, faults] = [createRng(seed), createRng(`faults ${seed}`)];
  const log = new EventLog();
  const options = { contextWindow, maxOutputTokens: 800, system: 'Help.', tools: {} };
  const open = async (state?: string): Promise<Session> => {
    const own = { ...options, ...policy, dialect: shape.dialect, onEvent: log.onEvent };
    const compactor = await createCompactor(own as CompactorOptions);
    return compactor.session('chat', state === undefined ? {} : { state });
  };
  const provider = new ThinkingProvider();
  const counts = { requests: 0, rewrites: 0, thoughts: 0, sent: 0 };
  const figures: Figures = { ...counts, invalid: [], needless: [] };
  let session = await open();
  let history: unknown[] = [{ role: 'user', content: 'Please repair the parser.' }];
  let last: Piece[] = [];
  let added: string[] = [];
  const outputs: string[] = [];
  const late: unknown[] = [];
  let left: unknown[] | undefined;
  for (let step = 0; step < steps; step += 1) {
    if (rng.chance(0.04)) {
      session = await open(session.snapshot());
      history = jsonClone(history);
    }
    const { messages } = await session.prepare(history as never);
    if (shape.carries) history = [...messages];
    const request = piecesOf(messages);
    figures.requests += 1;
    figures.invalid.push(...provider.faults(request).map((fault) => `step ${step}, ${fault}`));

    // What was thought before the first piece that has changed stays.
    const [same, whole] = sameBytes(last, request);
    if (!whole) figures.rewrites += 1;
    const before = placesOf(last);
    const expected = whole ? [...added] : [];
    for (const [seal, place] of before) if (place < same) expected.push(seal);
    const shown = placesOf(request);
    figures.sent += shown.size;
    const sealsOf = (list: unknown[]): string[] => [...placesOf(piecesOf(list)).keys()];
    // A turn in progress is taken without thinking, not with the beginning of it.
    const turn = sealsOf(history.slice(history.findLastIndex(isWords)));
    const stays = turn.slice(turn.findIndex((seal) => shown.has(seal)));
    if (turn.some((seal) => shown.has(seal)) && !stays.every((seal) => shown.has(seal))) {
      figures.invalid.push(`step ${step}, a torn turn`);
    }
    const gone = expected.filter((seal) => !shown.has(seal));
    const host = gone.length > 0 ? sealsOf(history) : [];
    for (const seal of gone) {
      if (!host.includes(seal) || (!whole && turn.includes(seal))) continue;
      figures.needless.push(`step ${step}, place ${before.get(seal)}, same to ${same}`);
    }
    last = request;

    const ends = rng.chance(0.15);
    const calls = Array.from(
      { length: ends ? 0 : rng.chance(0.2) ? 2 : 1 },
      (_, i) => `c${step}_${i}`,
    );
    const said = replyOf(rng, faults, step, calls);
    const thoughts = said.filter((part) => 'thought' in part).length;
    figures.thoughts += thoughts;
    const reply = shape.assistant(said, provider.seals(thoughts));
    provider.signs(request, piecesOf([reply]));
    history = [...history, reply];
    added = [...placesOf(piecesOf([reply])).keys()];
    const interrupted = rng.chance(0.03);
    for (const call of calls) {
      const repeats = outputs.length > 0 && rng.chance(0.1);
      const value = repeats
        ? rng.pick(outputs)
        : text(rng, rng.int(100, rng.chance(0.03) ? 40_000 : 4_000), 'code');
      outputs.push(value);
      if (interrupted) late.push(shape.result(call, value));
      else history.push(shape.result(call, value));
    }
    if (ends || interrupted) {
      history.push({ role: 'user', content: `Go on with ${text(rng, rng.int(20, 300), 'words')}` });
    } else if (late.length > 0 && shape.dialect !== 'anthropic') {
      history.push(...late.splice(0));
    }
    if (!shape.carries && ends && rng.chance(0.1)) {
      // Regenerated: the host goes back to what the user said before, or to what it left there.
      const users = history.flatMap((message, i) => (isWords(message) ? [i] : []));
      const to = users.at(-rng.int(1, 3)) ?? 0;
      const back = left !== undefined && rng.chance(0.3);
      [history, left] = [back && left ? left : history.slice(0, to + 1), history];
    }
  }
  assert.deepEqual(log.of('error'), []);
  return { figures, log };
}

const steps = 300;

describe('thinking that is bound to what stands before it', () => {
  for (const [i, [name, shape]] of Object.entries(shapes).entries()) {
    for (const [j, [rule, policy]] of Object.entries(policies).entries()) {
      if (!plenty && (i + j) % 3 !== 0) continue;
      it(`${name}, ${rule}: no invalid block in ${steps} steps, none lost needlessly`, async (t) => {
        for (let seed = 0; seed < (plenty ? 2 : 1); seed += 1) {
          const window = (i + seed) % 2 === 0 ? 9_000 : 24_000;
          const { figures } = await play(shape, policy, `${name} ${rule} ${seed}`, window);
          const { invalid, needless, ...counts } = figures;
          t.diagnostic(
            JSON.stringify({ ...counts, invalid: invalid.length, needless: needless.length }),
          );
          assert.ok(counts.rewrites > 3, `${counts.rewrites} rewrites`);
          assert.deepEqual(invalid.slice(0, 5), []);
          if (policy.reasoning !== 'drop') assert.deepEqual(needless.slice(0, 5), []);
        }
      });
    }
  }

  for (const version of sdkVersions) {
    it(`ai ${version}, its own loop: no invalid block in ${steps} steps`, async (t) => {
      const provider = new ThinkingProvider();
      const invalid: string[] = [];
      const says = defaultScript(steps);
      let sent = 0;
      const log = new EventLog();
      using compactor = await createCompactor({
        contextWindow: 8_000,
        maxOutputTokens: 1_000,
        onEvent: log.onEvent,
      });
      const { prepareStep } = compactor.session();
      const loop = await runLoop({
        version,
        mode: 'generate',
        steps,
        prepareStep,
        script: (call, prompt) => {
          const request = piecesOf(prompt);
          invalid.push(...provider.faults(request).map((fault) => `call ${call}, ${fault}`));
          sent += request.filter(({ seal }) => seal !== undefined).length;
          const turn = { ...says(call, prompt), reasoning: `I look at ${call}.` };
          const [signature = ''] = provider.seals(1);
          const providerOptions = { anthropic: { signature } };
          const content = [{ type: 'reasoning', text: turn.reasoning, providerOptions }];
          provider.signs(request, piecesOf([{ role: 'assistant', content }]));
          return { ...turn, signature };
        },
      });
      t.diagnostic(
        JSON.stringify({ rewrites: log.rewrites.length, sent, invalid: invalid.length }),
      );
      assert.deepEqual(loop.errors, []);
      assert.equal(loop.prompts.length, steps);
      assert.ok(log.rewrites.length > 5 && sent > steps);
      assert.deepEqual(invalid.slice(0, 5), []);
    });
  }

  it('the simulated provider sees what was changed, torn and left out', () => {
    const shape = sdkShape(false);
    const provider = new ThinkingProvider();
    const messages: unknown[] = [{ role: 'user', content: 'Hello' }];
    for (const step of ['a', 'b', 'c']) {
      const said = [{ thought: step }, { thought: `${step}?` }, { call: step }];
      const reply = shape.assistant(said, provider.seals(2));
      provider.signs(piecesOf(messages), piecesOf([reply]));
      messages.push(reply, shape.result(step, `result ${step}`));
    }
    const without = (at: number, parts: number): unknown[] =>
      messages.map((message, i) => {
        const { role, content } = message as { role: string; content: unknown[] };
        return i === at ? { role, content: content.slice(parts) } : message;
      });
    const faults = (list: unknown[]): string => provider.faults(piecesOf(list)).join('\n');
    assert.equal(faults(messages), '');
    assert.equal(faults(without(1, 2)), '');
    assert.match(faults(without(1, 1)), /torn group/);
    assert.match(faults(without(3, 2)), /torn chain/);
    assert.match(faults([{ role: 'user', content: 'Hi' }, ...messages.slice(1)]), /different/);
  });
});
