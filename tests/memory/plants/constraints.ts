/**
 * What users want to hold for the rest of a session, said in passing: in half a sentence, on the way to
 * something else. Decides the wording and where in a session it comes; refuses to know who keeps to it.
 */
import {
  clock,
  code,
  coined,
  company,
  digits,
  hex,
  money,
  months,
  person,
} from '../support/values.ts';
import { brand, folder, type Make, odd, said } from './making.ts';
import type { Constraint } from './types.ts';

function constraint(
  position: Constraint['position'],
  name: string,
  plant: Make,
  language = 'en',
): Constraint {
  return {
    id: `constraint.${position}.${name}`,
    source: 'user',
    type: 'constraint-in-passing',
    language,
    position,
    plant,
  };
}

export const constraints: readonly Constraint[] = [
  // At the start, beside the first request.
  constraint('top', 'commit-suffix', (rng) => {
    const suffix = `[${coined(rng, 2)}-${rng.int(2, 99)}]`;
    return said(
      rng,
      'hi, new repo for you. commits here end in <suffix>, the hook rejects them otherwise. can you first tell me what the build does?',
      { suffix },
      suffix,
      ['commit', 'hook'],
    );
  }),
  constraint('top', 'word-limit', (rng) => {
    const n = odd(rng, 41, 190);
    return said(
      rng,
      "I read this on my phone, so no answer over <n> words if you can help it. Let's start with an overview.",
      { n },
      n,
      ['words', 'answer'],
    );
  }),
  constraint('top', 'term', (rng) => {
    const term = `${coined(rng, 2)}s`;
    return said(
      rng,
      'Our customers are called <term> by the way, the word "users" makes our founder (angry|sigh). Now, the landing page.',
      { term },
      term,
      ['called', 'users', 'customers'],
    );
  }),
  constraint('top', 'british-dates', (rng) => {
    const example = `${rng.int(13, 28)}.${rng.int(1, 9)}.${rng.int(2027, 2039)}`;
    return said(
      rng,
      'Please help me with a few letters. Dates go like <example> in this house, nothing else. The first one is to the water company.',
      { example },
      example,
      ['Dates', 'house'],
    );
  }),
  constraint('top', 'indent', (rng) => {
    const n = rng.pick([3, 5, 6, 7]);
    return said(
      rng,
      'Before you ask: yes, we indent by <n> blanks, it is older than me. Have a look at the parser and tell me whether it can be saved.',
      { n },
      `${n} blanks`,
      ['indent'],
      { loose: true },
    );
  }),
  constraint('top', 'prefix-files', (rng) => {
    const prefix = `${coined(rng, 1)}${rng.int(2, 9)}_`;
    return said(
      rng,
      'New files get the prefix <prefix> so that the sync leaves them alone. Task one is the importer.',
      { prefix },
      prefix,
      ['prefix', 'files'],
    );
  }),
  constraint('top', 'no-tool', (rng) => {
    const tool = `${coined(rng, 2)}-cli`;
    return said(
      rng,
      'you find all tools in the path, only <tool> is not to be run from here because it locks the licence for everybody. what is in the repo?',
      { tool },
      tool,
      ['not to be run', 'licence', 'locks'],
    );
  }),
  constraint('top', 'sign-off', (rng) => {
    const name = `${person(rng).first} & team ${coined(rng, 2)}`;
    return said(
      rng,
      'All mails you draft for me close with "<name>", that is how they know us. First one: the landlord, about the heating.',
      { name },
      name,
      ['close', 'mails', 'sign'],
    );
  }),
  constraint('top', 'budget-per-night', (rng) => {
    const amount = `${odd(rng, 61, 240)} euros`;
    return said(
      rng,
      'we are four and travel in June. nothing above <amount> a night, wherever it is. where would you go for good walking?',
      { amount },
      amount,
      ['night', 'above'],
      { loose: true },
    );
  }),
  constraint('top', 'address', (rng) => {
    const name = `${person(rng).first} ${coined(rng, 2)}`;
    return said(
      rng,
      'Call me <name>, everybody does. I want to learn the (cello|organ) at fifty, is that silly?',
      { name },
      name,
      ['Call me', 'everybody'],
    );
  }),
  constraint('top', 'cc', (rng) => {
    const mail = `${coined(rng, 2)}@${coined(rng, 2)}.eu`;
    return said(
      rng,
      "I'm calling for my father. Copies of all confirmations have to reach <mail> as well, the care home wants them. He would like to change his booking.",
      { mail },
      mail,
      ['confirmations', 'Copies'],
    );
  }),
  constraint('top', 'branch-name', (rng) => {
    const pattern = `${coined(rng, 1)}/${digits(rng, 3)}-`;
    return said(
      rng,
      'branches start with <pattern> here and then whatever you like. please set up the skeleton of the service.',
      { pattern },
      pattern,
      ['branches', 'start'],
    );
  }),
  constraint('top', 'source-age', (rng) => {
    const year = `${rng.pick(months.en)} ${rng.int(2009, 2023)}`;
    const journal = `${coined(rng, 2)} Letters`;
    return said(
      rng,
      'It is for a journal (<journal>), they accept no reference older than <year>, so keep to that. What is known on the topic?',
      { journal, year },
      year,
      ['older', 'reference', journal],
    );
  }),
  constraint(
    'top',
    'einheit',
    (rng) => {
      const unit = `${coined(rng, 2)}punkte`;
      return said(
        rng,
        'Wir rechnen intern alles in <unit>, bitte nie in Euro. Kannst du mir zuerst die Tabelle erklären?',
        { unit },
        unit,
        ['rechnen', 'Euro'],
      );
    },
    'de',
  ),
  constraint(
    'top',
    'ton',
    (rng) => {
      const name = company(rng);
      return said(
        rng,
        "chez <name> on se vouvoie, même dans les tickets, garde ça. Commence par relire le texte d'accueil.",
        { name },
        name,
        ['vouvoie'],
      );
    },
    'fr',
  ),

  // In the middle of work.
  constraint('middle', 'changelog-person', (rng) => {
    const who = person(rng).handle;
    return said(
      rng,
      'good. btw every changelog line names a reviewer and for us that is @<who>. now the second module please',
      { who },
      who,
      ['changelog', 'reviewer'],
    );
  }),
  constraint('middle', 'log-level', (rng) => {
    const level = `${coined(rng, 1)}Trace`;
    return said(
      rng,
      'that works. for anything new use the level <level> in logs, not debug, debug is shipped to a third party. next the retry logic',
      { level },
      level,
      ['level', 'debug', 'logs'],
    );
  }),
  constraint('middle', 'quiet-hours', (rng) => {
    const from = clock(rng);
    return said(
      rng,
      'ok go on. oh, and nothing gets deployed after <from>, the night shift is alone then',
      { from },
      from,
      ['deployed', 'night shift'],
    );
  }),
  constraint('middle', 'decimal', (rng) => {
    const n = rng.int(5, 9);
    return said(
      rng,
      'I see. While we are at it, <n> decimals everywhere from now on, the auditors count them. Could you redo the last table?',
      { n },
      `${n} decimals`,
      ['auditors', 'everywhere'],
      { loose: true },
    );
  }),
  constraint('middle', 'error-prefix', (rng) => {
    const prefix = `${coined(rng, 2).toUpperCase()}-E`;
    return said(
      rng,
      'fine, merge. error texts that customers can see begin with <prefix> and a number, support greps for it. what is left?',
      { prefix },
      prefix,
      ['error', 'support', 'customers'],
    );
  }),
  constraint('middle', 'licence-header', (rng) => {
    const name = `${company(rng)} ${rng.int(2027, 2049)}`;
    return said(
      rng,
      'one thing I forgot: header in every source file, "© <name>". the lawyers. anyway, does the cache work now?',
      { name },
      name,
      ['header', 'lawyers', '©'],
    );
  }),
  constraint('middle', 'no-emoji-but', (rng) => {
    const mark = `(${coined(rng, 1)})`;
    return said(
      rng,
      'nice list! could you put <mark> in front of anything that you are not sure of, here and later? and what about the garden side?',
      { mark },
      mark,
      ['not sure', 'front'],
    );
  }),
  constraint('middle', 'two-options', (rng) => {
    const n = rng.int(4, 7);
    const word = coined(rng, 2);
    return said(
      rng,
      'hm. whenever you suggest something give me <n> options and call the cheapest one "<word>". so, the floor?',
      { n, word },
      word,
      ['options', 'cheapest'],
    );
  }),
  constraint('middle', 'ticket-in-title', (rng) => {
    const id = code(rng, 'AAA-');
    return said(
      rng,
      'yes do it. pull requests without <id>number in the title get closed by a bot, just so you know',
      { id },
      id,
      ['title', 'bot', 'pull requests'],
    );
  }),
  constraint('middle', 'forbidden-library', (rng) => {
    const name = `${coined(rng, 2)}js`;
    return said(
      rng,
      'looks right. we are moving away from <name>, so nothing new may import it. can you do the date picker?',
      { name },
      name,
      ['import', 'moving away'],
    );
  }),
  constraint('middle', 'allergen', (rng) => {
    const name = brand(rng);
    return said(
      rng,
      'sounds delicious, and please keep in mind for all further menus that the twins react to <name>. what goes with it?',
      { name },
      name,
      ['twins', 'react', 'menus'],
    );
  }),
  constraint('middle', 'window-seat-fee', (rng) => {
    const amount = `$${odd(rng, 31, 140)}`;
    return said(
      rng,
      'ok confirm it. I pay extras only up to <amount> each, that goes for the other bookings as well. next one is the hotel',
      { amount },
      amount,
      ['extras', 'each'],
    );
  }),
  constraint('middle', 'translation-name', (rng) => {
    const name = brand(rng);
    return said(
      rng,
      'Good chapter. The ship is never translated, it is <name> in every language. And now the storm, a page or so.',
      { name },
      name,
      ['ship', 'translated'],
    );
  }),
  constraint(
    'middle',
    'sprache',
    (rng) => {
      const at = folder(rng);
      return said(
        rng,
        'passt. übrigens, in <at> sind Kommentare auf Norwegisch, das bleibt so, auch für neue. weiter mit dem export',
        { at },
        at,
        ['Norwegisch', 'Kommentare'],
      );
    },
    'de',
  ),
  constraint(
    'middle',
    '格式',
    (rng) => {
      const tag = `【${coined(rng, 2)}】`;
      return said(
        rng,
        '可以。以后每封邮件标题前都加上<tag>，不然进垃圾箱。接着写第二封吧。',
        { tag },
        tag,
        ['标题', '邮件', '垃圾箱'],
      );
    },
    'zh',
  ),

  // Late, when much has been said.
  constraint('late', 'version-bump', (rng) => {
    const step = `0.${rng.int(3, 40)}.`;
    return said(
      rng,
      'release is close, so versions stay at <step>x until I am back, whatever gets merged. which tests are still red?',
      { step },
      step,
      ['versions', 'until', 'stay'],
    );
  }),
  constraint('late', 'test-name', (rng) => {
    const suffix = `_${coined(rng, 2)}`;
    return said(
      rng,
      'can you also cover the empty case? slow tests carry <suffix> at the end of their name from today, the fast lane skips those',
      { suffix },
      suffix,
      ['slow', 'name', 'lane'],
    );
  }),
  constraint('late', 'say-when-guessing', (rng) => {
    const word = coined(rng, 2);
    return said(
      rng,
      'last time you guessed and I did not notice. say "<word>" when you guess, ok? now what is the cause',
      { word },
      word,
      ['guess'],
    );
  }),
  constraint('late', 'port-range', (rng) => {
    const [from, to] = [odd(rng, 21_000, 29_000), odd(rng, 31_000, 39_000)];
    return said(
      rng,
      'the firewall was changed, only <from>-<to> is open for test servers now. start it again please',
      { from, to },
      `${from}-${to}`,
      ['firewall', 'open'],
      { loose: true },
    );
  }),
  constraint('late', 'mask-names', (rng) => {
    const mask = `P-${code(rng, 'XX')}-n`;
    return said(
      rng,
      'thanks. patients appear as <mask> in whatever you write (n being the number), the real names must stay out. summary please',
      { mask },
      mask,
      ['patients', 'names'],
    );
  }),
  constraint('late', 'max-line', (rng) => {
    const n = odd(rng, 61, 139);
    return said(
      rng,
      'could you rewrap that? <n> columns is what the terminal on the ward shows, for everything you print. and go on',
      { n },
      n,
      ['columns', 'terminal'],
    );
  }),
  constraint('late', 'ask-supplier', (rng) => {
    const name = company(rng);
    return said(
      rng,
      'right, book it. should anything else be needed from a workshop, take <name>, no others, we have credit there',
      { name },
      name,
      ['workshop', 'credit', 'others'],
    );
  }),
  constraint('late', 'currency', (rng) => {
    const rate = `1.${rng.int(1011, 9897)}`;
    return said(
      rng,
      'that is in dollars, I think in francs. use <rate> to convert, also for the rest. what does the second offer cost?',
      { rate },
      rate,
      ['convert', 'francs'],
    );
  }),
  constraint('late', 'config-only', (rng) => {
    const name = `${coined(rng, 2)}.${rng.pick(['toml', 'ini', 'yaml'])}`;
    return said(
      rng,
      'hold on, nothing hard coded please, all such numbers belong into <name>. same for what comes next. then run it',
      { name },
      name,
      ['hard coded', 'numbers'],
    );
  }),
  constraint('late', 'approval-amount', (rng) => {
    const amount = `${money(rng, 51, 240)} USD`;
    return said(
      rng,
      'ok that one is fine. refunds beyond <amount> go through me first, new rule from upstairs. next case',
      { amount },
      amount,
      ['refunds', 'through me'],
      { loose: true },
    );
  }),
  constraint('late', 'hash-length', (rng) => {
    const n = rng.int(13, 31);
    return said(
      rng,
      'short hashes clash in this repo, so quote <n> characters of them. which commit was it?',
      { n },
      `${n} characters`,
      ['hashes', 'quote'],
      { loose: true },
    );
  }),
  constraint('late', 'no-weekday', (rng) => {
    const [at, name] = [`${rng.int(12, 16)}:${odd(rng, 11, 58)}`, person(rng).first];
    return said(
      rng,
      "<name> has school until <at> on all days, so please no slots before that, for any of the appointments. what's free?",
      { name, at },
      at,
      [name, 'school', 'slots'],
    );
  }),
  constraint('late', 'file-per-class', (rng) => {
    const folderName = `${coined(rng, 2)}_generated`;
    return said(
      rng,
      'next thing. generated code goes under <folderName> and is never edited by hand, I mean it this time',
      { folderName },
      folderName,
      ['code goes under', 'by hand'],
    );
  }),
  constraint(
    'late',
    'tono',
    (rng) => {
      const name = `${person(rng).first}-${hex(rng, 4)}`;
      return said(
        rng,
        'bien. por cierto, en los informes la clienta es "<name>", sin apellidos, también en los que faltan. sigue',
        { name },
        name,
        ['informes', 'clienta'],
      );
    },
    'es',
  ),
  constraint(
    'late',
    '敬称',
    (rng) => {
      const name = brand(rng);
      return said(
        rng,
        'ありがとうございます。今後の文書では社名を必ず「<name>様」と書いてください。では次の議題です。',
        { name },
        name,
        ['社名', '文書'],
      );
    },
    'ja',
  ),
];
