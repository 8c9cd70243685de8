/** What the agent still knows: later steps, the messages that they come back to, and what lies between. */

import './memory.css';
import { isPlayed, step, timeline } from '../player.ts';
import { Columns } from './columns.tsx';
import { Near } from './near.tsx';
import { Records } from './records.tsx';
import { Rewind } from './rewind.tsx';
import { Search } from './search.tsx';
import { at, follow, followThread, stories } from './state.ts';
import { Told } from './told.tsx';

function Ways() {
  const { held, broken } = stories.value ?? {};
  const steps = timeline.value?.steps ?? [];
  const next = (from: number, by: 1 | -1) => {
    for (let k = from + by; k >= 0 && k < steps.length; k += by)
      if (steps[k]?.wanted.length) return k;
    return undefined;
  };
  const [earlier, later] = [next(at.value, -1), next(at.value, 1)];
  const to = (index?: number) =>
    index === undefined ? undefined : () => follow({ kind: 'step', step: index });
  return (
    <div class="ways">
      <button type="button" disabled={!held} onClick={held && (() => followThread(held))}>
        A name that was kept
      </button>
      <button type="button" disabled={!broken} onClick={broken && (() => followThread(broken))}>
        A name that was lost
      </button>
      <span class="turn">
        <button
          type="button"
          aria-label="The step before that looks back"
          disabled={earlier === undefined}
          onClick={to(earlier)}
        >
          ←
        </button>
        <output class="numbers">
          Step {at.value + 1} of {steps.length}
        </output>
        <button
          type="button"
          aria-label="The next step that looks back"
          disabled={later === undefined}
          onClick={to(later)}
        >
          →
        </button>
      </span>
      <button type="button" onClick={() => follow({ kind: 'step', step: step.value })}>
        The step shown above
      </button>
    </div>
  );
}

export function Memory() {
  const all = timeline.value;
  return (
    <section id="memory" class="memory" aria-labelledby="memory-title">
      <h2 id="memory-title">What it remembers</h2>
      <p>
        An agent goes back to names, numbers and words from long before. Each line below runs from
        what it wanted, through the place where the model could still read it, to the message that
        said it first hand. A line that is broken means: nothing had it any more.
      </p>
      {isPlayed.value && all !== undefined && all.steps.length > 0 ? (
        <>
          <Near name="first">
            {() => (
              <>
                <Ways />
                <Told />
                <Columns />
              </>
            )}
          </Near>
          <Near name="second">
            {() => (
              <div class="beside">
                <div>
                  <Search />
                  <Rewind />
                </div>
                <Records />
              </div>
            )}
          </Near>
        </>
      ) : (
        <p class="near first quiet">The lines are drawn once the session has been played.</p>
      )}
    </section>
  );
}
