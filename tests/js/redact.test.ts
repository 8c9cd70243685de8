// promise: 9 loses nothing silently
/** That secrets of published formats are found wherever they stand, and that other texts stay as they are. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { patternFault } from '../../js/redact/patterns.ts';
import { createRedactor } from '../../js/redact/redactor.ts';
import { createRng, type Rng } from './support/random.ts';
import * as made from './support/secrets.ts';

const redact = createRedactor();

/** Whether five characters in a row of the secret behind its literal are left. */
function isLeft(outcome: string, secret: string, literal = 0): boolean {
  const window = Math.min(secret.length - literal, 5);
  for (let at = literal; at + window <= secret.length; at++) {
    if (outcome.includes(secret.slice(at, at + window))) return true;
  }
  return false;
}

/** Counts what is found, by place, and holds it against a floor of 90 % each and 99 % of all. */
function tally() {
  const all = new Map<string, { found: number; all: number; missed: string[] }>();
  const look = (place: string, text: string, secret: string, literal = 0) => {
    const row = all.get(place) ?? { found: 0, all: 0, missed: [] };
    all.set(place, row);
    row.all++;
    const outcome = redact(text);
    assert.equal(redact(outcome), outcome);
    if (isLeft(outcome, secret, literal)) row.missed.push(outcome);
    else row.found++;
  };
  const check = () => {
    const rows = [...all.values()];
    const sum = (key: 'found' | 'all') => rows.reduce((total, row) => total + row[key], 0);
    for (const [place, row] of all) {
      assert.ok(row.found >= row.all * 0.9, `${place}: ${row.missed.slice(0, 3).join('\n')}`);
    }
    const missed = rows.flatMap((row) => row.missed).slice(0, 9);
    assert.ok(sum('found') >= sum('all') * 0.99, missed.join('\n'));
  };
  return { look, check };
}

