/**
 * One piece of work in four languages, replies that record it, and replies that do not. They are phrased
 * as models phrase them, whatever the check of replies looks for.
 */

import type { Message } from '../../../js/testing/shapes.ts';
import { assistant, callMessage, prose, resultMessage, user } from './conversation.ts';

export type Tongue = 'en' | 'de' | 'es' | 'zh';

/** What user and agent say in turn; the first is the request. */
const said: Record<Tongue, readonly string[]> = {
  en: [
    'The nightly invoice export in services/export/nightly.ts writes duplicate rows since release 4.12. Find out why, fix it, and keep the CSV columns in their order. Do not touch the migrations folder.',
    'I read services/export/nightly.ts. The function writeBatch sends a batch again after a timeout of 30 s, and nothing tells the database that it has it already.',
    'Then give every batch an idempotency key. A unique index is out of the question, the replica lags too much.',
    'I added the key to writeBatch: invoice id and run id together. services/export/nightly.test.ts has three new tests, and all 41 tests pass now.',
    'Also send the report to finance-reports@acme.example instead of the old address.',
    'The address is changed in config/mail.yaml. The 2,318 duplicate rows of October are still there: the backfill waits for Petra, who has to approve it. The lint rule no-floating-promises still fails in line 88.',
  ],
  de: [
    'Der nächtliche Rechnungsexport in services/export/nightly.ts schreibt seit Version 4.12 doppelte Zeilen. Finde heraus, warum, behebe es und lass die Spalten der CSV in ihrer Reihenfolge. Den Ordner migrations nicht anfassen.',
    'Ich habe services/export/nightly.ts gelesen. Die Funktion writeBatch sendet einen Stapel nach einem Timeout von 30 s noch einmal, und nichts sagt der Datenbank, dass sie ihn schon hat.',
    'Dann gib jedem Stapel einen Idempotenzschlüssel. Ein eindeutiger Index kommt nicht in Frage, die Replik hinkt zu weit hinterher.',
    'Ich habe den Schlüssel in writeBatch eingebaut: Rechnungsnummer und Laufnummer zusammen. services/export/nightly.test.ts hat drei neue Tests, und alle 41 Tests laufen durch.',
    'Schick den Bericht außerdem an finance-reports@acme.example statt an die alte Adresse.',
    'Die Adresse ist in config/mail.yaml geändert. Die 2318 doppelten Zeilen vom Oktober sind noch da: Das Nachfüllen wartet auf Petra, die es freigeben muss. Die Lint-Regel no-floating-promises schlägt in Zeile 88 noch fehl.',
  ],
  es: [
    'La exportación nocturna de facturas en services/export/nightly.ts escribe filas duplicadas desde la versión 4.12. Averigua por qué, arréglalo y deja las columnas del CSV en su orden. No toques la carpeta migrations.',
    'He leído services/export/nightly.ts. La función writeBatch envía un lote otra vez después de un tiempo límite de 30 s, y nada le dice a la base de datos que ya lo tiene.',
    'Entonces dale a cada lote una clave de idempotencia. Un índice único queda descartado, la réplica va demasiado retrasada.',
    'He añadido la clave a writeBatch: el número de factura y el de ejecución juntos. services/export/nightly.test.ts tiene tres pruebas nuevas, y las 41 pruebas pasan.',
    'Envía también el informe a finance-reports@acme.example en lugar de la dirección antigua.',
    'La dirección está cambiada en config/mail.yaml. Las 2318 filas duplicadas de octubre siguen ahí: el relleno espera a Petra, que tiene que aprobarlo. La regla no-floating-promises todavía falla en la línea 88.',
  ],
  zh: [
    '从 4.12 版本开始，services/export/nightly.ts 里的夜间发票导出会写入重复的行。请找出原因并修复，CSV 的列保持原来的顺序。不要动 migrations 文件夹。',
    '我看了 services/export/nightly.ts。函数 writeBatch 在 30 秒超时之后会把同一批数据再发一次，而数据库并不知道它已经收到了。',
    '那就给每一批加上幂等键。不能用唯一索引，副本的延迟太大了。',
    '我在 writeBatch 里加了键：发票编号和运行编号合在一起。services/export/nightly.test.ts 里有三个新的测试，41 个测试全部通过。',
    '另外把报告发到 finance-reports@acme.example，不要再发到旧地址。',
    '地址已经在 config/mail.yaml 里改了。十月份的 2318 条重复行还在：回填要等 Petra 批准。no-floating-promises 这条规则在第 88 行仍然不通过。',
  ],
};

