// promise: dialects, 2 never mutates
/**
 * Random messages under random edits, in every dialect: what is read back after `write` is what was
 * read before, with exactly the edits applied; nothing given is changed; what no edit names is shared.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { detectDialect, dialects } from '../../js/dialects/detect.ts';
import {
  type Dialect,
  type DialectName,
  MessageFlag,
  type PartEdit,
  PartFlag,
  PartKind,
  Role,
} from '../../js/dialects/dialect.ts';
import { wellFormed } from '../../js/testing/values.ts';
import { jsonText } from '../../js/values/json-text.ts';
import { scaled } from './support/amount.ts';
import { createRng, type Rng } from './support/random.ts';
import { deepFreeze, type Recorded, type RecordedPart, record } from './support/recording-sink.ts';

type Json = Record<string, unknown>;

const texts = [
  '',
  'short',
  'a longer text, with "quotes" and \\',
  'naïve ☕ 🧵\n'.repeat(9),
  '\ud83d',
];

function value(rng: Rng): unknown {
  const big = {
    rows: Array.from({ length: rng.int(0, 9) }, (_, id) => ({ id, at: new Date(id) })),
  };
  return rng.pick<unknown>([
    { path: rng.pick(texts) },
    big,
    [],
    null,
    undefined,
    5n,
    new Map([[1, 2]]),
  ]);
}

function options(rng: Rng): Json {
  if (rng.chance(0.6)) return {};
  const anthropic = rng.pick<Json>([{ cacheControl: { type: 'ephemeral' } }, { signature: 's' }]);
  return { providerOptions: { anthropic, openai: { itemId: 'i' } } };
}

/** Anything at all, for the places where a part is expected. */
function rubbish(rng: Rng): unknown {
  const throwing = Object.defineProperty({ type: 'text' }, 'text', {
    enumerable: true,
    get() {
      throw new Error('text');
    },
  });
  return rng.pick<unknown>([null, 5, 'x', {}, { type: 'later' }, throwing, new Uint8Array(3), []]);
}

function sdkPart(rng: Rng, role: string, v4: boolean): unknown {
  const ids = { toolCallId: `c${rng.int(0, 9)}`, toolName: 'read' };
  const text = rng.pick(texts);
  if (rng.chance(0.1)) return rubbish(rng);
  if (role === 'tool' || (role === 'assistant' && rng.chance(0.1))) {
    if (v4) {
      const content = rng.chance(0.3) ? { experimental_content: [{ type: 'text', text }] } : {};
      const result = rng.chance(0.5) ? text : value(rng);
      return {
        type: 'tool-result',
        ...ids,
        result,
        isError: rng.chance(0.3),
        ...content,
        ...options(rng),
      };
    }
    const items = [{ type: 'text', text }, rng.pick([{ type: 'text', text }, { type: 'file-id' }])];
    const output = rng.pick<Json>([
      { type: 'text', value: text, ...options(rng) },
      { type: 'error-text', value: text },
      { type: 'json', value: value(rng) },
      { type: 'error-json', value: value(rng) },
      { type: 'content', value: items },
      { type: 'execution-denied', reason: text },
      { type: 'later' },
    ]);
    return { type: 'tool-result', ...ids, output, ...options(rng) };
  }
  const input = { [v4 ? 'args' : 'input']: value(rng) };
  return rng.pick<Json>([
    { type: 'text', text, ...options(rng) },
    { type: 'reasoning', text, ...options(rng) },
    { type: 'image', image: new Uint8Array(rng.int(0, 9)) },
    { type: 'tool-call', ...ids, ...input, ...options(rng) },
    { type: 'tool-approval-request', approvalId: 'a', toolCallId: 'c' },
  ]);
}

function sdkMessage(rng: Rng, v4: boolean): Json {
  const role = rng.pick(['user', 'assistant', 'tool', 'tool', 'system', 'critic']);
  if (role === 'system' || (role !== 'tool' && rng.chance(0.1)))
    return { role, content: rng.pick(texts) };
  const content = Array.from({ length: rng.int(0, 6) }, () => sdkPart(rng, role, v4));
  return { role, content, ...options(rng) };
}

function openaiMessage(rng: Rng): Json {
  const role = rng.pick(['user', 'assistant', 'assistant', 'tool', 'tool', 'developer']);
  const text = rng.pick(texts);
  const parts = (): unknown[] =>
    Array.from({ length: rng.int(0, 4) }, () =>
      rng.pick([
        { type: 'text', text },
        { type: 'image_url', image_url: { url: 'http://x' } },
        rubbish(rng),
      ]),
    );
  const content = rng.pick<unknown>([text, parts(), null]);
  if (role === 'tool') return { role, content, tool_call_id: rng.pick(['c1', '']) };
  if (role !== 'assistant') return { role, content };
  const call = { id: 'c1', type: 'function', function: { name: 'read', arguments: '{"a":1}' } };
  const extras: Json[] = [
    { tool_calls: [call, rng.chance(0.2) ? rubbish(rng) : { ...call, id: 'c2' }] },
    { reasoning_content: text, reasoning: text },
    { refusal: text },
    { function_call: { name: 'old' } },
  ];
  return Object.assign({ role, content }, ...extras.filter(() => rng.chance(0.5)));
}

