/** The page at `/`: what is set, and a line to try it. Says nothing that is secret. */
import { isLocal } from './access.js';

const escaped = (text) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

export function statusPage(url, { token, origins, modelId, summarizerId, contextWindow }) {
  const authorization = token === undefined ? '' : ` \\\n  -H "authorization: Bearer $TOKEN"`;
  const curl = `curl -N ${new URL('sessions/hello/messages', url)}${authorization} \\
  -H 'content-type: text/plain' -d 'Which files are there?'`;
  const unset = isLocal(url)
    ? 'not set: only this machine is answered'
    : 'not set: nobody is answered';
  const facts = {
    Model: modelId ?? 'scripted, without a network',
    Summaries: summarizerId ?? 'written by code',
    Window: contextWindow === undefined ? "the model's" : `${contextWindow} tokens`,
    Token: token === undefined ? unset : 'set',
    'Pages that may call': origins.join(', ') || 'none of other origins',
  };
  const rows = Object.entries(facts).map(
    ([name, value]) => `<dt>${name}</dt><dd>${escaped(value)}</dd>`,
  );
  const html = `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>epitome agent</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 44rem; margin: 3rem auto; padding: 0 1rem }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1.5rem }
dt { opacity: .75 } dd { margin: 0 }
pre { overflow: auto; padding: 1rem; border: 1px solid; border-radius: .5rem }
</style>
<h1>epitome agent</h1>
<p>An agent whose chats never outgrow the model's window.</p>
<dl>${rows.join('')}</dl>
<pre tabindex="0">${escaped(curl)}</pre>
</html>`;
  return new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    },
  });
}
