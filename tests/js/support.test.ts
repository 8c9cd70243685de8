// promise: 1 always valid
/**
 * Tests of the test instruments themselves: each rule of the validator (js/testing) catches what breaks it and
 * lets pass what does not, the generators produce what they say, and one scripted loop runs the same through
 * three versions of the SDK. Knows nothing of the engine.
 */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkPairing } from '../../js/testing/pairing.ts';
import {
  field,
  type Message,
  type Part,
  partsOf,
  roleOf,
  typeOf,
} from '../../js/testing/shapes.ts';
import { jsonOf, loneSurrogates, sameValue, stringsIn } from '../../js/testing/values.ts';
import { type Rule, rules, type ViewOptions } from '../../js/testing/view.ts';
import {
  convertWithSdk,
  defaultScript,
  loopModes,
  normalisePrompt,
  runLoop,
  sdkVersions,
} from './support/agents.ts';
import { scaled } from './support/amount.ts';
import { type ShapeName, shapeNames, shapesOf } from './support/census.ts';
import { deepFreeze, rememberInput } from './support/compare.ts';
import { mutateHistory, mutationKinds } from './support/mutations.ts';
import { createRng, type Rng, text, textKinds } from './support/random.ts';
import { repairNaively } from './support/repair.ts';
import {
  callOverhead,
  countMessage,
  countMessages,
  countPart,
  countText,
  mediaTokens,
  messageOverhead,
} from './support/tokens.ts';
import { growingTranscript, randomTranscript } from './support/transcripts.ts';
import { checkNotLarger, checkPrefix, segmentsOf, validateView } from './support/validator.ts';

const system = (content: string): Message => ({ role: 'system', content });
const user = (content: string | Part[]): Message => ({ role: 'user', content });
const say = (...content: (string | Part)[]): Message => ({
  role: 'assistant',
  content: content.map((part) => (typeof part === 'string' ? { type: 'text', text: part } : part)),
});
const tool = (...content: Part[]): Message => ({ role: 'tool', content });
const call = (toolCallId: string, more: object = {}): Part => ({
  type: 'tool-call',
  toolCallId,
  toolName: 'read',
  input: { path: toolCallId },
  ...more,
});
const result = (toolCallId: string, value: string = `output of ${toolCallId}`): Part => ({
  type: 'tool-result',
  toolCallId,
  toolName: 'read',
  output: { type: 'text', value },
});
const request = (approvalId: string, toolCallId: string): Part => ({
  type: 'tool-approval-request',
  approvalId,
  toolCallId,
});
const response = (approvalId: string, approved = true): Part => ({
  type: 'tool-approval-response',
  approvalId,
  approved,
});
const segments = (...texts: string[]): Message => ({
  role: 'user',
  content: texts.map((value) => ({ type: 'text', text: value })),
  providerOptions: { epitome: { segments: texts.map((_, i) => ({ id: String(i) })) } },
});
const signed = (reasoning: string): Part => ({
  type: 'reasoning',
  text: reasoning,
  providerOptions: { anthropic: { signature: `of ${reasoning}` } },
});
const compacted: Part = {
  type: 'text',
  text: 'what came before',
  providerOptions: { anthropic: { type: 'compaction' } },
};

const rulesOf = (faults: readonly string[]): Set<string> =>
  new Set(faults.map((fault) => fault.split(/[ :]/)[0] as string));

function assertValid(view: readonly unknown[], host: readonly unknown[], options?: ViewOptions) {
  assert.deepEqual(validateView(view, host, options), []);
}

/** A transcript that the cases below share: five units in two turns. */
const opening = user('find the bug');
const first = say('I look.', call('c1'), call('c2'));
const firstResults = tool(result('c1', 'x'.repeat(4_000)), result('c2'));
const second = say(signed('because'), call('c3'));
const secondResults = tool(result('c3'));
const done = say('It was the cache.');
const thanks = user('now fix it');
const third = say(call('c4'));
const thirdResults = tool(result('c4'));
const host: Message[] = [
  opening,
  first,
  firstResults,
  second,
  secondResults,
  done,
  thanks,
  third,
  thirdResults,
];
const thoughtful = host.with(3, {
  ...second,
  content: [signed('at first'), ...partsOf(second)] as Part[],
});
const summary = segments('what happened first');
/** A text without its middle, as a view shows it. */
function shortened(text: string, head: number, tail = 0): string {
  const mark = `[... ${head + tail} of ${text.length} characters shown; repeat the call only if you need the rest ...]`;
  return `${text.slice(0, head)}\n${mark}\n${text.slice(text.length - tail)}`;
}

const firstText = String(field(field(partsOf(firstResults)[0], 'output'), 'value'));
const trimmed = tool(result('c1', shortened(firstText, 4)), partsOf(firstResults)[1] as Part);

interface Case {
  rule: Rule;
  what: string;
  host: Message[];
  broken: unknown;
  sound: unknown[];
  options?: ViewOptions;
}

const asked = say(call('c1'), request('a1', 'c1'));
const granted = tool(response('a1'));
const grantedResult = tool(result('c1'));
const approvals = [opening, asked, granted, grantedResult, done];
const aborted = [opening, say(call('c1')), thanks];
const answer = (id: string, value = 'aborted'): Message => tool(result(id, value));
const searched = say(call('p1', { providerExecuted: true }), result('p1'), 'Found.');
const late = tool(result('c1'));
const withLate = [opening, say(call('c1')), thanks, say('Yes.'), late];
const torn = [opening, say(call('c1'), call('c2')), tool(result('c2')), say(call('c3'))];
const mended = torn.toSpliced(2, 0, answer('c1'));
const pair = say(call('c1'), call('c1', { input: {} }));
const twice = [opening, pair, tool(result('c1')), thanks];
const once = [say(call('c1')), tool(result('c1'))];
const doubled = [
  opening,
  say(call('c1')),
  once[0],
  tool(result('c1')),
  once[1],
  thanks,
] as Message[];
const theirs = tool(result('c3'));
const deferred = [...torn, theirs, late];
const waiting = [opening, say(call('c1')), say('And then?')];
const empty = { type: 'text', text: '' };
const unfinished = say({ type: 'reasoning', text: 'hm' }, { type: 'text', text: ' ' });
const leading = system('You are careful.');
const middle = system('Be brief.');
const withSystem = [leading, opening, done, middle, thanks];
const withCustom = say(signed('why'), { type: 'reasoning', text: 'plain' }, 'So.', empty);

