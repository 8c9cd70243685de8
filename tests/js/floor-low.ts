import { run } from './floor-try.ts';
for (const [ratio, unit] of [[0.8, 400], [1, 400], [0.8, 1500], [1, 1500]]) {
  const r: any = await run({ window: 32000, ratio, bills: true, over: 5000, ratios: true, steps: 400, unit });
  console.log(ratio, unit); for (const x of r.folds.slice(1, 16)) console.log('  ', (x.billed / x.target * 100 - 100).toFixed(1), x.reason, x.n, x.edits);
}
