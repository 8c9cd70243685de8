const { createCompactor } = await import(process.argv[2]);
import { readdirSync, readFileSync } from 'node:fs';
const textOf = ({ content, tool_calls: calls = [] }) => [typeof content === 'string' ? content : JSON.stringify(content ?? ''), ...calls.map((call) => `${call.function?.name} ${call.function?.arguments}`)].join('\n');
const all=[]; for (const f of readdirSync('/work/shared/transcripts').filter(n=>n.endsWith('.jsonl')).sort()) for (const l of readFileSync('/work/shared/transcripts/'+f,'utf8').split('\n')) if (l) all.push(...JSON.parse(l).messages);
const history=[{role:'user',content:'Begin.'}]; let units=0;
for (let i=0; units<5e6; i++){ const t=textOf(all[i%all.length]); history.push({role:i%2?'user':'assistant',content:t||'-'}); units+=t.length; }
history.push({role:'user',content:'Go on.'});
const c=await createCompactor({contextWindow:16000,quiet:true}); const s=c.session(); await s.prepare(history); await s.compact();
for (const q of ['where is the selector configured','packages/coding-agent/docs/theme.md','ValueError','the error']) { const t=[]; for (let n=0;n<5;n++){ const u=process.cpuUsage(); await s.recall(q); const d=process.cpuUsage(u); t.push(((d.user+d.system)/1000).toFixed(0)); } console.log(q, t.join(' ')); }
process.exit(0)
