/**
 * The race: who runs, in workers of their own, and how they came in. Decides how many run at once;
 * figures are the worker's, prices those that are chosen.
 */

import { computed, effect, signal, untracked } from '@preact/signals';
import { render } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { onWidth } from './chart.js';
import { scrolls } from './dom.js';
import { watchColours } from './palette.js';
import { drawPlot } from './plot.js';
import { money } from './prices.js';
import { film, ownOptions, presets, prices } from './store.js';
import { figure } from './text.js';
import { asker } from './worker/ports.js';

const mostPolicies = 4;
const entrants = [
  { name: 'nothing', kind: 'nothing' },
  { name: 'pruneMessages, last 10', kind: 'prune', keep: 10 },
  { name: 'epitome', kind: 'epitome', options: {} },
  ...presets.map((preset) => ({ name: preset, kind: 'epitome', options: { preset } })),
  { name: 'own options', kind: 'epitome', isOwn: true },
];

const chosen = signal(
  new Set(['nothing', 'pruneMessages, last 10', 'epitome', 'tiered', 'rolling']),
);
const results = signal([]);
const status = signal('\u00a0');
const isRunning = signal(false);

const isFull = computed(
  () =>
    entrants.filter(({ name, kind }) => kind === 'epitome' && chosen.value.has(name)).length >=
    mostPolicies,
);

const percent = (share) => `${(100 * share).toFixed(1)} %`;

function costOf({ sent, cached, output }) {
  const { cacheRead, cacheWrite, output: written } = prices.value;
  return (cached * cacheRead + (sent - cached) * cacheWrite + output * written) / 1e6;
}

const rows = computed(() =>
  results.value.map(({ name, figures }) => {
    const { held, total } = figures.survives;
    const share = total === 0 ? 1 : held / total;
    return { name, figures, share, cost: costOf(figures), over: figures.overWindow > 0 };
  }),
);

/** The races that were begun: what comes in of an older one is not looked at. */
let newest = 0;
let running = [];

function stop() {
  newest += 1;
  for (const worker of running) worker.terminate();
  running = [];
  isRunning.value = false;
}

/** One entrant in a worker of its own; the transcript goes there past the page. */
async function run(entrant, { ask, onProgress }) {
  const worker = new Worker(new URL('./worker/race.js', import.meta.url), { type: 'module' });
  running.push(worker);
  const question = asker(worker, ({ done }) => onProgress(done));
  const { port1, port2 } = new MessageChannel();
  const given = { windowTokens: film.value.info.windowTokens, entrant };
  try {
    const [figures] = await Promise.all([
      question('run', given, [port2]),
      ask('share', {}, [port1]),
    ]);
    return figures;
  } finally {
    worker.terminate();
    running = running.filter((each) => each !== worker);
  }
}

function starters() {
  return entrants
    .filter(({ name }) => chosen.value.has(name))
    .map(({ isOwn, ...entrant }) =>
      isOwn ? { ...entrant, options: JSON.parse(ownOptions.value) } : entrant,
    );
}

async function start(ask) {
  let waiting;
  try {
    waiting = starters();
  } catch (error) {
    status.value = `The options are not JSON: ${error.message}`;
    return;
  }
  stop();
  const own = newest;
  const order = waiting.map(({ name }) => name);
  const shares = new Map(order.map((name) => [name, 0]));
  const failures = [];
  results.value = [];
  isRunning.value = true;
  delete document.body.dataset.raced;
  function tell(name, done) {
    if (own !== newest) return;
    shares.set(name, done);
    const sum = [...shares.values()].reduce((all, share) => all + share, 0);
    status.value = `${percent(sum / shares.size)} done …`;
  }
  async function lane() {
    for (let entrant = waiting.shift(); entrant; entrant = waiting.shift()) {
      const { name } = entrant;
      tell(name, 0);
      try {
        const figures = await run(entrant, { ask, onProgress: (done) => tell(name, done) });
        if (own !== newest) return;
        results.value = [...results.value, { name, figures }].sort(
          (a, b) => order.indexOf(a.name) - order.indexOf(b.name),
        );
      } catch (error) {
        if (own !== newest) return;
        failures.push(`${name}: ${error.message}`);
      }
      tell(name, 1);
    }
  }
  const lanes = Math.max(1, Math.min(3, (navigator.hardwareConcurrency ?? 2) - 1));
  await Promise.all(Array.from({ length: lanes }, lane));
  if (own !== newest) return;
  const every = results.value[0]?.figures.every ?? 1;
  const looked = every > 1 ? ` Survival was looked at in every ${figure(every)}th step.` : '';
  status.value = [`All have come in.${looked}`, ...failures].join(' ');
  isRunning.value = false;
  document.body.dataset.raced = 'true';
}

