/** The page's one state, and what a reader can do: send, stop, forget, choose who answers. */

import { batch, signal } from '@preact/signals';
import type { CompactorEvent, Recalled } from 'epitome';
import { told } from './events.ts';
import { projectFiles } from './files.ts';
import {
  becomeOwner,
  drop,
  type Kept,
  load,
  loadSettings,
  type Place,
  save,
  saveSettings,
} from './kept.ts';
import type { ChatMessage, Shown, Who } from './who.ts';

/** Lines of what happened that are kept. */
const mostEvents = 30;

export const stage = signal<'opening' | 'elsewhere' | 'ready' | 'running'>('opening');
export const who = signal<Who>({ kind: 'script', url: '', model: '' });
export const window = signal(8_000);
/** In memory only. */
export const key = signal('');
export const messages = signal<ChatMessage[]>([]);
export const shown = signal<Shown | undefined>(undefined);
export const events = signal<string[]>([]);
export const failure = signal<string | undefined>(undefined);
export const draft = signal('');
/** What a search by hand found among the messages that the model is shown no more. */
export const found = signal<{ query: string; hits: Recalled[] } | undefined>(undefined);

const fresh = (): Kept => ({
  messages: [],
  workspace: { files: { ...projectFiles }, notes: {} },
  events: [],
  id: crypto.randomUUID(),
});
/** As of the last turn. */
let kept = fresh();
let controller: AbortController | undefined;

const placeOf = ({ kind }: Who): Place => (kind === 'server' ? 'server' : 'tab');

const words = (error: unknown) => (error instanceof Error ? error.message : String(error));

async function show(place: Place): Promise<void> {
  kept = (await load(place)) ?? fresh();
  batch(() => {
    messages.value = kept.messages;
    shown.value = kept.shown;
    events.value = kept.events;
    failure.value = undefined;
    found.value = undefined;
  });
}

export async function open(): Promise<void> {
  try {
    await becomeOwner(() => {
      stage.value = 'elsewhere';
    });
    const settings = await loadSettings();
    if (settings !== undefined) {
      who.value = settings.who;
      window.value = settings.window;
    }
    await show(placeOf(who.value));
  } catch (error) {
    failure.value = `This browser keeps nothing for this page, so a reload begins anew. It says: ${words(error)}`;
  }
  stage.value = 'ready';
}

/** Takes settings over. Another place has a conversation of its own. */
export async function choose(change: Partial<Who>, tokens = window.value): Promise<void> {
  const before = placeOf(who.value);
  // A key is for one endpoint.
  if (change.kind !== undefined) key.value = '';
  who.value = { ...who.value, ...change, ...(change.kind !== undefined && { url: '', model: '' }) };
  window.value = tokens;
  try {
    await saveSettings({ who: who.value, window: tokens });
    if (placeOf(who.value) !== before) await show(placeOf(who.value));
  } catch (error) {
    failure.value = words(error);
  }
}

function tell(event: CompactorEvent): void {
  const line = told(event);
  if (line !== undefined) events.value = [...events.value, line].slice(-mostEvents);
}

/** What has to be there before anything of the agent is loaded. */
async function loadFirst(): Promise<void> {
  // Before anything makes a schema: the page's policy allows no code from text.
  await import('./no-eval.ts');
  // First the library, then what is built on it: two short tasks instead of a long one.
  await import('./reading.ts');
}

/** The stream of an answer, and what ends the turn: it gives the session's state, where that is ours. */
async function begin(asked: ChatMessage[], workspace: Kept['workspace'], signal: AbortSignal) {
  await loadFirst();
  if (who.value.kind === 'server') {
    const { ask } = await import('./remote.ts');
    const remote = { url: who.value.url, id: kept.id, token: key.value };
    return { stream: await ask(remote, asked, signal), end: () => undefined };
  }
  const { answer } = await import('./agent.ts');
  return answer({
    messages: asked,
    workspace,
    who: who.value,
    key: key.value,
    window: window.value,
    state: kept.state,
    signal,
    onEvent: tell,
    onRequest(request) {
      shown.value = request;
    },
  });
}

export async function send(text: string): Promise<void> {
  if (stage.value !== 'ready' || text.trim() === '') return;
  const before = messages.value;
  const asked: ChatMessage[] = [
    ...before,
    { id: crypto.randomUUID(), role: 'user', parts: [{ type: 'text', text }] },
  ];
  const workspace = structuredClone(kept.workspace);
  const id = crypto.randomUUID();
  let reply: ChatMessage | undefined;
  let end: (() => string | undefined) | undefined;
  controller = new AbortController();
  const { signal } = controller;
  batch(() => {
    stage.value = 'running';
    failure.value = undefined;
    messages.value = asked;
    draft.value = '';
  });
  try {
    const turn = await begin(asked, workspace, signal);
    end = turn.end;
    const { readUIMessageStream } = await import('./reading.ts');
    const told = turn.stream.pipeThrough(
      new TransformStream({
        transform(chunk, sink) {
          if (chunk.type === 'data-epitome') tell(chunk.data as CompactorEvent);
          sink.enqueue(chunk);
        },
      }),
    );
    const updates = readUIMessageStream<ChatMessage>({
      stream: told,
      onError(error) {
        if (!signal.aborted) failure.value = words(error);
      },
    });
    for await (const update of updates) {
      reply = { ...update, id };
      messages.value = [...asked, reply];
    }
  } catch (error) {
    if (!signal.aborted) {
      const { inWords } = await import('./reading.ts');
      failure.value = inWords(error, key.value);
    }
  }
  await finish({ text, before, reply, workspace, state: end?.() });
}

interface Ended {
  text: string;
  before: ChatMessage[];
  reply: ChatMessage | undefined;
  workspace: Kept['workspace'];
  state: string | undefined;
}

/** Keeps the turn. One without an answer is taken back, and its text can be sent again. */
async function finish({ text, before, reply, workspace, state }: Ended): Promise<void> {
  const isAnswered = reply?.parts.some(({ type }) => !/^(step-start|data-)/.test(type)) === true;
  if (!isAnswered) {
    messages.value = before;
    draft.value = text;
  }
  kept = {
    ...kept,
    messages: messages.value,
    state: state ?? kept.state,
    workspace,
    shown: shown.value,
    events: events.value,
  };
  try {
    if (isAnswered) await save(placeOf(who.value), kept);
  } catch (error) {
    failure.value = `This turn could not be kept in this browser: ${words(error)}`;
  }
  stage.value = 'ready';
}

/** Searches what was folded up to the last turn. */
export async function recall(query: string): Promise<void> {
  if (query.trim() === '') return;
  const past = kept;
  try {
    await loadFirst();
    const { recall } = await import('./session.ts');
    const { messages, workspace, state } = past;
    const hits = await recall({ messages, workspace, state, window: window.value }, query);
    // Of a conversation that was forgotten meanwhile nothing is shown.
    if (kept.id === past.id) found.value = { query, hits };
  } catch (error) {
    failure.value = words(error);
  }
}

export function stop(): void {
  controller?.abort();
}

export async function forget(): Promise<void> {
  const { id } = kept;
  const isRemote = who.value.kind === 'server' && messages.value.length > 0;
  failure.value = undefined;
  try {
    await drop(placeOf(who.value));
    await show(placeOf(who.value));
    if (isRemote) {
      const remote = await import('./remote.ts');
      await remote.forget({ url: who.value.url, id, token: key.value });
    }
  } catch (error) {
    const { inWords } = await import('./reading.ts');
    failure.value = `It is forgotten here, but not on the server. ${inWords(error, key.value)}`;
  }
}