function anthropicBlock(rng: Rng, role: string): unknown {
  const text = rng.pick(texts);
  const cache = rng.chance(0.2) ? { cache_control: { type: 'ephemeral' } } : {};
  const use = { id: 'c1', name: 'read', input: value(rng), ...cache };
  if (rng.chance(0.1)) return rubbish(rng);
  if (role === 'assistant') {
    return rng.pick<Json>([
      { type: 'text', text, ...cache },
      { type: 'thinking', thinking: text, signature: rng.pick(['', 's']) },
      { type: 'redacted_thinking', data: 'sealed' },
      { type: 'tool_use', ...use },
      { type: 'server_tool_use', ...use },
      { type: 'web_search_tool_result', tool_use_id: 'c1', content: [{ encrypted_content: 'e' }] },
      { type: 'compaction', content: text },
    ]);
  }
  const source = { type: 'base64', media_type: 'image/png', data: 'AAAA' };
  const items = [
    { type: 'text', text },
    rng.pick<Json>([
      { type: 'text', text },
      { type: 'image', source },
    ]),
  ];
  const content = rng.pick<unknown>([text, items, undefined]);
  return rng.pick<Json>([
    { type: 'text', text, ...cache },
    { type: 'image', source, ...cache },
    { type: 'document', source: { type: 'text', media_type: 'text/plain', data: text } },
    { type: 'tool_result', tool_use_id: 'c1', content, ...cache },
    { type: 'tool_result', tool_use_id: 'c1', content, is_error: rng.chance(0.5) },
  ]);
}

function anthropicMessage(rng: Rng): Json {
  const role = rng.pick(['user', 'user', 'assistant', 'critic']);
  if (rng.chance(0.15)) return { role, content: rng.pick(texts) };
  return { role, content: Array.from({ length: rng.int(0, 6) }, () => anthropicBlock(rng, role)) };
}

const generators: Record<keyof typeof dialects, (rng: Rng) => Json> = {
  'ai-sdk': (rng) => sdkMessage(rng, false),
  'ai-sdk-4': (rng) => sdkMessage(rng, true),
  'openai-chat': openaiMessage,
  anthropic: anthropicMessage,
};

/** Any edit that a message allows; a part may be mended besides. */
function randomEdits(
  rng: Rng,
  { role, flags: head, parts }: Recorded,
  dialect: DialectName,
): PartEdit[] {
  const edits: PartEdit[] = [];
  const string = (head & MessageFlag.stringContent) !== 0;
  for (const [part, { kind, text, flags, faults }] of parts.entries()) {
    const opaque = (flags & PartFlag.opaque) !== 0;
    const client = (flags & (PartFlag.providerExecuted | PartFlag.opaque)) === 0;
    if (rng.chance(0.3) && !opaque) edits.push({ kind: 'mend', part });
    if (rng.chance(0.4)) continue;
    if (kind === PartKind.toolResult && client) {
      if (faults.includes('unreadable-part')) continue;
      if (rng.chance(0.3)) edits.push({ kind: 'replace', part, text: '[gone]' });
      else if ((flags & PartFlag.hasMedia) === 0) {
        const from = rng.int(0, text.length);
        const to = rng.int(from, text.length);
        edits.push({ kind: 'cut', part, from, to, text: rng.pick(['[cut]', '']) });
      }
    } else if (kind === PartKind.media && mayReplace(role, dialect) && rng.chance(0.5)) {
      edits.push({ kind: 'replace', part, text: '[an image]' });
    } else if (!(role === Role.tool && dialect === 'openai-chat') && !(string && part === 0)) {
      edits.push({ kind: 'remove', part });
    }
  }
  return rng.shuffle(edits);
}

/** Roles whose messages may hold a text in place of an image. */
function mayReplace(role: Role, dialect: DialectName): boolean {
  return (
    role === Role.user || role === Role.assistant || (role === Role.tool && dialect === 'anthropic')
  );
}

/** The objects that parts are made of, wherever the dialect keeps them. */
function partObjects(message: Json): unknown[] {
  const { content, tool_calls } = message;
  return [content, tool_calls].flatMap((list) => (Array.isArray(list) ? list : []));
}