function Entrants() {
  const choose = (name, isChosen) => {
    const next = new Set(chosen.value);
    if (isChosen) next.add(name);
    else next.delete(name);
    chosen.value = next;
  };
  return (
    <fieldset class="entrants" id="entrants">
      <legend>Who runs</legend>
      {entrants.map(({ name, kind }) => {
        const isChosen = chosen.value.has(name);
        return (
          <label key={name}>
            <input
              type="checkbox"
              checked={isChosen}
              disabled={!isChosen && kind === 'epitome' && isFull.value}
              onChange={({ currentTarget }) => choose(name, currentTarget.checked)}
            />
            {name}
          </label>
        );
      })}
    </fieldset>
  );
}

function Plot() {
  const box = useRef();
  const shown = rows.value;
  useEffect(() => drawPlot(box.current, shown), [shown]);
  useEffect(() => {
    const draw = () => drawPlot(box.current, rows.value);
    onWidth(box.current, draw);
    watchColours(draw);
  }, []);
  return (
    <div
      class="chart plot"
      id="racePlot"
      role="img"
      aria-label="Cost against survival, as the table below says"
      ref={box}
    />
  );
}

const columns = [
  ['survives', ({ share }) => percent(share)],
  ['cost', ({ cost }) => money(cost)],
  [
    'steps over the window',
    ({ figures }) => `${figure(figures.overWindow)} of ${figure(figures.steps)}`,
    ({ over }) => (over ? 'over' : undefined),
  ],
  ['largest prompt', ({ figures }) => figure(figures.largest)],
  ['from the cache', ({ figures: { cached, sent } }) => percent(sent === 0 ? 0 : cached / sent)],
  ['rewrites', ({ figures }) => figure(figures.rewrites)],
];

function Table() {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">entrant</th>
          {columns.map(([name]) => (
            <th scope="col" key={name}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody id="raceTable">
        {rows.value.map((row) => (
          <tr key={row.name}>
            <th scope="row">{row.name}</th>
            {columns.map(([name, text, classOf]) => (
              <td key={name} class={classOf?.(row)}>
                {text(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Race({ ask }) {
  return (
    <>
      <Entrants />
      <label class="options" for="raceOptions">
        Options of your own, as JSON <span class="caption">for the entrant “own options”</span>
      </label>
      <input
        type="text"
        id="raceOptions"
        spellcheck={false}
        value={ownOptions}
        onInput={({ currentTarget }) => {
          ownOptions.value = currentTarget.value;
        }}
      />
      <div class="controls">
        <button type="button" class="primary" id="startRace" onClick={() => start(ask)}>
          Start the race
        </button>
        <button
          type="button"
          id="stopRace"
          disabled={!isRunning.value}
          onClick={() => {
            stop();
            status.value = 'Stopped.';
          }}
        >
          Stop
        </button>
      </div>
      <p class="happening" id="raceStatus" role="status">
        {status}
      </p>
      <figure>
        <figcaption>
          Cost against survival: the upper left is best. A hollow mark sent prompts over the window,
          which a provider refuses.
        </figcaption>
        <Plot />
      </figure>
      <section class="tableBox" aria-label="How each entrant came in" {...scrolls}>
        <Table />
      </section>
    </>
  );
}

export function mount(target, { ask }) {
  effect(() => {
    // Of another session or window: what came in was another race.
    film.value;
    untracked(stop);
    results.value = [];
    status.value = '\u00a0';
  });
  render(<Race ask={ask} />, target);
}
