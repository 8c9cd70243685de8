/** The page at `/`: what this is, what answers, and a command to try it. */

import type { Context } from 'hono';
import { html } from 'hono/html';
import type { Bindings } from './app.ts';

export function statusPage(c: Context<{ Bindings: Bindings }>) {
  const { AUTH_TOKEN, USER_TOKENS, MODEL_URL, MODEL_ID, SUMMARY_MODEL_ID, WINDOW_TOKENS } = c.env;
  const { origin } = new URL(c.req.url);
  const model = MODEL_URL && MODEL_ID ? MODEL_ID : 'a scripted model';
  const hasTokens = AUTH_TOKEN || USER_TOKENS;
  const token = hasTokens ? ` -H 'authorization: Bearer YOUR_TOKEN'` : '';
  return c.html(html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>An agent with epitome</title>
<h1>An agent with epitome</h1>
<p>It runs. Sessions can grow for as long as you like: what the model sees always fits its context window.</p>
<dl>
<dt>Model</dt><dd>${model}</dd>
<dt>Summaries</dt><dd>${SUMMARY_MODEL_ID || 'written by code'}</dd>
<dt>Context window</dt><dd>${WINDOW_TOKENS || (MODEL_URL && MODEL_ID ? "the model's" : '32000 tokens')}</dd>
<dt>Who may call</dt><dd>${hasTokens ? 'who has a token' : 'only this machine, since AUTH_TOKEN is not set'}</dd>
</dl>
<p>Try it:</p>
<pre><code>curl -N ${origin}/sessions/first/messages -H 'content-type: application/json'${token} -d '{"text":"How many words is this?"}'</code></pre>
<p><code>GET /sessions/first</code> gives the messages, <code>DELETE /sessions/first</code> removes the session, <code>GET /sessions</code> lists yours.</p>
</html>`);
}