const cases: Case[] = [
  { rule: 'not-an-array', what: 'no array', host, broken: { length: 0 }, sound: host },
  { rule: 'empty-view', what: 'nothing is left', host, broken: [], sound: host },
  {
    rule: 'empty-content',
    what: 'an empty string',
    host: [opening, { role: 'assistant', content: '' }, thanks],
    broken: [opening, { role: 'assistant', content: '' }, thanks],
    sound: [opening, thanks],
  },
  {
    rule: 'empty-content',
    what: 'an empty array',
    host: [opening, tool(), thanks],
    broken: [opening, tool(), thanks],
    sound: [opening, thanks],
  },
  {
    rule: 'empty-content',
    what: 'an empty text part',
    host: [opening, withCustom, thanks],
    broken: [opening, withCustom, thanks],
    sound: [opening, { ...withCustom, content: partsOf(withCustom).slice(0, 3) }, thanks],
  },
  {
    rule: 'empty-content',
    what: 'a text of white space',
    host: [opening, user('\n\n'), done],
    broken: [opening, user('\n\n'), done],
    sound: [opening, done],
  },
  {
    rule: 'empty-content',
    what: 'reasoning without a signature and nothing else',
    host: [opening, unfinished, thanks],
    broken: [opening, unfinished, thanks],
    sound: [opening, thanks],
  },
  {
    rule: 'empty-content',
    what: 'an edit that leaves nothing',
    host,
    broken: host.with(2, tool(result('c1', ''), partsOf(firstResults)[1] as Part)),
    sound: host.with(2, trimmed),
  },
  {
    rule: 'call-unanswered',
    what: 'a call that a user message closed',
    host: aborted,
    broken: aborted,
    sound: aborted.toSpliced(2, 0, answer('c1')),
  },
  {
    rule: 'call-unanswered',
    what: 'a call that the assistant left behind',
    host: torn,
    broken: torn,
    sound: mended,
  },
  {
    rule: 'call-repeated',
    what: 'an answer to an id that has one',
    host: twice,
    broken: twice.toSpliced(2, 0, answer('c1')),
    sound: twice.with(1, { ...pair, content: partsOf(pair).slice(0, 1) as Part[] }),
  },
  {
    rule: 'call-repeated',
    what: 'a group that was saved twice',
    host: doubled,
    broken: doubled,
    sound: doubled.toSpliced(1, 1).toSpliced(3, 1),
  },
  {
    rule: 'call-unanswered',
    what: 'one of two calls with the same id',
    host: twice,
    broken: twice,
    sound: twice.with(1, { ...pair, content: partsOf(pair).slice(0, 1) as Part[] }),
  },
  {
    rule: 'call-answered-twice',
    what: 'a second result',
    host: [opening, say(call('c1')), tool(result('c1')), tool(result('c1', 'again'))],
    broken: [opening, say(call('c1')), tool(result('c1')), tool(result('c1', 'again'))],
    sound: [],
  },
  {
    rule: 'result-without-call',
    what: 'an orphan',
    host: [opening, tool(result('gone')), done],
    broken: [opening, tool(result('gone')), done],
    sound: [opening, done],
  },
  {
    rule: 'result-without-call',
    what: 'a result before its call',
    host: [opening, late, say(call('c1')), done],
    broken: [opening, late, say(call('c1')), done],
    sound: [],
  },
  {
    rule: 'result-misplaced',
    what: 'a user message between call and result',
    host: withLate,
    broken: withLate,
    sound: [withLate[0], withLate[1], late, withLate[2], withLate[3]],
  },
  {
    rule: 'result-misplaced',
    what: 'a result that came steps later in the same turn',
    host: deferred,
    broken: deferred,
    sound: [...torn.toSpliced(2, 0, late), theirs],
  },
  {
    rule: 'result-misplaced',
    what: 'a system message between call and result',
    host: [opening, say(call('c1')), middle, late, done],
    broken: [opening, say(call('c1')), middle, late, done],
    sound: [],
  },
  {
    rule: 'approval-without-call',
    what: 'a request for no call',
    host: [opening, say('Hm.', request('a1', 'gone')), thanks],
    broken: [opening, say('Hm.', request('a1', 'gone')), thanks],
    sound: [],
  },
  {
    rule: 'response-without-request',
    what: 'a response to nothing',
    host: [opening, granted, done],
    broken: [opening, granted, done],
    sound: [opening, done],
  },
  {
    rule: 'response-misplaced',
    what: 'a user message between request and response',
    host: [opening, asked, thanks, granted, grantedResult, done],
    broken: [opening, asked, answer('c1'), thanks, granted, done],
    sound: [opening, asked, granted, grantedResult, thanks, done],
  },
  {
    rule: 'response-lost',
    what: 'the response left its group',
    host: approvals,
    broken: [opening, asked, grantedResult, done],
    sound: approvals,
  },
  {
    rule: 'system-added',
    what: 'a summary in the system role',
    host,
    broken: [opening, system('a summary'), ...host.slice(1)],
    sound: host,
  },
  {
    rule: 'system-order',
    what: 'two system messages changed places',
    host: withSystem,
    broken: [middle, leading, opening, done, thanks],
    sound: withSystem,
  },
  {
    rule: 'system-lost',
    what: 'the leading system message is gone',
    host: withSystem,
    broken: withSystem.slice(1),
    sound: withSystem,
  },
  {
    rule: 'not-user-first',
    what: 'a view that starts with an assistant message',
    host: [first, firstResults, done, thanks, third, thirdResults],
    broken: [third, thirdResults, summary],
    sound: [summary, third, thirdResults],
  },
  {
    rule: 'segments-repeated',
    what: 'two segments messages',
    host,
    broken: [opening, summary, segments('more'), third, thirdResults],
    sound: [opening, summary, third, thirdResults],
  },
  {
    rule: 'segments-misplaced',
    what: 'segments before the opening request',
    host,
    broken: [summary, opening, third, thirdResults],
    sound: [opening, summary, third, thirdResults],
  },
  {
    rule: 'segments-misplaced',
    what: 'segments after a kept unit',
    host,
    broken: [opening, done, summary, thanks, third, thirdResults],
    sound: [opening, summary, done, thanks, third, thirdResults],
  },
  {
    rule: 'segments-shape',
    what: 'segments as a string',
    host,
    broken: [opening, { ...summary, content: 'what happened' }, third, thirdResults],
    sound: [opening, segments('one', 'two'), third, thirdResults],
  },
  {
    rule: 'ill-formed-text',
    what: 'half a character in a segment',
    host,
    broken: [opening, segments('cut \uD83D'), third, thirdResults],
    sound: [opening, segments('whole \u{1F600}'), third, thirdResults],
  },
  {
    rule: 'ill-formed-text',
    what: 'half a character in an edited result',
    host: [opening, say(call('c1')), tool(result('c1', `${'\u{1F600}'.repeat(90)}`))],
    broken: [opening, say(call('c1')), tool(result('c1', ['\u{1F600}', '\uD83D …'].join('')))],
    sound: [],
  },
  {
    rule: 'opaque-changed',
    what: 'some signed reasoning left its message',
    host: thoughtful,
    broken: thoughtful.with(3, { ...second, content: [...partsOf(second)] as Part[] }),
    sound: thoughtful.with(3, { ...second, content: partsOf(second).slice(1) as Part[] }),
  },
  {
    rule: 'untrue',
    what: 'a cut that tells another length',
    host,
    broken: host.with(
      2,
      tool(
        result('c1', shortened(firstText, 4).replace('4 of', '5 of')),
        partsOf(firstResults)[1] as Part,
      ),
    ),
    sound: host.with(2, trimmed),
  },
  {
    rule: 'copied',
    what: 'an unedited message that is a copy',
    host,
    broken: host.with(5, structuredClone(done)),
    sound: host,
  },
  {
    rule: 'part-copied',
    what: 'an edited message with a copied part',
    host,
    broken: host.with(
      2,
      tool(partsOf(trimmed)[0] as Part, structuredClone(partsOf(firstResults)[1] as Part)),
    ),
    sound: host.with(2, trimmed),
  },
  {
    rule: 'foreign',
    what: 'an invented user message',
    host,
    broken: [...host, user('and hurry')],
    sound: host,
  },
  {
    rule: 'foreign',
    what: 'an answer to a call that never was',
    host,
    broken: host.with(4, tool(partsOf(secondResults)[0] as Part, result('c9'))),
    sound: host,
  },
  {
    rule: 'edit-not-allowed',
    what: 'a rewritten call',
    host,
    broken: host.with(1, {
      ...first,
      content: [...first.content.slice(0, 2), call('c2', { n: 1 })] as Part[],
    }),
    sound: host,
  },
  {
    rule: 'content-lost',
    what: 'text of the assistant is gone',
    host,
    broken: host.with(1, { ...first, content: partsOf(first).slice(1) as Part[] }),
    sound: host,
  },
  {
    rule: 'enlarged',
    what: 'an edit that adds',
    host,
    broken: host.with(4, tool(result('c3', `output of c3${', and more'.repeat(9)}`))),
    sound: host,
  },
  {
    rule: 'enlarged',
    what: 'a repair that talks',
    host: aborted,
    broken: aborted.toSpliced(2, 0, answer('c1', 'one two three '.repeat(20))),
    sound: aborted.toSpliced(2, 0, answer('c1')),
  },
  {
    rule: 'real-result-ignored',
    what: 'an abort that stays although the result came',
    host: withLate,
    broken: [withLate[0], withLate[1], answer('c1', 'never'), ...withLate.slice(2, 4)],
    sound: [withLate[0], withLate[1], late, withLate[2], withLate[3]],
  },
  {
    rule: 'real-result-ignored',
    what: "a provider's call without its result",
    host: [opening, searched],
    broken: [opening, { ...searched, content: partsOf(searched).toSpliced(1, 1) as Part[] }],
    sound: [opening, searched],
  },
  {
    rule: 'closed-early',
    what: 'an open call at the tail was answered',
    host: host.slice(0, 8),
    broken: [...host.slice(0, 8), answer('c4')],
    sound: host.slice(0, 8),
  },
  {
    rule: 'closed-early',
    what: 'a call was answered that the assistant has gone on beside, not behind',
    host: waiting,
    broken: [...waiting, answer('c1')],
    sound: waiting,
  },
  {
    rule: 'opening-lost',
    what: 'the opening request was folded',
    host,
    broken: [summary, third, thirdResults],
    sound: [opening, summary, third, thirdResults],
  },
  {
    rule: 'latest-lost',
    what: 'the latest request was folded',
    host: host.slice(0, 7),
    broken: [opening, summary],
    sound: [opening, summary, thanks],
  },
  {
    rule: 'must-keep',
    what: 'a steering message is gone',
    host,
    broken: [opening, summary, third, thirdResults],
    sound: [opening, summary, thanks, third, thirdResults],
    options: { mustKeep: [thanks] },
  },
  {
    rule: 'repeated',
    what: 'the opening request twice',
    host,
    broken: [opening, summary, opening, third, thirdResults],
    sound: [opening, summary, third, thirdResults],
  },
  {
    rule: 'order',
    what: 'two units changed places',
    host,
    broken: [opening, second, secondResults, first, firstResults, ...host.slice(5)],
    sound: host,
  },
  {
    rule: 'lost',
    what: 'a unit is gone without a segment',
    host,
    broken: host.toSpliced(5, 1),
    sound: host,
  },
  {
    rule: 'lost',
    what: 'a hole in what is kept',
    host,
    broken: [opening, summary, second, secondResults, thanks, third, thirdResults],
    sound: [opening, summary, second, secondResults, done, thanks, third, thirdResults],
  },
];

