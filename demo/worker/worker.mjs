/**
 * An agent endpoint at the edge: `POST /chat { sessionId, messages }` runs the AI SDK's tool loop with
 * epitome in `prepareStep` and returns the new messages and what epitome did.
 *
 * Bindings, all optional: SESSIONS (KV, or anything with get and put), MODEL_URL, MODEL_ID, MODEL_KEY
 * (an OpenAI-compatible endpoint), WINDOW_TOKENS.
 *
 * A session is expected to have one request at a time, as a chat has. Of two at once the later state
 * stays, and what the other folded is folded anew. One Durable Object a session would rule that out.
 */

import { generateText, stepCountIs } from 'ai7';
import { createCompactor } from 'epitome';
import { modelOf } from './model.mjs';
import { storageOf } from './storage.mjs';
import { tools } from './tools.mjs';

const system = 'You are a helpful assistant. Use the tools for figures instead of guessing.';
const defaultWindow = 32_000;
const maxSteps = 20;
const maxBodyBytes = 8_000_000;

/** One compactor an isolate: sessions are made from storage for each request and dropped after it. */
let loading;

function compactorOf(env) {
  loading ??= createCompactor({
    contextWindow: Number(env.WINDOW_TOKENS ?? defaultWindow),
    system,
    tools,
  });
  return loading;
}

/** A request that the caller has to change. */
class BadRequest extends Error {}

async function readChat(request) {
  if (Number(request.headers.get('content-length') ?? 0) > maxBodyBytes) {
    throw new BadRequest('the body is too large');
  }
  let body;
  try {
    body = await request.json();
  } catch {
    throw new BadRequest('the body must be JSON');
  }
  const { sessionId, messages } = body ?? {};
  if (typeof sessionId !== 'string' || !/^[\w-]{1,64}$/.test(sessionId)) {
    throw new BadRequest('sessionId must be 1 to 64 letters, digits, _ or -');
  }
  if (!Array.isArray(messages) || messages.at(-1)?.role !== 'user') {
    throw new BadRequest('messages must be an array that ends with a user message');
  }
  return { sessionId, messages };
}

async function chat(request, env) {
  const { sessionId, messages } = await readChat(request);
  const storage = storageOf(env);
  const state = await storage.get(sessionId);
  const compactor = await compactorOf(env);
  const events = [];
  const session = compactor.session(sessionId, {
    onEvent: (event) => events.push(event),
    ...(state && { state }),
  });
  try {
    const result = await generateText({
      model: modelOf(env),
      instructions: system,
      messages,
      tools,
      stopWhen: stepCountIs(maxSteps),
      prepareStep: session.prepareStep,
      abortSignal: request.signal,
    });
    await storage.put(sessionId, session.snapshot());
    return Response.json({
      messages: result.responseMessages,
      events,
      usage: session.usage(),
    });
  } finally {
    session.dispose();
  }
}

export default {
  async fetch(request, env) {
    const { pathname } = new URL(request.url);
    if (pathname !== '/chat') return Response.json({ error: 'no such page' }, { status: 404 });
    if (request.method !== 'POST') {
      return Response.json({ error: 'use POST' }, { status: 405, headers: { allow: 'POST' } });
    }
    try {
      return await chat(request, env);
    } catch (error) {
      const status = error instanceof BadRequest ? 400 : 502;
      return Response.json({ error: error.message }, { status });
    }
  },
};
