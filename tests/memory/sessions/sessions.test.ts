/** Generated sessions and planted facts are what they claim to be; nothing here knows how they are used. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRng } from '../../js/support/random.ts';
import { constraints, drawn, type Plant, type Planted, plants, standsIn } from '../plants/index.ts';
import { generateSession, type Session, sessionKinds, sessionLanguages } from './index.ts';
import { roughTokens } from './transcript.ts';
import type { ModelMessage } from './types.ts';

const tokens = 12_000;
const sessions: readonly Session[] = sessionKinds.flatMap((kind) => [
  ...[1, 2, 3].map((seed) => generateSession(kind, seed, { tokens })),
  ...sessionLanguages[kind].map((language) =>
    generateSession(kind, 4, { tokens: 3_000, language }),
  ),
]);

const all: readonly Plant[] = [...plants, ...constraints];

/** All that a message says, calls and results included. */
function words(message: ModelMessage | undefined): string {
  if (message === undefined) return '';
  if (message.role === 'user') return message.content;
  const parts: string[] = [];
  for (const part of message.content) {
    if (part.type === 'tool-call') parts.push(plainly(part.input));
    else if (part.type === 'tool-result') parts.push(plainly(part.output.value));
    else parts.push(part.text);
  }
  return parts.join('\n');
}

/** Strings as they are and anything else as JSON, so that a quoted line break does not hide a word. */
function plainly(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.values(value).map(plainly).join('\n');
}

/** Whether a planted fact stands in a text with its meaning. */
function keeps(text: string, { value, about }: Pick<Planted, 'value' | 'about'>): boolean {
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) {
    const near = text.slice(Math.max(0, at - 160), at + value.length + 160);
    if (standsIn(near, value) && about.some((word) => near.includes(word))) return true;
  }
  return false;
}

test('the same seed gives the same session, and another seed another one', () => {
  for (const kind of sessionKinds) {
    const [once, again, other] = [1, 1, 2].map((seed) =>
      generateSession(kind, seed, { tokens: 3_000 }),
    );
    assert.deepEqual(once, again);
    assert.notDeepEqual(once?.messages, other?.messages);
  }
  assert.equal(new Set(sessions.map((s) => s.name)).size, sessions.length);
});

test('a session has at least the tokens asked for', () => {
  for (const { name, messages } of sessions.filter((s) => !/-[a-z]{2}$/.test(s.name))) {
    const sum = messages.reduce((n, { content }) => n + roughTokens(JSON.stringify(content)), 0);
    assert.ok(sum > tokens, `${name}: ${sum}`);
  }
});

test('histories are legal', () => {
  for (const { name, messages } of sessions) {
    assert.equal(messages[0]?.role, 'user', name);
    assert.equal(messages.at(-1)?.role, 'assistant', name);
    const ids = new Set<string>();
    messages.forEach((message, at) => {
      const place = `${name}, message ${at}`;
      const next = messages[at + 1];
      assert.notEqual(
        words(message).trim() + message.role,
        message.role === 'tool' ? '' : message.role,
        place,
      );
      if (message.role !== 'assistant') {
        if (message.role === 'tool') assert.equal(messages[at - 1]?.role, 'assistant', place);
        return;
      }
      const calls = message.content.filter((part) => part.type === 'tool-call');
      assert.ok(message.content.length > 0, place);
      for (const part of message.content) {
        if (part.type !== 'tool-call') assert.notEqual(part.text.trim(), '', place);
      }
      for (const { toolCallId } of calls) {
        assert.ok(!ids.has(toolCallId), `${place}: ${toolCallId} twice`);
        ids.add(toolCallId);
      }
      if (calls.length === 0) {
        assert.ok(next === undefined || next.role === 'user', place);
        return;
      }
      assert.ok(next?.role === 'tool', place);
      assert.deepEqual(
        next.content.map((part) => [part.toolCallId, part.toolName]),
        calls.map((part) => [part.toolCallId, part.toolName]),
        place,
      );
    });
  }
});

test('deeds point at the calls that did them', () => {
  const count: Record<string, number> = {};
  for (const { name, messages, deeds, kind } of sessions) {
    count[kind] = (count[kind] ?? 0) + deeds.length;
    for (const deed of deeds) {
      const place = `${name}: ${JSON.stringify(deed)}`;
      const [call, result] = [messages[deed.at], messages[deed.at + 1]];
      assert.ok(call?.role === 'assistant', place);
      assert.ok(
        call.content.some((part) => part.type === 'tool-call' && part.toolName === deed.tool),
        place,
      );
      // A new record is named by the result alone.
      assert.ok(words(call).includes(deed.target) || words(result).includes(deed.target), place);
      if (deed.outcome !== undefined) {
        assert.ok((words(call) + words(result)).includes(deed.outcome), place);
      }
    }
  }
  assert.ok(
    ['coding', 'service', 'research'].every((kind) => (count[kind] ?? 0) > 10),
    JSON.stringify(count),
  );
});

