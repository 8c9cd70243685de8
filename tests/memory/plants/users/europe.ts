/** What users say in other languages of Europe. */
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
  brand,
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

type Draw = Parameters<typeof day>[0];
const on = (rng: Draw, language: string) => spoken(day(rng), language);

const german: readonly Plant[] = [
  userPlant('de', 'order', 'finger-weg', (rng) => {
    const at = folder(rng);
    return said(
      rng,
      'Finger weg von <at>, solange (die Prüfer|die Wirtschaftsprüfer) im Haus sind. (Den Rest kannst du umbauen.|)',
      { at },
      at,
      ['Finger weg', 'Prüfer', 'solange'],
    );
  }),
  userPlant('de', 'order', 'erst-fragen', (rng) => {
    const name = company(rng);
    return said(
      rng,
      'Bevor irgendwas an <name> rausgeht, will ich das (sehen|gelesen haben).',
      { name },
      name,
      ['Bevor', 'rausgeht'],
    );
  }),
  userPlant('de', 'approval', 'angebot', (rng) => {
    const [name, amount] = [
      company(rng),
      `${rng.int(11, 97)}.${rng.int(101, 989)},${rng.int(11, 98)} €`,
    ];
    return said(
      rng,
      'Das Angebot von <name> über <amount> nehmen wir, (sag ihnen zu|du kannst zusagen).',
      { name, amount },
      amount,
      [name, 'Angebot'],
    );
  }),
  userPlant('de', 'negation', 'kein-neustart', (rng) => {
    const name = host(rng);
    return said(
      rng,
      '<name> wird tagsüber nicht neu gestartet, auch nicht "nur kurz"',
      { name },
      name,
      ['nicht', 'neu gestartet', 'tagsüber'],
    );
  }),
  userPlant('de', 'number-with-unit', 'tank', (rng) => {
    const n = `${odd(rng, 311, 980)} Liter`;
    return said(
      rng,
      'der Öltank fasst <n>, (voll wird er nie gemacht|das steht auf dem Schild)',
      { n },
      n,
      ['Öltank', 'fasst'],
      { loose: true },
    );
  }),
  userPlant('de', 'date', 'notar', (rng) => {
    const date = on(rng, 'de');
    return said(
      rng,
      'Notartermin ist am <date> um <at>, bis dahin (muss alles stehen|brauche ich die Unterlagen).',
      { date, at: clock(rng) },
      date,
      ['Notar'],
    );
  }),
  userPlant('de', 'port', 'testserver', (rng) => {
    const n = port(rng);
    return said(rng, 'der testserver hört bei mir auf <n>, 8080 ist belegt', { n }, n, [
      'testserver',
      'hört',
    ]);
  }),
  userPlant('de', 'name', 'ansprechpartnerin', (rng) => {
    const who = person(rng).full;
    return said(rng, 'Zuständig im Amt ist <who>, die ist nur vormittags da.', { who }, who, [
      'Zuständig',
      'Amt',
    ]);
  }),
  userPlant('de', 'revocation', 'doch-erlaubt', (rng) => {
    const at = folder(rng);
    return said(rng, 'In <at> bitte nur lesen.', { at }, at, ['nur lesen'], {
      revokes: later(
        rng,
        '<at> ist wieder freigegeben, du darfst dort (schreiben|ändern).',
        { at },
        'freigegeben',
      ),
    });
  }),
  userPlant('de', 'secret', 'passwort', (rng) => {
    const [secret, name] = [`${label(rng)}#${hex(rng, 6)}`, host(rng)];
    return said(
      rng,
      'mysql://wartung:<secret>@<name>/rechnungen – damit kommst du rein',
      { secret, name },
      name,
      ['mysql', 'rein', 'rechnungen'],
      { secret },
    );
  }),
];

