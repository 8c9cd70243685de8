/** The live page: what is said, how full the window is, and what was folded. Text only becomes text content. */
import { $, element, say } from '../dom.js';
import { figure, plural } from '../text.js';
import { createLocalAgent } from './local-agent.js';
import { modelOf } from './models.js';
import { createRemoteAgent } from './remote-agent.js';

const topics = ['cart', 'checkout', 'inventory', 'invoices', 'shipping', 'users'];
/** Questions that the page may ask in the visitor's place, at most. */
const mostForMe = 24;

let agent;
let stopping;

const errorText = (error) => (error instanceof Error ? error.message : String(error));

function line({ who, text, isFault }) {
  const item = element('li', { class: isFault ? 'fault' : who }, element('strong', { text: who }));
  const body = element('p', { text });
  item.append(body);
  $('talk').append(item);
  $('talkBox').scrollTop = $('talkBox').scrollHeight;
  return body;
}

async function show() {
  const { used, budget, records, told = 'empty' } = await agent.status();
  $('meter').value = budget === 0 ? 0 : Math.min(1, used / budget);
  say($('used'), budget === 0 ? told : `${figure(used)} of ${figure(budget)} tokens`);
  $('noRecords').hidden = records.length > 0;
  $('records').replaceChildren(
    ...records.map(({ firstMessage, lastMessage, tokens, replacedTokens, text }) =>
      element(
        'details',
        { class: 'foldedRecord' },
        element('summary', {
          text: `Messages ${firstMessage} to ${lastMessage}: ${figure(replacedTokens)} tokens became ${figure(tokens)}`,
        }),
        element('pre', { text, tabindex: 0 }),
      ),
    ),
  );
}

function busy(isBusy) {
  $('stop').disabled = !isBusy;
  for (const id of ['send', 'forMe', 'forget']) $(id).disabled = isBusy;
  $('rewind').disabled = isBusy || agent.rewind === undefined;
}

async function turn(text) {
  line({ who: 'user', text });
  const folds = [];
  let body;
  for await (const news of agent.say(text, stopping.signal)) {
    if (news.type === 'text') {
      body ??= line({ who: 'assistant', text: '' });
      body.textContent += news.text;
    } else if (news.type === 'tool') {
      line({ who: 'tool', text: news.text });
      body = undefined;
    } else if (news.type === 'fold') folds.push(news);
  }
  const told = folds.map(
    ({ tokensBefore, tokensAfter }) =>
      `It has folded: ${figure(tokensBefore)} tokens became ${figure(tokensAfter)}.`,
  );
  if (told.length > 0) line({ who: 'fold', text: told.join(' ') });
  await show();
  return folds.length;
}

async function during(work) {
  stopping = new AbortController();
  busy(true);
  try {
    await work();
    say($('state'), stopping.signal.aborted ? 'Stopped.' : 'Ready.');
  } catch (error) {
    const isStopped = stopping.signal.aborted;
    if (!isStopped) line({ who: 'fault', text: errorText(error), isFault: true });
    say($('state'), isStopped ? 'Stopped.' : 'That did not work.');
  } finally {
    busy(false);
    document.body.dataset.turns = String(Number(document.body.dataset.turns ?? 0) + 1);
  }
}

async function showAll() {
  $('talk').replaceChildren();
  for (const said of await agent.history()) line(said);
}

async function use(made) {
  agent = made;
  await showAll();
  await show();
  say($('state'), 'Ready.');
  busy(false);
  document.body.dataset.live = 'ready';
}

$('form').addEventListener('submit', (event) => {
  event.preventDefault();
  const text = $('say').value.trim();
  if (text === '') return;
  $('say').value = '';
  during(() => turn(text));
});

$('stop').addEventListener('click', () => stopping?.abort());

$('forMe').addEventListener('click', () =>
  during(async () => {
    for (let asked = 0; asked < mostForMe && !stopping.signal.aborted; asked += 1) {
      say($('state'), `Talking for you: ${plural(asked + 1, 'question')} …`);
      const topic = topics[Math.floor(asked / 2) % topics.length];
      const questions = [
        `Read src/${topic}.js.`,
        `Remember that ${topic} is reviewed on day ${asked + 3}.`,
      ];
      if ((await turn(questions[asked % 2])) > 0) return;
    }
  }),
);

$('rewind').addEventListener('click', () =>
  during(async () => {
    await agent.rewind();
    await showAll();
    await show();
  }),
);

$('forget').addEventListener('click', () =>
  during(async () => {
    await agent.forget();
    await showAll();
    await show();
  }),
);

$('endpoint').addEventListener('submit', async (event) => {
  event.preventDefault();
  const [kind, url, model, key] = ['kind', 'url', 'model', 'key'].map((id) => $(id).value.trim());
  const { origin } = new URL(url);
  const allowed = new URLSearchParams(location.search).get('allow');
  if (origin !== location.origin && origin !== allowed) {
    // A policy can't be widened while the page is open.
    const next = new URL(location.href);
    next.search = new URLSearchParams({ allow: origin, kind, url, model }).toString();
    location.href = next.href;
    return;
  }
  try {
    await use(
      kind === 'agent'
        ? createRemoteAgent({ url, token: key })
        : await createLocalAgent({ model: modelOf({ kind, url, model, key }) }),
    );
    say($('endpointState'), `${model || 'The agent'} at ${origin} answers.`);
  } catch (error) {
    say($('endpointState'), errorText(error));
  }
});

// It scrolls: the keyboard must get there.
$('talkBox').tabIndex = 0;

const given = new URLSearchParams(location.search);
for (const id of ['kind', 'url', 'model']) if (given.get(id)) $(id).value = given.get(id);
if (given.get('allow')) {
  say(
    $('endpointState'),
    `This page may reach ${given.get('allow')} now. Enter the key, and use it.`,
  );
}

use(await createLocalAgent({})).catch((error) => say($('state'), errorText(error)));