test('superseded values are where they are said to be', () => {
  let count = 0;
  for (const { name, messages, superseded } of sessions) {
    for (const one of superseded) {
      const place = `${name}: ${JSON.stringify(one)}`;
      const [first, second] = [messages[one.at], messages[one.by]];
      assert.ok(one.at < one.by && first?.role === 'user' && second?.role === 'user', place);
      assert.notEqual(one.oldValue, one.newValue, place);
      assert.ok(first.content.includes(one.oldValue), place);
      assert.ok(second.content.includes(one.newValue), place);
      const around = messages
        .slice(Math.max(0, one.at - 10), one.by + 4)
        .map(words)
        .join('\n');
      assert.ok(
        one.about.some((word) => around.includes(word)),
        place,
      );
      count += 1;
    }
  }
  assert.ok(count > 20, String(count));
});

test('false statements are false', () => {
  for (const { name, messages, falsehoods } of sessions) {
    for (const one of falsehoods) {
      const place = `${name}: ${JSON.stringify(one)}`;
      const call = messages[one.at];
      assert.ok(call?.role === 'assistant', place);
      assert.ok(one.until === undefined || one.until > one.at, place);
      const written = words(call);
      // A folder that the line enters first is left out of the path.
      const known = one.subject
        .split('/')
        .some((_, i, all) => written.includes(all.slice(i).join('/')));
      assert.ok(known, place);
    }
  }
});

test('long sessions use again what was named long ago', () => {
  for (const kind of sessionKinds) {
    const { messages } = generateSession(kind, 7, { tokens: 40_000, language: 'en' });
    const last = new Map<string, number>();
    const found = { near: 0, task: 0, hour: 0, day: 0 };
    let once = 0;
    const seen = new Map<string, number>();
    messages.forEach((message, at) => {
      const names = new Set(
        words(message).match(
          /[\w/.-]*(?:\w[_/]\w|[a-z][A-Z]|\d{4})[\w/.-]*|\b[A-Z]\w+ [A-Z]\w+\b/g,
        ),
      );
      for (const name of names) {
        const distance = at - (last.get(name) ?? at);
        if (message.role === 'assistant') {
          if (distance > 300) found.day += 1;
          else if (distance > 100) found.hour += 1;
          else if (distance > 30) found.task += 1;
          else if (distance > 10) found.near += 1;
        }
        last.set(name, at);
        seen.set(name, (seen.get(name) ?? 0) + 1);
      }
    });
    for (const n of seen.values()) if (n === 1) once += 1;
    const told = `${kind}: ${JSON.stringify(found)}, ${once} of ${seen.size} once`;
    assert.ok(found.near > 0 && found.task > 0 && found.hour > 0, told);
    if (messages.length > 400) assert.ok(found.day > 0, told);
    assert.ok(once > seen.size / 10, told);
  }
});

test('plants are many and of many kinds', () => {
  assert.ok(plants.length >= 120);
  assert.equal(new Set(all.map((p) => p.id)).size, all.length);
  assert.ok(new Set(plants.filter((p) => p.source === 'user').map((p) => p.language)).size >= 8);
  for (const position of ['top', 'middle', 'late']) {
    assert.ok(constraints.filter((c) => c.position === position).length >= 15, position);
  }
});

test('a planted text says what it is planted for', () => {
  for (const seed of [1, 2, 3]) {
    for (const [{ id, source }, planted] of drawn(createRng(seed), all)) {
      const { text, value, about, tool, secret, revokes } = planted;
      assert.ok(standsIn(text, value), `${id}: ${value}`);
      assert.ok(keeps(text, planted), `${id}: ${value} far from ${about.join(', ')} in\n${text}`);
      assert.ok(!about.some((word) => value.includes(word)), `${id}: ${value} is its own meaning`);
      assert.equal(tool !== undefined, source === 'tool', id);
      if (secret !== undefined) assert.ok(text.includes(secret) && !value.includes(secret), id);
      if (revokes)
        assert.ok(revokes.text.includes(revokes.value) && !text.includes(revokes.value), id);
    }
  }
});

test('no value is in another planted text, nor kept by a session that it was not planted in', () => {
  const seen = new Map<string, number>();
  for (const seed of [1, 2, 3, 4]) {
    const facts = drawn(createRng(seed), all);
    for (const [, { value }] of facts) seen.set(value, (seen.get(value) ?? 0) + 1);
    const values = facts.map(([, { value }]) => value);
    assert.equal(new Set(values).size, values.length);
    if (seed > 1) continue;
    for (const { name, messages } of sessions.filter((s) => s.name.endsWith('-1'))) {
      const text = messages.map(words).join('\n');
      for (const [{ id }, planted] of facts) {
        assert.ok(!keeps(text, planted), `${id}: ${planted.value} in ${name}`);
      }
    }
  }
  // Days, exit codes and small numbers are few; all else is drawn from more than enough.
  const again = [...seen.values()].filter((n) => n > 1).length;
  assert.ok(again < seen.size / 20, `${again} of ${seen.size} values came twice`);
});
