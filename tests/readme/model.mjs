/**
 * A model that costs nothing: speaks OpenAI's Responses API, calls the first tool that it is given for a
 * while, then says that it is done. Remembers how large each request was.
 */

import { createServer } from 'node:http';

/** Calls before it says that it is done: with large results, twice what any window holds. */
const mostCalls = 60;
const charactersPerToken = 4;

const bodyOf = async (request) => {
  const pieces = [];
  for await (const piece of request) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
};

/** Arguments that a tool's schema takes: a text or a number for each property. */
function argumentsFor({ properties = {} } = {}, number) {
  const value = ({ type }) => (type === 'number' || type === 'integer' ? number : `item ${number}`);
  return Object.fromEntries(Object.entries(properties).map(([name, it]) => [name, value(it)]));
}

function replyTo({ model, tools = [] }, text, number) {
  const [tool] = tools.filter(({ type }) => type === 'function');
  const call = tool !== undefined && number < mostCalls;
  const item = call
    ? {
        type: 'function_call',
        id: `fc_${number}`,
        call_id: `call_${number}`,
        name: tool.name,
        arguments: JSON.stringify(argumentsFor(tool.parameters, number)),
        status: 'completed',
      }
    : {
        type: 'message',
        id: `msg_${number}`,
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text: `Done, after ${number} calls.`, annotations: [] }],
      };
  return {
    id: `resp_${number}`,
    object: 'response',
    created_at: 1,
    model,
    status: 'completed',
    output: [item],
    usage: {
      input_tokens: Math.ceil(text.length / charactersPerToken),
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 20,
      output_tokens_details: { reasoning_tokens: 0 },
    },
  };
}

/** The same reply as it is streamed. */
function* eventsOf(reply) {
  const { output, usage: _, ...begun } = reply;
  yield { type: 'response.created', response: { ...begun, status: 'in_progress', output: [] } };
  for (const [index, item] of output.entries()) {
    const place = { item_id: item.id, output_index: index };
    yield { type: 'response.output_item.added', output_index: index, item };
    if (item.type === 'function_call') {
      yield { type: 'response.function_call_arguments.delta', ...place, delta: item.arguments };
    } else {
      const [{ text }] = item.content;
      yield { type: 'response.output_text.delta', ...place, content_index: 0, delta: text };
    }
    yield { type: 'response.output_item.done', output_index: index, item };
  }
  yield { type: 'response.completed', response: reply };
}

/**
 * Starts it; `requests` are the characters of each request's messages since `requests.length = 0`, `last` are the messages
 * of the newest one.
 */
export async function startModel() {
  const requests = [];
  const last = [];
  const server = createServer(async (request, response) => {
    const text = await bodyOf(request);
    if (request.method !== 'POST' || !request.url.endsWith('/responses')) {
      response.writeHead(404).end(`the scripted model knows /responses, not ${request.url}`);
      return;
    }
    const asked = JSON.parse(text);
    const reply = replyTo(asked, text, requests.length);
    requests.push(JSON.stringify(asked.input).length);
    last.splice(0, last.length, ...asked.input);
    response.writeHead(200, {
      'content-type': asked.stream ? 'text/event-stream' : 'application/json',
    });
    if (asked.stream) {
      for (const event of eventsOf(reply)) response.write(`data: ${JSON.stringify(event)}\n\n`);
      response.end('data: [DONE]\n\n');
    } else response.end(JSON.stringify(reply));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${server.address().port}/v1`,
    requests,
    last,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
