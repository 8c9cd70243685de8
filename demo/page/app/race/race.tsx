/** Ways to keep a session in its window, raced over the open transcript. */

import { figuresOf, type LaneFigures, requestsOf } from '../../../engine/lane.ts';
import { costOf } from '../../../engine/price.ts';
import { isOpen, setup, timeline } from '../player.ts';
import { ModelChoice, prices } from '../prices.tsx';
import { figure, money, percent } from '../words.ts';
import { Plot } from './plot.tsx';
import { allowance, cancel, failure, isRacing, type Runner, race, runners } from './race.ts';
import { type Allowance, chosen, isCompacting, removeSet, sets, ways } from './ways.ts';
import './race.css';

export interface Result {
  runner: Runner;
  figures: LaneFigures | undefined;
  /** US dollars, where the model's prices are known. */
  cost: number | undefined;
}

function resultsOf(all: Runner[]): Result[] {
  // Every lane counts from the same step on.
  const from = all[0]?.lane?.firstFold;
  const price = prices();
  return all.map((runner) => ({
    runner,
    figures: runner.lane && figuresOf(runner.lane, from ?? runner.lane.steps.length),
    cost: runner.lane && price && costOf(requestsOf(runner.lane), price),
  }));
}

interface Row {
  id: string;
  title: string;
  meaning: string;
  of: (figures: LaneFigures, cost: number | undefined) => string;
  /** What `of` is a share of. */
  share?: (figures: LaneFigures) => string;
  isBad?: (figures: LaneFigures) => boolean;
}

const rows: Row[] = [
  {
    id: 'survives',
    title: 'What survives',
    meaning:
      'Of the paths, commands, numbers and other names that the agent used later, and that were last said more than ten messages before: those that the prompt still held. With recall, also those that one search brought: the agent asks with the words of its reply without these names, and the search is a request of its own. Counted from the first fold of way 1, for all ways alike.',
    of: ({ held, wanted }) => percent(held, wanted),
    share: ({ held, wanted }) => `${figure(held)} of ${figure(wanted)}`,
  },
  {
    id: 'cost',
    title: 'Cost',
    meaning:
      'All prompts and replies at list prices. Tokens that the prompt before began with as well cost what reading the cache costs, the rest what writing it costs (or input, where that is the same). Records are written by code and cost nothing.',
    of: (_, cost) => (cost === undefined ? '–' : money(cost)),
  },
  {
    id: 'over',
    title: 'Over the window',
    meaning:
      'Prompts larger than the window. A provider would refuse them; here they are played and priced all the same.',
    of: ({ over }) => figure(over),
    isBad: ({ over }) => over > 0,
  },
  {
    id: 'sent',
    title: 'Tokens sent',
    meaning: 'Tokens of all prompts, with the system prompt.',
    of: ({ sent }) => figure(sent),
  },
  {
    id: 'cached',
    title: 'From the cache',
    meaning: 'The share of these tokens that the prompt before began with as well.',
    of: ({ cached, sent }) => percent(cached, sent),
  },
  {
    id: 'largest',
    title: 'Largest prompt',
    meaning: 'Tokens of the largest prompt.',
    of: ({ largest }) => figure(largest),
  },
];