/** What `read` should say of a part once it is edited. */
function after(part: RecordedPart, edits: readonly PartEdit[]): RecordedPart {
  let edited = part;
  for (const edit of edits) {
    if (edit.kind === 'cut') {
      const { text } = part;
      edited = { ...part, text: text.slice(0, edit.from) + edit.text + text.slice(edit.to) };
    }
    if (edit.kind === 'replace' && part.kind === PartKind.media) {
      const none = { mediaType: '', media: undefined };
      edited = { ...part, ...none, kind: PartKind.text, text: edit.text };
    } else if (edit.kind === 'replace') {
      edited = { ...part, text: edit.text };
    }
  }
  if (!edits.some(({ kind }) => kind === 'mend')) return edited;
  return { ...edited, text: edited.text.toWellFormed() };
}

/** What an edited part no longer is: JSON, unreadable, or a list that held other things too. */
function comparable(part: RecordedPart): Partial<RecordedPart> {
  const { kind, callId, toolName, text, mediaType, media } = part;
  return { kind, callId, toolName, text, mediaType, media };
}

for (const dialect of Object.values(dialects) as Dialect[]) {
  describe(`random messages: ${dialect.name}`, () => {
    it('reads, edits and shares as the contract says', () => {
      const rng = createRng(`adapters: ${dialect.name}`);
      const count = scaled(3_000);
      let rounds = 0;
      let mends = 0;
      for (let round = 0; round < count; round++) {
        const message = generators[dialect.name](rng);
        const twin = jsonText(message).text;
        deepFreeze(message);
        const before = record(dialect, message);
        const readable = before.parts.filter(({ text }) => text.length > 0);
        assert.deepEqual(record(dialect, message), before, 'the same again');

        const edits = randomEdits(rng, before, dialect.name);
        const copy = dialect.write(message, edits);
        assert.equal(jsonText(message).text, twin);
        if (edits.length === 0) {
          assert.equal(copy, message);
          continue;
        }
        const editsOf = (part: number) => edits.filter((edit) => edit.part === part);
        const has = (kind: PartEdit['kind'], part: number): boolean =>
          editsOf(part).some((edit) => edit.kind === kind);
        const expected = before.parts.flatMap((part, number) =>
          has('remove', number) ? [] : [after(part, editsOf(number))],
        );
        const left = before.parts.flatMap((_part, number) =>
          has('remove', number) ? [] : [number],
        );
        const edited = record(dialect, copy);
        // What a cut leaves of an ill-formed text may be mended with it, or by an edit of its own.
        const wasCut = (place: number): boolean =>
          editsOf(left[place] as number).some(({ kind }) => kind === 'cut' || kind === 'replace');
        const settled = (parts: readonly RecordedPart[]) =>
          parts.map((part, place) =>
            wasCut(place) ? wellFormed(comparable(part)) : comparable(part),
          );
        assert.deepEqual(settled(edited.parts), settled(expected));
        const answered = edited.parts.some(({ kind }) => kind === PartKind.toolResult);
        // What is left of the user's message without its results is the user's alone.
        if (dialect.name !== 'anthropic' || answered) assert.equal(edited.role, before.role);

        for (const [place, { flags }] of edited.parts.entries()) {
          const mended = has('mend', left[place] as number);
          assert.ok(!(mended && (flags & PartFlag.illFormed) !== 0), 'mended is well-formed');
        }
        // What is left of a message that lost reasoning loses the ids of its items.
        const unthought = before.parts.some(
          ({ kind }, number) => kind === PartKind.reasoning && has('remove', number),
        );
        // All items of its tool messages are one part.
        const one = dialect.name === 'openai-chat' && before.role === Role.tool;
        if (!(unthought && dialect.name.startsWith('ai-sdk')) && !one) {
          const untouched = new Set(partObjects(message));
          const news = partObjects(copy).filter((part) => !untouched.has(part));
          const changed = left.filter((number) => editsOf(number).length > 0);
          assert.ok(news.length <= changed.length, 'only edited parts are new objects');
        }
        mends += edits.filter(({ kind }) => kind === 'mend').length;
        if (readable.length > 0) rounds++;
      }
      assert.ok(rounds > count / 4, `${rounds} messages with text were edited`);
      assert.ok(mends > count / 4, `${mends} parts were mended`);
    });

    it('is recognised by detectDialect or not at all, and never taken for another', () => {
      const rng = createRng(`detect: ${dialect.name}`);
      const count = scaled(300);
      let found = 0;
      for (let round = 0; round < count; round++) {
        const messages = Array.from({ length: 10 }, () => generators[dialect.name](rng));
        // The generators share a part that only AI SDK 6 and 7 have.
        const own = messages.filter(
          (message) => !/approval-request|"file-id"/.test(jsonText(message).text),
        );
        const name = detectDialect(own);
        if (name === undefined) continue;
        assert.equal(name, dialect.name);
        found++;
      }
      assert.ok(found > 0.75 * count, `${found} found`);
    });
  });
}
