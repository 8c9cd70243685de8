/**
 * Compaction that the agent or the host asks for: by a tool in a real loop of `ai` 5, 6 and 7, and from
 * outside while a step is under way.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { generateText as generateText5, stepCountIs as stepCountIs5 } from 'ai5';
import { MockLanguageModelV2 } from 'ai5/test';
import { generateText as generateText6, stepCountIs as stepCountIs6 } from 'ai6';
import { MockLanguageModelV3 } from 'ai6/test';
import { generateText as generateText7, stepCountIs as stepCountIs7 } from 'ai7';
import { MockLanguageModelV4 } from 'ai7/test';
import { conversation, recordingSummarizer, step } from './support/conversation.ts';
import { opener } from './support/opener.ts';

const open = opener({
  contextWindow: 200_000,
  windowGuard: { warn: 0 },
  keepRecent: { tokens: 500 },
});
const history = conversation(60);

// biome-ignore lint/suspicious/noExplicitAny: three releases, one play.
type Any = any;
const releases: [string, Any, Any, Any][] = [
  ['5', MockLanguageModelV2, generateText5, stepCountIs5],
  ['6', MockLanguageModelV3, generateText6, stepCountIs6],
  ['7', MockLanguageModelV4, generateText7, stepCountIs7],
];

describe('compact_context', () => {
  for (const [release, Mock, generateText, stepCountIs] of releases) {
    it(`has the next step of an agent on ai ${release} fold`, async () => {
      const { summarize, requests } = recordingSummarizer();
      const { session, log } = await open({ summarize });
      const prompts: unknown[][] = [];
      const usage =
        release === '5'
          ? { inputTokens: 12_000, outputTokens: 50, totalTokens: 12_050 }
          : {
              inputTokens: { total: 12_000, noCache: 12_000, cacheRead: 0, cacheWrite: 0 },
              outputTokens: { total: 50, text: 50, reasoning: 0 },
            };
      const model = new Mock({
        doGenerate: async ({ prompt, tools }: Any) => {
          prompts.push(prompt);
          assert.equal(tools[0].name, 'compact_context');
          assert.deepEqual(Object.keys(tools[0].inputSchema.properties), ['instructions']);
          const isFirst = prompts.length === 1;
          const input = JSON.stringify({ instructions: 'Keep the name of the branch.' });
          const call = { type: 'tool-call', toolCallId: 'own', toolName: 'compact_context', input };
          const reason = isFirst ? 'tool-calls' : 'stop';
          return {
            content: [isFirst ? call : { type: 'text', text: 'done' }],
            finishReason: release === '5' ? reason : { unified: reason, raw: reason },
            usage,
            warnings: [],
          };
        },
      });
      const result = await generateText({
        model,
        messages: history,
        tools: { compact_context: session.compactTool() },
        stopWhen: stepCountIs(5),
        prepareStep: session.prepareStep,
      });
      assert.equal(result.text, 'done');
      assert.deepEqual(
        log.of('compaction').map(({ reason }) => reason),
        ['manual'],
      );
      assert.ok((prompts[1]?.length ?? 0) < (prompts[0]?.length ?? 0) / 2);
      assert.ok(JSON.stringify(prompts[1]).includes('"own"'), 'its own call stays');
      for (const { system } of requests) assert.ok(system.endsWith('Keep the name of the branch.'));
      assert.deepEqual(log.of('error'), []);
    });
  }

  it('says when it is wise, and when not', async () => {
    const { session } = await open();
    const { description } = session.compactTool();
    assert.match(description, /sub-task is resolved/);
    assert.match(description, /Do not use it in the middle of a sub-task/);
  });
});

describe('a compaction from outside', () => {
  it('waits for the step that is under way, and comes once', async () => {
    let answer = () => {};
    const { session, log } = await open({
      reinject: () =>
        new Promise((resolve) => {
          answer = () => resolve([]);
        }),
    });
    const first = session.compact({ messages: history.slice(0, 41) });
    while (log.of('aligned').length === 0) await new Promise((go) => setTimeout(go, 0));
    session.requestCompaction();
    await new Promise((go) => setTimeout(go, 0));
    answer();
    await first;
    assert.equal(log.of('compaction').length, 1);
    const second = session.prepare(history);
    await new Promise((go) => setTimeout(go, 5));
    answer();
    await second;
    assert.equal(log.of('compaction').length, 2);
    await session.prepare([...history, ...step('c61')]);
    assert.equal(log.of('compaction').length, 2);
  });

  it('is refused after the end', async () => {
    const { session } = await open();
    session.dispose();
    assert.throws(() => session.requestCompaction(), { code: 'disposed' });
  });
});
