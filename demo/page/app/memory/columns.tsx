/** Three columns: what was said, what the model still has of it, what the next steps wanted. */

import { signal } from '@preact/signals';
import type { Thread } from '../../../engine/threads.ts';
import type { RecordText } from '../../../engine/timeline.ts';
import { timeline } from '../player.ts';
import { figure, plural, range, roles } from '../words.ts';
import { Excerpt, lineWith, sections } from './line.tsx';
import {
  at,
  era,
  fateOf,
  focus,
  follow,
  followThread,
  isFollowed,
  items,
  replyOf,
  threads,
  wantedAgain,
} from './state.ts';
import { Drawn, keyOf } from './threads.tsx';
import './columns.css';

/** Rows of a column; what is beyond them is counted. */
const mostSteps = 10;
const mostNames = 6;
const mostOrigins = 16;
const mostOpened = 200;

/** Gaps that the reader has opened, by their first message. */
const opened = signal<ReadonlySet<number>>(new Set());

const marks = { whole: 'as it was', shortened: 'shortened', folded: 'in a record' } as const;

function Said({ message }: { message: number }) {
  const facts = timeline.value?.messages[message - 1];
  if (facts === undefined) return null;
  const fate = fateOf.value(message);
  const again = wantedAgain.value.get(message) ?? [];
  const now = focus.value;
  const isChosen = now.kind === 'message' && now.message === message;
  return (
    <li>
      <button
        type="button"
        class={`said ${facts.role} ${fate}`}
        aria-pressed={isChosen}
        data-said={message}
        onClick={() => follow({ kind: 'message', step: at.value, message })}
      >
        <span class="number">{message}</span>
        <span class="label">
          <span class="visually-hidden">{roles[facts.role]}: </span>
          {facts.label}
        </span>
        <span class="fate">
          {fate in marks ? marks[fate as keyof typeof marks] : 'not shown'}
          {again.length > 0 && (
            <>
              <span aria-hidden="true"> ↩{again.length}</span>
              <span class="visually-hidden">, wanted again {plural(again.length, 'time')}</span>
            </>
          )}
        </span>
      </button>
    </li>
  );
}

function Gap({ first, last }: { first: number; last: number }) {
  const isOpen = opened.value.has(first);
  const toggle = () => {
    const next = new Set(opened.value);
    if (!next.delete(first)) next.add(first);
    opened.value = next;
  };
  const shown = Math.min(last, first + mostOpened - 1);
  return (
    <li>
      <button
        type="button"
        class="gap"
        aria-expanded={isOpen}
        data-gap={first}
        data-last={last}
        onClick={toggle}
      >
        {range(first, last)}: {plural(last - first + 1, 'message')}
      </button>
      {isOpen && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by keys as well
        <ol class="rows opened" tabIndex={0} aria-label={`Messages ${range(first, last)}`}>
          {Array.from({ length: shown - first + 1 }, (_, k) => (
            <Said key={first + k} message={first + k} />
          ))}
          {shown < last && <li class="quiet">and {figure(last - shown)} more</li>}
        </ol>
      )}
    </li>
  );
}

/** The messages that the drawn threads come from, and what lies between them as counts. */
function Happened({ drawn }: { drawn: readonly Thread[] }) {
  const seen = timeline.value?.steps[at.value]?.seen ?? 0;
  const now = focus.value;
  const first = drawn.filter(isFollowed).concat(drawn);
  const origins = [...new Set(first.map(({ reference }) => reference.from))].slice(0, mostOrigins);
  if (now.kind === 'message' && !origins.includes(now.message)) origins.push(now.message);
  origins.sort((a, b) => a - b);
  const rows = [];
  let next = 1;
  for (const message of origins) {
    if (message > next) rows.push(<Gap key={`g${next}`} first={next} last={message - 1} />);
    rows.push(<Said key={message} message={message} />);
    next = message + 1;
  }
  if (next <= seen) rows.push(<Gap key={`g${next}`} first={next} last={seen} />);
  return <ol class="rows">{rows}</ol>;
}

function Held({ thread, text }: { thread: Thread; text?: string | undefined }) {
  const { reference } = thread;
  const line = text === undefined ? undefined : lineWith(text, reference.text, reference.from);
  return (
    <li data-held={keyOf(thread)} class={isFollowed(thread) ? 'followed' : ''}>
      {line === undefined ? (
        <mark>{reference.text}</mark>
      ) : (
        <>
          <span class="quiet">{sections[line.section]}: </span>
          <Excerpt text={line.text} name={reference.text} />
        </>
      )}
    </li>
  );
}

function Record({ record, drawn }: { record: RecordText; drawn: readonly Thread[] }) {
  return (
    <div class="card record">
      <h4>
        Record of messages {range(record.first, record.last)}{' '}
        <span class="quiet numbers">
          {figure(record.tokens)} tokens for {figure(record.replaced)}
        </span>
      </h4>
      <ul>
        {drawn.map((thread) => (
          <Held key={keyOf(thread)} thread={thread} text={record.text} />
        ))}
      </ul>
      {drawn.length === 0 && <p class="quiet">None of these steps needed it.</p>}
    </div>
  );
}