const french: readonly Plant[] = [
  userPlant('fr', 'order', 'pas-avant', (rng) => {
    const [at, who] = [folder(rng), person(rng).first];
    return said(
      rng,
      'Ne modifie rien dans <at> avant que <who> soit rentrée de congé. (Pour le reste, carte blanche.|)',
      { at, who },
      at,
      [who, 'Ne modifie rien'],
    );
  }),
  userPlant('fr', 'order', 'copie', (rng) => {
    const mail = `${coined(rng, 2)}@${coined(rng, 2)}.fr`;
    return said(
      rng,
      'mets toujours <mail> en copie, (même pour les petites choses|sans exception)',
      { mail },
      mail,
      ['en copie', 'toujours'],
    );
  }),
  userPlant('fr', 'approval', 'devis', (rng) => {
    const id = code(rng, 'D-99999');
    return said(
      rng,
      "C'est bon pour le devis <id>, (signe|tu peux signer). Pas pour les autres.",
      { id },
      id,
      ['bon pour', 'devis', 'signe'],
    );
  }),
  userPlant('fr', 'negation', 'jamais', (rng) => {
    const name = brand(rng);
    return said(
      rng,
      'surtout pas de <name> dans ce que voient les clients, le nom est déposé',
      { name },
      name,
      ['surtout pas', 'clients', 'déposé'],
    );
  }),
  userPlant('fr', 'number-with-unit', 'piscine', (rng) => {
    const n = `${rng.int(6, 24)},${rng.int(11, 98)} m`;
    return said(
      rng,
      'le bassin fait <n> de long, (mesuré ce matin|au laser)',
      { n },
      n,
      ['bassin', 'long'],
      { loose: true },
    );
  }),
  userPlant('fr', 'date', 'livraison', (rng) => {
    const date = on(rng, 'fr');
    return said(
      rng,
      "La livraison est prévue le <date> à l'entrée nord(, prévenez le gardien|).",
      { date },
      date,
      ['livraison'],
    );
  }),
  userPlant('fr', 'version', 'figee', (rng) => {
    const [v, name] = [version(rng), coined(rng, 2)];
    return said(
      rng,
      'on reste en <v> pour <name>, la suivante casse les imprimantes',
      { v, name },
      v,
      [name, 'reste'],
    );
  }),
  userPlant('fr', 'correction', 'horaire', (rng) => {
    const [old, fresh] = two(() => on(rng, 'fr'));
    return said(rng, "L'expert passe le <old>.", { old }, old, ['expert'], {
      revokes: later(rng, "L'expert a appelé : ce sera le <fresh>.", { fresh }, fresh),
    });
  }),
];

const spanish: readonly Plant[] = [
  userPlant('es', 'order', 'ni-tocar', (rng) => {
    const path = file(rng, 'sql');
    return said(
      rng,
      '<path> ni tocarlo, que lo usa (contabilidad|la gestoría) a fin de mes',
      { path },
      path,
      ['ni tocarlo', 'fin de mes'],
    );
  }),
  userPlant('es', 'order', 'consultar', (rng) => {
    const amount = `${odd(rng, 310, 990)} €`;
    return said(
      rng,
      'A partir de <amount> me consultas antes de comprar nada, por favor.',
      { amount },
      amount,
      ['me consultas', 'A partir'],
      { loose: true },
    );
  }),
  userPlant('es', 'approval', 'opcion', (rng) => {
    const id = code(rng, 'AA9999');
    return said(rng, 'vale, adelante con <id>, los otros dos que esperen', { id }, id, [
      'adelante',
      'esperen',
    ]);
  }),
  userPlant('es', 'negation', 'sin-cebolla', (rng) => {
    const name = label(rng);
    return said(
      rng,
      'Nada de correos a la lista <name>, (ya se quejaron una vez|que luego se quejan).',
      { name },
      name,
      ['Nada de', 'quejan', 'quejaron'],
    );
  }),
  userPlant('es', 'name', 'abogada', (rng) => {
    const who = person(rng).full;
    return said(
      rng,
      'La abogada que lo lleva es <who>; (los papeles van a su despacho|solo habla con ella).',
      { who },
      who,
      ['abogada', 'despacho'],
    );
  }),
  userPlant('es', 'port', 'tunel', (rng) => {
    const [n, name] = [port(rng), host(rng)];
    return said(rng, 'a <name> se entra por el túnel, puerto <n>', { n, name }, n, ['túnel', name]);
  }),
  userPlant('es', 'number-with-unit', 'presion', (rng) => {
    const n = `${rng.int(2, 9)},${rng.int(11, 98)} bar`;
    return said(
      rng,
      'la caldera va a <n>, con más salta la válvula',
      { n },
      n,
      ['caldera', 'válvula'],
      { loose: true },
    );
  }),
  userPlant('es', 'revocation', 'descuento', (rng) => {
    const name = company(rng);
    return said(rng, 'A <name> hazle el descuento de siempre.', { name }, name, ['descuento'], {
      revokes: later(
        rng,
        'Lo del descuento a <name> queda anulado, no pagaron la última.',
        { name },
        'queda anulado',
      ),
    });
  }),
];