describe('validator', () => {
  for (const { rule, what, host: transcript, broken, sound, options } of cases) {
    it(`${rule}: ${what}`, () => {
      const faults = validateView(broken as unknown[], transcript, options);
      assert.ok(rulesOf(faults).has(rule), `expected ${rule}, got ${JSON.stringify(faults)}`);
      if (sound.length > 0 && roleOf(sound[0]) !== 'assistant') {
        assertValid(sound, transcript, options);
      }
    });
  }

  it('has a case for every rule', () => {
    assert.deepEqual([...rules].sort(), [...new Set(cases.map((one) => one.rule))].sort());
  });

  it('leaves the open tail alone, with and without some of the results', () => {
    const open = [opening, say(call('c1'), call('c2')), tool(result('c2'))];
    assertValid(open, open);
    const pending = [opening, asked];
    assertValid(pending, pending);
    assertValid([...pending, granted], [...pending, granted]);
  });

  it('accepts a result before its call only after the repair moved or dropped it', () => {
    const early = [opening, late, say(call('c1')), done];
    assertValid([opening, early[2], late, done], early);
    const abandoned = [opening, late, say(call('c1')), thanks];
    assertValid([opening, abandoned[2], answer('c1'), thanks], abandoned);
  });

  it('lets a late result be picked out of a tool message that answers two units', () => {
    const mixed = tool(result('c1'), result('c2'));
    const transcript = [opening, say(call('c1')), thanks, say(call('c2')), mixed];
    const [one, two] = partsOf(mixed) as [Part, Part];
    const view = [opening, transcript[1], tool(one), thanks, transcript[3], tool(two)];
    assertValid(view, transcript);
    assert.ok(rulesOf(validateView(view.with(2, tool({ ...one })), transcript)).has('part-copied'));
  });

  it('lets calls that a provider runs stay open, and be answered later', () => {
    const running = say(call('p1', { providerExecuted: true }));
    const transcript = [opening, running, thanks, say(result('p1'), 'There.')];
    assertValid(transcript, transcript);
    assertValid(transcript.slice(0, 3), transcript.slice(0, 3));
  });

  it('knows a trimmed late result again, whatever its output has become', () => {
    const rows = { rows: Array.from({ length: 80 }, (_, i) => `row ${i}`) };
    const json = { ...result('c1'), output: { type: 'json', value: rows } };
    const transcript = withLate.with(4, tool(json));
    const trim = answer('c1', shortened(JSON.stringify(rows), 300));
    assertValid([withLate[0], withLate[1], trim, ...withLate.slice(2, 4)], transcript);
  });

  it('tells a cleared late result from a repair that should have gone', () => {
    const view = [withLate[0], withLate[1], answer('c1', 'cleared'), ...withLate.slice(2, 4)];
    assert.ok(rulesOf(validateView(view, withLate)).has('real-result-ignored'));
    assertValid(view, withLate, { cleared: /^cleared$/ });
  });

  it('keeps a provider’s compaction block in front of the segments', () => {
    const block = say(compacted);
    const transcript = [leading, block, thanks, done, user('go on'), third, thirdResults];
    assertValid([leading, block, summary, ...transcript.slice(4)], transcript);
    const faults = validateView([leading, summary, block, ...transcript.slice(2)], transcript);
    assert.ok(rulesOf(faults).has('segments-misplaced'));
    assertValid([leading, summary, ...transcript.slice(4)], transcript);
  });

  it('allows finished plain reasoning to be dropped, and stale cache marks to be stripped', () => {
    const plain = { type: 'reasoning', text: 'plain' };
    const marked = { ...say(plain, 'So.'), providerOptions: { anthropic: { cacheControl: 1 } } };
    const transcript = [opening, marked, thanks];
    const [, kept] = partsOf(marked) as Part[];
    assertValid([opening, { role: 'assistant', content: [kept] }, thanks], transcript);
    const other = { role: 'assistant', content: [kept], providerOptions: { x: { y: 1 } } };
    assert.ok(rulesOf(validateView([opening, other, thanks], transcript)).has('edit-not-allowed'));
  });

  it('reads AI SDK 4 shapes', () => {
    const called = say({ type: 'tool-call', toolCallId: 'c1', toolName: 'read', args: {} });
    const long = {
      type: 'tool-result',
      toolCallId: 'c1',
      toolName: 'read',
      result: 'y'.repeat(999),
    };
    const transcript = [opening, called, tool(long), done];
    assertValid(transcript, transcript);
    const shorter = { ...long, result: shortened(long.result, 4) };
    assertValid(transcript.with(2, tool(shorter)), transcript);
    const faults = validateView(transcript.with(2, tool({ ...long, result: '' })), transcript);
    assert.ok(rulesOf(faults).has('empty-content'));
    const open = [opening, called, thanks];
    assert.ok(rulesOf(validateView(open, open)).has('call-unanswered'));
  });

  it('allows lone surrogates where the host’s own text has them', () => {
    const odd = `a\uD83Db${'c'.repeat(900)}`;
    const transcript = [opening, say(call('c1')), tool(result('c1', odd))];
    assertValid(transcript, transcript);
    assertValid(transcript.with(2, tool(result('c1', shortened(odd, 3)))), transcript);
    assertValid(transcript.with(2, tool(result('c1', odd.toWellFormed()))), transcript);
    const other = shortened(odd, 3).replace('\uD83D', '\uDC00');
    const faults = validateView(transcript.with(2, tool(result('c1', other))), transcript);
    assert.ok(rulesOf(faults).has('ill-formed-text'));
  });

  it('lets a repair remove what nothing can answer, and reasoning that led to nothing else', () => {
    const running = say('Searching.', call('p1', { providerExecuted: true }));
    const asking = say({ type: 'reasoning', text: 'hm' }, request('a1', 'gone'));
    const transcript = [opening, running, thanks, asking, done];
    const shorter = { ...running, content: partsOf(running).slice(0, 1) };
    assertValid([opening, shorter, thanks, done], transcript);
    const answered = transcript.with(1, searched);
    assert.ok(rulesOf(validateView([opening, thanks, done], answered)).has('lost'));
  });

  it('lets the response of a late approval move or go, and no other', () => {
    const transcript = [opening, asked, thanks, granted, grantedResult, done];
    assertValid([opening, asked, granted, grantedResult, thanks, done], transcript);
    assertValid([opening, asked, grantedResult, thanks, done], transcript);
  });

  it('lets segments stand before the first user message of a suffix', () => {
    const suffix = host.slice(6);
    const view = [summary, ...suffix];
    assert.ok(rulesOf(validateView(view, suffix)).has('segments-misplaced'));
    assertValid(view, suffix, { suffix: true });
  });

  it('lets an open unit stand before what was folded behind it', () => {
    const transcript = [opening, say(call('c1')), done, say('More.'), third, thirdResults];
    assertValid([opening, summary, transcript[1], third, thirdResults], transcript);
  });

  it('lets the opening go on behind an assistant message that a repair removes', () => {
    const nothing: Message = { role: 'assistant', content: '' };
    const transcript = [opening, nothing, thanks, done, third, thirdResults];
    assertValid([opening, thanks, summary, third, thirdResults], transcript);
    assertValid([opening, summary, third, thirdResults], transcript);
  });

  it('measures an edit by the text that a provider is sent', () => {
    const quotes = { rows: Array.from({ length: 500 }, () => '"') };
    const json = { ...result('c1'), output: { type: 'json', value: quotes } };
    const transcript = [opening, say(call('c1')), tool(json)];
    const shorter = shortened(JSON.stringify(quotes), JSON.stringify(quotes).length - 400);
    assert.ok(JSON.stringify(shorter).length > JSON.stringify(quotes).length);
    assertValid(transcript.with(2, tool(result('c1', shorter))), transcript);
  });

  it('takes the same object at two places for two messages', () => {
    const again = [opening, done, opening, say('Still.')];
    assertValid(again, again);
    assert.ok(rulesOf(validateView([...again, opening], again)).has('repeated'));
    const longer = [opening, done, thanks, third, thirdResults, thanks, say('ok')];
    assertValid([opening, summary, thanks, longer.at(-1)], longer);
  });

  it('does not throw on what is not a message', () => {
    const circular: Record<string, unknown> = { role: 'user' };
    circular.content = [circular];
    const throwing = {
      role: 'assistant',
      get content(): unknown {
        throw new Error('no');
      },
    };
    // biome-ignore lint/suspicious/noSparseArray: a hole is one of the things that hosts pass.
    const odd = [null, 7, undefined, , circular, throwing, { role: 'robot', content: {} }, opening];
    assertValid(odd, odd);
    assert.ok(rulesOf(validateView(odd.toSpliced(6, 1), odd)).has('lost'));
    assert.deepEqual(
      [...rulesOf(validateView([], odd))].sort(),
      ['empty-view', 'lost', 'opening-lost', ...['latest-lost']].sort(),
    );
  });

  it('finds every fault of a view, not only the first', () => {
    const faults = validateView([system('new'), ...host.toSpliced(5, 1), user('')], host);
    assert.deepEqual(
      [...rulesOf(faults)].sort(),
      ['empty-content', 'foreign', 'lost', 'system-added'].sort(),
    );
  });
});

