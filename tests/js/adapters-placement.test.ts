// promise: dialects, 1 always valid
/** Where blocks stand, in every dialect and between all kinds of neighbours. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { dialects } from '../../js/dialects/detect.ts';
import type { Dialect, DialectName, HostMessage } from '../../js/dialects/dialect.ts';
import { acknowledgement, isSpacer, mergedEnd, mergedStart } from '../../js/dialects/placement.ts';
import type { Placement } from '../../js/types/policy.ts';
import { deepFreeze } from './support/recording-sink.ts';

const blocks = deepFreeze([
  { id: 's1', text: 'one' },
  { id: 's2', text: 'two' },
]);
const texts = (...words: string[]) => words.map((text) => ({ type: 'text', text }));
const both = texts('one', 'two');
const user = deepFreeze({ role: 'user', content: 'do it' });
const system = deepFreeze({ role: 'system', content: 'rules' });
const assistant = deepFreeze({ role: 'assistant', content: [{ type: 'text', text: 'ok' }] });
const throwing = Object.freeze({
  get role(): never {
    throw new Error('no');
  },
});
const chatCall = { role: 'assistant', content: null, tool_calls: [{ id: 'c' }] };
const sdkCall = { role: 'assistant', content: [{ type: 'tool-call' }, { type: 'tool_use' }] };
const anthropicResult = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c' }] };
const marks = { providerOptions: { epitome: { segments: ['s1', 's2'] } } };

/** The message of the user that carries the blocks. */
function plain(name: DialectName): HostMessage {
  return { role: 'user', content: both, ...(name.startsWith('ai-sdk') ? marks : {}) };
}

/** An assistant message of one text, or of two. */
function said(name: DialectName, ...words: string[]): HostMessage {
  const content = name === 'openai-chat' ? words.join('\n\n') : texts(...words);
  return { role: 'assistant', content };
}

const placements: Placement[] = ['user', 'assistant', 'system', 'pair', 'first-user'];

for (const dialect of Object.values(dialects) as Dialect[]) {
  const { name } = dialect;
  const isSdk = name.startsWith('ai-sdk');
  describe(`placing: ${name}`, () => {
    it('stands in one user message wherever nothing else is possible', () => {
      const everywhere = [undefined, system, throwing, null, 5];
      for (const placement of placements) {
        for (const before of everywhere) {
          for (const after of [undefined, assistant, throwing, null]) {
            const placed = dialect.place(blocks, placement, before, after);
            assert.deepEqual(placed, { head: [], here: [plain(name)] }, placement);
          }
        }
      }
      const asked = dialect.place(blocks, 'user', user, user);
      assert.deepEqual(asked, { head: [], here: [plain(name)] });
    });

    it('is nothing where there are no blocks', () => {
      for (const placement of placements) {
        assert.deepEqual(dialect.place([], placement, user, user), { head: [], here: [] });
      }
    });

    it('speaks as the assistant between two messages of the user', () => {
      const here = isSdk ? plain(name) : said(name, 'one', 'two');
      const placed = dialect.place(blocks, 'assistant', user, user);
      assert.deepEqual(placed, { head: [], here: [here] });
      for (const [before, after] of [
        [user, assistant],
        [assistant, user],
        [user, undefined],
      ]) {
        const other = dialect.place(blocks, 'assistant', before, after);
        assert.deepEqual(other, { head: [], here: [plain(name)] });
      }
    });

    it('speaks as the system where the dialect has a place for it', () => {
      for (const [before, after] of [
        [user, assistant],
        [system, user],
        [undefined, user],
      ]) {
        const placed = dialect.place(blocks, 'system', before, after);
        if (isSdk) assert.deepEqual(placed, { head: [], here: [plain(name)] });
        else if (name === 'anthropic') {
          assert.deepEqual(placed, { head: [], here: [], system: 'one\n\ntwo' });
        } else {
          const head = [{ role: 'system', content: 'one\n\ntwo' }];
          assert.deepEqual(placed, { head, here: [] });
        }
      }
    });

    it('is acknowledged only before a message of the user', () => {
      const pair = [plain(name), said(name, acknowledgement)];
      const placed = dialect.place(blocks, 'pair', assistant, user);
      assert.deepEqual(placed, { head: [], here: pair });
      const alone = dialect.place(blocks, 'pair', user, assistant);
      assert.deepEqual(alone, { head: [], here: [plain(name)] });
    });

    it('has something between two neighbours where they would not take turns', () => {
      const heard = said(name, acknowledgement);
      const call = name === 'openai-chat' ? chatCall : sdkCall;
      const result = name === 'anthropic' ? anthropicResult : { role: 'tool', content: 'done' };
      assert.deepEqual(dialect.spacer(user, user), heard);
      assert.deepEqual(dialect.spacer(result, user), heard);
      assert.equal(dialect.spacer(assistant, assistant)?.role, 'user');
      for (const [before, after] of [
        [undefined, user],
        [system, user],
        [assistant, user],
        [user, assistant],
        [call, assistant],
        [call, result],
        [result, assistant],
        [throwing, user],
        [user, throwing],
      ]) {
        assert.equal(dialect.spacer(before, after), undefined);
      }
      for (const made of [dialect.spacer(user, user), dialect.spacer(assistant, assistant)]) {
        assert.ok(isSpacer(made) && isSpacer(JSON.parse(JSON.stringify(made))));
      }
      for (const other of [user, assistant, result, throwing, null]) assert.ok(!isSpacer(other));
    });

    it("goes behind the user's own parts, which stay what they are", () => {
      const added = texts(mergedStart, 'one', 'two', mergedEnd);
      const string = dialect.place(blocks, 'first-user', user, assistant);
      assert.deepEqual(string.here, []);
      assert.deepEqual(string.before.content, [...texts('do it'), ...added]);
      const parts = deepFreeze({
        role: 'user',
        content: [{ type: 'text', text: 'do' }, { type: 'unheard-of' }],
        providerOptions: { some: { kept: 1 } },
      });
      const { before, here } = dialect.place(blocks, 'first-user', parts, user);
      assert.deepEqual(here, [said(name, acknowledgement)]);
      assert.equal(before.content[0], parts.content[0]);
      assert.equal(before.content[1], parts.content[1]);
      assert.deepEqual(before.content.slice(2), added);
      const options = isSdk
        ? { ...parts.providerOptions, ...marks.providerOptions }
        : parts.providerOptions;
      assert.deepEqual(before.providerOptions, options);
      const empty = deepFreeze({ role: 'user', content: '' });
      const merged = dialect.place(blocks, 'first-user', empty, assistant);
      assert.deepEqual(merged.before.content, added);
      const unreadable = deepFreeze({ role: 'user', content: { odd: 1 } });
      const other = dialect.place(blocks, 'first-user', unreadable, assistant);
      assert.deepEqual(other, { head: [], here: [plain(name)] });
    });
  });
}

describe('placing beside results of tools', () => {
  it("takes Anthropic's results for no message of the user", () => {
    const block = { type: 'tool_result', tool_use_id: 't', content: 'x' };
    const results = deepFreeze({ role: 'user', content: [block] });
    for (const placement of placements.slice(1)) {
      const { here } = dialects.anthropic.place(blocks, placement, results, assistant);
      if (placement !== 'system') assert.deepEqual(here, [plain('anthropic')]);
      const between = dialects.anthropic.place(blocks, placement, user, results);
      assert.ok(between.here.every(({ role }) => role === 'user'));
    }
  });
});