const portuguese: readonly Plant[] = [
  userPlant('pt', 'order', 'avisar', (rng) => {
    const name = host(rng);
    return said(
      rng,
      'Antes de desligar <name> me avisa, tem gente que trabalha nele de madrugada.',
      { name },
      name,
      ['me avisa', 'Antes'],
    );
  }),
  userPlant('pt', 'approval', 'liberado', (rng) => {
    const id = code(rng, 'AAA-999');
    return said(rng, 'tá liberado o <id>, o resto a gente vê semana que vem', { id }, id, [
      'liberado',
    ]);
  }),
  userPlant('pt', 'negation', 'nao-mexe', (rng) => {
    const at = folder(rng);
    return said(
      rng,
      'em <at> ninguém mexe(, nem pra arrumar espaço em branco|, por favor)',
      { at },
      at,
      ['ninguém mexe'],
    );
  }),
  userPlant('pt', 'number-with-unit', 'carga', (rng) => {
    const n = `${odd(rng, 610, 4900)} kg`;
    return said(rng, 'o elevador aguenta <n>, está na placa', { n }, n, ['elevador', 'placa'], {
      loose: true,
    });
  }),
  userPlant('pt', 'date', 'vistoria', (rng) => {
    const date = on(rng, 'pt');
    return said(rng, 'A vistoria ficou para <date>, às <at>.', { date, at: clock(rng) }, date, [
      'vistoria',
    ]);
  }),
  userPlant('pt', 'secret', 'chave', (rng) => {
    const [secret, name] = [credentials.sendgrid(rng), coined(rng, 2)];
    return said(
      rng,
      'a chave do envio é <secret>, conta <name>, não coloca no repositório',
      { secret, name },
      name,
      ['conta', 'envio'],
      { secret },
    );
  }),
];

const italian: readonly Plant[] = [
  userPlant('it', 'order', 'non-toccare', (rng) => {
    const at = folder(rng);
    return said(
      rng,
      'In <at> non si tocca niente finché non torna (il capo|la responsabile).',
      { at },
      at,
      ['non si tocca', 'finché'],
    );
  }),
  userPlant('it', 'approval', 'preventivo', (rng) => {
    const amount = `${rng.int(1, 9)}.${rng.int(101, 989)} euro`;
    return said(rng, 'Il preventivo da <amount> va bene, confermalo pure.', { amount }, amount, [
      'preventivo',
      'va bene',
    ]);
  }),
  userPlant('it', 'date', 'trasloco', (rng) => {
    const date = on(rng, 'it');
    return said(
      rng,
      'il trasloco è il <date>, (non si sposta|il camion è già prenotato)',
      { date },
      date,
      ['trasloco', 'camion'],
    );
  }),
  userPlant('it', 'name', 'geometra', (rng) => {
    const who = person(rng).full;
    return said(rng, 'il geometra si chiama <who>, le misure le ha lui', { who }, who, [
      'geometra',
      'misure',
    ]);
  }),
];

const dutch: readonly Plant[] = [
  userPlant('nl', 'order', 'eerst-overleggen', (rng) => {
    const name = label(rng);
    return said(
      rng,
      'Met <name> eerst overleggen, ook als het maar een tekstje is.',
      { name },
      name,
      ['eerst overleggen'],
    );
  }),
  userPlant('nl', 'number-with-unit', 'stroom', (rng) => {
    const n = `${odd(rng, 21, 340)} kWh`;
    return said(
      rng,
      'we verbruiken <n> per week, (volgens de meter|zonder de auto)',
      { n },
      n,
      ['verbruiken', 'week'],
      { loose: true },
    );
  }),
  userPlant('nl', 'negation', 'nooit-bellen', (rng) => {
    const who = person(rng).full;
    return said(rng, '<who> nooit bellen, alleen mailen aub', { who }, who, [
      'nooit bellen',
      'mailen',
    ]);
  }),
];

