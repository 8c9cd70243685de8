// promise: 12 promises are programs
/** The page on resuming a chat: its server, with the transport that `useChat` uses, of every AI SDK. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import * as ai5 from 'ai5';
import { MockLanguageModelV2 } from 'ai5/test';
import * as ai6 from 'ai6';
import { MockLanguageModelV3 } from 'ai6/test';
import * as ai7 from 'ai7';
import { MockLanguageModelV4 } from 'ai7/test';
import { blocksOf, root } from './support/snippets.ts';

const usage = {
  ai5: { inputTokens: 9, outputTokens: 9, totalTokens: 18 },
  later: { inputTokens: { total: 9 }, outputTokens: { total: 9 } },
};

/** A model that says a word for each number, and waits before the last for `go`. */
function slowModel(name: string, go: Promise<void>, prompts: unknown[]): object {
  const doStream = async ({ prompt }: { prompt: unknown }) => {
    prompts.push(prompt);
    const finishReason = name === 'ai5' ? 'stop' : { unified: 'stop', raw: 'stop' };
    const parts: object[] = [
      { type: 'stream-start', warnings: [] },
      { type: 'text-start', id: '1' },
      { type: 'text-delta', id: '1', delta: 'one two ' },
      { type: 'text-delta', id: '1', delta: 'three' },
      { type: 'text-end', id: '1' },
      { type: 'finish', finishReason, usage: name === 'ai5' ? usage.ai5 : usage.later },
    ];
    const stream = new ReadableStream({
      async pull(reader) {
        if (parts.length === 3) await go;
        const part = parts.shift();
        if (part === undefined) reader.close();
        else reader.enqueue(part);
      },
    });
    return { stream };
  };
  const options = { doStream } as never;
  if (name === 'ai5') return new MockLanguageModelV2(options);
  return name === 'ai6' ? new MockLanguageModelV3(options) : new MockLanguageModelV4(options);
}

/** The page's server on one of the SDKs. */
async function serverOn(name: string, model: object) {
  const code = blocksOf('js/docs/resume.md').find((block) => block.name === 'chat.ts')?.code ?? '';
  const folder = new URL('build/resume/', root);
  mkdirSync(folder, { recursive: true });
  const file = new URL(`chat-${name}.ts`, folder);
  writeFileSync(file, code.replace("from 'ai'", `from '${name}'`));
  Object.assign(globalThis, { model, tools: {} });
  return import(file.href);
}

const sdks = { ai5, ai6, ai7 } as unknown as Record<string, typeof ai7>;

describe('a chat that is resumed', () => {
  for (const [name, sdk] of Object.entries(sdks)) {
    it(`${name}: a page that left reads the whole answer, which is stored once`, async () => {
      const { promise: go, resolve: goOn } = Promise.withResolvers<void>();
      const prompts: unknown[] = [];
      const { post, resume, messagesOf } = await serverOn(name, slowModel(name, go, prompts));
      const transport = new sdk.DefaultChatTransport({
        prepareSendMessagesRequest: ({ id, messages }) => ({
          body: { id, message: messages.at(-1) },
        }),
        fetch: async (input, init) =>
          init?.method === 'POST'
            ? post('ann', JSON.parse(String(init.body)))
            : resume('ann', String(input).split('/').at(-2)),
      });
      const ask = (id: string, text: string) => {
        const messages = [
          ...messagesOf('ann', id),
          { id: text, role: 'user', parts: [{ type: 'text', text }] },
        ];
        return transport.sendMessages({
          ...{ chatId: id, trigger: 'submit-message', messageId: undefined },
          ...{ messages, abortSignal: undefined },
        });
      };

      const first = (await ask('chat-1', 'Count.')).getReader();
      for (let delta = ''; delta === ''; ) {
        const { value = {} } = await first.read();
        if ('delta' in value) delta = String(value.delta);
      }
      await first.cancel(); // the page is closed
      assert.equal(
        messagesOf('ann', 'chat-1').length,
        1,
        'the question is there while the answer comes',
      );
      const again = await transport.reconnectToStream({ chatId: 'chat-1' });
      assert.ok(again, 'there is an answer under way');
      goOn();
      assert.equal(await textOf(again), 'one two three');
      while (messagesOf('ann', 'chat-1').length < 2) await new Promise(setImmediate);

      assert.equal(await transport.reconnectToStream({ chatId: 'chat-1' }), null, 'it has ended');
      assert.equal(await transport.reconnectToStream({ chatId: 'chat-2' }), null, 'another chat');
      assert.equal(await textOf(await ask('chat-1', 'Again.')), 'one two three');
      assert.equal(prompts.length, 2);
      assert.equal((prompts[1] as unknown[]).length, 3, 'the model is sent what was said before');
    });
  }
});

async function textOf(stream: ReadableStream<object>): Promise<string> {
  let text = '';
  for await (const chunk of stream) if ('delta' in chunk) text += chunk.delta;
  return text;
}