/** The work, and enough reading behind it that all of it is folded. */
export function workIn(tongue: Tongue): Message[] {
  const messages = said[tongue].map((text, i) => (i % 2 === 0 ? user(text) : assistant(text)));
  for (let i = 0; i < 70; i += 1) {
    messages.push(callMessage(`w${i}`), resultMessage(`w${i}`, prose(110, `w${i}`)));
  }
  return messages;
}

export interface Row {
  name: string;
  tongue?: Tongue;
  text: string;
}

const record = `## Goal
The nightly invoice export wrote duplicate rows since release 4.12; the user wants the cause found and fixed, the CSV columns kept in their order, and the migrations folder left alone.

## Done
- Cause: writeBatch in services/export/nightly.ts sent a batch again after a timeout of 30 s.
- Added an idempotency key of invoice id and run id; a unique index was ruled out because the replica lags.
- Three new tests in services/export/nightly.test.ts; all 41 tests pass.
- The report goes to finance-reports@acme.example now (config/mail.yaml).

## Open
- Backfill of the 2,318 duplicate rows of October waits for Petra's approval.
- no-floating-promises still fails in line 88.`;

const recordDe = `## Ziel
Der nächtliche Rechnungsexport schrieb seit Version 4.12 doppelte Zeilen; der Nutzer will die Ursache wissen und behoben haben, die Spalten sollen bleiben, wie sie sind.

## Erledigt
- Ursache: writeBatch in services/export/nightly.ts sendete einen Stapel nach 30 s Timeout noch einmal.
- Idempotenzschlüssel aus Rechnungsnummer und Laufnummer eingebaut, 41 Tests laufen durch.

## Offen
- Das Nachfüllen der 2318 Zeilen wartet auf Petra.`;

/** Named by how they begin. */
function rows(texts: readonly (readonly [text: string, tongue?: Tongue])[]): Row[] {
  return texts.map(([text, tongue = 'en']) => ({ name: text.slice(0, 48), tongue, text }));
}

