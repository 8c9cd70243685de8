/**
 * What the compaction systems before this one ask of sessions: totals, baselines, conversations that outlive a
 * process, episodes, tasks, recency, versions of summaries.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, it } from 'node:test';
import { type Compactor, type CompactorOptions, createCompactor, type SessionStore } from 'epitome';
import { extractMemories, memoryIn } from 'epitome/memory';
import { createRecall } from 'epitome/recall';
import { memoryStore } from 'epitome/stores/memory';
import { sqliteStore } from 'epitome/stores/sqlite';
import {
  assistant,
  conversation,
  EventLog,
  goodSummary,
  jsonClone,
  playRaw,
  segmentText,
  step,
  user,
} from './support/conversation.ts';
import { validateView } from './support/validator.ts';

const folder = mkdtempSync(join(tmpdir(), 'epitome-checklist-'));
const compactors: Compactor[] = [];
after(() => {
  for (const compactor of compactors) compactor.dispose();
  rmSync(folder, { recursive: true, force: true });
});

/** A process of its own, as far as sessions go. */
async function worker(store: SessionStore, options: Partial<CompactorOptions> = {}) {
  const log = new EventLog();
  const compactor = await createCompactor({
    contextWindow: 8_000,
    windowGuard: { warn: 0 },
    onEvent: log.onEvent,
    summarize: async (request) => goodSummary(request),
    store,
    ...options,
  });
  compactors.push(compactor);
  return { session: await compactor.open('chat'), log };
}

let files = 0;
const ownFile = () => {
  files += 1;
  return join(folder, `${files}.db`);
};
const history = conversation(60);

describe('sessions that outlive their process', () => {
  it('S1.2: tokens in and out and compactions are counted from 0, and persisted', async () => {
    const store = memoryStore();
    const { session, log } = await worker(store);
    const { inputTokens, outputTokens, compactions } = session.usage();
    assert.deepEqual([inputTokens, outputTokens, compactions], [0, 0, 0]);
    const billed = { inputTokens: 0, outputTokens: 0 };
    for (let end = 1; end <= history.length; end += 2) {
      const usage = { inputTokens: session.usage().viewTokens + 500, outputTokens: 50 };
      await session.prepare(history.slice(0, end), { usage });
      billed.inputTokens += usage.inputTokens;
      billed.outputTokens += usage.outputTokens;
    }
    const counted = session.usage();
    assert.equal(counted.inputTokens, billed.inputTokens);
    assert.equal(counted.outputTokens, billed.outputTokens);
    assert.equal(counted.compactions, log.of('compaction').length);
    assert.ok(counted.compactions > 0);
    const other = await worker(store);
    const restored = other.session.usage();
    assert.equal(restored.inputTokens, counted.inputTokens);
    assert.equal(restored.outputTokens, counted.outputTokens);
    assert.equal(restored.compactions, counted.compactions);
  });

  it('S1.19: the compacted history is the baseline; originals are archived and not sent again', async () => {
    const store = memoryStore();
    const first = await worker(store);
    const { views } = await playRaw(first.session, history);
    const archive = await store.archive('chat');
    assert.ok(archive.length > 20);
    for (const { position, message } of archive) assert.equal(message, history[position - 1]);
    const second = await worker(store);
    const sent = jsonClone(history);
    const { messages } = await second.session.prepare(sent);
    assert.deepEqual(messages, jsonClone(views.at(-1)));
    const folded = second.session.records().filter(({ inView }) => inView);
    for (const { firstMessage, lastMessage } of folded) {
      for (let at = firstMessage; at <= lastMessage; at += 1) {
        assert.ok(!messages.includes(sent[at - 1] as never), `message ${at} is sent again`);
      }
    }
    assert.equal(second.log.of('compaction').length, 0);
  });

  it('S2.12: episodes, a row of the conversation, recovery after a restart, the current task', async () => {
    const file = ownFile();
    const store = sqliteStore({ file, agentId: 'agent' });
    const memory = memoryIn({ store, id: 'chat' });
    const hooks = { beforeCompaction: extractMemories({ sink: memory }) };
    const first = await worker(store, hooks);
    const asked = [...history];
    asked.splice(9, 0, assistant('That is done.'), user('Now mend the lexer.'));
    const { views } = await playRaw(first.session, asked);
    // Each compaction ends an episode, and the next one begins behind it.
    const episodes = (await store.records('chat')).filter(({ outcome }) => outcome !== 'merged');
    assert.ok(episodes.length > 1);
    for (const [i, { firstMessage }] of episodes.entries()) {
      assert.equal(firstMessage, i === 0 ? 2 : (episodes[i - 1]?.lastMessage ?? 0) + 1);
    }
    const row = new DatabaseSync(file)
      .prepare("SELECT * FROM epitome_sessions WHERE session_id = 'chat'")
      .get() as Record<string, unknown>;
    assert.equal(row.agent_id, 'agent');
    assert.ok(String(row.summary).includes('SUMMARY of messages'));
    assert.ok(Number(row.turn_count) > 20 && Number(row.compaction_count) > 1);
    assert.deepEqual(await memory.all(), [{ kind: 'task', text: 'Now mend the lexer.' }]);
    const second = await worker(store, hooks);
    const { messages } = await second.session.prepare(jsonClone(asked));
    assert.deepEqual(messages, jsonClone(views.at(-1)));
    await store.close?.();
  });

  it('S3.19: extraction on the event, an episode’s end, state and messages saved and restored', async () => {
    const store = sqliteStore({ file: ownFile() });
    const memory = memoryIn({ store, id: 'user' });
    const first = await worker(store, {
      beforeCompaction: extractMemories({
        sink: memory,
        summarize: async () => '{"kind":"fact","text":"The parser is in src."}',
      }),
    });
    await playRaw(first.session, history);
    assert.deepEqual(await memory.all(), [{ kind: 'fact', text: 'The parser is in src.' }]);
    const records = await store.records('chat');
    const archived = (await store.archive('chat')).map(({ position, round }) => [position, round]);
    for (const { round, firstMessage, lastMessage, outcome } of records) {
      if (outcome === 'merged') continue;
      for (let at = firstMessage; at <= lastMessage; at += 1) {
        assert.ok(archived.some(([position, of]) => position === at && Number(of) <= round));
      }
    }
    const state = first.session.snapshot();
    const second = await worker(store);
    assert.equal(second.session.snapshot(), state);
    await store.close?.();
  });

  it('S5.9: events saved and messages marked in one transaction; only active ones are loaded', async () => {
    const store = memoryStore();
    const saves: { records: number; archive: number }[] = [];
    const watched: SessionStore = {
      ...store,
      save: (id, change) => {
        const { records = [], archive = [] } = change;
        saves.push({ records: records.length, archive: archive.length });
        return store.save(id, change);
      },
    };
    const first = await worker(watched);
    await playRaw(first.session, history);
    const withRecords = saves.filter(({ records }) => records > 0);
    assert.ok(withRecords.length > 0);
    for (const { archive } of withRecords) assert.ok(archive > 0, 'both by one save');
    const compacted = new Set((await store.archive('chat')).map(({ position }) => position));
    // A host that loads what is not marked, and goes on from there.
    const active = jsonClone(history.filter((_, i) => !compacted.has(i + 1)));
    assert.ok(active.length < history.length / 2);
    const tail = active.slice(1);
    const second = await worker(store);
    const { messages } = await second.session.prepare([...tail, user('Go on.')]);
    assert.deepEqual(second.log.of('aligned')[0]?.how, 'suffix');
    assert.match(segmentText(messages as never) ?? '', /SUMMARY of messages/);
    assert.deepEqual(messages.slice(-tail.length - 1, -1), tail);
    assert.equal(second.log.of('compaction').length, 0, 'nothing is folded again');
  });
});

