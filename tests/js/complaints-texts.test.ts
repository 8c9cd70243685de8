// promise: 9 loses nothing silently
/**
 * What users of other compactors complain about, where texts are to blame: what a summariser is sent,
 * and what is written down. One test each, by the number of the complaint.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Message, Part } from '../../js/testing/shapes.ts';
import { conversation } from './support/conversation.ts';
import { base64, plainRecord, playRecords } from './support/record-play.ts';

describe('complaints about what is written', () => {
  it('C17: metadata, base64 and hidden fields are not what a summariser reads', async () => {
    const blob = base64(6_000, 'blob');
    const hidden = 'QXHIDDENXQ';
    const noisy = conversation(80).map((message, i): Message => {
      const marked = {
        ...message,
        id: `${hidden}-${i}`,
        metadata: { trace: hidden.repeat(20) },
        providerOptions: { openai: { itemId: `${hidden}_${i}` } },
      };
      if (message.role === 'assistant' || i % 6 !== 2) return marked;
      const [result] = message.content as [Part];
      const value = [
        { type: 'text', text: `Screenshot ${i}: data:image/png;base64,${blob.slice(0, 2_000)}` },
        { type: 'media', data: blob, mediaType: 'image/png' },
      ];
      const content = [
        {
          ...result,
          output: { type: 'content', value },
          providerMetadata: { anthropic: { details: hidden } },
        },
      ];
      return { ...marked, content };
    });
    const { requests } = await playRecords(noisy, () => plainRecord, { contextWindow: 16_000 });
    assert.ok(requests.some(({ kind }) => kind !== 'merge'));
    for (const { kind, prompt } of requests) {
      assert.ok(!prompt.includes(hidden));
      assert.doesNotMatch(prompt, /[A-Za-z0-9+/]{200}/, 'base64 in a request');
      // A merge reads records, and these say nothing of images.
      if (kind !== 'merge') assert.match(prompt, /image\/png/);
      assert.ok(prompt.length < 60_000, `${prompt.length} characters`);
    }
  });
});