/** Message indexes at which a view can be cut so that what follows stands on its own. */
function cutPoints(view: readonly unknown[]): number[] {
  const points: number[] = [];
  for (let at = 1; at <= view.length; at++) {
    if (roleOf(view[at]) === 'tool') continue;
    let broken = false;
    const note = (): void => {
      broken = true;
    };
    checkPairing(view.slice(0, at), note);
    checkPairing(view.slice(at), note);
    const open = view
      .slice(0, at)
      .flatMap((message) => partsOf(message))
      .filter((part) => field(part, 'type') === 'tool-call').length;
    const closed = view
      .slice(0, at)
      .flatMap((message) => partsOf(message))
      .filter((part) => field(part, 'type') === 'tool-result').length;
    if (!broken && open === closed) points.push(at);
  }
  return points;
}

/** Folds the start of a valid view, the way the simplest compactor would; undefined if it cannot. */
function foldNaively(rng: Rng, view: readonly unknown[]): unknown[] | undefined {
  const start = view.findIndex((message) => !['system', 'user'].includes(roleOf(message)));
  const lastAssistant = view.findLastIndex((message) => roleOf(message) === 'assistant');
  if (start < 0 || roleOf(view[start]) !== 'assistant') return undefined;
  const latest = view.findIndex((m, at) => at > lastAssistant && roleOf(m) === 'user');
  const end = latest < 0 ? view.length : latest;
  const points = cutPoints(view).filter((at) => at > start && at <= end);
  if (points.length === 0) return undefined;
  return [...view.slice(0, start), segments('folded'), ...view.slice(rng.pick(points))];
}

