import { createCompactor } from 'epitome';
import { recordedSessions } from './load.mjs';
import { generated } from './generated.mjs';
import { epitome } from './policies/epitome.mjs';
import { play } from './play.mjs';
import { Future } from './parts/recall.mjs';
import { holdsName } from './measure/occurrence.ts';
import { textOfMessages, textOfMessage } from './measure/texts.ts';
const [,, what, window='32000'] = process.argv;
const W=+window;
const sessions = what.endsWith('.jsonl') ? recordedSessions(what,{least:W*2,length:W*6}) : [generated(what,1,{tokens:W*6,language:'en'})];
for (const session of sessions.slice(0,2)) {
const fut=new Future(session); const seen=new Set();
const policy=epitome({name:'digest',createCompactor,options:{},billed:true});
await play({session,policy,window:W,observers:[(s)=>{ if(!s.folds) return; const text=textOfMessages(s.view); for(const w of fut.wantedAt(s.at)){ const k=s.at+w.text; if(seen.has(k)||holdsName(text,w.text))continue; seen.add(k);
 const who=[]; session.messages.slice(0,s.at).forEach((m,i)=>{ if(holdsName(textOfMessage(m),w.text)) who.push(m.role[0]+i);}); console.log(s.at,w.type,w.place,w.band,JSON.stringify(w.text),who.slice(-8).join(' ')); } }]});
}
