/** What users say in languages of Asia. */
import { code, coined, company, day, person, spoken, version } from '../../support/values.ts';
import {
  brand,
  credentials,
  file,
  folder,
  host,
  later,
  odd,
  port,
  said,
  userPlant,
} from '../making.ts';
import type { Plant } from '../types.ts';

const chinese: readonly Plant[] = [
  userPlant('zh', 'order', '先别动', (rng) => {
    const at = folder(rng);
    return said(rng, '<at> 里的东西先别动，(等审计结束|法务还在看)，别的随便改。', { at }, at, [
      '先别动',
    ]);
  }),
  userPlant('zh', 'order', '先问我', (rng) => {
    const name = company(rng);
    return said(rng, '发给 <name> 的东西，每次都要先给我看一遍。', { name }, name, [
      '先给我看',
      '每次',
    ]);
  }),
  userPlant('zh', 'approval', '同意', (rng) => {
    const id = code(rng, 'HT-999999');
    return said(rng, '<id> 我同意了，可以签；另外两份再等等', { id }, id, ['同意', '可以签']);
  }),
  userPlant('zh', 'negation', '不要重启', (rng) => {
    const name = host(rng);
    return said(rng, '白天不要重启 <name>，有人在用。', { name }, name, ['不要重启', '白天']);
  }),
  userPlant('zh', 'number-with-unit', '水箱', (rng) => {
    const n = `${odd(rng, 310, 980)} 升`;
    return said(rng, '水箱一共 <n>，别按满的算', { n }, n, ['水箱'], { loose: true });
  }),
  userPlant('zh', 'date', '验收', (rng) => {
    const date = spoken(day(rng), 'zh');
    return said(
      rng,
      '验收定在<date>，上午 <at>，客户会来人。',
      { date, at: `${rng.int(8, 11)}:${rng.int(10, 59)}` },
      date,
      ['验收'],
    );
  }),
  userPlant('zh', 'port', '本地', (rng) => {
    const n = port(rng);
    return said(rng, '我本地的网关开在 <n>，默认的被占了', { n }, n, ['网关', '本地']);
  }),
  userPlant('zh', 'revocation', '可以了', (rng) => {
    const path = file(rng);
    return said(rng, '<path> 暂时只读。', { path }, path, ['只读'], {
      revokes: later(rng, '<path> 现在可以改了，之前的限制取消。', { path }, '限制取消'),
    });
  }),
];

const japanese: readonly Plant[] = [
  userPlant('ja', 'order', '触らない', (rng) => {
    const at = folder(rng);
    return said(
      rng,
      '<at>には(監査が終わるまで|来週まで)手を付けないでください。他は自由にどうぞ。',
      { at },
      at,
      ['手を付けない'],
    );
  }),
  userPlant('ja', 'approval', '承認', (rng) => {
    const id = code(rng, 'AA-9999');
    return said(rng, '<id>は承認します。残りの二件は保留で。', { id }, id, ['承認', '保留']);
  }),
  userPlant('ja', 'negation', '送らない', (rng) => {
    const name = brand(rng);
    return said(
      rng,
      '<name>さん宛てには何も送らないでください。先方と揉めています',
      { name },
      name,
      ['送らない', '揉め'],
    );
  }),
  userPlant('ja', 'number-with-unit', '重さ', (rng) => {
    const n = `${rng.int(11, 98)}.${rng.int(1, 9)}キロ`;
    return said(rng, '荷物は箱込みで<n>でした', { n }, n, ['荷物', '箱込み'], { loose: true });
  }),
  userPlant('ja', 'date', '納期', (rng) => {
    const date = spoken(day(rng), 'ja');
    return said(rng, '納期は<date>です。(動かせません|延びません)。', { date }, date, ['納期']);
  }),
  userPlant('ja', 'name', '担当', (rng) => {
    const who = person(rng).full;
    return said(rng, '先方の担当は<who>さんに変わりました。', { who }, who, ['担当']);
  }),
];