describe('validator on generated transcripts', () => {
  it('accepts well-formed transcripts as they are, and repaired ones', () => {
    for (let seed = 0; seed < scaled(1_000); seed++) {
      const dialect = seed % 5 === 0 ? 'ai-sdk-4' : 'ai-sdk';
      const wellFormed = seed % 2 === 0;
      const transcript = randomTranscript(createRng(seed), { dialect, wellFormed });
      const view = wellFormed ? transcript : repairNaively(transcript);
      assert.deepEqual(validateView(view, transcript), [], `seed ${seed}`);
    }
  });

  it('accepts naive folds of them', () => {
    const count = scaled(500);
    let folds = 0;
    for (let seed = 0; seed < count; seed++) {
      const rng = createRng(`fold ${seed}`);
      const transcript = randomTranscript(rng, { wellFormed: seed % 2 === 0 });
      const blockFirst = shapesOf(transcript).has('compaction-block');
      const view = blockFirst ? undefined : foldNaively(rng, repairNaively(transcript));
      if (!view) continue;
      folds++;
      assert.deepEqual(validateView(view, transcript), [], `seed ${seed}`);
    }
    assert.ok(folds > count / 2, `${folds} folds`);
  });

  it('catches a random defect in a view', () => {
    type Defect = (rng: Rng, view: unknown[], transcript: readonly unknown[]) => unknown[];
    const defects: Record<string, Defect> = {
      // Reasoning that led to nothing else may go when its turn is over.
      drop: (rng, view) => {
        const said = [...view.keys()].filter((at) =>
          partsOf(view[at]).some((part) => !typeOf(part).endsWith('reasoning')),
        );
        return view.toSpliced(said.length > 0 ? rng.pick(said) : 0, 1);
      },
      repeat: (rng, view) => {
        const message = rng.pick(view);
        return view.toSpliced(rng.int(0, view.length), 0, message);
      },
      clone: (rng, view, transcript) => {
        const own = [...view.keys()].filter((at) => transcript.includes(view[at]));
        const at = rng.pick(own);
        return view.with(at, { ...(view[at] as object) });
      },
      invent: (rng, view) => view.toSpliced(rng.int(0, view.length), 0, user('invented')),
      instruct: (rng, view) => view.toSpliced(rng.int(0, view.length), 0, system('invented')),
      blank: (rng, view) =>
        view.toSpliced(rng.int(0, view.length), 0, { role: 'assistant', content: '' }),
      reverse: (_, view) => view.toReversed(),
    };
    for (const [name, defect] of Object.entries(defects)) {
      const count = scaled(100);
      let caught = 0;
      let tried = 0;
      for (let seed = 0; seed < count; seed++) {
        const rng = createRng(`${name} ${seed}`);
        const transcript = randomTranscript(rng);
        const view = repairNaively(transcript);
        if (view.length < 2) continue;
        // What stands twice may go once, and a late response may go.
        const shapes = shapesOf(transcript);
        const lenient: ShapeName[] = ['same-object-twice', 'duplicate-id', 'late-response'];
        if (lenient.some((shape) => shapes.has(shape))) continue;
        tried++;
        const defective = defect(rng, view, transcript);
        if (validateView(defective, transcript).length > 0) caught++;
      }
      assert.equal(caught, tried, `${name}: ${caught} of ${tried}`);
      assert.ok(tried > count / 2);
    }
  });

  it('agrees with what the SDK itself refuses', async () => {
    for (const version of [6, 7] as const) {
      let refused = 0;
      for (let seed = 0; seed < scaled(60); seed++) {
        const transcript = randomTranscript(createRng(`sdk ${seed}`), { version });
        const broken = await convertWithSdk(version, transcript);
        const repaired = repairNaively(transcript);
        const lastUser = repaired.findLastIndex((message) => roleOf(message) === 'user');
        const isOpen = shapesOf(repaired).has('open-tail');
        if ('error' in broken) {
          refused++;
          const faults = validateView(transcript, transcript);
          assert.ok(faults.length > 0 || isOpen, `${version}, seed ${seed}: ${broken.error}`);
        }
        // The SDK refuses open calls at the tail, which the product must leave alone.
        const closed = isOpen ? repaired.slice(0, lastUser + 1) : repaired;
        const again = await convertWithSdk(version, closed);
        assert.ok(!('error' in again), `${version}, seed ${seed}: ${field(again, 'error')}`);
      }
      assert.ok(refused > scaled(60) / 6, `${refused} transcripts were refused`);
    }
  });
});

describe('checkPrefix and checkNotLarger', () => {
  it('wants the last view as a prefix, by reference, unless it was rewritten', () => {
    assert.deepEqual(checkPrefix(host.slice(0, 4), host, false), []);
    assert.deepEqual(checkPrefix([], host, false), []);
    assert.equal(checkPrefix(host, host.slice(0, 4), false).length, 1);
    assert.equal(checkPrefix(host, structuredClone(host), false).length, 1);
    assert.deepEqual(checkPrefix(host, structuredClone(host).slice(1), true), []);
  });

  it('wants no growth beyond the repairs', () => {
    assert.deepEqual(checkNotLarger(host.with(2, trimmed), host), []);
    assert.equal(checkNotLarger([opening, summary, ...host.slice(1)], host).length, 1);
    const repaired = aborted.toSpliced(2, 0, answer('c1'));
    assert.equal(checkNotLarger(repaired, aborted).length, 1);
    assert.deepEqual(checkNotLarger(repaired, aborted, 1), []);
  });

  it('finds the segments of a view', () => {
    assert.deepEqual(segmentsOf([opening, summary, third]), [summary]);
    assert.deepEqual(segmentsOf(host), []);
  });
});