describe('secrets', () => {
  it('are found in the places where agents meet keys', () => {
    const { look, check } = tally();
    const rng = createRng('keys');
    for (const [kind, shape, variable] of made.formats) {
      const literal = made.literalOf(shape);
      for (const { place, text, bare } of made.keyPlaces) {
        if (bare && !made.isBare(kind)) continue;
        const secret = made.secretOf(rng, shape);
        look(place, made.placed(text, variable, secret), secret, literal);
      }
      if (!made.isBare(kind)) continue;
      const secret = made.secretOf(rng, shape);
      assert.equal(redact(`a ${secret} b`), `a [redacted: ${kind}] b`);
      // Cut at its end, by the text's end or by points that stand for the rest.
      if (literal < 3) continue;
      const cut = secret.slice(0, literal + Math.floor((secret.length - literal) * 0.75));
      for (const end of ['', '...', '…"}']) look('cut', `token ${cut}${end}`, cut, literal);
    }
    check();
  });

  it('are found in the places where agents meet passwords', () => {
    const { look, check } = tally();
    const rng = createRng('passwords');
    for (let round = 0; round < 20; round++) {
      for (const { place, text } of made.passwordPlaces) {
        const password = made.passwordOf(rng);
        look(place, made.placed(text, '', password), password);
      }
      for (const sign of '#/?@:&=(;,') {
        // Behind an `@` and a name, each of these begins what is no password any more.
        const rest = made.passwordOf(rng).replace('@', '!');
        const password = `${made.passwordOf(rng).replace('@', '!')}${sign}${rest}`;
        look('address', `DATABASE_URL=postgres://bob:${password}@db:5432/shop\n`, password);
      }
    }
    check();
  });

  it('go to their quote, their blank, or the next field of a query', () => {
    const { look, check } = tally();
    const rng = createRng('ends');
    for (let round = 0; round < 20; round++) {
      for (const sign of ['&', '&amp;', '\\u0026', ';', ',', ')', '|', '}']) {
        const [start, rest] = [made.passwordOf(rng), made.passwordOf(rng).replace(/[&_]/g, '!')];
        const word = `${start}${sign}${rest}`;
        look('sentence', `The password is ${word}, and so on`, word);
        look('sentence', `Das Passwort ist ${word}\n`, word);
        look('sentence', `{"text":"my password is ${word}"}`, word);
        look('quoted', `curl -u "bob:${word}" https://example.com`, word);
        look('quoted', `PASSWORD="${word}"`, word);
        look('file', `PASSWORD=${word}\n`, word);
        if (!sign.startsWith('&') && !sign.startsWith('\\')) continue;
        look('command', `curl -u bob:${word} https://example.com`, word);
        look('command', `PGPASSWORD=${word} psql -h db`, word);
        look('command', `mysql -u root -p${word} shop`, word);
        look('command', `--password ${word} --verbose`, word);
        look('commented', `#PASSWORD=${word}\n`, word);
        const query = `https://example.com/?password=${start.replaceAll('&', '!')}${sign}page=2`;
        assert.equal(
          redact(query),
          `https://example.com/?password=[redacted: password]${sign}page=2`,
        );
        const form = `-d 'password=${start.replaceAll('&', '!')}${sign}user=bob'`;
        assert.equal(redact(form), `-d 'password=[redacted: password]${sign}user=bob'`);
      }
    }
    check();
  });

  it('go on behind a quote that is escaped, and end at one that is not', () => {
    const { look, check } = tally();
    const rng = createRng('quotes');
    for (let round = 0; round < 20; round++) {
      const [start, rest] = [made.passwordOf(rng), made.passwordOf(rng)];
      for (const [quote, inside] of [
        ['"', '\\"'],
        ["'", "\\'"],
        ['"', '\\\\\\"'],
      ] as const) {
        const word = `${start}${inside}${rest}`;
        look('field', `{"password":${quote}${word}${quote},"user":"bob"}`, word);
        look('code', `const password = ${quote}${word}${quote};\n`, word);
        look('variable', `export DB_PASSWORD=${quote}${word}${quote}\n`, word);
      }
      for (const end of ['\\\\', '\\\\\\\\']) {
        const closed = `{"password":"${start}${end}","user":"bob"}`;
        assert.equal(redact(closed), '{"password":"[redacted: password]","user":"bob"}');
      }
    }
    check();
  });

  it('are found though they begin like a variable, or hold a word of what is to be filled in', () => {
    const { look, check } = tally();
    const rng = createRng('variables');
    for (let round = 0; round < 20; round++) {
      const digits = made.charactersOf(rng, 'd', 2);
      const word = rng.pick(['your', 'dummy', 'replace', 'placeholder', 'changeme']);
      for (const password of [
        `$up${made.charactersOf(rng, 'w', 6)}!${digits}`,
        `Cat-${word}-${digits}!${made.charactersOf(rng, 'w', 4)}`,
        `${made.charactersOf(rng, 'w', 4)}${word}#${digits}x`,
      ]) {
        look('field', `{"user":"bob","password": "${password}"}`, password);
        look('variable', `DB_PASSWORD="${password}"\n`, password);
        look('file', `password: '${password}'\n`, password);
      }
    }
    check();
  });

  it('are found where people make them up of words', () => {
    const { look, check } = tally();
    const rng = createRng('phrases');
    const words = 'correct horse battery staple purple monkey dishwasher 7 abc 123'.split(' ');
    for (let round = 0; round < 20; round++) {
      const phrase = Array.from({ length: rng.int(3, 6) }, () => rng.pick(words)).join(' ');
      look('variable', `PASSWORD="${phrase}"\n`, phrase);
      look('variable', `export DB_PASSWORD='${phrase}'\n`, phrase);
      look('variable', `CLIENT_SECRET="${phrase}"\n`, phrase);
      look('field', `password: "${phrase}"`, phrase);
      look('field', `{"password":"${phrase}"}`, phrase);
      look('field', `{\\"client_secret\\":\\"${phrase}\\"}`, phrase);
      look('field', `const dbPassword = '${phrase}';`, phrase);
      const signed = phrase.split(' ').join(rng.pick([...'#!+&*']));
      look('sentence', `my password is ${signed}`, signed);
      const own = `hunter${made.charactersOf(rng, 'd', 2)}xyz${made.charactersOf(rng, 'd', 1)}`;
      look('secret', `secret: ${own}\n`, own);
      look('secret', `"client_secret":"${own}"`, own);
      look('secret', `the client secret is ${own}`, own);
      look('secret', `Das Geheimnis: ${own}\n`, own);
      look('secret', `секрет: ${own}\n`, own);
      look('secret', `密钥：${own}\n`, own);
      look('variable', `{"note":"ENV DB_PASSWORD ${own}"}`, own);
    }
    check();
  });

  it('are found beside their names in other languages', () => {
    const { look, check } = tally();
    const rng = createRng('languages');
    const names =
      'API-Schlüssel|Zugangsschlüssel|clave de API|clave secreta|clé API|clé secrète|chave de API|chave secreta|chiave API|chiave segreta|segredo|sekret|секретный ключ|ключ API|токен|API 密钥|令牌|トークン|シークレット|비밀 키|토큰';
    for (const name of names.split('|')) {
      for (let round = 0; round < 8; round++) {
        const key = made.secretOf(rng, '<w:10>7<w:13>');
        look(name, `${name}: ${key}\n`, key);
        look(name, `${name} = "${key}"\n`, key);
      }
    }
    check();
  });

  it('are found in files of passwords, in addresses of services, and as seeds of wallets', () => {
    const { look, check } = tally();
    const rng = createRng('files');
    const of = (alphabet: string, length: number) => made.charactersOf(rng, alphabet, length);
    for (let round = 0; round < 30; round++) {
      for (const [before, hash] of [
        [`bob:$6$${of('p', 8)}$`, of('p', 86)],
        [`root:$y$j9T$${of('p', 8)}$`, of('p', 43)],
        [`bob:$5$rounds=5000$${of('p', 8)}$`, of('p', 43)],
        [`bob:$apr1$${of('p', 8)}$`, of('p', 22)],
        ['bob:$2y$05$', of('p', 53)],
        ['bob:{SHA}', `${of('b', 27)}=`],
      ] as const) {
        look('hash', `${before}${hash}:19000:0:99999:7:::\n`, hash);
        look('hash', `     1\t${before}${hash}\n`, hash);
      }
      const key = of('a', 32);
      look('service', `dsn: 'https://${key}@o12345.ingest.sentry.io/678'`, key);
      const bot = `${of('123456789', 10)}:AA${of('u', 33)}`;
      look('service', `https://api.telegram.org/bot${bot}/sendMessage?chat_id=1`, bot);
      const hook = `T${of('3', 8)}/B${of('3', 8)}/${of('w', 24)}`;
      look('service', `https://hooks.slack.com/services/${hook}`, hook);
      const words =
        'abandon ability zoo wrong legal winner thank year wave sausage worth useful letter advice cage doctor';
      const seed = Array.from({ length: rng.pick([12, 15, 18, 21, 24]) }, () =>
        rng.pick(words.split(' ')),
      );
      const phrase = seed.join(' ');
      look('seed', phrase, phrase);
      look('seed', `12→${phrase}\n`, phrase);
      look('seed', `{"mnemonic": "${phrase}"}`, phrase);
      const list = seed.map((word) => `"${word}"`).join(', ');
      look('seed', `words = [${list}]`, list);
      const rows = seed.map((word, i) => `${i + 1}. ${word}\n`).join('');
      look('seed', `Write down:\n${rows}`, rows);
    }
    check();
  });

  it('are found in lines of keys, numbered and in part', () => {
    const { look, check } = tally();
    const rng = createRng('lines');
    const styles: ((n: string) => string)[] = [
      () => '',
      (n) => `${n.padStart(6)}\t`,
      (n) => `${n}→`,
      (n) => `${n}:`,
      (n) => `${n} | `,
      (n) => `keys/id_rsa:${n}:`,
      () => '> ',
      (n) => `${n}- `,
    ];
    const labels = ['RSA PRIVATE KEY', 'PRIVATE KEY', 'OPENSSH PRIVATE KEY', 'PuTTY'];
    for (let round = 0; round < 4; round++) {
      for (const label of [...labels, 'PGP PRIVATE KEY BLOCK']) {
        const { lines, body, first } = made.keyLines(rng, label);
        for (const style of styles) {
          const numbered = (some: string[], from: number) =>
            some
              .map((line, i) => `${style(`${i + 1}`)}${line}\n`)
              .slice(from)
              .join('');
          for (const [place, text] of [
            ['whole', numbered(lines, 0)],
            ['end', numbered(lines, first + 4)],
            ['last line', numbered(lines, lines.length - 2)],
            ['middle', numbered(lines.slice(0, first + 6), first + 2)],
            ['start', numbered(lines.slice(0, first + 6), 0)],
          ] as const) {
            look(place, text, body.join('\n'));
            look(place, text.replaceAll('\t', '\\t').replaceAll('\n', '\\n'), body.join('\n'));
          }
        }
      }
    }
    check();
  });

  it('are in no output, whatever they are embedded in, and what is around stays', () => {
    const rng = createRng('embedded');
    const cards = () => ['4', '53', '2223', '6011'].map((start) => made.cardNumber(rng, start, 16));
    const secrets = () => [
      ...made.formats
        .filter(([kind]) => made.isBare(kind))
        .map((each) => made.secretOf(rng, each[1])),
      ...cards(),
      made.cardNumber(rng, '37', 15),
      cards()[0]?.replace(/(\d{4})(?=\d)/g, '$1 ') ?? '',
    ];
    const around: ((secret: string) => string)[] = [
      (s) => JSON.stringify({ a: s, b: [1, s] }),
      (s) => JSON.stringify(JSON.stringify({ a: `x\n${s}\n` })),
      (s) => `'${s}' and "${s}" and \`${s}\``,
      (s) => `https://example.com/a?b=1&c=${s}&d=2`,
      (s) => `deploy --to prod ${s} && echo ok`,
      (s) => `2026-01-02T03:04:05Z [info] got ${s}, went on`,
      (s) => `\x1b[32m${s}\x1b[0m and \\u001b[1m${s}\\u001b[0m`,
      (s) => `密钥 ${s} 是这个 🔑 “${s}”`,
      (s) => `a\r\n${s}\r\nb\r\n`,
    ];
    for (const secret of secrets()) {
      for (const embed of around) {
        const outcome = redact(embed(secret));
        assert.ok(!outcome.includes(secret), embed(secret));
        const plain = outcome.split(/\[redacted: [a-z\d-]+\]/).join('');
        assert.equal(plain, embed(''), outcome);
      }
    }
  });

  it('have the kind that tells most', () => {
    const rng = createRng('kinds');
    const [key, word] = [made.secretOf(rng, 'ghp_<w:36>'), made.secretOf(rng, 'Zq7<w:29>')];
    for (const [before, secret, kind] of [
      ['it sends Bearer ', word, 'bearer-token'],
      ['Authorization: Bearer ', word, 'authorization'],
      ['Authorization: Bearer ', key, 'github-token'],
      ['TWILIO_AUTH_TOKEN=', word, 'twilio-token'],
      ['"SecretAccessKey": ', `"${word}"`, 'aws-secret-key'],
    ] as const) {
      assert.ok(redact(`${before}${secret}\r\n`).includes(`[redacted: ${kind}]`), before + kind);
    }
  });

  it('are counted by kind', () => {
    const rng = createRng('counts');
    const counts = new Map<string, number>();
    const key = made.secretOf(rng, 'ghp_<w:36>');
    redact(`${key} and ${key}\npassword = "hunter22"`, counts);
    redact(key, counts);
    assert.deepEqual(Object.fromEntries(counts), { 'github-token': 3, password: 1 });
  });
});

