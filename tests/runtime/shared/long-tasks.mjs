/**
 * Tasks of a page's main thread that take longer than 50 ms, from a trace of Chromium's. Where other programs
 * run, a task takes longer than its own work does: both are told.
 */

/** Milliseconds: what a reader does not feel. */
const short = 50;

const categories = [
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'blink.user_timing',
  'v8',
  'v8.execute',
];
const mark = 'traced page';

/** Processor time, where the browser tells it. */
const workOf = ({ tdur, dur }) => (tdur ?? dur) / 1000;

/** Work by what the browser calls it, without what stands within it, most first: `v8.evaluateModule 33`. */
function partsOf(events) {
  const sums = new Map();
  const add = ({ name }, ms) => sums.set(name, (sums.get(name) ?? 0) + ms);
  const open = [];
  for (const event of events) {
    while (open.length > 0 && open.at(-1).ts + open.at(-1).dur <= event.ts) open.pop();
    if (open.length > 0) add(open.at(-1), -workOf(event));
    add(event, workOf(event));
    open.push(event);
  }
  return [...sums]
    .sort(([, a], [, b]) => b - a)
    .slice(0, 3)
    .map(([name, ms]) => `${name} ${Math.round(ms)}`);
}

/** Does `action` with `page`; resolves to the long tasks meanwhile, those with most work first. */
export async function longTasks(page, action) {
  const browser = page.context().browser();
  await browser.startTracing(page, { categories });
  let trace;
  try {
    await action();
    // Says which process is the page's: there are others.
    await page.evaluate((name) => performance.mark(name), mark);
  } finally {
    trace = await browser.stopTracing();
  }
  const { traceEvents } = JSON.parse(trace.toString());
  const { pid, tid } = traceEvents.find(({ name }) => name === mark);
  const events = traceEvents
    .filter((event) => event.ph === 'X' && event.pid === pid && event.tid === tid)
    .sort((a, b) => a.ts - b.ts || b.dur - a.dur);
  return events
    .filter(({ name, dur }) => name === 'RunTask' && dur > short * 1000)
    .map((task) => {
      const inside = events.filter(
        ({ ts, name }) => name !== 'RunTask' && task.ts <= ts && ts < task.ts + task.dur,
      );
      return { ms: task.dur / 1000, work: workOf(task), parts: partsOf(inside) };
    })
    .sort((a, b) => b.work - a.work);
}

/** A line on these tasks. */
export function toldOf(tasks) {
  const longest = Math.round(Math.max(0, ...tasks.map(({ ms }) => ms)));
  const own = tasks.filter(({ work }) => work > short).length;
  const [most] = tasks;
  const words = `${tasks.length} tasks over ${short} ms, the longest ${longest} ms`;
  if (most === undefined) return words;
  return `${words}; ${own} by their own work, the most ${Math.round(most.work)} ms: ${most.parts.join(', ')}`;
}
