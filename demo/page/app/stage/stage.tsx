/** The session as it plays: what happened, and what the model was shown. */

import { current, isRunning, run, seek, step, summary, timeline, view } from '../player.ts';
import { figure } from '../words.ts';

export function Stage() {
  const now = current.value;
  const all = timeline.value;
  if (now === undefined || all === undefined) return <section id="stage" class="stage" />;
  return (
    <section id="stage" class="stage" data-step={step.value + 1}>
      <h1>Agents that run long forget, or die. This one goes on.</h1>
      <p>
        Request {step.value + 1} of {all.steps.length}: {figure(now.history)} tokens have been said,{' '}
        {figure(now.sent)} are sent, in {view.value.length} blocks. {summary.value?.over} requests
        are over the window.
      </p>
      <button type="button" onClick={() => run()}>
        {isRunning.value ? 'Pause' : 'Play'}
      </button>
      <input
        type="range"
        min={1}
        max={all.steps.length}
        value={step.value + 1}
        onInput={(event) => seek(Number(event.currentTarget.value) - 1)}
      />
    </section>
  );
}
