import { it } from 'node:test';
import { createCompactor } from 'epitome';
import { EventLog } from './support/conversation.ts';
import { workIn, type Tongue } from './support/reply-table.ts';
async function fold(text: string, tongue: Tongue = 'en') {
  const log = new EventLog();
  using compactor = await createCompactor({ contextWindow: 24_000, onEvent: log.onEvent, summarize: () => text });
  await compactor.session('chat').compact({ messages: workIn(tongue) });
  return [log.rewrites[0]?.folds[0]?.source, log.of('summary-rejected').map((e) => e.reason).join()];
}
const good: [string, Tongue?][] = [
  ['The user wanted the duplicates gone. Agent traced them to the retry in writeBatch, added an idempotency key, adjusted config/mail.yaml. Still open: backfill, lint.'],
  ['**Goal:** stop duplicate rows.\n**Done:** idempotency key in writeBatch; 41 tests pass.\n**Open:** backfill needs Petra; lint error in line 88.'],
  ['What was asked? The duplicate rows of the export should go. What was done? writeBatch sends an idempotency key now, 41 tests pass. What is open? The backfill, until Petra approves.'],
  ['We traced the duplicate rows to writeBatch and gave each batch a key. We still have to run the backfill; Petra must approve it first.'],
  ["I've fixed the export: writeBatch sends an idempotency key. I'm waiting for Petra to approve the backfill of 2,318 rows."],
  ["Okay. Summary so far: the export's duplicates came from writeBatch; an idempotency key fixes that; mail address changed; backfill pending."],
  ['Let me summarise what happened so far:\n- Cause: retry in writeBatch\n- Fix: idempotency key, 41 tests\n- Pending: backfill (Petra), lint in line 88'],
  ["I'll summarise the conversation. The user reported duplicate rows in the nightly export. The agent found the retry in writeBatch, added a key and changed the report address. The backfill waits for Petra."],
  ['## User\nwants the export fixed and migrations untouched\n## Agent\nfound the retry in writeBatch, added a key\n## Open\nbackfill'],
  ['User: wants the duplicate rows gone, columns in order.\nCause: writeBatch retry.\nFix: idempotency key.\nOpen: backfill waits for Petra.'],
  ['1. Cause: writeBatch resent batches.\n2. Fix: key of invoice id and run id.\n3. Tests: 41 pass.\n4. To do: backfill. Who approves it if Petra is away?'],
  ['The plan is to run the backfill after Petra has approved it and to fix line 88. The export is already fixed, the report address changed.'],
  ['Error: duplicate rows. Fix: idempotency key. Error: old address. Fix: config/mail.yaml. Error: lint in line 88. Fix: none yet.'],
  ['Error: duplicate rows\nFix: idempotency key in writeBatch\nError: old address\nFix: config/mail.yaml\nError: lint in line 88\nFix: open'],
  ['| id | rows | state |\n|----|------|-------|\n| 1 | 100 | ok |\n| 2 | 100 | ok |\n| 3 | 100 | ok |\n| 4 | 100 | ok |\n| 5 | 100 | ok |\n| 6 | 100 | ok |\n| 7 | 100 | ok |\n| 8 | 100 | ok |\n\nThe export was checked batch by batch; the backfill waits for Petra.'],
  ['Der Agent hat die Ursache in writeBatch gefunden und einen Idempotenzschlüssel eingebaut. Wir warten auf Petra, damit das Nachfüllen beginnen kann.', 'de'],
  ['Ziel: keine doppelten Zeilen. Erledigt: Idempotenzschlüssel, Adresse geändert. Offen: Nachfüllen (Petra), Zeile 88.', 'de'],
  ['Erledigt wurde der Schlüssel in writeBatch. Als Nächstes will der Nutzer das Nachfüllen; wer gibt es frei?', 'de'],
  ['Se encontró la causa en writeBatch y se añadió una clave. ¿Aprueba Petra el relleno? Eso queda pendiente, igual que la línea 88.', 'es'],
  ['Añadí la clave de idempotencia en writeBatch y cambié la dirección del informe. Falta el relleno, que espera a Petra.', 'es'],
  ['我找到了 writeBatch 重复发送的原因，加了幂等键，41 个测试通过。接下来要等 Petra 批准回填。', 'zh'],
  ['用户要求：修复重复的行，不动 migrations。\n原因：writeBatch 超时后重发。\n处理：加幂等键。\n待办：回填等 Petra 批准。', 'zh'],
  ['[2] user asked for the cause of the duplicates. [3]-[4] agent found the retry in writeBatch and added a key. [6] backfill waits for Petra.'],
  ['[2] The user asked for the cause of the duplicates.\n[4] The agent added a key to writeBatch.\n[6] The backfill waits for Petra.'],
  ['No duplicates since the key was added to writeBatch. Tests green. Petra: approval of the backfill pending.'],
  ['I have a key in writeBatch, 41 green tests and a changed address; Petra has the backfill on her desk.'],
  ['The user said "I want the columns in their order" and "don\'t touch migrations". I added the key to writeBatch.'],
];
const bad: [string, Tongue?][] = [
  ["I don't see any conversation above. Please provide the messages you want me to condense, and I'll get right to it."],
  ['Before I write the record, a few questions:\n- Should it include the tests of nightly.test.ts?\n- Is the backfill part of it?\n- How many words may it have?'],
  ['Happy to help! Which parts of the export work matter most to you?'],
  ["Of course. To write a useful record I need to know who it is for. Is it for Petra, or for the agent that goes on with the export?"],
  ["Perfect, I'll proceed with fixing line 88 now and will report back once the 41 tests are green again."],
  ["I will now run `npx eslint services/export/nightly.ts` and look at what it prints. After that I can fix the rule."],
  ["Alright, let's tackle the backfill. We'll need a script that goes through the 2,318 rows, and we should test it on a copy first."],
  ["On it! I'm opening config/mail.yaml to check the address once more."],
  ["Thank you for the details. I'll make sure the report goes to finance-reports@acme.example and won't touch migrations."],
  ['Assistant: Sure, let me run the tests.\nTool: 41 passed\nAssistant: All green. What next?'],
  ['USER: ok go on\nAI: Running the backfill now.'],
  ['[user]: please also fix lint\n[assistant]: done, line 88 awaits the promise now\n[user]: thanks'],
  ['<|start_header_id|>assistant<|end_header_id|>\nThe backfill is running.'],
  ['[Tool call: bash]\nnpx eslint services/export/nightly.ts\n[Tool result]\n0 problems'],
  ['Q: what is open?\n\nHuman: run it\nAssistant: It runs.\nHuman: good\nAssistant: Anything else?'],
  ['Fixed. '.repeat(60)],
  ['## Done\n' + 'writeBatch writeBatch '.repeat(40)],
  ['The retry was fixed, the retry was fixed, '.repeat(12)],
  ['## Goal\nNo duplicates.\n\n' + '## Done\n- Key added to writeBatch.\n\n'.repeat(12)],
  ['Sure! '.repeat(50)],
  ['Das mache ich. Zuerst prüfe ich Zeile 88, dann lasse ich eslint laufen.', 'de'],
  ['Welche Teile des Verlaufs soll ich festhalten?', 'de'],
  ['Okay, dann fange ich mit dem Nachfüllen an und melde mich, sobald Petra zugestimmt hat.', 'de'],
  ['De acuerdo, continuaré con la línea 88 y luego ejecutaré las 41 pruebas.', 'es'],
  ['¡Claro! ¿Podrías indicarme qué mensajes debo resumir?', 'es'],
  ['Perfecto, ahora voy a revisar config/mail.yaml y a corregir la regla.', 'es'],
  ['好的，我马上运行测试。', 'zh'],
  ['您想让我总结哪些消息？', 'zh'],
  ['明白了，我来修复第 88 行的问题，然后重新运行 41 个测试。', 'zh'],
  ['Usuario: sigue con el relleno\nAsistente: Lo hago ahora, Petra lo aprobó.', 'es'],
];
it('fresh', async () => {
  for (const [t, l] of good) { const r = await fold(t, l); if (r[0] !== 'model') console.log('GOOD REFUSED', r, JSON.stringify(t.slice(0, 90))); }
  for (const [t, l] of bad) { const r = await fold(t, l); if (r[0] !== 'digest') console.log('BAD STANDS', r, JSON.stringify(t.slice(0, 90))); }
  console.log(good.length, bad.length);
});