function Left({ drawn }: { drawn: readonly Thread[] }) {
  const records = new Map(timeline.value?.records.map((record) => [record.id, record]));
  const standing = items.value.flatMap((item) => (item.kind === 'record' ? [item.record] : []));
  const by = Map.groupBy(drawn, ({ reference: { held, through } }) =>
    !held ? 'gone' : typeof through === 'string' ? through : 'messages',
  );
  const whole = items.value.filter(({ kind }) => kind === 'message').length;
  const gone = by.get('gone') ?? [];
  return (
    <>
      {gone.length > 0 && (
        <div class="card gone">
          <h4>
            <span aria-hidden="true">✕</span> Nowhere any more
          </h4>
          <ul>
            {gone.map((thread) => (
              <Held key={keyOf(thread)} thread={thread} />
            ))}
          </ul>
        </div>
      )}
      {standing.map((id) => {
        const record = records.get(id);
        return record && <Record key={id} record={record} drawn={by.get(id) ?? []} />;
      })}
      <div class="card messages">
        <h4>
          Still word for word <span class="quiet numbers">{plural(whole, 'message')}</span>
        </h4>
        <ul>
          {(by.get('messages') ?? []).map((thread) => (
            <Held key={keyOf(thread)} thread={thread} />
          ))}
        </ul>
      </div>
    </>
  );
}

function Wanted({ index, drawn }: { index: number; drawn: readonly Thread[] }) {
  const all = timeline.value;
  const label = all?.messages[replyOf(index) - 1]?.label ?? '';
  const more = (all?.steps[index]?.wanted.length ?? 0) - drawn.length;
  const now = focus.value;
  return (
    <li class={`wanted ${index === at.value ? 'shown' : ''}`}>
      <button
        type="button"
        class="step"
        aria-pressed={now.kind === 'step' && now.step === index}
        onClick={() => follow({ kind: 'step', step: index })}
      >
        <span class="number">{index + 1}</span>
        <span class="label">{label}</span>
      </button>
      <ul>
        {drawn.map((thread) => {
          const { text, held } = thread.reference;
          return (
            <li key={text}>
              <button
                type="button"
                class={`name ${held ? 'held' : 'broken'}`}
                aria-pressed={isFollowed(thread)}
                data-wanted={keyOf(thread)}
                onClick={() => followThread(thread)}
              >
                <span aria-hidden="true">{held ? '✓' : '✕'}</span>
                <span class="visually-hidden">{held ? 'kept: ' : 'lost: '}</span> {text}
              </button>
            </li>
          );
        })}
        {more > 0 && <li class="quiet">and {more} more</li>}
      </ul>
    </li>
  );
}

/** Steps of the era that look back, at most `mostSteps` around the one that is shown. */
function stepsShown() {
  const { from, until } = era.value;
  const steps = timeline.value?.steps ?? [];
  const all: number[] = [];
  for (let k = from; k < until; k += 1) if (steps[k]?.wanted.length || k === at.value) all.push(k);
  const here = all.indexOf(at.value);
  const start = Math.max(0, Math.min(here - (mostSteps >> 1), all.length - mostSteps));
  return { all, start, shown: all.slice(start, start + mostSteps) };
}

export function Columns() {
  const { all, start, shown } = stepsShown();
  const inStep = new Map(
    shown.map((index) => {
      const own = threads.value.filter(({ step }) => step === index);
      return [index, own.filter(isFollowed).concat(own.filter((one) => !isFollowed(one)))];
    }),
  );
  for (const [index, own] of inStep) inStep.set(index, own.slice(0, mostNames));
  const drawn = [...inStep.values()].flat();
  const { until } = era.value;
  const isLast = until >= (timeline.value?.steps.length ?? 0);
  const rest = all.length - start - shown.length;
  const beyond = (index: number | undefined, label: string) =>
    index !== undefined && (
      <li>
        <button type="button" class="gap" onClick={() => follow({ kind: 'step', step: index })}>
          {label}
        </button>
      </li>
    );
  return (
    <div class="threads">
      <Drawn drawn={drawn} />
      <div class="column">
        <h3>What happened</h3>
        <Happened drawn={drawn} />
      </div>
      <div class="column">
        <h3>What the model still has</h3>
        <Left drawn={drawn} />
      </div>
      <div class="column">
        <h3>What the agent wanted next</h3>
        <ol class="rows">
          {start > 0 && beyond(all[start - 1], `${plural(start, 'step')} before`)}
          {shown.map((index) => (
            <Wanted key={index} index={index} drawn={inStep.get(index) ?? []} />
          ))}
          {rest > 0 && beyond(all[start + shown.length], `${plural(rest, 'more step')}`)}
          {!isLast && beyond(until, `The next fold comes before step ${until + 1}`)}
        </ol>
      </div>
    </div>
  );
}
