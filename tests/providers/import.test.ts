// promise: api
/**
 * A transcript that a provider's own package wrote is read as it was meant: sent through the same
 * package again, it is the same request.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { importSession } from '../../demo/import/index.ts';
import { canonical, type Fields } from '../../js/testing/rules/body.ts';
import { anthropic } from './sessions/anthropic.ts';
import { openaiChat, openaiUnstored } from './sessions/openai.ts';
import { type Message, play, Sender } from './sessions/play.ts';
import type { Voice } from './sessions/voice.ts';

const voices = [
  { voice: anthropic, format: 'anthropic', items: 'messages' },
  { voice: openaiChat, format: 'openai-chat', items: 'messages' },
  { voice: openaiUnstored, format: 'openai-responses', items: 'input' },
] as const;

/** The voice of a provider whose own tools are not used: the SDK rewrites what they return. */
function plain(voice: Voice): Voice {
  const say: Voice['say'] = ({ search, code, ...reply }, step) => voice.say(reply, step);
  return { ...voice, say };
}

function told(body: Fields, items: string): string[] {
  return (body[items] as unknown[]).map((item) => canonical(item));
}

describe('a transcript that a provider package wrote is the same request after its import', () => {
  for (const { voice, format, items } of voices) {
    it(voice.name, async () => {
      const { bodies } = await play(plain(voice));
      const body = bodies.at(-1) as Fields;
      const { session, format: found, notes } = importSession(JSON.stringify(body), { name: 'a' });
      assert.equal(found, format);
      assert.deepEqual(notes, []);
      const listed = (body.tools as Fields[]).flatMap(({ name, function: own }) =>
        (name ?? (own as Fields | undefined)?.name) ? [name ?? (own as Fields).name] : [],
      );
      for (const name of listed) assert.ok(session.tools.some((tool) => tool.name === name));
      const again = await new Sender(plain(voice)).send(session.messages as unknown as Message[]);
      assert.deepEqual(told(again.body, items), told(body, items));
    });
  }
});