/** Records of the work. */
export const faithful: readonly Row[] = [
  { name: 'headed sections', text: record },
  {
    name: 'terse',
    text: 'writeBatch resent batches after 30 s; idempotency key added, 41 tests pass. Backfill waits for Petra.',
  },
  {
    name: 'terse, without verbs',
    text: 'Export duplicates: cause writeBatch retry, fix idempotency key, tests 41/41, mail address changed. Open: backfill (Petra), lint line 88.',
  },
  {
    name: 'a bullet list',
    text: '- Duplicate rows came from writeBatch, which sent a batch twice after a timeout.\n- Every batch has an idempotency key now.\n- 41 tests pass.\n- Mail goes to finance-reports@acme.example.\n- Backfill of 2,318 rows is open until Petra approves.',
  },
  {
    name: 'a numbered list',
    text: '1. The user reported duplicate rows in the nightly export.\n2. The cause was the retry in writeBatch.\n3. An idempotency key was added.\n4. The address in config/mail.yaml was changed.\n5. The backfill waits for Petra.',
  },
  {
    name: 'long prose',
    text: 'The user reported that the nightly invoice export had written duplicate rows since release 4.12 and asked for the cause and a fix, with the CSV columns in their order and the migrations folder untouched. Reading services/export/nightly.ts showed that writeBatch sent a batch again after a timeout of 30 s although the database already had it. A unique index was ruled out since the replica lags, so each batch was given an idempotency key made of the invoice id and the run id. Three tests were added, and all 41 pass. The report is now sent to finance-reports@acme.example. What remains is the backfill of 2,318 rows, which waits for Petra, and the lint rule that fails in line 88.',
  },
  {
    name: 'first person, what was done and what will be',
    text: 'I found that writeBatch resent batches after a timeout and gave each batch an idempotency key. All 41 tests pass. I will run the backfill of the 2,318 rows once Petra approves it, and then I will fix the lint error in line 88.',
  },
  {
    name: 'first person, an open step first',
    text: 'I am about to fix the lint error in line 88. Before that I read services/export/nightly.ts, found the retry in writeBatch, added an idempotency key, ran the 41 tests, which passed, and changed the address in config/mail.yaml.',
  },
  { name: 'a greeting before it', text: `Sure, here is the record:\n\n${record}` },
  { name: 'a closing word behind it', text: `${record}\n\nLet me know if anything is missing.` },
  { name: 'an offer behind it', text: `${record}\n\nWould you like me to go into more detail?` },
  {
    name: 'a table',
    text: '| what | where | state |\n|---|---|---|\n| retry sends twice | services/export/nightly.ts | fixed |\n| idempotency key | services/export/nightly.ts | added |\n| report address | config/mail.yaml | changed |\n| backfill of 2,318 rows | database | open |\n| lint rule no-floating-promises | line 88 | open |',
  },
  {
    name: 'a table whose cells repeat',
    text: 'State of the export after the fix of writeBatch:\n\n| test | result | retries |\n|---|---|---|\n| writes each row once | passed | none |\n| keeps the columns | passed | none |\n| sends the key | passed | none |\n| survives a timeout | passed | none |\n| mails the report | passed | none |\n| backfill of October | open | none |',
  },
  {
    name: 'a question of the user as an open item',
    text: 'The duplicate rows came from the retry in writeBatch, which has an idempotency key now; 41 tests pass. Open question of the user: who approves the backfill, Petra or somebody else?',
  },
  {
    name: 'open questions at the end',
    text: '## Done\n- Retry in writeBatch fixed by an idempotency key, 41 tests pass.\n\n## Open questions\n- Does Petra approve the backfill of the 2,318 rows?\n- Should line 88 be rewritten or the lint rule be switched off?',
  },
  {
    name: 'a quoted line of the transcript',
    text: 'The user ruled out an index: "User: A unique index is out of the question, the replica lags too much." The agent therefore gave each batch a key in writeBatch; 41 tests pass.',
  },
  {
    name: 'a quotation block',
    text: 'The agent found the retry in writeBatch. The user answered:\n\n> User: Then give every batch an idempotency key.\n\nThat was done, and 41 tests pass. The backfill waits for Petra.',
  },
  {
    name: 'who wanted and who did what',
    text: '- User: wants the duplicate rows of the export gone, columns in order, migrations untouched.\n- Agent: found the retry in writeBatch, added an idempotency key, changed config/mail.yaml.\n- Petra: has to approve the backfill.',
  },
  {
    name: 'a call that is told',
    text: 'The agent called read on services/export/nightly.ts ("[Assistant tool call]: read" in its log) and found that writeBatch sends a batch twice. The fix is an idempotency key; the backfill is open.',
  },
  {
    name: 'a block of code',
    text: 'The retry in writeBatch was the cause. The key is built as invoice id and run id:\n\n```ts\nconst key = invoiceId + runId;\nawait writeBatch(rows, key);\n```\n\n41 tests pass; the backfill waits for Petra.',
  },
  {
    name: 'a block of code alone behind a heading',
    text: '## State\n```\nexport: fixed (idempotency key in writeBatch)\nmail: finance-reports@acme.example\nbackfill: waits for Petra\nlint: line 88 fails\n```',
  },
  {
    name: 'labels',
    text: 'Goal: no duplicate rows in the nightly export.\nDone: idempotency key in writeBatch, report address changed.\nTests: 41 pass.\nOpen: backfill (Petra), lint rule in line 88.',
  },
  {
    name: 'JSON',
    text: '{"goal":"no duplicate rows in the nightly export","done":["idempotency key in writeBatch","address in config/mail.yaml"],"tests":"41 pass","open":["backfill waits for Petra","lint in line 88"]}',
  },
  { name: 'in tags', text: `<summary>\n${record}\n</summary>` },
  {
    name: 'what the agent was going to do',
    text: 'The agent will run the backfill as soon as Petra approves it; until then the 2,318 duplicate rows stay. The export itself no longer writes any, since writeBatch sends an idempotency key.',
  },
  {
    name: 'only what is open',
    text: '## Next steps\n- Get Petra to approve the backfill of the 2,318 rows.\n- Fix no-floating-promises in line 88.\n- Leave the migrations folder alone.',
  },
  {
    name: 'an apology of the agent that is told',
    text: 'The agent apologised for the first wrong guess and then found the retry in writeBatch. An idempotency key fixed it; 41 tests pass, the backfill is open.',
  },
  {
    name: 'work on tags of thoughts',
    text: 'The export was fixed with an idempotency key in writeBatch. Besides, the parser strips everything up to `</think>` now, and a lone </think> in the middle of a line is left alone. The backfill waits for Petra.',
  },
  {
    name: 'similar items',
    text: '- Test "writes each row once" was added and passes.\n- Test "keeps the columns in order" was added and passes.\n- Test "sends the key again" was added and passes.\n- The address in config/mail.yaml was changed.\n- The backfill was left open, since Petra has to approve it.',
  },
  {
    name: 'numbered steps that are much alike',
    text: Array.from(
      { length: 14 },
      (_, i) =>
        `- step ${i + 1} of the export was read, and its result in file src/w${i}.ts was noted`,
    ).join('\n'),
  },
  {
    name: 'thoughts before it',
    text: `<think>The user wants a record. What is open?</think>\n${record}`,
  },
  {
    name: 'thoughts with a lone end',
    text: `Okay, so I have to write a record. Which parts matter?\n</think>\n\n${record}`,
  },
  {
    name: 'thinking in another tag',
    text: `<thinking>\nFirst the cause, then the fix.\n</thinking>\n\n${record}`,
  },
  {
    name: 'reasoning in a tag',
    text: `<reasoning>User: wants X. Assistant: did Y. So?</reasoning>\n${record}`,
  },
  {
    name: 'an analysis before a summary',
    text: `<analysis>\nLet me go through the messages one by one. Then I will write.\n</analysis>\n\n<summary>\n${record}\n</summary>`,
  },
  { name: 'German, headed', tongue: 'de', text: recordDe },
  {
    name: 'German, terse',
    tongue: 'de',
    text: 'writeBatch sendete nach 30 s doppelt; Idempotenzschlüssel eingebaut, 41 Tests laufen durch. Nachfüllen wartet auf Petra.',
  },
  {
    name: 'German, first person',
    tongue: 'de',
    text: 'Ich habe in writeBatch einen Idempotenzschlüssel eingebaut, weil Stapel nach einem Timeout doppelt gesendet wurden. Alle 41 Tests laufen durch. Als Nächstes werde ich die Zeile 88 in Ordnung bringen, sobald Petra das Nachfüllen freigegeben hat.',
  },
  {
    name: 'German, a question at the end',
    tongue: 'de',
    text: 'Die doppelten Zeilen kamen von writeBatch und sind durch einen Idempotenzschlüssel behoben. Offen ist: Gibt Petra das Nachfüllen der 2318 Zeilen frei?',
  },
  {
    name: 'German, thoughts with a lone end',
    tongue: 'de',
    text: `Der Nutzer will eine Zusammenfassung. Was ist offen?\n</think>\n${recordDe}`,
  },
  {
    name: 'Spanish, a list',
    tongue: 'es',
    text: '- Las filas duplicadas venían de writeBatch, que enviaba un lote dos veces.\n- Se añadió una clave de idempotencia; las 41 pruebas pasan.\n- El informe se envía a finance-reports@acme.example.\n- Queda pendiente el relleno de 2318 filas, que Petra tiene que aprobar.',
  },
  {
    name: 'Spanish, prose',
    tongue: 'es',
    text: 'El usuario pidió encontrar la causa de las filas duplicadas de la exportación. writeBatch enviaba un lote otra vez después de 30 s; se añadió una clave de idempotencia y las 41 pruebas pasan. El relleno espera la aprobación de Petra.',
  },
  {
    name: 'Spanish, first person',
    tongue: 'es',
    text: 'He encontrado la causa en writeBatch y he añadido una clave de idempotencia. Las 41 pruebas pasan. Voy a hacer el relleno cuando Petra lo apruebe.',
  },
  {
    name: 'Chinese, headed',
    tongue: 'zh',
    text: '## 目标\n夜间发票导出从 4.12 版本开始写入重复的行，用户要求找出原因并修复。\n\n## 已完成\n- 原因：writeBatch 在 30 秒超时之后重复发送。\n- 加了幂等键，41 个测试全部通过。\n- 报告改发到 finance-reports@acme.example。\n\n## 未完成\n- 回填 2318 条重复行，等 Petra 批准。',
  },
  {
    name: 'Chinese, terse',
    tongue: 'zh',
    text: 'writeBatch 超时后重复发送同一批数据，已加幂等键，41 个测试通过；回填等 Petra 批准，第 88 行的规则仍不通过。',
  },
  {
    name: 'Chinese, an open question',
    tongue: 'zh',
    text: '重复的行来自 writeBatch 的重发，已经用幂等键修复，41 个测试通过。未决问题：2318 条重复行的回填，Petra 什么时候批准？',
  },
  ...rows([
    [
      'The user wanted the duplicates gone. Agent traced them to the retry in writeBatch, added an idempotency key, adjusted config/mail.yaml. Still open: backfill, lint.',
    ],
    [
      '**Goal:** stop duplicate rows.\n**Done:** idempotency key in writeBatch; 41 tests pass.\n**Open:** backfill needs Petra; lint error in line 88.',
    ],
    [
      'What was asked? The duplicate rows of the export should go. What was done? writeBatch sends an idempotency key now, 41 tests pass. What is open? The backfill, until Petra approves.',
    ],
    [
      'We traced the duplicate rows to writeBatch and gave each batch a key. We still have to run the backfill; Petra must approve it first.',
    ],
    [
      "I've fixed the export: writeBatch sends an idempotency key. I'm waiting for Petra to approve the backfill of 2,318 rows.",
    ],
    [
      "Okay. Summary so far: the export's duplicates came from writeBatch; an idempotency key fixes that; mail address changed; backfill pending.",
    ],
    [
      'Let me summarise what happened so far:\n- Cause: retry in writeBatch\n- Fix: idempotency key, 41 tests\n- Pending: backfill (Petra), lint in line 88',
    ],
    [
      "I'll summarise the conversation. The user reported duplicate rows in the nightly export. The agent found the retry in writeBatch, added a key and changed the report address. The backfill waits for Petra.",
    ],
    [
      '## User\nwants the export fixed and migrations untouched\n## Agent\nfound the retry in writeBatch, added a key\n## Open\nbackfill',
    ],
    [
      'User: wants the duplicate rows gone, columns in order.\nCause: writeBatch retry.\nFix: idempotency key.\nOpen: backfill waits for Petra.',
    ],
    [
      '1. Cause: writeBatch resent batches.\n2. Fix: key of invoice id and run id.\n3. Tests: 41 pass.\n4. To do: backfill. Who approves it if Petra is away?',
    ],
    [
      'The plan is to run the backfill after Petra has approved it and to fix line 88. The export is already fixed, the report address changed.',
    ],
    [
      'Error: duplicate rows. Fix: idempotency key. Error: old address. Fix: config/mail.yaml. Error: lint in line 88. Fix: none yet.',
    ],
    [
      'Error: duplicate rows\nFix: idempotency key in writeBatch\nError: old address\nFix: config/mail.yaml\nError: lint in line 88\nFix: open',
    ],
    [
      '| id | rows | state |\n|----|------|-------|\n| 1 | 100 | ok |\n| 2 | 100 | ok |\n| 3 | 100 | ok |\n| 4 | 100 | ok |\n| 5 | 100 | ok |\n| 6 | 100 | ok |\n| 7 | 100 | ok |\n| 8 | 100 | ok |\n\nThe export was checked batch by batch; the backfill waits for Petra.',
    ],
    [
      'Der Agent hat die Ursache in writeBatch gefunden und einen Idempotenzschlüssel eingebaut. Wir warten auf Petra, damit das Nachfüllen beginnen kann.',
      'de',
    ],
    [
      'Ziel: keine doppelten Zeilen. Erledigt: Idempotenzschlüssel, Adresse geändert. Offen: Nachfüllen (Petra), Zeile 88.',
      'de',
    ],
    [
      'Erledigt wurde der Schlüssel in writeBatch. Als Nächstes will der Nutzer das Nachfüllen; wer gibt es frei?',
      'de',
    ],
    [
      'Se encontró la causa en writeBatch y se añadió una clave. ¿Aprueba Petra el relleno? Eso queda pendiente, igual que la línea 88.',
      'es',
    ],
    [
      'Añadí la clave de idempotencia en writeBatch y cambié la dirección del informe. Falta el relleno, que espera a Petra.',
      'es',
    ],
    [
      '我找到了 writeBatch 重复发送的原因，加了幂等键，41 个测试通过。接下来要等 Petra 批准回填。',
      'zh',
    ],
    [
      '用户要求：修复重复的行，不动 migrations。\n原因：writeBatch 超时后重发。\n处理：加幂等键。\n待办：回填等 Petra 批准。',
      'zh',
    ],
    [
      '[2] user asked for the cause of the duplicates. [3]-[4] agent found the retry in writeBatch and added a key. [6] backfill waits for Petra.',
    ],
    [
      '[2] The user asked for the cause of the duplicates.\n[4] The agent added a key to writeBatch.\n[6] The backfill waits for Petra.',
    ],
    [
      'No duplicates since the key was added to writeBatch. Tests green. Petra: approval of the backfill pending.',
    ],
    [
      'I have a key in writeBatch, 41 green tests and a changed address; Petra has the backfill on her desk.',
    ],
    [
      'The user said "I want the columns in their order" and "don\'t touch migrations". I added the key to writeBatch.',
    ],
  ]),
];

