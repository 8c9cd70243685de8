/** An OpenAI-compatible endpoint on this machine. What it answers is scripted, everything else is real. */
import { createServer } from 'node:http';

/** `answer(body)` returns the text, or a promise of it, for a request. Returns `{ url, requests, close }`. */
export async function startEndpoint(answer) {
  const requests = [];
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await new Response(request).text());
    requests.push(body);
    const text = await answer(body);
    const common = { id: 'a', created: 0, model: body.model };
    const usage = { prompt_tokens: 100, completion_tokens: 100, total_tokens: 200 };
    if (!body.stream) {
      const choice = { index: 0, message: { role: 'assistant', content: text } };
      response.writeHead(200, { 'content-type': 'application/json' });
      const choices = [{ ...choice, finish_reason: 'stop' }];
      response.end(JSON.stringify({ ...common, object: 'chat.completion', choices, usage }));
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const send = (delta, finish_reason = null) => {
      const choices = [{ index: 0, delta, finish_reason }];
      const chunk = { ...common, object: 'chat.completion.chunk', choices };
      response.write(`data: ${JSON.stringify(chunk)}\n\n`);
    };
    send({ role: 'assistant', content: text });
    send({}, 'stop');
    response.end('data: [DONE]\n\n');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/v1`,
    requests,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
