// promise: api, 1 always valid
/** `reasoning: 'drop'` beside what a provider ran: that message alone keeps what was thought in it. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createCompactor } from 'epitome';
import type { Message, Part } from '../../js/testing/shapes.ts';
import { EventLog, prose, user } from './support/conversation.ts';

/** Finished turns, each of them thought about; in that of `searched` the provider has searched. */
function history(turns: number, searched: number | undefined): Message[] {
  return Array.from({ length: turns }, (_, turn): Message[] => {
    const ran = { toolCallId: `srv${turn}`, toolName: 'web_search', providerExecuted: true };
    const output = { type: 'text', value: 'Nothing was found.' };
    const search = [
      { type: 'tool-call', ...ran, input: { query: 'it' } },
      { type: 'tool-result', ...ran, output },
    ] as unknown as Part[];
    const thought: Part = {
      type: 'reasoning',
      text: `I think of ${turn}. ${prose(240, `t${turn}`)}`,
    };
    const said: Part = { type: 'text', text: `Turn ${turn} is done.` };
    const content = [thought, ...(turn === searched ? search : []), said];
    return [user(`Request ${turn}.`), { role: 'assistant', content }];
  }).flat();
}

async function droppedFrom(messages: Message[], contextWindow: number) {
  const log = new EventLog();
  const options = { contextWindow, system: '', tools: {}, maxOutputTokens: 500 } as const;
  using compactor = await createCompactor({
    ...{ ...options, reasoning: 'drop', dialect: 'ai-sdk', keepRecent: { messages: 20 } },
    onEvent: log.onEvent,
  });
  await compactor.session('a').prepare([...messages, user('And now?')]);
  return log.rewrites
    .flatMap(({ edits }) => edits)
    .filter(({ kind }) => kind === 'reasoning')
    .map(({ message }) => message);
}

for (const [contextWindow, turns] of [
  [8_000, 24],
  [16_000, 48],
] as const) {
  it(`goes from all finished turns but that one (${contextWindow})`, async () => {
    const plain = await droppedFrom(history(turns, undefined), contextWindow);
    assert.ok(plain.length > turns / 3, `${plain.length} of ${turns}`);
    for (const searched of [0, 1, 5, turns / 3]) {
      const own = 2 * searched + 2;
      const dropped = await droppedFrom(history(turns, searched), contextWindow);
      assert.ok(!dropped.includes(own));
      const missing = plain.filter((message) => message !== own && !dropped.includes(message));
      assert.deepEqual(missing, [], `searched in ${own}`);
    }
  });
}