describe('other texts', () => {
  it('stay as they are', () => {
    const rng = createRng('harmless');
    for (let round = 0; round < 40; round++) {
      for (const text of made.harmlessTexts(rng)) {
        assert.equal(redact(text), text);
        assert.equal(redact(`a ${text}\nb`), `a ${text}\nb`);
      }
    }
  });

  const pieces = [
    '\ud83d',
    '😀',
    '\0',
    '\x1b[1m',
    '[redacted: x]',
    '[redacted: ',
    '\\',
    '"',
    '=',
    'key',
    '\n',
  ];
  const odd = (rng: Rng) => {
    const secrets = [...made.formats.map(([, shape]) => made.secretOf(rng, shape)), 'password='];
    return Array.from({ length: 12 }, () => {
      const secret = rng.pick(secrets);
      return rng.pick(pieces) + secret.slice(0, rng.int(0, secret.length)) + rng.pick(pieces);
    }).join('');
  };

  it('stay between markers, well-formed where they were, and a redacted text stays', () => {
    const rng = createRng('odd');
    for (let round = 0; round < 400; round++) {
      const text = odd(rng);
      const once = redact(text);
      assert.equal(redact(once), once);
      assert.equal(createRedactor()(text), once);
      if (text.isWellFormed()) assert.ok(once.isWellFormed());
      let at = 0;
      for (const plain of once.split(/\[redacted: [a-z\d-]+\]/)) {
        at = text.indexOf(plain, at) + plain.length;
        assert.ok(at >= plain.length, JSON.stringify([text, once]));
      }
    }
  });

  /** Calls of regular expressions, and characters that they matched. */
  function stepsFor(text: string): number {
    const { exec } = RegExp.prototype;
    let steps = 0;
    RegExp.prototype.exec = function (subject) {
      const match = exec.call(this, subject);
      steps += 1 + (match?.[0].length ?? 0);
      return match;
    };
    try {
      redact(text);
    } finally {
      RegExp.prototype.exec = exec;
    }
    return steps;
  }

  it('that are made to be slow take steps in proportion to their length', () => {
    const units =
      '-----BEGIN |-----BEGIN PRIVATE KEY-----\n|-----BEGIN PRIVATE KEY-----\nProc-Type: x\n|-----END PRIVATE KEY-----\n|Private-Lines: 1\n|4111 |4|4111111111111111|sk-|sk-a |ghp_|AKIA |eyJ|eyJaaaaaaaaaaaaaaaa.|password=|password=x(|password="|token: |--password |--password|://a:|://a:@|a:b@|Cookie: a=|Authorization: |[redacted: |[redacted: password]|\\\\\\"|=|:|the password for |password is |\x1b[m|\\u001b[|echo a !|echo "|mysql -p|"-p",|a:1234:|:*:a:b:|abandon |="abandon |\n12:|a.pem-12-|<input value=|type="password"|\n0aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0uV1wX2yZ3aB4cD5eF6gH7iJ8kL9mN0oP1|MNOMNO|M-|key=key=|key "|key\n|a|密码 '.split(
        '|',
      );
    for (const unit of units) {
      const [some, more] = [4_000, 16_000].map((length) =>
        stepsFor(unit.repeat(length / unit.length)),
      );
      assert.ok(
        (more ?? 0) <= 5 * (some ?? 0) + 4_000,
        `${JSON.stringify(unit)}: ${some}, ${more}`,
      );
    }
  });
});