describe('tokens', () => {
  it('counts o200k exactly, special tokens as text', () => {
    assert.equal(countText(''), 0);
    assert.equal(countText('hello world'), 2);
    assert.equal(countText('<|endoftext|>'), 7);
    assert.equal(countText('你好，世界'), 3);
    assert.equal(countText(' '.repeat(1_000)), 9);
    assert.ok(countText('a\uD83D') > 0, 'a lone surrogate is counted, not refused');
  });

  it('adds 4 a message and 8 a call or result, media flat', () => {
    assert.equal(countMessage(user('hello world')), messageOverhead + 2);
    assert.equal(countMessage(say('hello world', 'hello world')), messageOverhead + 4);
    const part = call('c1', { input: { a: 1 } });
    assert.equal(countPart(part), callOverhead + countText('read') + countText('{"a":1}'));
    assert.equal(countPart({ ...part, input: '{"a":1}' }), countPart(part));
    assert.equal(
      countPart(result('c1', 'hello world')),
      callOverhead + countText('read') + countText('hello world'),
    );
    const image = { type: 'image', image: 'x'.repeat(100_000), mediaType: 'image/png' };
    assert.equal(countPart(image), mediaTokens);
    const value = [
      { type: 'text', text: 'hello world' },
      { type: 'image-data', data: 'xx' },
    ];
    const mixed = { ...result('c1'), output: { type: 'content', value } };
    assert.equal(countPart(mixed), callOverhead + countText('read') + 2 + mediaTokens);
    assert.equal(countMessages([opening, done]), countMessage(opening) + countMessage(done));
  });

  it('counts the same the second time, and never throws', () => {
    const transcript = randomTranscript(createRng(5), { units: 30 });
    assert.equal(countMessages(transcript), countMessages(structuredClone(transcript)));
    const circular: Record<string, unknown> = { n: 1n, bytes: new Uint8Array(3) };
    circular.self = circular;
    assert.equal(jsonOf(circular), '{"n":"1","bytes":"[binary]","self":"[circular]"}');
    assert.equal(jsonOf({ a: [1], b: { a: [1] } }), '{"a":[1],"b":{"a":[1]}}');
    assert.ok(countPart({ type: 'tool-call', toolName: 'x', input: circular }) > callOverhead);
  });
});

