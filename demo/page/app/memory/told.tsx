/** The chosen threads in words. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Thread } from '../../../engine/threads.ts';
import { theEngine, timeline } from '../player.ts';
import { figure, plural, range, roles } from '../words.ts';
import { Line, lineWith } from './line.tsx';
import { fateOf, focus, followed, followThread, items, replyOf } from './state.ts';
import { keyOf } from './threads.tsx';
import './told.css';

/** Threads that are told; a message that everything names would fill the page. */
const mostTold = 6;

function Where({ thread }: { thread: Thread }) {
  const { reference } = thread;
  const { text, through, held, from } = reference;
  if (!held) {
    return (
      <>
        Nothing that the model could read had it any more. It had to look again, or go without it.
      </>
    );
  }
  if (through === from) return <>That message was still in front of the model, word for word.</>;
  const record = timeline.value?.records.find(({ id }) => id === through);
  if (record === undefined) {
    return typeof through === 'number' ? (
      <>That message was gone, but message {through} says it, too.</>
    ) : (
      <>That message was gone, but another one says it, too.</>
    );
  }
  const line = lineWith(record.text, text, from);
  return (
    <>
      By then messages {range(record.first, record.last)} had given way to a record of{' '}
      {figure(record.tokens)} tokens ({figure(record.replaced)} before). The record has it
      {line === undefined ? '.' : ': '}
      {line !== undefined && <Line line={line} name={text} />}
    </>
  );
}

interface Quote {
  before: string;
  text: string;
  after: string;
}

/** How a message said it. The engine's thread has the messages. */
function Said({ message, text }: { message: number; text: string }) {
  /** Null where the message says it in other words, undefined before that is known. */
  const said = useSignal<Quote | null | undefined>(undefined);
  useEffect(() => {
    let isCurrent = true;
    theEngine()
      .quote(message, text)
      .then((found) => {
        if (isCurrent) said.value = found ?? null;
      })
      // Without it the thread is told all the same.
      .catch(() => {
        if (isCurrent) said.value = null;
      });
    return () => {
      isCurrent = false;
    };
  }, [message, text, said]);
  if (said.value === null) return null;
  const { before, text: name, after } = said.value ?? {};
  return (
    <blockquote dir="auto">
      {name !== undefined && (
        <>
          … {before}
          <mark>{name}</mark>
          {after} …
        </>
      )}
    </blockquote>
  );
}

function ToldThread({ thread }: { thread: Thread }) {
  const all = timeline.value;
  const { step, reference } = thread;
  const { text, from, held } = reference;
  const seen = all?.steps[step]?.seen ?? 0;
  return (
    <li data-told={keyOf(thread)}>
      <button
        type="button"
        class={`name ${held ? 'held' : 'broken'}`}
        onClick={() => followThread(thread)}
      >
        <span aria-hidden="true">{held ? '✓' : '✕'}</span> {text}
      </button>{' '}
      <div>
        {held ? 'Kept. ' : 'Lost. '}
        Step {step + 1} wanted it. It had been seen last in message {from} (
        {roles[all?.messages[from - 1]?.role ?? 'tool']}), {plural(seen + 1 - from, 'message')}{' '}
        before:
        <Said message={from} text={text} />
        <Where thread={thread} />
      </div>
    </li>
  );
}

const fates = {
  whole: 'It is still in front of the model, word for word.',
  shortened: 'The model still sees a part of it.',
  folded: 'A record stands in its place.',
  gone: 'It is no longer shown to the model.',
  later: 'It comes after this step.',
};

export function Told() {
  const now = focus.value;
  const all = timeline.value;
  if (all === undefined) return null;
  const list = followed.value;
  const { seen = 0, wanted = [] } = all.steps[now.step] ?? {};
  return (
    <div class="told" aria-live="polite">
      <p>
        {now.kind === 'message' ? (
          <>
            Message {now.message} ({roles[all.messages[now.message - 1]?.role ?? 'tool']}):{' '}
            {fates[fateOf.value(now.message)]}{' '}
            {list.length === 0
              ? 'No later step came back to it.'
              : `Later steps came back to it ${plural(list.length, 'time')}, and ${plural(
                  list.filter(({ reference }) => reference.held).length,
                  'time',
                )} what they wanted was still there.`}
          </>
        ) : (
          <>
            Step {now.step + 1} follows {plural(seen, 'message')} and shows the model{' '}
            {plural(items.value.length, 'block')} of them. Its reply (message {replyOf(now.step)})
            {wanted.length === 0
              ? ' names nothing from long before.'
              : ` names ${plural(wanted.length, 'thing')} from long before.`}
          </>
        )}
      </p>
      <ul>
        {list.slice(0, mostTold).map((thread) => (
          <ToldThread key={`${thread.step} ${thread.reference.text}`} thread={thread} />
        ))}
      </ul>
      {list.length > mostTold && <p class="quiet">and {list.length - mostTold} more.</p>}
    </div>
  );
}