describe('what a fold leaves', () => {
  it('S2.14: recency by size, priority for decisions, summaries of summaries, facts recalled', async () => {
    // Of large messages fewer stay.
    const kept = async (tokens: number) => {
      const { session, log } = await worker(memoryStore(), { keepRecent: { tokens: 1_500 } });
      await playRaw(session, conversation(70, { tokens }));
      return log.of('compaction').at(-1)?.kept.messages ?? 0;
    };
    assert.ok((await kept(80)) > 2 * (await kept(500)));

    const decided = assistant('Decision: errors are values, since callers must see them.');
    const talk = [...history.slice(0, 9), user('And errors?'), decided, user('Good.')];
    const { session, log } = await worker(memoryStore(), {
      keepRecent: { tokens: 1 },
      priority: (message) =>
        String((message as { content: unknown }).content).startsWith('Decision:'),
    });
    const { messages } = await session.compact({ messages: [...talk, ...step('z'), user('On.')] });
    assert.ok(messages.includes(decided as never), 'for one fold longer than the others');
    assert.equal(log.of('compaction').length, 1);

    const store = memoryStore();
    const long = await worker(store, { keepRecent: { tokens: 300 } });
    const needle = 'retryBudgetOfUploads is 17';
    const story = conversation(400);
    story.splice(21, 0, assistant(needle), user('Good.'));
    await playRaw(long.session, story);
    const merged = (await store.records('chat')).filter(({ outcome }) => outcome === 'merged');
    assert.ok(merged.length > 0, 'summaries become one');
    const [hit] = await createRecall(long.session).search('retryBudgetOfUploads');
    assert.equal(hit?.position, 22);
  });

  it('S3.17: a summary pair, and the state has summary and count', async () => {
    const store = memoryStore();
    const { session, log } = await worker(store, { placement: 'pair', oneSummary: true });
    const { views } = await playRaw(session, history);
    const view = views.at(-1) as { role: string; content: unknown }[];
    assert.deepEqual(validateView(view, history, {}), []);
    const at = view.findIndex((message) => JSON.stringify(message).includes('SUMMARY of messages'));
    assert.equal(view[at]?.role, 'user');
    assert.equal(view[at + 1]?.role, 'assistant');
    const event = log.of('compaction').at(-1);
    assert.equal(session.usage().compactions, event?.round);
    assert.equal(session.records().filter(({ inView }) => inView).length, 1);
    // What a host keeps beside messages goes with those that stay.
    const { messages: stayed } = event?.kept ?? { messages: 0 };
    assert.ok(stayed > 0 && stayed < history.length);
  });

  it('S3.20: a threshold that follows the window, files tracked, versions of summaries to compare', async () => {
    const triggerOf = async (contextWindow: number) => {
      const { session, log } = await worker(memoryStore(), { contextWindow });
      await playRaw(session, conversation(120));
      return log.of('compaction')[0]?.trigger ?? 0;
    };
    const [small, large] = [await triggerOf(8_000), await triggerOf(16_000)];
    assert.ok(large > 1.5 * small);
    const store = memoryStore();
    const { session, log } = await worker(store, { oneSummary: true });
    await playRaw(session, conversation(120));
    const rounds = log.of('compaction').map(({ round }) => round);
    const [before = 0, last = 0] = rounds.slice(-2);
    const { added, removed } = await session.diff(before, last);
    assert.equal(added.length, 1);
    assert.equal(removed.length, 1, 'the version before is there to be compared');
    assert.notEqual(added[0]?.text, removed[0]?.text);
    assert.match(added[0]?.text ?? '', /src\/c\d+\.ts/);
  });
});
