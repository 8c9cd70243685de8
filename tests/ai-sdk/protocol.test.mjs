/** Compactions told over the Agent Client Protocol: what a client of the protocol's own package receives. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { agent, client, methods, ndJsonStream } from '@agentclientprotocol/sdk';
import * as ai7 from 'ai7';
import { createCompactor } from 'epitome';
import { compactionUpdates } from 'epitome/ai-sdk';
import { play, scriptedModel } from './support/loop.mjs';

it('each update arrives as it was sent', async () => {
  const { update } = methods.client.session;
  const [toClient, toAgent] = [new TransformStream(), new TransformStream()];
  const received = [];
  client({ name: 'editor' })
    .onNotification(update, ({ params }) => void received.push(params.update))
    .connect(ndJsonStream(toAgent.writable, toClient.readable));
  const connection = agent({ name: 'reader' }).connect(
    ndJsonStream(toClient.writable, toAgent.readable),
  );

  using compactor = await createCompactor({
    ...{ contextWindow: 5_000, maxOutputTokens: 400 },
    summarize: async () => 'The files were read, and nothing was changed.',
  });
  const session = compactor.session('s');
  const sent = [];
  const send = (told) => {
    sent.push(structuredClone(told));
    connection.client.notify(update, { sessionId: 's', update: told });
  };
  const onEvent = compactionUpdates(send, { session });
  const { prepareStep } = session.with({ onEvent });
  const model = scriptedModel({ specification: 'v4', steps: 25 });
  await play({
    ...{ sdk: ai7, mode: 'generate', steps: 25, model, prepareStep },
    request: 'Read all files of the project.',
  });
  onEvent({ type: 'compacting', sessionId: 's', kind: 'fold', fraction: 0 });
  onEvent({ type: 'error', sessionId: 's', error: new Error('no store') });
  while (received.length < sent.length) await new Promise(setImmediate);
  connection.close();

  assert.deepEqual(received, sent);
  const statuses = new Set(sent.map(({ status }) => status));
  assert.deepEqual([...statuses].sort(), ['completed', 'failed', 'in_progress']);
  assert.ok(sent.some(({ summary }) => summary?.[0].text.includes('nothing was changed')));
});
