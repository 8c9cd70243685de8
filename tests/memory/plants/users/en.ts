/** What users say in English. */
import {
  clock,
  code,
  coined,
  company,
  day,
  hex,
  money,
  person,
  place,
  spoken,
  version,
} from '../../support/values.ts';
import {
  compound,
  credentials,
  file,
  folder,
  host,
  label,
  later,
  odd,
  port,
  said,
  two,
  userPlant,
} from '../making.ts';
import type { Plant } from '../types.ts';

const plant = userPlant.bind(undefined, 'en');
const date = (rng: Parameters<typeof day>[0]) => spoken(day(rng), 'en');

export const english: readonly Plant[] = [
  // Orders.
  plant('order', 'run-by-me', (rng) => {
    const at = folder(rng);
    return said(
      rng,
      'looks (fine|good). one thing, run it by me before you (edit|change) anything (in|below) <at>, (ok?|the auditors are in there)',
      { at },
      at,
      ['run it by me', 'before'],
    );
  }),
  plant('order', 'off-limits', (rng) => {
    const [at, who] = [folder(rng), person(rng).full];
    return said(
      rng,
      '<at> is off limits until <who> is back from leave. Everything else you can (do|change) as you (like|see fit).',
      { at, who },
      at,
      ['off limits', who],
    );
  }),
  plant('order', 'after-each-change', (rng) => {
    const target = `${coined(rng, 2)}-smoke`;
    return said(
      rng,
      [
        '(From now on|From here on) (run|call) `make <target>` after each change, not just at the end.',
        'every time you touch a file: make <target>. every. time.',
      ],
      { target },
      target,
      ['after each change', 'every time', 'run'],
    );
  }),
  plant('order', 'only-she-merges', (rng) => {
    const [branch, who] = [`release/${label(rng)}`, person(rng).full];
    return said(
      rng,
      'Only <who> merges into <branch>. Not me, not you, (nobody|not the bot).',
      { branch, who },
      branch,
      [who, 'merge'],
    );
  }),
  plant('order', 'keep-dead-file', (rng) => {
    const path = file(rng, 'csv');
    return said(
      rng,
      "Don't throw away <path> even if it looks dead. Finance opens it by hand at (month end|the end of the month).",
      { path },
      path,
      ['throw away', 'Finance', "Don't"],
    );
  }),
  plant('order', 'batch-cap', (rng) => {
    const [n, vendor] = [odd(rng, 1100, 8900), company(rng)];
    return said(
      rng,
      'cap the batches at <n> rows, <vendor> (bans|blocks) us above that',
      { n, vendor },
      n,
      ['rows', 'batch', vendor],
    );
  }),
  plant('order', 'post-numbers', (rng) => {
    const channel = `#${compound(rng, '-')}`;
    return said(
      rng,
      'Whenever you are through with a task, post the before and after numbers (to|in) <channel>(, please|, the others follow along there).',
      { channel },
      channel,
      ['numbers', 'post', 'task'],
    );
  }),
  plant('order', 'buried-in-praise', (rng) => {
    const name = company(rng);
    return said(
      rng,
      'So the layout is how I (wanted|imagined) it and the colours are fine too, my colleague had another look this morning and liked it. One thing, and it matters more than the colours: <name> must not get the nightly mail, there was a letter from their lawyers. Otherwise carry on with the table, I think the columns are right, perhaps a bit more space on the left.',
      { name },
      name,
      ['nightly mail', 'must not', 'lawyers'],
    );
  }),
  plant('order', 'grateful', (rng) => {
    const name = label(rng);
    return said(
      rng,
      "I'd be grateful if the <name> job could stay (as it is|the way it is) for the time being; we can talk about it after the summer.",
      { name },
      name,
      ['stay', 'as it is', 'the way it is'],
    );
  }),
  plant('order', 'mistyped', (rng) => {
    const at = folder(rng);
    return said(
      rng,
      '(pls|plese) dont tuoch <at> untill i say so, (sombody|someone) else is wroking there rihgt now',
      { at },
      at,
      ['dont tuoch', 'untill i say'],
    );
  }),
  plant('order', 'two-people', (rng) => {
    const [env, who] = [coined(rng, 2), person(rng)];
    return said(
      rng,
      'Deploys to <env> need two people. If <who> does not answer you wait, even if it takes till tomorrow.',
      { env, who: who.first },
      env,
      ['two people', 'Deploys', who.first],
    );
  }),
  plant('order', 'receipt-address', (rng) => {
    const mail = `${coined(rng, 2)}.${coined(rng, 2)}@${coined(rng, 2)}.org`;
    return said(
      rng,
      'and the receipts, all of them, go to <mail>, (my own inbox is full|not to me)',
      { mail },
      mail,
      ['receipts', 'inbox'],
    );
  }),

  // Saying no.
  plant('negation', 'no-retries', (rng) => {
    const route = `/v${rng.int(2, 9)}/${coined(rng, 2)}/${coined(rng, 2)}`;
    return said(
      rng,
      'no retries on <route> please, a second call (charges the card again|books it twice)',
      { route },
      route,
      ['no retries', 'second call'],
    );
  }),
  plant('negation', 'not-supported', (rng) => {
    const name = `${coined(rng, 2)}OS ${rng.int(4, 19)}`;
    return said(
      rng,
      'We do NOT support <name> any more, so (forget|leave out) the workarounds for it.',
      { name },
      name,
      ['NOT support', 'any more', 'workarounds'],
    );
  }),
  plant('negation', 'no-restart', (rng) => {
    const name = host(rng);
    return said(
      rng,
      'nobody restarts <name> during (office|opening) hours. not even "just quickly".',
      { name },
      name,
      ['restart', 'hours'],
    );
  }),
  plant('negation', 'no-staging', (rng) => {
    const name = label(rng);
    return said(
      rng,
      "There isn't a staging for <name>, so don't go looking for one.",
      { name },
      name,
      ['staging'],
    );
  }),
  plant('negation', 'not-the-cause', (rng) => {
    const name = `${coined(rng, 2)}Cache`;
    return said(
      rng,
      "it isn't <name>, I (have|already) ruled that out (last week|twice), (look|please look) elsewhere",
      { name },
      name,
      ["isn't", 'ruled'],
    );
  }),
  plant('negation', 'leave-alone', (rng) => {
    const name = compound(rng, '_');
    return said(
      rng,
      '(please|pls) keep your hands off <name>(, thanks|. it works and nobody knows why)',
      { name },
      name,
      ['hands off'],
    );
  }),
  plant('negation', 'never-window', (rng) => {
    const seat = `row ${odd(rng, 11, 48)}${rng.pick(['A', 'C', 'F', 'K'])}`;
    return said(
      rng,
      'Anything but <seat>, I sat there once and (never again|could not move my knees).',
      { seat },
      seat,
      ['Anything but', 'never again', 'knees'],
    );
  }),

  // Saying yes to something particular.
  plant('approval', 'option', (rng) => {
    const option = code(rng, 'AA-999');
    return said(rng, 'yes to <option>, no to the other two', { option }, option, [
      'yes',
      'other two',
    ]);
  }),
  plant('approval', 'drop-table', (rng) => {
    const table = `${compound(rng, '_')}_old`;
    return said(
      rng,
      'You may drop <table>(, I have a backup of it|; the backup is from this morning).',
      { table },
      table,
      ['may drop', 'backup'],
    );
  }),
  plant('approval', 'force-push', (rng) => {
    const branch = `${person(rng).handle}/${coined(rng, 2)}`;
    return said(rng, 'fine by me: force-push <branch>, just this once', { branch }, branch, [
      'force-push',
      'once',
      'fine',
    ]);
  }),
  plant('approval', 'quote', (rng) => {
    const [name, amount] = [company(rng), `${money(rng, 900, 9000)} €`];
    return said(
      rng,
      'Go with <name> then, <amount> is (all right|OK). I told them you would (write|call).',
      { name, amount },
      amount,
      [name, 'Go with'],
    );
  }),
  plant('approval', 'one-ticket', (rng) => {
    const id = code(rng, 'AAA-9999');
    return said(
      rng,
      [
        'approved: <id>. the rest waits for (thursday|the board)',
        'You have my OK for <id>, and only for that one.',
      ],
      { id },
      id,
      ['approved', 'OK', 'only'],
    );
  }),
  plant('approval', 'spend', (rng) => {
    const amount = `$${odd(rng, 210, 4800)}`;
    return said(
      rng,
      'spend up to <amount> without asking, above that (ask|call me)',
      { amount },
      amount,
      ['up to', 'without asking'],
    );
  }),
  plant('approval', 'seat-change', (rng) => {
    const id = code(rng, 'AAAAAA');
    return said(
      rng,
      'OK I accept the fee for <id>, go ahead with that one and leave the return alone',
      { id },
      id,
      ['accept', 'fee', 'go ahead'],
    );
  }),

  // Quantities.
  plant('number-with-unit', 'p99', (rng) => {
    const n = odd(rng, 61, 940);
    return said(
      rng,
      'The p99 has to stay (under|below) <n> ms(, that is in the contract|, measured at the edge).',
      { n },
      `${n} ms`,
      ['p99'],
      { loose: true },
    );
  }),
  plant('number-with-unit', 'luggage', (rng) => {
    const n = `${rng.int(17, 38)}.${rng.int(1, 9)} kg`;
    return said(
      rng,
      "the cello case weighs <n> with everything in it, I don't know whether that (counts as|is still) hand luggage",
      { n },
      n,
      ['cello', 'case'],
      { loose: true },
    );
  }),
  plant('number-with-unit', 'seats', (rng) => {
    const [n, name] = [odd(rng, 131, 2900), coined(rng, 2)];
    return said(
      rng,
      'We have <n> seats on the <name> plan, (that is all we get this year|no more until renewal).',
      { n, name },
      n,
      ['seats', name],
    );
  }),
  plant('number-with-unit', 'heap', (rng) => {
    const n = odd(rng, 611, 7800);
    return said(
      rng,
      'the box has <n> MB left for us, the rest is taken by the (database|others)',
      { n },
      n,
      ['MB', 'left'],
    );
  }),
  plant('number-with-unit', 'dose', (rng) => {
    const n = `${odd(rng, 12, 480)} µg`;
    return said(
      rng,
      'my (vet|doctor) (changed|set) the dose to <n>, twice a day, with food',
      { n },
      n,
      ['dose', 'twice'],
      { loose: true },
    );
  }),
  plant('number-with-unit', 'shelf', (rng) => {
    const n = `${rng.int(61, 240)}.${rng.int(1, 9)} cm`;
    return said(
      rng,
      'measured the gap (again|properly): <n> between the (chimney|door) and the wall',
      { n },
      n,
      ['gap', 'wall'],
      { loose: true },
    );
  }),
  plant('number-with-unit', 'rate-limit', (rng) => {
    const [n, name] = [odd(rng, 112, 980), company(rng)];
    return said(
      rng,
      '<name> lets us make <n> calls per minute, (keys are shared with|and that includes) the mobile app',
      { n, name },
      n,
      ['per minute', name],
    );
  }),

  // Who, when, where.
  plant('name', 'accountant', (rng) => {
    const who = person(rng).full;
    return said(
      rng,
      'My accountant is <who>, she (signs|has to sign) everything with a (number|sum) in it.',
      { who },
      who,
      ['accountant', 'sign'],
    );
  }),
  plant('name', 'wrote-parser', (rng) => {
    const who = person(rng).full;
    return said(
      rng,
      'if the grammar is unclear: <who> wrote it, (he|she) still answers mails',
      { who },
      who,
      ['grammar', 'wrote'],
    );
  }),
  plant('name', 'passenger', (rng) => {
    const who = person(rng).full;
    return said(
      rng,
      'The second passenger is <who>, exactly as in the passport(, no middle name|).',
      { who },
      who,
      ['passenger', 'passport'],
    );
  }),
  plant('name', 'product', (rng) => {
    const name = `${coined(rng, 2)}ly`;
    return said(
      rng,
      'marketing decided: it will be called <name>. (Use that|That goes) in everything customers see.',
      { name },
      name,
      ['called', 'marketing', 'customers'],
    );
  }),
  plant('date', 'release', (rng) => {
    const on = date(rng);
    return said(
      rng,
      '(We|They) go live on <on>, the (press|invitation) is (out|printed).',
      { on },
      on,
      ['go live', 'press', 'invitation'],
    );
  }),
  plant('date', 'freeze', (rng) => {
    const [from, name] = [date(rng), coined(rng, 2)];
    return said(
      rng,
      'code freeze for <name> begins <from>, in the evening, so be done before',
      { from, name },
      from,
      ['freeze', name],
    );
  }),
  plant('date', 'landing', (rng) => {
    const at = `${day(rng).iso} ${clock(rng)}`;
    return said(
      rng,
      'her flight lands <at> (local|their) time, somebody has to (be there|pick her up)',
      { at },
      at,
      ['lands', 'flight'],
    );
  }),
  plant('date', 'key-rotation', (rng) => {
    const [on, name] = [day(rng).iso, coined(rng, 2)];
    return said(
      rng,
      'The <name> certificates run out on <on>. Whatever we (build|ship) must cope with that.',
      { on, name },
      on,
      ['certificates', name],
    );
  }),
  plant('place', 'warehouse', (rng) => {
    const where = place(rng);
    return said(
      rng,
      'deliveries go to the back gate in <where>, the front address is (only|just) the office',
      { where },
      where,
      ['deliveries', 'gate'],
    );
  }),
  plant('preference', 'seat-and-meal', (rng) => {
    const name = coined(rng, 2);
    return said(
      rng,
      'I always take the <name> menu and sit on the aisle, (never mind|no matter) what it costs extra',
      { name },
      name,
      ['menu', 'aisle'],
    );
  }),

  // Technical particulars.
  plant('port', 'mock', (rng) => {
    const n = port(rng);
    return said(
      rng,
      'the payment mock listens on <n> on my machine, the (usual|standard) one is taken by (zoom|the printer)',
      { n },
      n,
      ['mock', 'listens'],
    );
  }),
  plant('port', 'tunnel', (rng) => {
    const [n, name] = [port(rng), host(rng)];
    return said(
      rng,
      'You reach <name> through the tunnel, localhost:<n>, (user|login) is readonly.',
      { n, name },
      n,
      [name, 'tunnel', 'localhost'],
    );
  }),
  plant('port', 'debugger', (rng) => {
    const n = port(rng);
    return said(rng, 'attach the debugger to <n> if you need it, I leave it running', { n }, n, [
      'debugger',
      'attach',
    ]);
  }),
  plant('version', 'stuck', (rng) => {
    const [v, name] = [version(rng), coined(rng, 2)];
    return said(
      rng,
      "we are stuck with <name> <v>, newer ones don't (talk to|work with) the (scanner|old firmware)",
      { v, name },
      v,
      [name, 'stuck'],
    );
  }),
  plant('version', 'pin', (rng) => {
    const [v, name] = [version(rng), `${coined(rng, 2)}-sdk`];
    return said(
      rng,
      'pin <name> to <v> (and leave it there|until they fix the leak)',
      { v, name },
      v,
      [name, 'pin'],
    );
  }),
  plant('version', 'firmware', (rng) => {
    const v = `${rng.int(2, 9)}.${rng.int(10, 99)}b${rng.int(2, 40)}`;
    return said(
      rng,
      'The customers in question have firmware <v>(, all of them|; I asked).',
      { v },
      v,
      ['firmware'],
    );
  }),
  plant('path', 'data', (rng) => {
    const at = `/mnt/${coined(rng, 2)}/${coined(rng, 2)}-${rng.int(2, 60)}`;
    return said(
      rng,
      'The real recordings are under <at>, (read only|please only read there).',
      { at },
      at,
      ['recordings', 'read'],
    );
  }),
  plant('account', 'customer-id', (rng) => {
    const id = code(rng, 'K-9999-9999');
    return said(
      rng,
      "it's about the account of my mother, <id>, she (can't|does not) type any more",
      { id },
      id,
      ['mother', 'account'],
    );
  }),

  // Taken back later.
  plant('revocation', 'read-only', (rng) => {
    const at = folder(rng);
    return said(
      rng,
      "don't write to <at> for now, only (read|look)",
      { at },
      at,
      ['write', 'read', 'look'],
      {
        revokes: later(
          rng,
          '(scratch that|forget what I said): <at> is open again, write (there|to it) as you like',
          { at },
          'open again',
        ),
      },
    );
  }),
  plant('revocation', 'ask-first', (rng) => {
    const name = label(rng);
    return said(
      rng,
      'Ask me every time before you send anything to <name>.',
      { name },
      name,
      ['Ask me', 'before'],
      {
        revokes: later(
          rng,
          'You no longer need to ask about <name>, (just|simply) send it.',
          { name },
          'no longer need',
        ),
      },
    );
  }),
  plant('revocation', 'approval-withdrawn', (rng) => {
    const table = compound(rng, '_');
    return said(
      rng,
      'ok you can truncate <table> when you get there',
      { table },
      table,
      ['truncate'],
      {
        revokes: later(
          rng,
          'sorry, I take that back about <table>: nothing gets truncated, we still need the rows',
          { table },
          'take that back',
        ),
      },
    );
  }),
  plant('revocation', 'upgrade-off', (rng) => {
    const id = code(rng, 'AAAAAA');
    return said(
      rng,
      'Please upgrade <id> to business, whatever it costs.',
      { id },
      id,
      ['upgrade', 'business'],
      {
        revokes: later(
          rng,
          'My husband says no to the upgrade of <id>. Leave it in economy.',
          { id },
          'Leave it in economy',
        ),
      },
    );
  }),
  plant('revocation', 'feature-cancelled', (rng) => {
    const name = label(rng);
    return said(
      rng,
      'we also need the <name> export, csv is enough',
      { name },
      name,
      ['export', 'csv'],
      {
        revokes: later(
          rng,
          'the <name> export is cancelled, they (found|bought) something else',
          { name },
          'cancelled',
        ),
      },
    );
  }),
  plant('correction', 'number', (rng) => {
    const [old, fresh] = [odd(rng, 1200, 4900), odd(rng, 5100, 9800)];
    return said(rng, 'The limit for uploads is <old> kB.', { old }, old, ['uploads', 'limit'], {
      revokes: later(
        rng,
        'I looked it up: for uploads it is <fresh> kB, not what I (said|wrote) before.',
        { fresh },
        fresh,
      ),
    });
  }),
  plant('correction', 'date', (rng) => {
    const [old, fresh] = two(() => date(rng));
    return said(rng, 'The surveyor comes on <old>.', { old }, old, ['surveyor'], {
      revokes: later(rng, 'The surveyor (rang|wrote), <fresh> it is now.', { fresh }, fresh),
    });
  }),
  plant('correction', 'port', (rng) => {
    const [old, fresh] = two(() => port(rng));
    return said(rng, 'metrics are scraped from :<old>', { old }, old, ['metrics', 'scraped'], {
      revokes: later(rng, 'metrics moved to :<fresh> last night', { fresh }, fresh),
    });
  }),
  plant('correction', 'name', (rng) => {
    const [old, fresh] = two(() => person(rng).full);
    return said(rng, '<old> reviews the security parts.', { old }, old, ['security', 'reviews'], {
      revokes: later(
        rng,
        '<fresh> took over the security reviews, the other one left (the team|us).',
        { fresh },
        fresh,
      ),
    });
  }),

  // Credentials that should never have been typed.
  plant('secret', 'github', (rng) => {
    const [secret, repo] = [credentials.github(rng), `${coined(rng, 2)}/${coined(rng, 2)}`];
    return said(
      rng,
      'use <secret> for cloning <repo>, it is my own token',
      { secret, repo },
      repo,
      ['cloning', 'token'],
      { secret },
    );
  }),
  plant('secret', 'aws', (rng) => {
    const [secret, bucket] = [credentials.awsSecret(rng), `${compound(rng, '-')}-logs`];
    return said(
      rng,
      'The logs are in s3://<bucket>\nAWS_ACCESS_KEY_ID=<key>\nAWS_SECRET_ACCESS_KEY=<secret>',
      { secret, bucket, key: credentials.aws(rng) },
      bucket,
      ['logs are', 's3'],
      { secret },
    );
  }),
  plant('secret', 'database-url', (rng) => {
    const [secret, name] = [`${coined(rng, 2)}${hex(rng, 8)}!`, host(rng)];
    return said(
      rng,
      'connect with postgres://app:<secret>@<name>:5432/prod and look for yourself',
      { secret, name },
      name,
      ['postgres', 'connect'],
      { secret },
    );
  }),
  plant('secret', 'stripe', (rng) => {
    const [secret, name] = [credentials.stripe(rng), coined(rng, 2)];
    return said(
      rng,
      'STRIPE_KEY is <secret>, for the <name> shop only!',
      { secret, name },
      name,
      ['STRIPE_KEY', 'shop'],
      { secret },
    );
  }),
  plant('secret', 'slack', (rng) => {
    const [secret, name] = [credentials.slack(rng), `${coined(rng, 2)}bot`];
    return said(
      rng,
      "our <name> posts with <secret>. (don't|please do not) commit it.",
      { secret, name },
      name,
      ['posts', 'commit'],
      { secret },
    );
  }),
  plant('secret', 'jwt', (rng) => {
    const [secret, route] = [credentials.jwt(rng), `/${coined(rng, 2)}/me`];
    return said(
      rng,
      'GET <route> with\nAuthorization: Bearer <secret>\ngives 403, why?',
      { secret, route },
      route,
      ['403', 'Authorization'],
      { secret },
    );
  }),
];