describe('random', () => {
  it('repeats itself for the same seed and for no other', () => {
    const draw = (seed: number | string) => {
      const rng = createRng(seed);
      return Array.from({ length: 20 }, () => rng.next());
    };
    assert.deepEqual(draw(7), draw(7));
    assert.deepEqual(draw('seven'), draw('seven'));
    assert.notDeepEqual(draw(7), draw(8));
    assert.notDeepEqual(draw('seven'), draw('eight'));
  });

  it('is even, and stays in range', () => {
    const rng = createRng(1);
    const seen = new Array<number>(10).fill(0);
    for (let i = 0; i < 10_000; i++) {
      const n = rng.int(3, 12);
      assert.ok(Number.isInteger(n) && n >= 3 && n <= 12);
      seen[n - 3] = (seen[n - 3] as number) + 1;
    }
    for (const count of seen) assert.ok(count > 850 && count < 1_150, String(count));
    const heads = Array.from({ length: 10_000 }, () => rng.weighted({ rare: 1, often: 9 }));
    const rare = heads.filter((key) => key === 'rare').length;
    assert.ok(rare > 850 && rare < 1_150, String(rare));
    assert.deepEqual(rng.shuffle([1, 2, 3, 4]).sort(), [1, 2, 3, 4]);
    assert.throws(() => rng.pick([]), RangeError);
  });

  it('writes texts of the kind and length asked for', () => {
    const rng = createRng(2);
    for (const kind of textKinds) {
      for (const units of [1, 50, 1_999, 9_000]) {
        const made = text(rng, units, kind);
        assert.ok(made.length >= Math.min(units, 2), `${kind} ${units}: ${made.length}`);
        assert.ok(made.length <= units + 2_200, `${kind} ${units}: ${made.length}`);
      }
    }
    assert.ok(loneSurrogates(text(rng, 40, 'surrogates')).length > 0);
    assert.deepEqual(loneSurrogates(text(rng, 400, 'emoji')), []);
    assert.match(text(rng, 40, 'cjk'), /[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/);
    assert.match(text(rng, 90, 'rtl'), /[\u0590-\u06ff]/);
    assert.doesNotThrow(() => JSON.parse(text(rng, 500, 'json')));
    assert.match(text(rng, 90, 'space'), /^\s|\u200B/);
  });
});

describe('compare', () => {
  it('tells equal from unequal', () => {
    const bytes = Uint8Array.of(1, 2);
    assert.ok(sameValue({ a: [1, { b: undefined }], c: bytes }, { a: [1, {}], c: bytes.slice() }));
    assert.ok(sameValue(new URL('https://a.example/'), new URL('https://a.example')));
    assert.ok(!sameValue({ a: 1 }, { a: 1, b: 2 }));
    assert.ok(!sameValue([1, 2], { 0: 1, 1: 2 }));
    assert.ok(!sameValue([1], [1, undefined]));
    assert.ok(!sameValue(bytes, Uint8Array.of(1, 3)));
    const [left, right] = [{ x: 1 }, { x: 1 }] as Record<string, unknown>[];
    if (left && right) {
      left.self = left;
      right.self = right;
    }
    assert.ok(sameValue(left, right));
  });

  it('finds lone surrogates and the strings of a value', () => {
    assert.deepEqual(loneSurrogates('\u{1F600}'), []);
    assert.deepEqual(loneSurrogates('\uDE00\uD83D'), ['\uDE00', '\uD83D']);
    assert.deepEqual(loneSurrogates(['x\uD83D', '\u{1F600}'].join('')), ['\uD83D']);
    assert.deepEqual(stringsIn({ a: ['b', { c: 1, d: 'e' }] }), ['a', 'b', 'c', 'd', 'e']);
  });

  it('freezes deeply, circles and bytes included', () => {
    const value: Record<string, unknown> = { list: [{ x: 1 }], bytes: Uint8Array.of(1) };
    value.self = value;
    deepFreeze(value);
    assert.throws(() => {
      (value.list as { x: number }[])[0] = { x: 2 };
    }, TypeError);
    assert.throws(() => {
      ((value.list as { x: number }[])[0] as { x: number }).x = 2;
    }, TypeError);
  });

  it('remembers an input and sees every change', () => {
    const make = () => [
      user('a'),
      tool(result('c1')),
      user([{ type: 'image', image: Uint8Array.of(1) }]),
    ];
    const changes: ((messages: Message[]) => void)[] = [
      (messages) => messages.push(user('b')),
      (messages) => messages.splice(0, 1, user('a')),
      (messages) => Object.assign(messages[0] as object, { content: 'b' }),
      (messages) => Object.assign(messages[0] as object, { more: 1 }),
      (messages) => Object.assign(partsOf(messages[1])[0] as object, { output: {} }),
      (messages) => {
        (field(partsOf(messages[2])[0], 'image') as Uint8Array)[0] = 2;
      },
    ];
    for (const change of changes) {
      const messages = make();
      const check = rememberInput(messages);
      assert.deepEqual(check(), []);
      change(messages);
      assert.ok(check().length > 0);
    }
  });
});

/** Shapes that only a damaged transcript has. */
const damagedShapes: ShapeName[] = [
  'later-system',
  'aborted-call',
  'orphan-result',
  'second-result',
  'duplicate-id',
  'late-result',
  'early-result',
  'orphan-request',
  'orphan-response',
  'late-response',
  'empty-string',
  'empty-array',
  'empty-text-part',
  'same-object-twice',
];

describe('transcript generator', () => {
  const countShapes = (wellFormed: boolean, arrays: number): Map<ShapeName, number> => {
    const counts = new Map<ShapeName, number>();
    for (let seed = 0; seed < arrays; seed++) {
      const transcript = randomTranscript(createRng(`shape ${seed}`), { wellFormed });
      for (const shape of shapesOf(transcript)) counts.set(shape, (counts.get(shape) ?? 0) + 1);
    }
    return counts;
  };

  it('produces every shape', () => {
    const arrays = scaled(1_000);
    const counts = countShapes(false, arrays);
    for (const shape of shapeNames) {
      assert.ok(
        (counts.get(shape) ?? 0) >= arrays / 100,
        `${shape}: ${counts.get(shape) ?? 0} of ${arrays}`,
      );
    }
  });

  it('produces, well-formed, every shape that the SDK does and no other', () => {
    const arrays = scaled(1_000);
    const counts = countShapes(true, arrays);
    for (const shape of shapeNames) {
      const count = counts.get(shape) ?? 0;
      if (damagedShapes.includes(shape)) assert.equal(count, 0, shape);
      else assert.ok(count >= arrays / 100, `${shape}: ${count} of ${arrays}`);
    }
  });

  it('keeps to the shapes of a version and of AI SDK 4', () => {
    for (let seed = 0; seed < scaled(80); seed++) {
      const five = JSON.stringify(randomTranscript(createRng(seed), { version: 5 }));
      assert.doesNotMatch(five, /tool-approval|"custom"/);
      const six = JSON.stringify(randomTranscript(createRng(seed), { version: 6 }));
      assert.doesNotMatch(six, /"custom"/);
      const four = JSON.stringify(randomTranscript(createRng(seed), { dialect: 'ai-sdk-4' }));
      assert.doesNotMatch(four, /"input":|"output":|tool-approval|providerExecuted/);
    }
  });

  it('passes, well-formed and closed, the conversion of the SDK', async () => {
    for (const version of sdkVersions) {
      for (let seed = 0; seed < scaled(40); seed++) {
        const transcript = randomTranscript(createRng(seed), { wellFormed: true, version });
        if (shapesOf(transcript).has('open-tail')) continue;
        const converted = await convertWithSdk(version, transcript);
        assert.ok(!('error' in converted), `${version} ${seed}: ${field(converted, 'error')}`);
      }
    }
  });

  it('repeats itself for the same seed', () => {
    const make = () => randomTranscript(createRng('same'), { units: 30 });
    assert.deepEqual(make(), make());
  });

  it('makes results as huge as asked', () => {
    const options = { hugeShare: 1, hugeUnits: 300_000, wellFormed: true, units: 8 };
    const all = Array.from({ length: 20 }, (_, seed) => randomTranscript(createRng(seed), options));
    const longest = Math.max(...stringsIn(all).map((value) => value.length));
    assert.ok(longest > 75_000 && longest < 310_000, String(longest));
  });
});

describe('growing transcripts', () => {
  it('only ever append, with the same objects', () => {
    for (let seed = 0; seed < 200; seed++) {
      let last: Message[] = [];
      let yields = 0;
      for (const now of growingTranscript(createRng(seed), { wellFormed: seed % 2 === 0 })) {
        assert.notEqual(now, last);
        assert.ok(now.length > last.length);
        last.forEach((message, at) => {
          assert.equal(now[at], message);
        });
        if (seed % 2 === 0) assertValid(now, now);
        last = now;
        yields++;
      }
      assert.ok(yields >= 3);
    }
  });

  it('bring aborted calls and late results when not well-formed', () => {
    const seen = new Set<ShapeName>();
    for (let seed = 0; seed < 100; seed++) {
      const all = [...growingTranscript(createRng(seed), { wellFormed: false, turns: 5 })];
      for (const shape of shapesOf(all.at(-1) ?? [])) seen.add(shape);
    }
    assert.ok(seen.has('aborted-call') && seen.has('late-result'));
  });
});

describe('mutated histories', () => {
  const given = randomTranscript(createRng('history'), { wellFormed: true, units: 20 });

  it('leave the given messages alone and share nothing with them', () => {
    const check = rememberInput(given);
    const own = new Set<unknown>([...given, ...given.flatMap((message) => partsOf(message))]);
    for (const kind of mutationKinds) {
      for (let seed = 0; seed < 20; seed++) {
        const mutated = mutateHistory(createRng(`${kind} ${seed}`), given, kind);
        assert.equal(mutated.kind, kind);
        assert.ok(mutated.messages.length > 0, kind);
        for (const message of mutated.messages) {
          assert.ok(!own.has(message) && !partsOf(message).some((part) => own.has(part)), kind);
        }
      }
    }
    assert.deepEqual(check(), []);
  });

  it('do what their name says', () => {
    const plain = JSON.parse(JSON.stringify(mutateHistory(createRng(0), given, 'text-parts'))) as {
      messages: Message[];
    };
    for (const message of plain.messages) {
      assert.ok(message.role === 'system' || Array.isArray(message.content));
    }
    const texts = (messages: readonly Message[]) => messages.map((message) => jsonOf(message));
    const before = texts(mutateHistory(createRng(0), given, 'reorder-tools').messages);
    for (let seed = 0; seed < 20; seed++) {
      const mutate = (kind: (typeof mutationKinds)[number]) =>
        mutateHistory(createRng(seed), given, kind).messages;
      const base = texts(mutate('append'));
      assert.ok(base.length > given.length);
      const cut = texts(mutate('truncate'));
      assert.deepEqual(cut, base.slice(0, cut.length));
      const suffix = texts(mutate('suffix'));
      assert.deepEqual(suffix, base.slice(0, given.length).slice(-suffix.length));
      const edited = texts(mutate('edit-user'));
      assert.equal(edited.filter((one, at) => one !== base[at]).length, 1);
      const masked = jsonOf(mutate('mask-errors'));
      assert.equal(masked.includes('error-json'), false);
      assert.equal(
        texts(mutate('unrelated')).some((one) => before.includes(one)),
        false,
      );
    }
    const kinds = new Set(
      Array.from({ length: 200 }, (_, seed) => mutateHistory(createRng(seed), given).kind),
    );
    assert.deepEqual([...kinds].sort(), [...mutationKinds].sort());
  });
});

describe('the default script', () => {
  const steps = 200;
  const script = defaultScript(steps);
  const turns = Array.from({ length: steps }, (_, i) => script(i, []));
  const calls = turns.flatMap((turn) => turn.calls ?? []);
  const tokensOf = (value: unknown) =>
    countText(typeof value === 'string' ? value : jsonOf(value ?? ''));

  it('is the same every time, and ends with an answer', () => {
    assert.deepEqual(defaultScript(steps)(7, []), defaultScript(steps)(7, ['anything']));
    assert.ok(turns.slice(0, -1).every((turn) => (turn.calls ?? []).length > 0));
    assert.equal(turns.at(-1)?.calls, undefined);
  });

  it('has what a hard session has', () => {
    const inputs = calls.map((one) => jsonOf([one.tool, one.input]));
    const big = calls.filter((one) => tokensOf(one.result) > 2_000).length;
    const huge = calls.filter((one) => tokensOf(one.result) > 8_000).length;
    const total = calls.reduce((sum, one) => sum + tokensOf(one.result ?? one.error), 0);
    assert.ok(turns.filter((turn) => (turn.calls ?? []).length > 1).length >= 20, 'parallel calls');
    assert.ok(calls.filter((one) => one.error !== undefined).length >= 10, 'errors');
    assert.ok(inputs.length - new Set(inputs).size >= 50, 'repeated reads');
    assert.ok(big >= 10, `${big} big results`);
    assert.equal(huge, 2);
    assert.ok(total > 150_000, `${total} tokens`);
    assert.ok(calls.filter((one) => typeof one.result === 'object').length >= 20, 'JSON');
    assert.match(calls.map((one) => jsonOf(one.result)).join(), /请先阅读/);
    assert.ok(turns.some((turn) => turn.signature) && turns.some((turn) => turn.reasoning));
  });

  it('never fails one of several parallel calls', () => {
    // Version 5 streams such a step’s results in another order than it generates them in.
    for (const turn of turns) {
      if ((turn.calls ?? []).length < 2) continue;
      assert.ok(turn.calls?.every((one) => one.error === undefined));
    }
  });
});

describe('one loop through three versions', () => {
  const messages = () => [user([{ type: 'text', text: 'Find out why the tests fail.' }])];

  it('runs to its end with the same prompts everywhere', async () => {
    const steps = 40;
    let expected: string[] | undefined;
    for (const version of sdkVersions) {
      for (const mode of loopModes) {
        const what = `ai ${version}, ${mode}`;
        const loop = await runLoop({
          version,
          mode,
          steps,
          messages: messages(),
          system: 'You are careful.',
          freeze: true,
        });
        assert.deepEqual(loop.errors, [], what);
        assert.equal(loop.prompts.length, steps, what);
        assert.equal(loop.result.steps, steps, what);
        assert.equal(loop.result.text, 'Done: all tests pass. 完成。', what);
        assert.equal(loop.result.responseMessages.length, 2 * steps - 1, what);
        assert.equal(loop.views.length, steps, what);
        assert.ok(loop.returned.every((one) => one === undefined));
        assert.deepEqual(loop.views.at(-1), loop.transcripts.at(-1));
        assert.deepEqual(
          loop.promptTokens,
          loop.prompts.map((prompt) => countMessages(prompt)),
        );
        loop.views.forEach((view, at) => {
          assertValid(view, loop.transcripts[at] as unknown[]);
          if (at > 0)
            assert.deepEqual(checkPrefix(loop.views[at - 1] as unknown[], view, false), []);
        });
        const prompts = loop.prompts.map((prompt) => JSON.stringify(normalisePrompt(prompt)));
        expected ??= prompts;
        assert.deepEqual(prompts, expected, what);
      }
    }
    assert.match(expected?.[0] ?? '', /You are careful/);
    assert.match(expected?.at(-1) ?? '', /signature-5/);
  });

  it('reports usage as the exact count of the prompt plus the overhead', async () => {
    for (const version of sdkVersions) {
      for (const mode of loopModes) {
        const reported: unknown[] = [];
        const loop = await runLoop({
          version,
          mode,
          steps: 5,
          prompt: 'Go.',
          overheadTokens: 1_000,
          prepareStep: ({ steps }) => {
            if (steps.length > 0) reported.push(steps.at(-1).usage.inputTokens);
            return undefined;
          },
        });
        const expected = loop.promptTokens.slice(0, -1).map((tokens) => tokens + 1_000);
        assert.deepEqual(reported, expected, `ai ${version}, ${mode}`);
      }
    }
  });

  it('keeps the full transcript when views are smaller, carried forward or not', async () => {
    const lengths: Record<number, number[]> = {};
    let expected: string | undefined;
    for (const version of sdkVersions) {
      for (const mode of loopModes) {
        const loop = await runLoop({
          version,
          mode,
          steps: 5,
          messages: messages(),
          freeze: true,
          prepareStep: ({ messages: given, stepNumber }) =>
            stepNumber === 2 ? { messages: [given[0], ...given.slice(-2)] } : undefined,
        });
        assert.deepEqual(loop.errors, []);
        lengths[version] = loop.views.map((view) => view.length);
        assert.deepEqual(
          loop.transcripts.map((transcript) => transcript.length),
          [1, 3, 5, 7, 9],
          `ai ${version}, ${mode}`,
        );
        const transcript = JSON.stringify(loop.transcripts.at(-1));
        expected ??= transcript;
        assert.equal(transcript, expected, `ai ${version}, ${mode}`);
      }
    }
    assert.deepEqual(lengths, { 5: [1, 3, 3, 7, 9], 6: [1, 3, 3, 7, 9], 7: [1, 3, 3, 5, 7] });
  });

  it('keeps the originals in the transcript when a view has edits of the same number', async () => {
    for (const version of sdkVersions) {
      const loop = await runLoop({
        version,
        mode: 'generate',
        steps: 4,
        messages: messages(),
        prepareStep: ({ messages: given }) => ({
          messages: given.map((message) => (message.role === 'tool' ? { ...message } : message)),
        }),
      });
      const [, before] = loop.received as [unknown[], unknown[]];
      assert.equal(loop.transcripts.at(-1)?.[2], before[2], `ai ${version}`);
      assert.notEqual(loop.views.at(-1)?.[2], before[2]);
    }
  });

  it('records what the SDK throws', async () => {
    for (const version of sdkVersions) {
      for (const mode of loopModes) {
        const loop = await runLoop({
          version,
          mode,
          steps: 4,
          messages: messages(),
          prepareStep: ({ stepNumber }) => {
            if (stepNumber === 1) throw new Error('prepareStep broke');
            return undefined;
          },
        });
        assert.equal(loop.prompts.length, 1, `ai ${version}, ${mode}`);
        assert.match(String(loop.errors[0]), /prepareStep broke/);
      }
    }
  });

  it('shows that freezing catches a writer', async () => {
    const loop = await runLoop({
      version: 7,
      mode: 'generate',
      steps: 3,
      messages: messages(),
      freeze: true,
      prepareStep: ({ messages: given }) => {
        given[0].content = 'changed';
        return undefined;
      },
    });
    assert.ok(loop.errors[0] instanceof TypeError);
  });
});
