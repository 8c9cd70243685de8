/** The conversation, and where one writes. */

import { useEffect, useMemo, useRef } from 'preact/hooks';
import { figure, percent } from '../words.ts';
import { draft, failure, forget, messages, send, stage, stop } from './state.ts';
import type { ChatMessage } from './who.ts';

const suggestions = [
  'Read every file of the project and take notes',
  'Which port does the server use?',
  'Who is on call?',
  'Change the port to 8080',
  'What did I ask you first?',
  'What is (4173 + 19) * 3?',
];

/** Pixels from the end within which the conversation stays at its end. */
const nearEnd = 80;

interface ToolPart {
  type: string;
  toolName?: string;
  state: string;
  input?: unknown;
  output?: unknown;
  errorText?: string;
}

const asText = (value: unknown) =>
  typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');

function ToolCall({ part }: { part: ToolPart }) {
  const name = (part.toolName ?? part.type.slice('tool-'.length)).replaceAll('_', ' ');
  const about = Object.values(Object(part.input))[0];
  const isDone = part.state.startsWith('output');
  const result = part.errorText ?? (isDone ? asText(part.output) : '');
  return (
    <details class="call">
      <summary>
        <b>{name}</b> {typeof about === 'string' && <code>{about.slice(0, 80)}</code>}{' '}
        <span class="quiet">
          {part.errorText !== undefined
            ? 'failed'
            : isDone
              ? `${figure(result.length)} characters`
              : 'runs'}
        </span>
      </summary>
      <h3>Asked for</h3>
      <pre>{asText(part.input)}</pre>
      <h3>Came back</h3>
      <pre>{result}</pre>
    </details>
  );
}

function Message({ message }: { message: ChatMessage }) {
  // A message that did not change is not drawn again.
  return useMemo(
    () => (
      <article class={`message of-${message.role}`}>
        <h2 class="visually-hidden">{message.role === 'user' ? 'You' : 'Agent'}</h2>
        {message.parts.map((part, index) => {
          if (part.type === 'text') return <p key={index}>{part.text}</p>;
          if (part.type === 'reasoning') {
            return (
              <p key={index} class="quiet">
                {part.text}
              </p>
            );
          }
          if (part.type === 'dynamic-tool' || part.type.startsWith('tool-')) {
            return <ToolCall key={index} part={part as ToolPart} />;
          }
          return null;
        })}
      </article>
    ),
    [message],
  );
}

function doing({ parts }: ChatMessage): string {
  const part = parts.findLast(({ type }) => type === 'data-compaction');
  return part?.type === 'data-compaction' && part.data.state === 'begun'
    ? `Older messages are summarized: ${percent(part.data.fraction, 1)} …`
    : 'The agent works …';
}

export function Chat() {
  const log = useRef<HTMLDivElement>(null);
  const wasAtEnd = useRef(true);
  const all = messages.value;
  const last = all.at(-1);
  const isRunning = stage.value === 'running';
  const isReady = stage.value === 'ready';
  useEffect(() => {
    if (log.current !== null && wasAtEnd.current) log.current.scrollTop = log.current.scrollHeight;
  }, [all]);

  return (
    <section class="chat" aria-label="Conversation">
      <div
        ref={log}
        class="log"
        role="log"
        aria-live="polite"
        aria-busy={isRunning}
        aria-label="Messages"
        // It scrolls, so it has to be reached by keyboard.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
        tabIndex={0}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          wasAtEnd.current = scrollHeight - scrollTop - clientHeight < nearEnd;
        }}
      >
        {all.length === 0 && (
          <p class="quiet">Nothing has been said. Begin with the first of these.</p>
        )}
        {all.map((message) => (
          <Message key={message.id} message={message} />
        ))}
      </div>
      <p class="state" role="status">
        {isRunning && last !== undefined ? doing(last) : ''}
      </p>
      {failure.value !== undefined && (
        <p class="failure" role="alert">
          {failure.value}
        </p>
      )}
      <ul class="suggestions" aria-label="Things to ask">
        {suggestions.map((text) => (
          <li key={text}>
            <button type="button" disabled={!isReady} onClick={() => send(text)}>
              {text}
            </button>
          </li>
        ))}
      </ul>
      <form
        class="composer"
        onSubmit={(event) => {
          event.preventDefault();
          send(draft.value);
        }}
      >
        <label>
          <span class="visually-hidden">Your message</span>
          <textarea
            rows={2}
            placeholder="Write to the agent"
            value={draft.value}
            onInput={({ currentTarget }) => {
              draft.value = currentTarget.value;
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
              event.preventDefault();
              send(draft.value);
            }}
          />
        </label>
        <div class="buttons">
          {isRunning ? (
            <button type="button" onClick={stop}>
              Stop
            </button>
          ) : (
            <button class="primary" type="submit" disabled={!isReady}>
              Send
            </button>
          )}
          <button type="button" disabled={!isReady || all.length === 0} onClick={() => forget()}>
            Forget all
          </button>
        </div>
      </form>
    </section>
  );
}
