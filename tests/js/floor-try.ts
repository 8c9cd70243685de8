import { createCompactor } from 'epitome';
import { countMessages } from './support/tokens.ts';
import { isSegmentsMessage } from './support/host-index.ts';
import { createRng } from './support/random.ts';

const words = 'parser config build cache index token route server client queue batch schema field value error retry limit window budget record ledger commit branch merge test suite runner worker thread socket header cookie session user order invoice account ledger report export import module package version release deploy rollback migrate table column row key'.split(' ');
function text(rng: any, tokens: number) {
  let s = '';
  while (s.length < tokens * 5) {
    const n = 6 + rng.int(10);
    const ws = Array.from({ length: n }, () => words[rng.int(words.length)]);
    s += `${ws.join(' ')} src/${words[rng.int(words.length)]}/${words[rng.int(words.length)]}${rng.int(90)}.ts:${rng.int(900)} ${rng.int(4) ? '.' : '= 0x' + rng.int(65536).toString(16)}\n`;
  }
  return s.slice(0, tokens * 5);
}
function rngOf(seed: string) { const r: any = createRng(seed); return { int: (n: number) => Math.floor((r.next()) * n) }; }

export async function run(o: any) {
  const rng = rngOf(JSON.stringify(o.seed ?? 1));
  const events: any[] = [];
  const c: any = await createCompactor({ contextWindow: o.window, onEvent: (e: any) => events.push(e), ...(o.options ?? {}) });
  const s: any = c.session('x');
  const history: any[] = [{ role: 'user', content: 'Please repair the modules one by one. Never touch port 8000.' }];
  const steps: any[] = [];
  const bill = (view: any[]) => Math.round((o.ratio ?? 1) * s.usageEst + (o.over ?? 5000));
  let i = 0;
  const folds: any[] = [];
  const prepare = async () => {
    const n = events.length;
    const r = await s.prepareStep({ messages: history, steps, stepNumber: steps.length, model: { modelId: 'unknown-model' } });
    const view = r?.messages ?? history;
    const est = countMessages(view);
    const billed = Math.round(o.ratio * est + o.over);
    for (const e of events.slice(n)) if (e.type === 'compaction') folds.push({ reason: e.reason, target: s.explain().budget.target, after: e.tokensAfter, billed: billed - o.over, n: e.folds.map((f: any) => `${f.kind[0]}${f.tokensBefore}>${f.tokensAfter}`).join(","), edits: e.edits.length });
    steps.push(o.bills ? { usage: { inputTokens: billed, outputTokens: 0 } } : {});
    return { view, est, events: events.slice(n) };
  };
  const rules: any[] = [];
  let last: any = await prepare();
  const until = o.before ?? 0.9;
  for (;;) {
    const id = `c${i}`;
    if (i % 12 === 5) { const r = { role: 'assistant', content: `Part ${i} done.` }; const u = { role: 'user', content: `Good. From now on never edit src/frozen${i}.ts, and use port ${8000 + i}.` }; rules.push(u); history.push(r, u); }
    const size = 100 + rng.int(o.unit ?? 400);
    history.push({ role: 'assistant', content: [{ type: 'text', text: `Reading ${id}.` }, { type: 'tool-call', toolCallId: id, toolName: 'read', input: { path: `src/${id}.ts` } }] });
    history.push({ role: 'tool', content: [{ type: 'tool-result', toolCallId: id, toolName: 'read', output: { type: 'text', value: text(rng, size) } }] });
    last = await prepare();
    i += 1;
    const b = s.explain().budget;
    if (last.est * o.ratio > b.trigger * until && i > (o.steps ?? 0)) break;
    if (i > 3000) break;
  }
  if (o.ratios) return { folds, budget: s.explain().budget };
  const before = last.est;
  const beforeText = JSON.stringify(last.view);
  const standing = rules.filter((r) => beforeText.includes(r.content.slice(16, 40)));
  const giant = text(rng, Math.round(o.giant * o.window));
  if (o.paste) history.push({ role: 'assistant', content: 'ok' }, { role: 'user', content: giant });
  else {
    history.push({ role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'big', toolName: 'read', input: { path: `src/big.ts` } }] });
    history.push({ role: 'tool', content: [{ type: 'tool-result', toolCallId: 'big', toolName: 'read', output: { type: 'text', value: giant } }] });
  }
  const now = await prepare();
  const big = now.view[now.view.length - 1];
  const rec = now.view.filter(isSegmentsMessage);
  const after = JSON.stringify(now.view);
  const b = s.explain().budget;
  const out = { window: o.window, giant: o.giant, paste: !!o.paste, bills: !!o.bills, before, est: now.est, big: countMessages([big]), rest: now.est - countMessages([big]), records: countMessages(rec), target: b.target, total: b.total, third: Math.round(b.target / 3), stood: standing.length, stand: standing.filter((r) => after.includes(r.content.slice(16, 40))).length, folds: now.events.filter((e: any) => e.type === 'compaction').flatMap((e: any) => [e.reason, ...e.folds.map((f: any) => `${f.kind}:${f.tokensBefore}>${f.tokensAfter}`)]).join(' '), cannot: now.events.some((e: any) => e.type === 'cannot-fit') };
  c.dispose();
  return out;
}
if (process.argv[2] === 'giant') {
  const rows = [];
  for (const window of [4000, 8000, 32000, 128000, 200000]) for (const g of [0.3, 0.5, 0.7, 0.8, 1, 2]) for (const bills of [false, true]) for (const paste of [false, true]) {
    if (process.argv[3] && window !== +process.argv[3]) continue;
    rows.push(await run({ window, giant: g, bills, ratio: 1, over: window>8000?5000:500, paste, steps: +(process.argv[4] ?? 60), before: +(process.argv[5] ?? 0.9), unit: +(process.argv[6] ?? 400), options: JSON.parse(process.argv[7] ?? "{}") }));
  }
  console.log('win giant paste bills before est big rest records third target total orders folds');
  for (const r of rows) console.log(r.window, r.giant, r.paste ? 'P' : '-', r.bills ? 'B' : '-', r.before, r.est, r.big, r.rest, r.records, r.third, r.target, r.total, `${r.stand}/${r.stood}`, r.cannot ? 'CANNOT' : '', r.rest < Math.min(r.third, r.before) ? 'LOW' : '', r.folds);
} else {
  for (const window of [32000, 128000]) for (const ratio of [0.8, 1, 1.25, 1.4]) {
    const r: any = await run({ window, ratio, bills: true, over: 5000, ratios: true, steps: 400, unit: process.argv[3] ? +process.argv[3] : 400 });
    const f = r.folds.slice(1).map((x: any) => +(x.billed / x.target * 100 - 100).toFixed(1));
    f.sort((a: number, b: number) => a - b);
    console.log(window, ratio, 'folds', f.length, 'median', f[f.length >> 1], 'range', f[0], f.at(-1), r.folds.slice(0, 4).map((x: any) => `${x.billed}/${x.target}(${x.after})`).join(' '));
  }
}