function Choice({ at }: { at: number }) {
  const own = chosen.value[at];
  const offered = ways.value.filter(
    (way) => way === own || (!chosen.value.includes(way) && (at > 0 || isCompacting(way))),
  );
  return (
    <label>
      <span>Way {at + 1}</span>
      <select
        value={own?.id ?? ''}
        disabled={isRacing.value}
        onChange={({ currentTarget: { value } }) => {
          const way = offered.find(({ id }) => id === value);
          chosen.value = chosen.value.toSpliced(at, 1, ...(way === undefined ? [] : [way]));
        }}
      >
        {at > 0 && <option value="">none</option>}
        {offered.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

function Options() {
  // A way that is not chosen leaves room for one.
  const slots = Math.min(4, chosen.value.length + 1);
  return (
    <form
      class="race-options"
      onSubmit={(event) => {
        event.preventDefault();
        if (isRacing.value) cancel();
        else race();
      }}
    >
      {Array.from({ length: slots }, (_, at) => (
        <Choice key={`${at} ${chosen.value[at]?.id}`} at={at} />
      ))}
      <label>
        <span>Tokens for ways that only cut</span>
        <select
          value={String(allowance.value)}
          disabled={isRacing.value}
          onChange={({ currentTarget: { value } }) => {
            allowance.value = (value === 'pace' ? value : Number(value)) as Allowance;
          }}
        >
          <option value="pace">as many as way 1, at each step</option>
          <option value="0.25">25 % of the window</option>
          <option value="0.5">50 % of the window</option>
          <option value="0.75">75 % of the window</option>
        </select>
      </label>
      <ModelChoice />
      <button type="submit" class="primary" disabled={!isOpen.value}>
        {isRacing.value ? 'Cancel' : 'Race'}
      </button>
    </form>
  );
}

function Sets() {
  return (
    <>
      <p class="quiet">
        Options of your own can race too, in the same window:{' '}
        <a href="#share">keep some for the race</a>.
      </p>
      {sets.value.length > 0 && (
        <ul class="race-sets" aria-label="Options kept for the race">
          {sets.value.map((set) => (
            <li key={set.id}>
              <span>{set.name}</span>
              <button
                type="button"
                aria-label={`Remove ${set.name}`}
                disabled={isRacing.value}
                onClick={() => removeSet(set)}
              >
                Remove
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Progress() {
  const total = timeline.value?.steps.length ?? 0;
  return (
    <ul class="race-progress numbers" aria-label="How far each way is">
      {runners.value.map(({ way, played, lane, failure }, at) => (
        <li key={way.id}>
          <span>
            {at + 1}. {way.name}
          </span>
          <progress
            aria-label={way.name}
            max={Math.max(1, lane?.steps.length ?? total)}
            value={played}
          />
          <span class="quiet">
            {failure !== undefined
              ? 'failed'
              : lane !== undefined
                ? 'done'
                : !isRacing.value
                  ? 'stopped'
                  : played === 0
                    ? 'waiting'
                    : figure(played)}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Figures({ results }: { results: Result[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section class="race-table" aria-label="Figures of each way" tabIndex={0}>
      <table class="numbers">
        <thead>
          <tr>
            <td />
            {results.map(({ runner }, at) => (
              <th key={runner.way.id} scope="col">
                {at + 1}. {runner.way.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, title, of, share, isBad }) => (
            <tr key={id} data-row={id}>
              <th scope="row" aria-describedby={`race-${id}`}>
                {title}
              </th>
              {results.map(({ runner, figures, cost }) => (
                <td
                  key={runner.way.id}
                  class={figures && isBad?.(figures) ? 'race-bad' : undefined}
                >
                  {figures === undefined ? '–' : of(figures, cost)}
                  {share && <span class="race-share">{figures ? share(figures) : ''}</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

export function Race() {
  const all = runners.value;
  const results = resultsOf(all);
  const first = all[0]?.lane;
  const failed = all.filter((one) => one.failure !== undefined);
  return (
    <section id="race" class="race">
      <h2>Race it against simpler ways</h2>
      <p>
        The same transcript, the same window of {figure(setup.value.window)} tokens, other ways to
        keep within it. A cheap way that forgets is no bargain, so cost is never shown without what
        survives.
      </p>
      <Options />
      <Sets />
      <p class="visually-hidden" role="status">
        {all.length > 0 && !isRacing.value
          ? `${all.filter(({ lane }) => lane).length} of ${all.length} ways played`
          : ''}
      </p>
      {failure.value !== undefined && (
        <p class="failure" role="alert">
          {failure.value}
        </p>
      )}
      {all.length > 0 && <Progress />}
      {failed.map(({ way, failure }) => (
        <p key={way.id} class="failure" role="alert">
          {way.name} could not be played: {failure}
        </p>
      ))}
      {first !== undefined && first.firstFold === undefined && (
        <p>
          Way 1 folded nothing: the whole session fits. A smaller window shows what survives a fold.
        </p>
      )}
      {all.length > 0 && (
        <div class="race-results">
          <Plot results={results} />
          <Figures results={results} />
        </div>
      )}
      <details>
        <summary>What the figures mean, and what they cannot know</summary>
        <dl>
          {rows.map(({ id, title, meaning }) => (
            <div key={id}>
              <dt>{title}</dt>
              <dd id={`race-${id}`}>{meaning}</dd>
            </div>
          ))}
        </dl>
        <p>
          The replies are those on record. An agent that had lost something would have answered
          otherwise, asked again or read a file again, and no figure here shows that. A name that a
          prompt still holds may stand there without what made it matter, and what is lost but named
          by nobody later is not counted. Ways that only cut keep the first messages and the newest
          reply even where these alone are more than they may send; pruneMessages is that of ai 7,
          keeps the calls of as many newest messages as fit, and never leaves out what was said.
          Used by itself, it cuts at each step, and costs more: the page on costs (js/docs/costs.md)
          has both. Presets write their records by code here, without a model. Caches are taken to
          be warm at every step.
        </p>
      </details>
    </section>
  );
}
