// promise: 9 tells nothing false
/**
 * What a result says of its call is told of that call and no other: by its id, by the mark of an error, and of
 * each file by what a patch did to it. For every dialect.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { opener } from './support/opener.ts';
import { type Dialect, dialects, type Made, talkIn } from './support/talk.ts';

const open = opener({ contextWindow: 8_000, system: '', tools: {} });

/** The rows of the record that a session leaves behind these calls. */
async function rowsOf(dialect: Dialect, made: readonly Made[], answered?: readonly number[]) {
  const talk = talkIn(dialect);
  const { session } = await open({ dialect });
  const calls = talk.calls(made, answered);
  const history = [...talk.user('Go on.'), ...calls, ...talk.says('So.'), ...talk.user('On.')];
  await session.prepare([...history, ...talk.reads(16)]);
  const rows = session.records().flatMap(({ text }) => text.split('\n'));
  assert.ok(rows.length > 0, 'the calls were folded');
  return rows;
}

const named = (rows: readonly string[], kinds: string, path: string) =>
  rows.filter((row) => new RegExp(`^(?:${kinds}): `).test(row) && row.includes(path));
const changes = 'Created|Changed|Deleted';
const failures = 'Open error|Call failed|Command failed|Tests failed';

describe('a result that is marked as an error', () => {
  const texts = [
    'The file has been updated.',
    'Permission denied',
    'Kein Zugriff',
    'ok',
    '{"ok":1}',
  ];
  for (const dialect of dialects) {
    if (dialect === 'openai-chat') continue;
    for (const result of texts) {
      it(`is none of what was done, whatever its words: ${dialect}, ${result}`, async () => {
        const write = { tool: 'write_file', input: { path: 'src/gate.ts', content: 'x' }, result };
        const failed = await rowsOf(dialect, [{ ...write, failed: true }]);
        assert.deepEqual(named(failed, changes, 'src/gate.ts'), []);
        assert.equal(named(failed, failures, 'src/gate.ts').length, 1);
        const cancel = { tool: 'cancel_order', input: { id: 'order-4711' }, result };
        const refused = await rowsOf(dialect, [{ ...cancel, failed: true }]);
        assert.equal(named(refused, failures, 'order-4711').length, 1, refused.join('\n'));
      });
    }
  }
});

describe('a result', () => {
  const stem = 'toolu_01HkqP3vXbT9fYw5Zr8sNdLmQa';
  const orders = [
    [0, 1],
    [1, 0],
  ];
  for (const dialect of dialects) {
    it(`belongs to the call with its id, in whatever order: ${dialect}`, async () => {
      for (const bad of [0, 1]) {
        for (const answered of orders) {
          const made = [0, 1].map((at) => ({
            tool: 'write_file',
            input: { path: `src/part-${at}.ts`, content: 'x' },
            result: at === bad ? 'Error: EACCES: permission denied' : 'File written.',
            id: `${stem}${at}`,
            failed: at === bad,
          }));
          const rows = await rowsOf(dialect, made, answered);
          assert.equal(named(rows, changes, `src/part-${1 - bad}.ts`).length, 1, `${answered}`);
          assert.deepEqual(named(rows, changes, `src/part-${bad}.ts`), []);
        }
      }
    });

    it(`of a patch is told of each file by what was done to it: ${dialect}`, async () => {
      const marks = { Created: 'Add', Changed: 'Update', Deleted: 'Delete' };
      const files = Object.entries(marks).map(([kind, mark]) => [`src/${mark}-one.ts`, kind, mark]);
      const patch = files
        .map(([path, , mark]) => `*** ${mark} File: ${path}\n@@\n-x\n+y\n`)
        .join('');
      const input = `*** Begin Patch\n${patch}*** End Patch`;
      const result = 'Success. Updated the following files:\nA src/Add-one.ts';
      const rows = await rowsOf(dialect, [{ tool: 'apply_patch', input: { input }, result }]);
      for (const [path, kind] of files) {
        for (const other of changes.split('|')) {
          const expected = other === kind ? 1 : 0;
          assert.equal(named(rows, other, path as string).length, expected, `${other} ${path}`);
        }
      }
    });
  }
});

describe('a call that failed', () => {
  const languages: Record<string, [failure: string, filler: string, user: string]> = {
    en: [
      'ERROR 502: refund failed, gateway not responding',
      'The parcel is checked today.',
      'Please look after my refund.',
    ],
    zh: ['错误502:退款失败,支付网关无响应', '包裹在仓库里,今天会检查。', '请处理我的退款。'],
    ja: [
      'エラー502:返金に失敗しました',
      '荷物は倉庫にあり、本日確認されます。',
      '返金をお願いします。',
    ],
    ar: [
      'خطأ 502: فشل الاسترداد',
      'الطرد في المستودع وسيتم فحصه اليوم.',
      'يرجى متابعة استرداد أموالي.',
    ],
    ko: ['오류 502: 환불 실패', '소포는 창고에 있으며 오늘 확인됩니다.', '환불을 처리해 주세요.'],
  };
  for (const [language, [failure, filler, user]] of Object.entries(languages)) {
    it(`is told before all that went well or is not known: ${language}`, async () => {
      for (const dialect of dialects) {
        if (dialect === 'openai-chat') continue;
        for (const contextWindow of [8_000, 12_000]) {
          const talk = talkIn(dialect);
          const { session } = await open({ dialect, contextWindow });
          const history = talk.user(user);
          for (let at = 0; at < 24; at += 1) {
            const tool = at % 3 === 1 ? 'refund' : 'update_crm';
            const failed = at === 4;
            const result = failed ? failure : `${filler} ${at} `.repeat(contextWindow / 1_000);
            history.push(...talk.calls([{ tool, input: { order: `A-${at}` }, result, failed }]));
            if (at % 4 === 3) history.push(...talk.says('…'), ...talk.user(`${user} ${at}`));
          }
          await session.prepare(history);
          await session.compact();
          const told = session.records().flatMap(({ text }) => text.split('\n'));
          const row = named(told, failures, 'A-4');
          assert.equal(row.length, 1, `${dialect}, ${contextWindow}: ${told.join('\n')}`);
        }
      }
    });
  }
});