describe('patterns of a host', () => {
  it('name what they match', () => {
    const own = createRedactor({
      acme: 'acme_[A-Za-z0-9]{24,}',
      ticket: 'TK\\{[0-9]{2,4}-[a-f]+',
    });
    const letters = 'abcdefghijklmnopqrstuvwxyz';
    assert.equal(own(`x acme_${letters}.`), 'x [redacted: acme].');
    assert.equal(own(`x acme_${letters.slice(3)}.`), `x acme_${letters.slice(3)}.`);
    assert.equal(own(`pacme_${letters}`), `pacme_${letters}`);
    assert.equal(own('TK{12-abc TK{1-abc'), '[redacted: ticket] TK{1-abc');
    assert.equal(own(`acme_${'a'.repeat(100_000)} b`), '[redacted: acme] b');
    // Others begin as known formats do, or amid one.
    const like = createRedactor({ one: 'eyJ-[a-z]{4}', two: 'sk-x[a-z]{4}', three: '-:-[a-z]{4}' });
    assert.equal(
      like('eyJ-abcd sk-xabcd key-:-abcd'),
      '[redacted: one] [redacted: two] key[redacted: three]',
    );
  });

  it('are refused where they are not safe', () => {
    const refused =
      '|ab|[a-z]{3}|abc[|abc\\[x|abc[]|abc[^a]|abc[z-a]|abc[a-z]{|abc[a-z]{3|abc[a-z]{4,3}|abc[a-z]{0}|abc[a-z]{x}|abc+|abc{3}|abc]|abc\\|abc[a-z]{1,}d|abc[a-z]{1,3}d|abc[a-z]{1,3}-{2}|abc[a-z]{900}|abcé|abc\n|abc[!-~]+|abc[a-z]{99999}|.*|(a|b)+c'.split(
        '|',
      );
    for (const pattern of refused)
      assert.match(patternFault('mine', pattern) ?? '', /\w{3}/, pattern);
    for (const name of ['Mine', '', 'a'.repeat(41)]) assert.ok(patternFault(name, 'acme_[a-z]+'));
    for (const pattern of [
      'acme_[a-z]+',
      'SG.[\\w-]{2}.[a-c\\]]{3,5}',
      'abc',
      'a-b[0-9]{0,3}[a-z]',
    ]) {
      assert.equal(patternFault('mine', pattern), undefined);
    }
  });
});
