// promise: 8 keeps the user's word, 9 loses nothing silently
/**
 * What users of other compactors complain about, where a record is to blame: what it forgets, what it
 * orders, in which language it comes, what replaces it. One test each, by the number of the complaint.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCompactor, type SummaryRequest } from 'epitome';
import type { Message } from '../../js/testing/shapes.ts';
import {
  assistant,
  callMessage,
  conversation,
  prose,
  resultMessage,
  step,
  user,
} from './support/conversation.ts';
import {
  allText,
  listened,
  plainRecord,
  playRecords,
  segmentsOf,
  sourcesOf,
} from './support/record-play.ts';
import { validateView } from './support/validator.ts';

/** A user who says something every few steps. Two messages a step, so that it can be played. */
function dialogue(
  steps: number,
  say: (i: number) => string,
  { every = 6, opening = 'Please repair the import, step by step.', reply = 'It is done.' } = {},
): Message[] {
  const messages = [user(opening)];
  for (let i = 0; i < steps; i += 1) {
    if (i % every === every - 1) messages.push(assistant(reply), user(say(i)));
    else messages.push(...step(`d${i}`));
  }
  return messages;
}

describe('complaints about records', () => {
  it('C3: orders, rules and skills outlive every fold, whatever the model writes', async () => {
    const orders = [
      'Never touch deploy/production.yaml, whatever happens.',
      'Every commit message starts with BILL-4471 from now on.',
    ];
    const chatter = (i: number) => `Thanks, part ${i} looks fine to me. ${prose(40, `chat${i}`)}`;
    const history = dialogue(200, (i) => orders[(i - 5) / 6] ?? chatter(i));
    const rule = 'SKILL: releases are cut with tools/release.sh, never by hand.';
    for (const answer of [() => '', () => plainRecord]) {
      const { views, log } = await playRecords(history, answer, {
        userWords: 0.02,
        reinject: () => [{ name: 'release skill', text: rule, stable: true }],
      });
      const told = log.rewrites.flatMap(({ folds }) => folds.map((fold) => fold.userMessages));
      assert.ok(
        told.some(({ cut, leftOut }) => cut + leftOut > 0),
        'there is no room for all words',
      );
      assert.ok(log.rewrites.length > 1);
      const folded = views.filter((view) => segmentsOf(view) !== '');
      for (const view of [folded[0] ?? [], views.at(-1) ?? []]) {
        assert.ok(allText(view).includes(rule));
      }
      for (const order of orders) assert.ok(allText(views.at(-1)).includes(order), order);
    }
  });

  it('C4: a record gives no orders, and what the tail has done is not open any more', async () => {
    const deed = 'npm run migrate:users';
    const run = callMessage('late', { command: deed });
    const history = [
      ...conversation(70),
      run,
      resultMessage('late', `${deed}: 12 of 12 steps done, all migrated.`),
      assistant('The users are migrated.'),
      user('Good. What about the invoices?'),
      ...step('last'),
    ];
    // A model that was not told cannot know.
    const answer = ({ prompt }: SummaryRequest) =>
      prompt.includes(deed)
        ? plainRecord
        : `${plainRecord}\n## Open items\n- Run \`${deed}\` and report what it says.`;
    const compactor = await createCompactor({ contextWindow: 16_000, system: '', tools: {} });
    const { session, requests } = listened(compactor, answer, { keepRecent: { messages: 8 } });
    const messages = [...history, user('And?')];
    const { messages: view = [] } =
      (await session.prepareStep({ messages, steps: [], stepNumber: 0 })) ?? {};
    compactor.dispose();
    assert.ok(requests.length > 0);
    assert.ok(view.includes(run), 'the deed stands in the tail');
    const open = segmentsOf(view)
      .split('\n')
      .filter((line) => line.includes(deed));
    assert.deepEqual(open, [], 'what was done is still to be done');
    assert.deepEqual(view.at(-1), user('And?'));
    assert.ok(!view.some((message) => (message as Message).role === 'system'));
  });

  const tongues = {
    English: {
      words: 'Please check the next part as well, and tell me what you found out about it.',
      reply: 'That part works now, and I have written down what I found in it.',
      record:
        '## Done\n- The agent read the files one after the other and noted what each of them holds.\n- The tests were run, and those that failed were mended before the work went on.\n- Nothing is broken at this point, and the next part can be begun.',
    },
    German: {
      words: 'Bitte prüfe auch den nächsten Teil und sag mir, was du darüber herausgefunden hast.',
      reply: 'Dieser Teil läuft jetzt, und ich habe festgehalten, was mir aufgefallen ist.',
      record:
        '## Erledigt\n- Der Agent hat die Dateien der Reihe nach gelesen und festgehalten, was in jeder von ihnen steht.\n- Die Tests wurden ausgeführt, und was fehlschlug, wurde behoben, bevor es weiterging.\n- Im Augenblick ist nichts kaputt, und der nächste Teil kann beginnen.',
    },
    Chinese: {
      words: '请把下一部分也检查一下，然后告诉我你发现了什么问题，谢谢。',
      reply: '这一部分现在可以用了，发现的问题我都记下来了。',
      record:
        '## 已完成\n- 代理逐个读取了文件，并记下了每个文件的内容，没有遗漏任何一个部分。\n- 每次改动之后都运行了测试，失败的地方在继续之前都已经修好了。\n- 目前没有任何损坏，可以开始下一部分了。',
    },
    Arabic: {
      words: 'من فضلك افحص الجزء التالي أيضا وأخبرني بما وجدته فيه من مشاكل.',
      reply: 'هذا الجزء يعمل الآن وقد سجلت كل ما لاحظته فيه.',
      record:
        '## ما تم\n- قرأ الوكيل الملفات واحدا تلو الآخر وسجل ما يحتويه كل ملف منها بالتفصيل.\n- تم تشغيل الاختبارات بعد كل تعديل وأصلحت الأخطاء قبل متابعة العمل.\n- لا يوجد شيء معطل الآن ويمكن البدء بالجزء التالي.',
    },
  };
  type Tongue = keyof typeof tongues;

  it('C7: a record is in the language of the user, or not in the view', async () => {
    for (const spoken of Object.keys(tongues) as Tongue[]) {
      const { words, reply } = tongues[spoken];
      const talk = { every: 3, opening: words, reply };
      const history = dialogue(80, (i) => `${words} (${i})`, talk);
      for (const written of Object.keys(tongues) as Tongue[]) {
        const { record } = tongues[written];
        const { view, log } = await playRecords(history, () => record);
        const sources = sourcesOf(log.all);
        assert.ok(sources.length > 0);
        const line = record.split('\n')[1] as string;
        const wanted = spoken === written;
        assert.equal(sources.includes('model'), wanted, `${written} for ${spoken}`);
        assert.equal(segmentsOf(view).includes(line), wanted, `${written} for ${spoken}`);
      }
    }
  });

  it('C8: an empty, failed or cut-off reply replaces nothing, and takes nothing away', async () => {
    const bad: Record<string, () => unknown> = {
      empty: () => '',
      blank: () => ({ text: '\n \n', finishReason: 'stop' }),
      throws: () => {
        throw new Error('HTTP 529');
      },
      'an error page': () => '<html><body><h1>502 Bad Gateway</h1></body></html>',
      'an error as JSON': () => '{"error":{"type":"overloaded_error","message":"Overloaded"}}',
      'cut off': () => ({ text: '## Done\n- QXBADXQ and then the', finishReason: 'length' }),
      filtered: () => ({ text: 'QXBADXQ', finishReason: 'content-filter' }),
      'a finish by error': () => ({ text: '', finishReason: 'error' }),
      'a tool call': () => ({ text: '', finishReason: 'tool-calls' }),
    };
    const history = conversation(120);
    for (const [name, reply] of Object.entries(bad)) {
      let asked = 0;
      const { view, views, log } = await playRecords(
        history,
        () => {
          asked += 1;
          return asked === 1 ? plainRecord : reply();
        },
        { contextWindow: 16_000 },
      );
      const folds = log.rewrites.flatMap((event) => event.folds);
      assert.ok(folds.length >= 2 && folds.every(({ kind }) => kind === 'fold'), name);
      const sources = sourcesOf(log.all);
      assert.equal(sources[0], 'model', name);
      assert.ok(
        sources.slice(1).every((source) => source === 'code'),
        name,
      );
      assert.ok(log.of('summary-rejected', 'summary-failed').length >= sources.length - 1, name);
      assert.doesNotMatch(allText(views), /QXBADXQ|Bad Gateway|Overloaded/, name);
      assert.ok(segmentsOf(view).includes(plainRecord.split('\n')[1] as string), name);
      assert.deepEqual(validateView(view, history), [], name);
    }
  });

  it('C22: six folds later, facts of the first are there, and no pair is split', async () => {
    const [path, url, error] = [
      'services/ledger/rounding-rules.ts',
      'https://tracker.example.org/issues/88213',
      'RangeError: cents must be whole numbers',
    ];
    const edit = { type: 'tool-call', toolCallId: 'e1', toolName: 'edit', input: { path } };
    const first: Message[] = [
      { role: 'assistant', content: [{ type: 'text', text: `See ${url}.` }, edit] },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'e1',
            toolName: 'edit',
            output: { type: 'error-text', value: error },
          },
        ],
      },
    ];
    const history = conversation(280).toSpliced(1, 0, ...first);
    // Each record forgets all that earlier ones said.
    let count = 0;
    const { views, log } = await playRecords(
      history,
      () => {
        count += 1;
        return `## Done\n- Part ${count} of the work was done as the user had asked for it.\n- Its tests pass, and nothing was left open in this part of the work.\n## Current state\n- The next part can be begun, as soon as the user says so; nothing is broken.`;
      },
      { contextWindow: 16_000 },
    );
    assert.ok(log.rewrites.length > 1);
    for (const fact of [path, url, error]) assert.ok(allText(views.at(-1)).includes(fact), fact);
    views.forEach((view, i) => {
      if (i % 10 > 0) return;
      assert.deepEqual(validateView(view, history.slice(0, 1 + 2 * i)), []);
    });
  });
});