const polish: readonly Plant[] = [
  userPlant('pl', 'order', 'nie-ruszac', (rng) => {
    const path = file(rng);
    return said(rng, 'Pliku <path> proszę nie ruszać, klient ma do niego link.', { path }, path, [
      'nie ruszać',
      'link',
    ]);
  }),
  userPlant('pl', 'date', 'odbior', (rng) => {
    const date = on(rng, 'pl');
    return said(
      rng,
      'odbiór techniczny jest <date>, (wtedy wszystko musi działać|przyjeżdża inspektor)',
      { date },
      date,
      ['odbiór', 'inspektor'],
    );
  }),
  userPlant('pl', 'approval', 'zgoda', (rng) => {
    const id = code(rng, 'ZA/9999/99');
    return said(rng, 'Na <id> jest zgoda zarządu, na pozostałe jeszcze nie.', { id }, id, [
      'zgoda',
    ]);
  }),
];

const russian: readonly Plant[] = [
  userPlant('ru', 'order', 'ne-trogat', (rng) => {
    const at = folder(rng);
    return said(
      rng,
      'В <at> пока ничего не трогай, там (Лена|аудит) работает до пятницы.',
      { at },
      at,
      ['не трогай', 'до пятницы'],
    );
  }),
  userPlant('ru', 'approval', 'soglasovano', (rng) => {
    const amount = `${odd(rng, 21_000, 98_000)} ₽`;
    return said(
      rng,
      '<amount> согласовано, (можно платить|оплачивайте), чек мне',
      { amount },
      amount,
      ['согласовано', 'чек'],
      { loose: true },
    );
  }),
  userPlant('ru', 'number-with-unit', 'glubina', (rng) => {
    const n = `${rng.int(11, 90)},${rng.int(11, 98)} м`;
    return said(rng, 'глубина скважины <n>, по паспорту', { n }, n, ['глубина', 'скважины'], {
      loose: true,
    });
  }),
  userPlant('ru', 'name', 'vrach', (rng) => {
    const who = person(rng).full;
    return said(
      rng,
      'Записывайте только к врачу <who>, (к другим не надо|остальные не подходят).',
      { who },
      who,
      ['врачу', 'только'],
    );
  }),
  userPlant('ru', 'port', 'dev', (rng) => {
    const n = port(rng);
    return said(rng, 'бэкенд у меня на порту <n>, потому что 3000 занят', { n }, n, [
      'порту',
      'бэкенд',
    ]);
  }),
  userPlant('ru', 'correction', 'srok', (rng) => {
    const [old, fresh] = two(() => on(rng, 'ru'));
    return said(rng, 'Срок сдачи <old>.', { old }, old, ['Срок', 'сдачи'], {
      revokes: later(rng, 'Срок сдвинули, теперь <fresh>.', { fresh }, fresh),
    });
  }),
];

const turkish: readonly Plant[] = [
  userPlant('tr', 'order', 'sormadan', (rng) => {
    const name = label(rng);
    return said(rng, '<name> tarafına bana sormadan hiçbir şey gönderme.', { name }, name, [
      'sormadan',
      'gönderme',
    ]);
  }),
  userPlant('tr', 'date', 'teslim', (rng) => {
    const date = on(rng, 'tr');
    return said(rng, 'teslim tarihi <date>, (uzatma yok|sözleşmede öyle)', { date }, date, [
      'teslim',
    ]);
  }),
  userPlant('tr', 'number-with-unit', 'alan', (rng) => {
    const n = `${odd(rng, 61, 480)} m²`;
    return said(rng, 'dairenin net alanı <n>, tapuda yazıyor', { n }, n, ['alanı', 'tapuda'], {
      loose: true,
    });
  }),
];

export const european: readonly Plant[] = [
  ...german,
  ...french,
  ...spanish,
  ...portuguese,
  ...italian,
  ...dutch,
  ...polish,
  ...russian,
  ...turkish,
  userPlant('de', 'place', 'lager', (rng) => {
    const where = place(rng);
    return said(
      rng,
      'die Ersatzteile liegen im Lager <where>, nicht mehr in der Halle',
      { where },
      where,
      ['Ersatzteile', 'Lager'],
    );
  }),
  userPlant('fr', 'secret', 'cle', (rng) => {
    const [secret, name] = [credentials.google(rng), coined(rng, 2)];
    return said(
      rng,
      'la clé pour les cartes : <secret> (projet <name>), à garder pour toi',
      { secret, name },
      name,
      ['projet', 'cartes'],
      { secret },
    );
  }),
  userPlant('es', 'number-with-unit', 'precio', (rng) => {
    const amount = `${money(rng, 110, 990)} €`;
    return said(
      rng,
      'el tope para el hotel son <amount> por noche, ni un euro más',
      { amount },
      amount,
      ['tope', 'noche'],
      { loose: true },
    );
  }),
];