const many = (text: string, times: number) => text.repeat(times);

/** Replies that record nothing of the work, or go on with it, or lost their way. */
export const unfaithful: readonly Row[] = [
  // Questions back.
  {
    name: 'what to summarise?',
    text: 'Could you tell me what you would like me to summarise? I can go through the conversation, the files or the test results, whichever you prefer.',
  },
  {
    name: 'where is it?',
    text: "It looks like the conversation itself was not included. Could you paste the messages that you would like recorded? Once I have them, I'll write the record in the form that you described.",
  },
  {
    name: 'which part?',
    text: 'I can write the record for you. Should it cover the changes to services/export/nightly.ts only, or also the address in config/mail.yaml? And how long should it be?',
  },
  {
    name: 'questions alone',
    text: 'Which of the messages should I record? Do you want the test results in it, or only the changes to writeBatch? Who is going to read it?',
  },
  {
    name: 'what next?',
    text: "Thanks for the context! What would you like me to do next with the export? I'm happy to look at the backfill, the lint rule, or something else entirely.",
  },
  {
    name: 'shall I?',
    text: 'Shall I go on with the backfill now, or do you want to wait until Petra has approved it?',
  },
  {
    name: 'ready to help',
    text: "I'm ready to help with the nightly export! Please let me know what you need: a summary, a fix for the lint rule, or the backfill of the rows?",
  },
  {
    name: 'German, what?',
    tongue: 'de',
    text: 'Was genau soll ich zusammenfassen? Geht es um die Änderungen in writeBatch oder um den ganzen Verlauf? Sag mir kurz, wie ausführlich es werden soll, dann schreibe ich es auf.',
  },
  {
    name: 'German, please send',
    tongue: 'de',
    text: 'Gerne! Könntest du mir bitte die Nachrichten schicken, die ich zusammenfassen soll? Ich sehe hier noch keinen Verlauf.',
  },
  {
    name: 'Spanish, what?',
    tongue: 'es',
    text: '¿Qué quieres que resuma exactamente? ¿Solo los cambios en writeBatch o toda la conversación? Dime también qué extensión debe tener.',
  },
  {
    name: 'Chinese, what?',
    tongue: 'zh',
    text: '请问您希望我总结哪一部分内容？是 writeBatch 的修改，还是整个对话？请告诉我需要多详细，我好为您整理。',
  },
  // Promises to go on.
  {
    name: 'sure, on with it',
    text: 'Sure, I will go on with the lint rule in line 88 of services/export/nightly.ts. First I will look at the promise that nobody awaits, then I will run the tests again.',
  },
  {
    name: 'let me',
    text: "Let me look at line 88 of services/export/nightly.ts next. I'll fix the floating promise and run the 41 tests again to make sure that nothing broke.",
  },
  {
    name: 'now I will',
    text: "Now I'll fix the lint error. I'm going to open services/export/nightly.ts, add the missing await in writeBatch, and run the tests once more.",
  },
  {
    name: 'understood',
    text: "Understood. I'll keep the CSV columns in their order and I won't touch the migrations folder. I'll start with the backfill as soon as Petra approves it.",
  },
  {
    name: 'great, with code',
    text: 'Great, next I will make writeBatch await the promise:\n\n```ts\nawait writeBatch(rows, key);\n```\n\nThen I will run the tests.',
  },
  {
    name: 'continuing',
    text: "I'll continue with the task. My next step is the lint rule no-floating-promises in line 88, and after that I'll prepare the backfill for Petra.",
  },
  {
    name: 'okay',
    text: "Okay! I'm going to write the script for the backfill now. It will go through the 2,318 rows and remove those that the export wrote twice.",
  },
  {
    name: 'German, I go on',
    tongue: 'de',
    text: 'Alles klar, ich mache mit der Lint-Regel in Zeile 88 weiter. Ich öffne jetzt services/export/nightly.ts, ergänze das fehlende await und lasse die Tests noch einmal laufen.',
  },
  {
    name: 'German, I will',
    tongue: 'de',
    text: 'Ich werde als Nächstes die Zeile 88 in services/export/nightly.ts korrigieren. Danach werde ich die 41 Tests noch einmal laufen lassen und Petra um die Freigabe bitten.',
  },
  {
    name: 'Spanish, I go on',
    tongue: 'es',
    text: 'Claro, voy a continuar con la regla no-floating-promises en la línea 88. Primero abriré services/export/nightly.ts y después ejecutaré las pruebas otra vez.',
  },
  {
    name: 'Chinese, I go on',
    tongue: 'zh',
    text: '好的，我接下来会修改 services/export/nightly.ts 的第 88 行，然后再运行一次测试，最后我会请 Petra 批准回填。',
  },
  // The transcript, continued.
  {
    name: 'a call in brackets',
    text: '[Assistant tool call]: read({"path":"services/export/nightly.ts"})\n[Tool result]: export async function writeBatch(rows, key) { … }',
  },
  {
    name: 'a call after a promise',
    text: 'Let me check the lint rule first.\n\n[Assistant tool call]: bash({"command":"npx eslint services/export/nightly.ts"})',
  },
  {
    name: 'user and assistant in turn',
    text: 'User: Please fix the lint rule in line 88 as well.\nAssistant: I looked at services/export/nightly.ts and added the missing await. The tests pass again.',
  },
  {
    name: 'human and assistant in turn',
    text: 'Human: did the backfill run?\n\nAssistant: Not yet, Petra has to approve it first. The export itself is fixed.\n\nHuman: ok, remind me tomorrow.',
  },
  {
    name: 'roles in bold',
    text: '**User:** Can you run the tests again?\n\n**Assistant:** All 41 tests pass. The lint rule in line 88 is the only thing that is left.',
  },
  {
    name: 'roles as headings',
    text: '### User\nPlease go on with the backfill.\n\n### Assistant\nThe backfill goes through the 2,318 rows of October and removes those that were written twice.',
  },
  {
    name: 'roles in a chat template',
    text: '<|im_start|>user\nPlease go on with the backfill.<|im_end|>\n<|im_start|>assistant\nThe backfill of the 2,318 rows was started.<|im_end|>',
  },
  {
    name: 'one turn of the assistant',
    text: 'Assistant: The lint rule in line 88 fails since nobody awaits writeBatch there. I will add the await and run the tests.',
  },
  {
    name: 'numbered entries',
    text: '[153] user: Please run the backfill now.\n[154] assistant: Petra has not approved it yet, so I wait.\n[155] user: Ok.',
  },
  {
    name: 'a record that becomes a transcript',
    text: `${record}\n\nUser: Thanks. Now fix the lint rule.\nAssistant: I added the missing await in line 88.\nUser: Great.`,
  },
  {
    name: 'German, in turn',
    tongue: 'de',
    text: 'Nutzer: Mach bitte mit dem Nachfüllen weiter.\nAssistent: Die 2318 Zeilen werden geprüft, sobald Petra sie freigegeben hat.\nNutzer: Gut.',
  },
  {
    name: 'Chinese, in turn',
    tongue: 'zh',
    text: '用户：请继续回填。\n助手：2318 条重复行要等 Petra 批准之后才能处理，第 88 行的规则也还没有通过。\n用户：好的。',
  },
  // The same again and again.
  {
    name: 'one line',
    text: many('- The retry in writeBatch was fixed by an idempotency key.\n', 20),
  },
  {
    name: 'one sentence',
    text: many('The export was fixed and the backfill waits for Petra. ', 16),
  },
  {
    name: 'a phrase',
    text: `The agent fixed the export ${many('and then the tests were run ', 30)}`,
  },
  {
    name: 'a word',
    text: `The retry in writeBatch was fixed. The backfill ${many('waits ', 120)}`,
  },
  {
    name: 'a record that gets stuck',
    text: `${record}\n${many('- The backfill waits for Petra.\n', 60)}`,
  },
  {
    name: 'two lines in turn',
    text: many('- The export was fixed.\n- The backfill waits for Petra.\n', 14),
  },
  {
    name: 'a numbered line',
    text: Array.from(
      { length: 25 },
      (_, i) => `${i + 1}. The backfill waits for the approval of Petra.`,
    ).join('\n'),
  },
  {
    name: 'a paragraph',
    text: many(
      'The agent read services/export/nightly.ts and found the retry in writeBatch.\nThe key was added, and 41 tests pass.\n\n',
      6,
    ),
  },
  {
    name: 'German, one line',
    tongue: 'de',
    text: many('- Der Idempotenzschlüssel wurde in writeBatch eingebaut.\n', 20),
  },
  {
    name: 'Spanish, a phrase',
    tongue: 'es',
    text: `La clave fue añadida a writeBatch ${many('y las pruebas pasan otra vez ', 25)}`,
  },
  {
    name: 'Chinese, a phrase',
    tongue: 'zh',
    text: `在 writeBatch 里加了幂等键，${many('回填要等批准，', 40)}`,
  },
  // Thoughts alone.
  {
    name: 'thoughts that never end',
    text: `<think>The user wants a record of the export. ${record}`,
  },
  {
    name: 'thoughts and nothing behind',
    text: `The user wants a record of the export. What is open?\n${record}\n</think>\n`,
  },
  ...rows([
    [
      "I don't see any conversation above. Please provide the messages you want me to condense, and I'll get right to it.",
    ],
    [
      'Before I write the record, a few questions:\n- Should it include the tests of nightly.test.ts?\n- Is the backfill part of it?\n- How many words may it have?',
    ],
    ['Happy to help! Which parts of the export work matter most to you?'],
    [
      'Of course. To write a useful record I need to know who it is for. Is it for Petra, or for the agent that goes on with the export?',
    ],
    [
      "Perfect, I'll proceed with fixing line 88 now and will report back once the 41 tests are green again.",
    ],
    [
      'I will now run `npx eslint services/export/nightly.ts` and look at what it prints. After that I can fix the rule.',
    ],
    [
      "Alright, let's tackle the backfill. We'll need a script that goes through the 2,318 rows, and we should test it on a copy first.",
    ],
    ["On it! I'm opening config/mail.yaml to check the address once more."],
    [
      "Thank you for the details. I'll make sure the report goes to finance-reports@acme.example and won't touch migrations.",
    ],
    ['Assistant: Sure, let me run the tests.\nTool: 41 passed\nAssistant: All green. What next?'],
    ['USER: ok go on\nAI: Running the backfill now.'],
    [
      '[user]: please also fix lint\n[assistant]: done, line 88 awaits the promise now\n[user]: thanks',
    ],
    ['<|start_header_id|>assistant<|end_header_id|>\nThe backfill is running.'],
    ['[Tool call: bash]\nnpx eslint services/export/nightly.ts\n[Tool result]\n0 problems'],
    [
      'Q: what is open?\n\nHuman: run it\nAssistant: It runs.\nHuman: good\nAssistant: Anything else?',
    ],
    ['Fixed. '.repeat(60)],
    ['## Done\n' + 'writeBatch writeBatch '.repeat(40)],
    ['The retry was fixed, the retry was fixed, '.repeat(12)],
    ['## Goal\nNo duplicates.\n\n' + '## Done\n- Key added to writeBatch.\n\n'.repeat(12)],
    ['Sure! '.repeat(50)],
    ['Das mache ich. Zuerst prüfe ich Zeile 88, dann lasse ich eslint laufen.', 'de'],
    ['Welche Teile des Verlaufs soll ich festhalten?', 'de'],
    [
      'Okay, dann fange ich mit dem Nachfüllen an und melde mich, sobald Petra zugestimmt hat.',
      'de',
    ],
    ['De acuerdo, continuaré con la línea 88 y luego ejecutaré las 41 pruebas.', 'es'],
    ['¡Claro! ¿Podrías indicarme qué mensajes debo resumir?', 'es'],
    ['Perfecto, ahora voy a revisar config/mail.yaml y a corregir la regla.', 'es'],
    ['好的，我马上运行测试。', 'zh'],
    ['您想让我总结哪些消息？', 'zh'],
    ['明白了，我来修复第 88 行的问题，然后重新运行 41 个测试。', 'zh'],
    ['Usuario: sigue con el relleno\nAsistente: Lo hago ahora, Petra lo aprobó.', 'es'],
  ]),
];
