/** What machines and databases tell of themselves: disks, ports, rates, tables. */
import { clock, code, day, digits, hex, money, place, version } from '../../support/values.ts';
import { capital } from '../../support/wording.ts';
import { compound, host, label, odd, port, printed, times, toolPlant, word } from '../making.ts';
import type { Plant } from '../types.ts';

export const running: readonly Plant[] = [
  // Disks.
  toolPlant('disk', 'df', (rng) => {
    const [n, at] = [`${odd(rng, 111, 980)}G`, `/mnt/${word(rng)}`];
    return printed(
      'df -h',
      [
        'Filesystem      Size  Used Avail Use% Mounted on',
        ...times(
          rng.int(3, 9),
          () =>
            `/dev/nvme${rng.int(0, 3)}n1p${rng.int(1, 9)}  ${rng.int(20, 90)}G   ${rng.int(2, 19)}G   ${rng.int(20, 70)}G  ${rng.int(3, 60)}% /${word(rng)}`,
        ),
        `/dev/md${rng.int(0, 9)}        4.0T  3.8T  ${n}  96% ${at}`,
      ],
      n,
      [at, 'Avail', 'md'],
    );
  }),
  toolPlant('disk', 'du', (rng) => {
    const [n, at] = [`${rng.int(11, 98)}.${rng.int(1, 9)}G`, `./${word(rng)}/${word(rng)}`];
    return printed(
      'du -sh ./*/* | sort -h',
      [
        ...times(rng.int(6, 20), () => `${rng.int(4, 900)}M\t./${word(rng)}/${word(rng)}`),
        `${n}\t${at}`,
      ],
      n,
      [at],
    );
  }),
  toolPlant('disk', 'table-size', (rng) => {
    const [n, name] = [`${odd(rng, 1100, 9800)} MB`, compound(rng, '_')];
    return printed(
      "psql -c '\\dt+'",
      [
        ' Schema |        Name         | Type  | Size',
        '--------+---------------------+-------+-----------',
        ...times(
          rng.int(5, 14),
          () => ` public | ${word(rng).padEnd(19)} | table | ${rng.int(8, 900)} kB`,
        ),
        ` public | ${name.padEnd(19)} | table | ${n}`,
      ],
      n,
      [name],
      { loose: true },
    );
  }),
  toolPlant('disk', 'bundle', (rng) => {
    const [n, name] = [
      `${odd(rng, 211, 980)}.${rng.int(11, 98)} kB`,
      `${word(rng)}-${hex(rng, 8)}.js`,
    ];
    return printed(
      'npx vite build',
      [
        `vite v6.${rng.int(0, 9)}.${rng.int(0, 9)} building for production...`,
        `✓ ${rng.int(200, 3000)} modules transformed.`,
        ...times(
          rng.int(4, 12),
          () =>
            `dist/assets/${word(rng)}-${hex(rng, 8)}.js   ${rng.int(1, 90)}.${rng.int(10, 99)} kB`,
        ),
        `dist/assets/${name}  ${n} │ gzip: ${rng.int(40, 190)}.${rng.int(10, 99)} kB`,
        '(!) Some chunks are larger than 500 kB after minification.',
        `✓ built in ${rng.int(2, 40)}.${rng.int(10, 99)}s`,
      ],
      n,
      [name, 'assets'],
      { loose: true },
    );
  }),

  // Ports.
  toolPlant('port', 'vite', (rng) => {
    const n = port(rng);
    return printed(
      'npm run dev',
      [
        '',
        `> app@${version(rng)} dev`,
        '> vite',
        '',
        `Port 5173 is in use, trying another one...`,
        '',
        `  VITE v6.${rng.int(0, 9)}.${rng.int(0, 9)}  ready in ${rng.int(120, 900)} ms`,
        '',
        `  ➜  Local:   http://localhost:${n}/`,
        '  ➜  Network: use --host to expose',
      ],
      n,
      ['Local', 'localhost', 'ready', 'dev'],
    );
  }),
  toolPlant('port', 'ss', (rng) => {
    const [n, name] = [port(rng), `${word(rng)}d`];
    return printed(
      'ss -ltnp',
      [
        'State   Recv-Q  Send-Q   Local Address:Port    Peer Address:Port  Process',
        ...times(
          rng.int(5, 14),
          () =>
            `LISTEN  0       ${rng.int(5, 511)}      127.0.0.1:${rng.int(1000, 9999)}         0.0.0.0:*          users:(("${word(rng)}",pid=${rng.int(300, 9000)},fd=${rng.int(3, 30)}))`,
        ),
        `LISTEN  0       4096     0.0.0.0:${n}         0.0.0.0:*          users:(("${name}",pid=${rng.int(300, 9000)},fd=7))`,
      ],
      n,
      [name],
    );
  }),
  toolPlant('port', 'compose', (rng) => {
    const [n, name] = [port(rng), `${word(rng)}-search-1`];
    return printed(
      'docker compose ps',
      [
        'NAME                SERVICE    STATUS          PORTS',
        ...times(
          rng.int(3, 9),
          () => `${word(rng)}-1   ${word(rng)}   Up ${rng.int(2, 50)} minutes`,
        ),
        `${name}   search     Up ${rng.int(2, 50)} minutes   0.0.0.0:${n}->9200/tcp`,
      ],
      n,
      [name, 'search'],
    );
  }),
  toolPlant('port', 'inspector', (rng) => {
    const n = port(rng);
    return printed(
      'node --inspect=0 worker.js',
      [
        `Debugger listening on ws://127.0.0.1:${n}/${hex(rng, 8)}-${hex(rng, 4)}-4${hex(rng, 3)}`,
        'For help, see: https://nodejs.org/en/docs/inspector',
        ...times(rng.int(4, 20), () => `[worker] ${word(rng)} ${rng.int(1, 900)}ms`),
      ],
      n,
      ['Debugger', 'debug', 'inspect', 'ws:'],
    );
  }),

  // Rates.
  toolPlant('rate', 'coverage', (rng) => {
    const [n, name] = [`${rng.int(41, 79)}.${rng.int(11, 98)}`, `${word(rng)}/${word(rng)}.ts`];
    return printed(
      'npx c8 report',
      [
        'File                       | % Stmts | % Branch | % Funcs | Uncovered Line #s',
        '---------------------------|---------|----------|---------|------------------',
        ...times(
          rng.int(6, 20),
          () =>
            ` ${label(rng)}.ts | ${rng.int(88, 100)} | ${rng.int(80, 100)} | ${rng.int(90, 100)} | `,
        ),
        ` ${name} | ${n} | ${rng.int(20, 60)} | ${rng.int(20, 60)} | ${rng.int(10, 90)}-${rng.int(91, 400)}`,
      ],
      n,
      [name],
    );
  }),
  toolPlant('rate', 'cache', (rng) => {
    const n = `${rng.int(31, 88)}.${rng.int(101, 989)}%`;
    return printed(
      'varnishstat -1 | ./ratio.sh',
      [
        `MAIN.uptime            ${rng.int(100_000, 900_000)}`,
        ...times(
          rng.int(6, 18),
          () => `MAIN.${word(rng)}   ${rng.int(0, 90_000)}   ${rng.int(0, 9)}.${rng.int(10, 99)}`,
        ),
        `hit ratio (5 min): ${n}`,
      ],
      n,
      ['hit ratio', 'cache', 'hit'],
    );
  }),
  toolPlant('rate', 'wrk', (rng) => {
    const n = `${odd(rng, 1100, 48_000)}.${rng.int(11, 98)}`;
    const at = `http://127.0.0.1:${port(rng)}/${word(rng)}`;
    return printed(
      `wrk -t4 -c128 -d30s ${at}`,
      [
        `Running 30s test @ ${at}`,
        '  4 threads and 128 connections',
        '  Thread Stats   Avg      Stdev     Max   +/- Stdev',
        `    Latency     ${rng.int(2, 40)}.${rng.int(10, 99)}ms   ${rng.int(1, 20)}.${rng.int(10, 99)}ms ${rng.int(60, 400)}.${rng.int(10, 99)}ms   ${rng.int(60, 95)}.${rng.int(10, 99)}%`,
        `  ${rng.int(100_000, 900_000)} requests in 30.0${rng.int(1, 9)}s, ${rng.int(20, 900)}.${rng.int(10, 99)}MB read`,
        `Requests/sec:  ${n}`,
      ],
      n,
      ['Requests/sec', 'requests', 'sec'],
    );
  }),
  toolPlant('rate', 'packet-loss', (rng) => {
    const [n, name] = [`${rng.int(3, 38)}.${rng.int(11, 98)}%`, host(rng)];
    return printed(
      `ping -c 400 -q ${name}`,
      [
        `PING ${name} (10.${rng.int(0, 99)}.${rng.int(0, 99)}.${rng.int(2, 250)}) 56(84) bytes of data.`,
        '',
        `--- ${name} ping statistics ---`,
        `400 packets transmitted, ${rng.int(240, 390)} received, ${n} packet loss, time ${rng.int(399_000, 402_000)}ms`,
        `rtt min/avg/max/mdev = ${rng.int(1, 9)}.${rng.int(100, 999)}/${rng.int(10, 30)}.${rng.int(100, 999)}/${rng.int(40, 90)}.${rng.int(100, 999)}/2.1 ms`,
      ],
      n,
      ['loss', name],
    );
  }),
  toolPlant('rate', 'model', (rng) => {
    const n = `0.${rng.int(5101, 9689)}`;
    return printed(
      'python train.py --eval',
      [
        ...times(
          rng.int(8, 25),
          (i) =>
            `epoch ${i + 1}  loss ${rng.int(0, 3)}.${rng.int(1000, 9999)}  lr ${rng.int(1, 9)}e-0${rng.int(4, 6)}`,
        ),
        `eval: macro-F1 ${n} on ${rng.int(2000, 9000)} rows`,
      ],
      n,
      ['F1', 'eval'],
    );
  }),
  toolPlant('rate', 'error-rate', (rng) => {
    const [n, route] = [`${rng.int(1, 9)}.${rng.int(101, 989)} %`, `/v2/${word(rng)}`];
    return {
      text: JSON.stringify(
        {
          window: '24h',
          routes: [
            ...times(rng.int(4, 12), () => ({
              route: `/v2/${word(rng)}`,
              errors: '0 %',
              calls: rng.int(100, 90_000),
            })),
            { route, errors: n, calls: rng.int(100, 90_000) },
          ],
        },
        null,
        1,
      ),
      tool: { name: 'metrics_query', input: { metric: 'http_errors', window: '24h' } },
      value: n,
      about: [route],
      loose: true,
    };
  }),

  // Tables and shapes.
  toolPlant('schema-column', 'psql', (rng) => {
    const [table, column] = [compound(rng, '_'), `${compound(rng, '_')}_at`];
    return printed(
      `psql -c '\\d ${table}'`,
      [
        `             Table "public.${table}"`,
        '   Column    |           Type           | Nullable',
        '-------------+--------------------------+---------',
        ' id          | bigint                   | not null',
        ...times(
          rng.int(4, 14),
          () => ` ${word(rng)} | ${rng.pick(['text', 'integer', 'boolean', 'jsonb'])} | `,
        ),
        ` ${column} | timestamp with time zone | not null`,
        'Indexes:',
        `    "${table}_pkey" PRIMARY KEY, btree (id)`,
      ],
      column,
      ['timestamp', table],
    );
  }),
  toolPlant('schema-column', 'mysql', (rng) => {
    const [table, column] = [label(rng), `${word(rng)}_${word(rng)}_cents`];
    return printed(
      `mysql -e 'DESCRIBE ${table}'`,
      [
        '+-----------+---------------------+------+-----+---------+----------------+',
        '| Field     | Type                | Null | Key | Default | Extra          |',
        '+-----------+---------------------+------+-----+---------+----------------+',
        ...times(
          rng.int(4, 12),
          () => `| ${word(rng)} | varchar(${rng.int(20, 255)}) | YES | | NULL | |`,
        ),
        `| ${column} | decimal(19,4) unsigned | NO | MUL | 0.0000 | |`,
      ],
      column,
      ['decimal', table],
    );
  }),
  toolPlant('schema-column', 'sqlite', (rng) => {
    const [table, column] = [label(rng), compound(rng, '_')];
    return printed(
      'sqlite3 app.db .schema',
      [
        ...times(
          rng.int(2, 6),
          () => `CREATE TABLE ${word(rng)} (id INTEGER PRIMARY KEY, ${word(rng)} TEXT);`,
        ),
        `CREATE TABLE ${table} (`,
        '  id INTEGER PRIMARY KEY,',
        `  ${word(rng)} TEXT NOT NULL,`,
        `  ${column} REAL CHECK (${column} >= 0),`,
        `  ${word(rng)} BLOB`,
        ');',
      ],
      column,
      [table, 'REAL', 'CHECK'],
    );
  }),
  toolPlant('schema-column', 'graphql', (rng) => {
    const [type, field] = [capital(word(rng)), `${word(rng)}${capital(word(rng))}`];
    return {
      text: [
        `type ${type} implements Node {`,
        '  id: ID!',
        ...times(
          rng.int(4, 14),
          () => `  ${word(rng)}: ${rng.pick(['String', 'Int', 'Boolean!', '[ID!]!'])}`,
        ),
        `  ${field}(first: Int): ${capital(word(rng))}Connection! @deprecated(reason: "moved")`,
        '}',
      ].join('\n'),
      tool: { name: 'Read', input: { file_path: 'schema.graphql' } },
      value: field,
      about: [type, 'deprecated', 'Connection'],
    };
  }),
  toolPlant('schema-column', 'csv-head', (rng) => {
    const column = `${word(rng)}_${rng.pick(['eur', 'kwh', 'iso', 'wgs84'])}`;
    const names = [...times(rng.int(4, 9), () => word(rng)), column, word(rng)];
    return printed(
      'head -3 export.csv',
      [
        names.join(';'),
        names.map(() => rng.int(1, 900)).join(';'),
        names.map(() => rng.int(1, 900)).join(';'),
      ],
      column,
      ['export', 'csv', names[names.length - 1] as string],
    );
  }),

  // When.
  toolPlant('date', 'certificate', (rng) => {
    const [on, name] = [day(rng), `${word(rng)}.${word(rng)}.net`];
    const value = `${['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'][on.month - 1]} ${on.day} ${clock(rng)}:${rng.int(10, 59)} ${on.year} GMT`;
    return printed(
      `openssl s_client -connect ${name}:443 | openssl x509 -noout -dates -subject`,
      [`subject=CN = ${name}`, 'notBefore=Jan  1 00:00:00 2025 GMT', `notAfter=${value}`],
      value,
      ['notAfter', name, 'expire'],
      { loose: true },
    );
  }),
  toolPlant('date', 'cron', (rng) => {
    const [at, name] = [`${day(rng).iso} ${clock(rng)}`, `${word(rng)}-vacuum`];
    return printed(
      'systemctl list-timers',
      [
        'NEXT                        LEFT      UNIT',
        ...times(
          rng.int(4, 12),
          () => `${day(rng).iso} ${clock(rng)}  ${rng.int(1, 20)}h left  ${word(rng)}.timer`,
        ),
        `${at}  ${rng.int(1, 20)}h left  ${name}.timer`,
      ],
      at,
      [name],
    );
  }),

  // Tools of businesses.
  toolPlant('booking-reference', 'flight', (rng) => {
    const id = code(rng, 'XXXXXX');
    const city = place(rng);
    return {
      text: JSON.stringify({
        pnr: id,
        status: 'TICKETED',
        segments: times(rng.int(1, 3), () => ({
          flight: `XQ${rng.int(100, 999)}`,
          from: place(rng),
          to: city,
          departs: `${day(rng).iso}T${clock(rng)}`,
        })),
        fare: { basis: 'QLX', total: Number(money(rng)) },
        ancillaries: [],
      }),
      tool: { name: 'book_flight', input: { offer: `off_${hex(rng, 10)}` } },
      value: id,
      about: ['TICKETED', 'pnr', city, 'flight'],
    };
  }),
  toolPlant('price', 'quote', (rng) => {
    const [n, name] = [money(rng, 1200, 8900), `${capital(word(rng))} ${rng.int(100, 900)}`];
    return {
      text: JSON.stringify(
        {
          quote_id: `Q-${digits(rng, 7)}`,
          lines: [
            ...times(rng.int(2, 6), () => ({ sku: word(rng), net: Number(money(rng, 1, 90)) })),
            { sku: name, net: Number(n), currency: 'CHF' },
          ],
          valid_days: rng.int(7, 30),
        },
        null,
        2,
      ),
      tool: { name: 'create_quote', input: { customer: `c_${digits(rng, 6)}` } },
      value: String(Number(n)),
      about: [name, 'net'],
    };
  }),
  toolPlant('id', 'refund', (rng) => {
    const [id, order] = [`re_${hex(rng, 14)}`, `W${digits(rng, 7)}`];
    return {
      text: JSON.stringify({
        ok: true,
        refund: { id, order, state: 'pending', reason: 'damaged' },
        audit: { by: 'agent', trace: hex(rng, 16) },
      }),
      tool: { name: 'refund_order', input: { order_id: order } },
      value: id,
      about: [order, 'refund'],
    };
  }),
  toolPlant('id', 'shipment', (rng) => {
    const id = `JJD${digits(rng, 15)}`;
    const name = place(rng);
    return {
      text: JSON.stringify({
        carrier: 'parcel',
        tracking: id,
        depot: name,
        eta: day(rng).iso,
        events: times(rng.int(3, 10), () => ({
          at: `${day(rng).iso}T${clock(rng)}`,
          place: place(rng),
          code: rng.pick(['PU', 'AR', 'DP']),
        })),
      }),
      tool: { name: 'create_shipment', input: { order: `O-${digits(rng, 6)}` } },
      value: id,
      about: ['tracking', name, 'carrier'],
    };
  }),
  toolPlant('number-with-unit', 'page', (rng) => {
    const [n, name] = [`${odd(rng, 210, 980)} kWh/m²`, capital(word(rng))];
    const filler = times(
      rng.int(5, 14),
      () =>
        `The ${word(rng)} survey was extended to ${place(rng)}. Its methods are described in the appendix, and ${rng.int(3, 40)} buildings took part.`,
    );
    return {
      text: [
        `# ${name} estate: final report`,
        '',
        ...filler,
        `Before the works, heat demand at ${name} stood at ${n} a year.`,
        ...filler.slice(0, 3),
      ].join('\n\n'),
      tool: { name: 'fetch', input: { url: `https://www.${word(rng)}.org/${word(rng)}` } },
      value: n,
      about: ['heat demand', name],
      loose: true,
    };
  }),
];
