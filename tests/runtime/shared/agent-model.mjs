/** A model behind an OpenAI-compatible API, with its replies and its failures in the hands of a test. */

import { createServer } from 'node:http';

const bodyOf = async (request) => {
  const pieces = [];
  for await (const piece of request) pieces.push(piece);
  return JSON.parse(Buffer.concat(pieces).toString('utf8'));
};

const usage = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };

async function streamed(response, text) {
  const send = (delta, finish_reason = null) => {
    const chunk = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm' };
    const choices = [{ index: 0, delta, finish_reason }];
    response.write(`data: ${JSON.stringify({ ...chunk, choices })}\n\n`);
  };
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  send({ role: 'assistant', content: '' });
  const pieces = typeof text === 'string' ? text.split(/(?<= )/) : text;
  for await (const piece of pieces) send({ content: piece });
  send({}, 'stop');
  response.end('data: [DONE]\n\n');
}

/**
 * Starts it. `reply(asked, left)` is the text for a request, or what becomes of it; a number is a status to
 * fail with, and what can be iterated is sent piece by piece. `left` resolves when the caller hangs up.
 * `address` is the base of the API.
 */
export async function startModel(reply) {
  const requests = [];
  const server = createServer(async (request, response) => {
    const asked = await bodyOf(request);
    requests.push(asked);
    const left = new Promise((resolve) => response.once('close', resolve));
    const text = await reply(asked, left);
    if (typeof text === 'number') {
      // The SDK asks again after so many milliseconds.
      response.writeHead(text, { 'retry-after-ms': '1' }).end('{"error":{"message":"down"}}');
    } else if (asked.stream) {
      await streamed(response, text);
    } else {
      const choices = [
        { index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' },
      ];
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ id: 'c', created: 1, model: asked.model, choices, usage }));
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${server.address().port}/v1`,
    requests,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
