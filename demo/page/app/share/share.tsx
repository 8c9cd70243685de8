/** Options to play with, the code that sets them, their address, and a card with the figures of the session. */

import { effect, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Kept } from '../../../engine/kept.ts';
import { askKept } from '../../../engine/kept-asked.ts';
import { isOpen, isPlayed, setup, summary, theEngine, timeline } from '../player.ts';
import { ways } from '../race/ways.ts';
import { type Palette, palette } from '../stage/palette.ts';
import { type Drawing, draw, pngOf, svgOf, textOf } from './card.ts';
import { codeOf, defaults, format, presetNames, type Shared, sharedOf } from './options.ts';
import { addressOf, apply, keep, kept, problems } from './state.ts';
import './share.css';

function Copy({ text, children }: { text: string; children: string }) {
  const told = useSignal(children);
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      told.value = 'Copied';
    } catch {
      told.value = 'Select it and copy';
    }
    setTimeout(() => {
      told.value = children;
    }, 2000);
  }
  return (
    <button type="button" onClick={copy}>
      <span aria-live="polite">{told.value}</span>
    </button>
  );
}

function Field({
  name,
  label,
  hint,
  value,
}: {
  name: keyof Shared;
  label: string;
  hint: string;
  value: number | undefined;
}) {
  return (
    <label>
      <span>{label}</span>
      <input
        name={name}
        inputMode="decimal"
        autocomplete="off"
        value={value ?? ''}
        aria-describedby={`${name}-hint`}
      />
      <small id={`${name}-hint`} class="quiet">
        {hint}
      </small>
    </label>
  );
}

const others = presetNames.filter((name) => name !== 'epitome');

function Options({ shared }: { shared: Shared }) {
  const { preset } = shared;
  const whenEmpty = (own: string | number) =>
    `${preset === undefined || preset === 'epitome' ? own : "the preset's"} when empty`;
  return (
    <form
      class="options"
      onSubmit={(event) => {
        event.preventDefault();
        const fields = [...new FormData(event.currentTarget)].map(([name, value]) => [
          name,
          `${value}`,
        ]);
        const text = `${new URLSearchParams(fields)}`;
        if (event.submitter?.id === 'keep') keep(text);
        else void apply(text);
      }}
    >
      <Field name="window" label="Model's window" hint="in tokens" value={shared.window} />
      <label>
        <span>Preset</span>
        <select
          name="preset"
          value={others.find((name) => name === shared.preset) ?? ''}
          aria-describedby="preset-hint"
        >
          <option value="">epitome, the default</option>
          {others.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
        <small id="preset-hint" class="quiet">
          a known tool's way of folding
        </small>
      </label>
      <Field
        name="trigger"
        label="Fold when this full"
        hint={`a share, or tokens; ${whenEmpty(defaults.trigger)}`}
        value={shared.trigger}
      />
      <Field
        name="target"
        label="Then fold down to"
        hint={`a share, or tokens; ${whenEmpty(defaults.target)}`}
        value={shared.target}
      />
      <Field
        name="keepRecent"
        label="Newest messages kept"
        hint={`messages; ${whenEmpty('a fifth of the tokens')}`}
        value={shared.keepRecent}
      />
      <button type="submit" class="primary">
        Play with these
      </button>
      <button type="submit" id="keep">
        Keep for the race
      </button>
    </form>
  );
}

/** A component of its own: what it says leaves the fields as the reader filled them. */
function Told() {
  // It may have been taken out of the race since.
  const way = ways.value.find((one) => one === kept.value);
  return (
    <div class="problems" aria-live="polite">
      {problems.value.map((problem) => (
        <p key={problem} class="failure">
          {problem}
        </p>
      ))}
      {way !== undefined && (
        <p>
          The race can choose: {way.name}. <a href="#race">Go to the race</a>
        </p>
      )}
    </div>
  );
}

function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

function Picture({ drawing, colours }: { drawing: Drawing; colours: Palette }) {
  const { width, height, shapes } = drawing;
  return (
    <svg
      class="card"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label="The card. Its text follows."
    >
      <rect width={width} height={height} fill={colours.ground} />
      {shapes.map((shape, at) =>
        shape.kind === 'box' ? (
          <rect
            key={at}
            x={shape.x}
            y={shape.y}
            width={shape.width}
            height={shape.height}
            fill={colours[shape.colour]}
          />
        ) : (
          <text
            key={at}
            x={shape.x}
            y={shape.y}
            font-size={shape.size}
            font-weight={shape.isBold ? 650 : 400}
            text-anchor={shape.isRight ? 'end' : 'start'}
            fill={colours[shape.colour]}
          >
            {shape.text}
          </text>
        ),
      )}
    </svg>
  );
}

/** What the records hold, once the session is played to its end. */
function useKept() {
  const kept = useSignal<Kept | undefined>(undefined);
  useEffect(
    () =>
      effect(() => {
        const all = timeline.value;
        kept.value = undefined;
        if (all === undefined || !isPlayed.value || !isOpen.value) return;
        theEngine()
          .kept(askKept(all.steps, all.records))
          .then(
            (answer) => {
              if (timeline.peek() === all) kept.value = answer;
            },
            // There are no figures of a transcript that is no longer open.
            () => undefined,
          );
      }),
    [kept],
  );
  return kept;
}

function Card() {
  const kept = useKept();
  const now = summary.value;
  const window = timeline.value?.window;
  if (kept.value === undefined || now === undefined || window === undefined) {
    return <p class="card quiet">The card is drawn when the session has been played.</p>;
  }
  if (kept.value.folded === 0) {
    return (
      <p class="card quiet">Nothing was folded away in this window. A smaller one shows a card.</p>
    );
  }
  const figures = { window, summary: now, kept: kept.value };
  const drawing = draw(figures);
  const text = textOf(figures);
  return (
    <div class="figures">
      <Picture drawing={drawing} colours={palette.value} />
      <div>
        <p class="buttons">
          <button
            type="button"
            onClick={() =>
              save(
                new Blob([svgOf(drawing, palette.value)], { type: 'image/svg+xml' }),
                'epitome.svg',
              )
            }
          >
            Save as SVG
          </button>
          <button
            type="button"
            onClick={async () => {
              const image = await pngOf(drawing, palette.value);
              if (image !== null) save(image, 'epitome.png');
            }}
          >
            Save as PNG
          </button>
          <Copy text={text}>Copy as text</Copy>
        </p>
        <pre>{text}</pre>
      </div>
    </div>
  );
}

export function Share() {
  const shared = sharedOf(setup.value);
  const hash = format(shared);
  const address = addressOf(hash);
  const code = codeOf(shared);
  return (
    <section id="share" class="share">
      <h2>Options, code, and what to share</h2>
      <p>
        Change how epitome folds, and the session above is played again. An empty field means the
        default.
      </p>
      <Options shared={shared} />
      <Told />
      <h3>The same in your agent</h3>
      <pre class="code">{code}</pre>
      <p class="buttons">
        <Copy text={code}>Copy the code</Copy>
        <Copy text={address}>Copy a link to these options</Copy>
      </p>
      <p class="quiet">
        The link holds the options only, never the transcript:{' '}
        <code class="address">{address}</code>
      </p>
      <h3>What was kept</h3>
      <p>
        Of the messages that are folded away at the end of this session: how many names that you or
        the agent used there still stand in the records that took their place, and how many of your
        messages word for word. What tools printed is not counted. The card has figures only.
      </p>
      <Card />
    </section>
  );
}
