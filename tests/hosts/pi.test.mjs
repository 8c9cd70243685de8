/** `epitome/pi`: the extension in the real coding agent, and its library, with pi's own scripted provider. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Agent } from '@mariozechner/pi-agent-core';
import {
  fauxAssistantMessage,
  fauxText,
  fauxThinking,
  fauxToolCall,
  registerFauxProvider,
  Type,
} from '@mariozechner/pi-ai';
import {
  AuthStorage,
  createAgentSession,
  DefaultResourceLoader,
  ModelRegistry,
  SessionManager,
  SettingsManager,
} from '@mariozechner/pi-coding-agent';
import { extend } from 'epitome/pi';
import { example } from './support/example.mjs';
import { calls, contextWindow, judge, recorder, request, resultOf } from './support/play.mjs';

const folder = mkdtempSync(join(tmpdir(), 'epitome-pi-'));
after(() => rmSync(folder, { recursive: true, force: true }));

function scripted(record) {
  const provider = registerFauxProvider({
    models: [{ id: 'faux', contextWindow, maxTokens: 1_000 }],
  });
  provider.setResponses(
    Array.from({ length: 2 * calls + 2 }, () => ({ messages }, _options, { callCount }) => {
      record(messages.map(({ usage, timestamp, ...message }) => message));
      const said =
        callCount % (calls + 1) !== 0
          ? [
              fauxThinking('Next.'),
              fauxToolCall('list', { module: callCount }, { id: `call_${callCount}` }),
            ]
          : [fauxText('Module 7 is broken.')];
      return fauxAssistantMessage(said, {
        stopReason: callCount % (calls + 1) !== 0 ? 'toolUse' : 'stop',
      });
    }),
  );
  return provider;
}

const list = {
  ...{ name: 'list', label: 'List', description: 'Lists a module.' },
  parameters: Type.Object({ module: Type.Number() }),
  execute: async (_id, { module }) => ({
    content: [{ type: 'text', text: resultOf(module) }],
    details: {},
  }),
};

function faultsOf(messages) {
  const faults = [];
  let open = [];
  for (const [at, { role, content, toolCallId }] of messages.entries()) {
    if (role === 'toolResult') {
      if (!open.includes(toolCallId)) faults.push(`orphan ${at}`);
      open = open.filter((id) => id !== toolCallId);
    } else if (open.length > 0) faults.push(`unanswered before ${at}`);
    if (role === 'assistant')
      open = content.filter(({ type }) => type === 'toolCall').map(({ id }) => id);
    if (content.length === 0) faults.push(`empty ${at}`);
  }
  if (messages[0].role !== 'user') faults.push('first');
  return faults;
}

test('the library', async () => {
  const { contextOf, events } = await example('pi', 1);
  const { requests, record } = recorder(events);
  const provider = scripted(record);
  const agent = new Agent({
    initialState: { model: provider.getModel(), tools: [list], systemPrompt: 'You list modules.' },
    transformContext: contextOf('library'),
    getApiKey: () => 'test',
  });
  await agent.prompt(request);
  await agent.waitForIdle();
  provider.unregister();
  console.log(await judge({ events, requests, faultsOf }));
  assert.equal(agent.state.messages.length, 2 * calls + 2, 'the agent has everything');
});

test('the file of the extension', async () => {
  const { default: extension } = await example('pi');
  const listened = [];
  extension({ on: (name) => listened.push(name) });
  assert.deepEqual(listened, ['context', 'session_before_compact']);
});

test('the extension, and pi’s own compaction written by code', async () => {
  const events = [];
  const { requests, record } = recorder(events);
  const provider = scripted(record);
  const settingsManager = SettingsManager.inMemory({
    compaction: { enabled: false, keepRecentTokens: 2_000 },
  });
  const resourceLoader = new DefaultResourceLoader({
    ...{ cwd: folder, agentDir: folder, settingsManager, noSkills: true, noPromptTemplates: true },
    ...{ noThemes: true, noContextFiles: true, noExtensions: true },
    extensionFactories: [
      (pi) => extend(pi, { maxOutputTokens: 1_000, onEvent: (event) => events.push(event) }),
    ],
  });
  await resourceLoader.reload();
  const authStorage = AuthStorage.inMemory();
  authStorage.setRuntimeApiKey(provider.getModel().provider, 'test');
  const { session } = await createAgentSession({
    ...{ cwd: folder, agentDir: folder, model: provider.getModel(), noTools: 'builtin' },
    ...{ customTools: [list], resourceLoader, settingsManager, authStorage },
    modelRegistry: ModelRegistry.inMemory(authStorage),
    sessionManager: SessionManager.inMemory(folder),
  });
  await session.prompt(request);
  console.log(await judge({ events, requests, faultsOf }));
  assert.equal(session.messages.length, 2 * calls + 2, 'pi’s session has everything');

  const asked = requests.length;
  const { summary } = await session.compact();
  assert.ok(/module-59\//.test(summary) && summary.includes(request), 'names and the user’s words');
  assert.equal(requests.length, asked, 'no model was asked');
  provider.unregister();
  session.dispose();
});
