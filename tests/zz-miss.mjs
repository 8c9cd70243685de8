import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCompactor } from 'epitome';
import { createCompactor as createOld } from '/tmp/recall2-base/dist/node/index.js';
function seeded(seed) { let state = seed; return () => { state = (Math.imul(state, 1664525) + 1013904223) >>> 0; return state / 2 ** 32; }; }
const src = readFileSync(new URL('./recall/run.mjs', import.meta.url),'utf8');
const textOf = ({ content, tool_calls: calls = [] }) => [typeof content === 'string' ? content : JSON.stringify(content ?? ''), ...calls.map((call) => `${call.function?.name} ${call.function?.arguments}`)].join('\n');
const rareTerms = eval('(' + src.slice(src.indexOf('function rareTerms'), src.indexOf('async function exactTerms')) + ')');
const c = await createCompactor({ contextWindow: 16_000, quiet: true }); const o = await createOld({ contextWindow: 16_000, quiet: true });
const random = seeded(40); const folder='/work/shared/transcripts';
for (const file of readdirSync(folder).filter((n) => n.endsWith('.jsonl')).sort()) for (const line of readFileSync(join(folder, file), 'utf8').split('\n')) {
  if (line === '') continue; const { messages } = JSON.parse(line);
  const s = c.session(); await s.prepare(messages); await s.compact();
  const hidden = s.explain().messages.filter(({fate})=>fate==='folded').map(m=>m.message);
  let old;
  for (const { term, number } of rareTerms(messages, hidden, random, 12)) {
    const r = await s.recall(term, {limit: 50}); const at = r.findIndex(m=>m.message===number);
    if (at !== 0) {
      if (!old) { old = o.session(); await old.prepare(messages); await old.compact(); }
      const q = await old.recall(term,{limit:50}); 
      const t = textOf(messages[number-1]); const i = t.indexOf(term);
      console.log(file, JSON.stringify(term), 'at', at, 'old', q.findIndex(m=>m.message===number), r.length, JSON.stringify(t.slice(i-20,i+term.length+20)), r[0]?.score);
    }
  }
  old?.dispose(); s.dispose();
}
process.exit(0);