const korean: readonly Plant[] = [
  userPlant('ko', 'order', '건드리지', (rng) => {
    const at = folder(rng);
    return said(
      rng,
      '<at> 쪽은 감사 끝날 때까지 건드리지 마세요. 나머지는 괜찮습니다.',
      { at },
      at,
      ['건드리지', '감사'],
    );
  }),
  userPlant('ko', 'version', '고정', (rng) => {
    const [v, name] = [version(rng), coined(rng, 2)];
    return said(rng, '<name>은 <v> 버전으로 고정해 주세요', { v, name }, v, [name, '고정']);
  }),
  userPlant('ko', 'date', '마감', (rng) => {
    const date = spoken(day(rng), 'ko');
    return said(rng, '마감은 <date>이에요, 연장 안 됩니다', { date }, date, ['마감']);
  }),
  userPlant('ko', 'approval', '승인', (rng) => {
    const id = code(rng, 'KR-99999');
    return said(rng, '<id> 건은 승인됐으니 진행하세요.', { id }, id, ['승인', '진행']);
  }),
];

const hindi: readonly Plant[] = [
  userPlant('hi', 'order', 'mat-chhuna', (rng) => {
    const at = folder(rng);
    return said(rng, '<at> को अभी मत छूना, ऑडिट चल रहा है। बाकी जो चाहो बदलो।', { at }, at, [
      'मत छूना',
      'ऑडिट',
    ]);
  }),
  userPlant('hi', 'approval', 'manzoor', (rng) => {
    const amount = `₹${odd(rng, 12_000, 98_000)}`;
    return said(rng, '<amount> तक मंज़ूर है, उससे ऊपर मुझसे पूछना', { amount }, amount, ['मंज़ूर', 'पूछना']);
  }),
  userPlant('hi', 'number-with-unit', 'vazan', (rng) => {
    const n = `${odd(rng, 41, 390)} किलो`;
    return said(rng, 'सामान का वज़न <n> है, लिफ्ट में एक बार में नहीं जाएगा', { n }, n, ['वज़न', 'लिफ्ट'], {
      loose: true,
    });
  }),
  userPlant('hi', 'date', 'tareekh', (rng) => {
    const date = spoken(day(rng), 'hi');
    return said(rng, 'रजिस्ट्री <date> को है, उससे पहले काग़ज़ चाहिए', { date }, date, [
      'रजिस्ट्री',
      'काग़ज़',
    ]);
  }),
  userPlant('hi', 'name', 'vakeel', (rng) => {
    const who = person(rng).full;
    return said(rng, 'हमारे वकील <who> हैं, हर चिट्ठी उन्हें दिखानी है।', { who }, who, ['वकील', 'चिट्ठी']);
  }),
];

const arabic: readonly Plant[] = [
  userPlant('ar', 'order', 'la-talmas', (rng) => {
    const at = folder(rng);
    return said(rng, 'لا تغيّر شيئا في <at> قبل أن ينتهي التدقيق، والباقي كما تريد.', { at }, at, [
      'لا تغيّر',
      'التدقيق',
    ]);
  }),
  userPlant('ar', 'approval', 'muwafaqa', (rng) => {
    const id = code(rng, 'AA-9999');
    return said(rng, 'أوافق على <id> فقط، والعروض الأخرى تنتظر.', { id }, id, ['أوافق', 'فقط']);
  }),
  userPlant('ar', 'number-with-unit', 'masafa', (rng) => {
    const n = `${odd(rng, 131, 980)} كم`;
    return said(
      rng,
      'المسافة إلى المستودع <n> تقريبا، حسب العداد',
      { n },
      n,
      ['المسافة', 'المستودع'],
      { loose: true },
    );
  }),
  userPlant('ar', 'date', 'mawid', (rng) => {
    const date = spoken(day(rng), 'ar');
    return said(rng, 'موعد التسليم <date> ولا يمكن تأجيله', { date }, date, ['التسليم', 'تأجيله']);
  }),
  userPlant('ar', 'secret', 'miftah', (rng) => {
    const [secret, name] = [credentials.gitlab(rng), coined(rng, 2)];
    return said(
      rng,
      'المفتاح <secret> لمشروع <name> ولا تحفظه في المستودع',
      { secret, name },
      name,
      ['لمشروع'],
      { secret },
    );
  }),
];

export const asian: readonly Plant[] = [...chinese, ...japanese, ...korean, ...hindi, ...arabic];
