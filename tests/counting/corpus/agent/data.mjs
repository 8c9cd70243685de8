/**
 * What tools with data return, and what calls of tools carry: records of users, orders and travel,
 * search results, tables, arguments. Decides shapes; both ways of writing JSON that agents see
 * (JavaScript's without spaces, Python's with) and pretty JSON are used.
 */

import { spacedJson } from '../json.mjs';

const two = (value) => String(value).padStart(2, '0');

/** A Python literal, as print and repr show one. */
function pythonText(value) {
  if (Array.isArray(value)) return `[${value.map(pythonText).join(', ')}]`;
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'string') return value.includes("'") ? JSON.stringify(value) : `'${value}'`;
  if (typeof value === 'object') {
    return `{${Object.entries(value)
      .map(([key, inner]) => `'${key}': ${pythonText(inner)}`)
      .join(', ')}}`;
  }
  return String(value);
}

/** Some way of writing a value that tools use. */
export function written(d, value) {
  return d.pick([
    JSON.stringify,
    JSON.stringify,
    spacedJson,
    spacedJson,
    pythonText,
    (inner) => JSON.stringify(inner, null, 2),
  ])(value);
}

const identity = (d) =>
  d.pick([
    () => d.between(1, 99999),
    () => d.letters('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789', d.between(5, 8)),
    () =>
      `${d.pick(['usr', 'ord', 'cus', 'pi', 'req', 'call', 'toolu', 'chatcmpl'])}_${d.letters('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789', d.between(8, 24))}`,
    () => `${d.word()}_${d.word()}_${d.between(1, 9999)}`,
    () => `#W${d.digits(7)}`,
    () => userName(d),
    () => userName(d),
    () => [8, 4, 4, 4, 12].map(d.hex).join('-'),
    () => d.digits(d.between(6, 12)),
  ])();

/** A user's name as accounts have it: first_last_1234. */
const userName = (d) =>
  `${d.faker.person.firstName()}_${d.faker.person.lastName()}_${d.digits(4)}`.toLowerCase();

const dateText = (d) => d.date().toISOString().slice(0, 10);
const timeText = (d) => `${two(d.between(0, 23))}:${two(d.between(0, 59))}:00`;
const money = (d) => Math.round(d.next() * 100000) / (d.chance(0.5) ? 100 : 1);

function person(d) {
  const first = d.faker.person.firstName();
  const last = d.faker.person.lastName();
  const { location } = d.faker;
  return {
    [d.pick(['name', 'user_name', 'customer', 'fullName'])]: d.chance(0.5)
      ? { first_name: first, last_name: last }
      : `${first} ${last}`,
    address: {
      address1: location.streetAddress(),
      address2: location.secondaryAddress(),
      city: location.city(),
      country: location.country(),
      state: location.state({ abbreviated: true }),
      zip: location.zipCode(),
    },
    email: `${first}.${last}${d.between(1, 9999)}@example.com`.toLowerCase(),
    ...(d.chance(0.5) && { dob: dateText(d), phone: d.faker.phone.number() }),
  };
}

const payment = (d) => {
  const kind = d.pick(['credit_card', 'gift_card', 'certificate', 'paypal']);
  const id = `${kind}_${d.digits(7)}`;
  return {
    source: kind,
    ...(kind === 'credit_card' && {
      brand: d.pick(['visa', 'mastercard', 'amex']),
      last_four: d.digits(4),
    }),
    ...(kind !== 'credit_card' && { amount: d.between(10, 900) }),
    id,
  };
};

const airport = (d) => d.faker.airline.airport().iataCode;

const flight = (d) => ({
  flight_number: `${d.letters('ABCDEFGHIJKLMNOPQRSTUVWXYZ', d.pick([2, 3]))}${d.digits(3)}`,
  origin: airport(d),
  destination: airport(d),
  scheduled_departure_time_est: timeText(d),
  scheduled_arrival_time_est: `${timeText(d)}${d.chance(0.2) ? '+1' : ''}`,
  date: dateText(d),
  status: d.pick(['available', 'landed', 'delayed', 'flying']),
  seats: { economy: d.between(0, 20), comfort: d.between(0, 20), business: d.between(0, 20) },
  fares: {
    economy: d.between(50, 300),
    comfort: d.between(80, 400),
    business: d.between(200, 900),
  },
});

const product = (d) => ({
  id: identity(d),
  title: d.faker.commerce.productName(),
  description: d.faker.commerce.productDescription(),
  price: money(d),
  category: d.faker.commerce.department(),
  options: {
    color: d.faker.color.human(),
    size: d.pick(['S', 'M', 'L', 'XL']),
    material: d.faker.commerce.productMaterial(),
  },
  rating: Math.round(d.next() * 50) / 10,
  available: d.chance(0.7),
});

const order = (d) => ({
  order_id: identity(d),
  user_id: identity(d),
  status: d.pick(['pending', 'shipped', 'delivered', 'cancelled', 'processed']),
  items: d.repeat(1, 6, () => product(d)),
  payment_history: [
    { transaction_type: 'payment', amount: money(d), payment_method_id: payment(d).id },
  ],
  created_at: d.date().toISOString(),
});

const weather = (d) => ({
  location: {
    name: d.faker.location.city(),
    lat: d.faker.location.latitude(),
    lon: d.faker.location.longitude(),
    tz_id: d.faker.location.timeZone(),
    localtime_epoch: Math.floor(d.date().getTime() / 1000),
  },
  current: {
    temp_c: Math.round(d.next() * 400) / 10,
    wind_kph: Math.round(d.next() * 900) / 10,
    humidity: d.between(10, 100),
    condition: {
      text: d.pick(['Sunny', 'Overcast', 'Light rain', 'Partly cloudy']),
      icon: `//cdn.example.com/64x64/day/${d.between(100, 400)}.png`,
    },
  },
});

const article = (d) => ({
  title: d.sentence().slice(0, 90),
  url: d.faker.internet.url() + d.path(),
  author: d.faker.person.fullName(),
  published_at: d.date().toISOString(),
  snippet: `${d.sentence()} ${d.sentence()}`,
  score: d.next(),
  tags: d.repeat(1, 6, d.word),
});

const issue = (d) => ({
  number: d.between(1, 9999),
  title: d.sentence().slice(0, 80),
  state: d.pick(['open', 'closed']),
  user: {
    login: d.faker.internet.username(),
    id: d.between(1, 9e6),
    avatar_url: d.faker.image.avatar(),
  },
  labels: d.repeat(1, 4, () => ({ name: d.word(), color: d.hex(6) })),
  created_at: d.date().toISOString(),
  body: d.repeat(1, 4, d.sentence).join('\n\n'),
  comments: d.between(0, 40),
  html_url: `https://github.com/${d.word()}/${d.word()}/issues/${d.between(1, 9999)}`,
});

const event = (d) => ({
  id: identity(d),
  summary: d.sentence().slice(0, 60),
  start: { dateTime: d.date().toISOString(), timeZone: d.faker.location.timeZone() },
  attendees: d.repeat(1, 5, () => ({
    email: d.faker.internet.email(),
    responseStatus: d.pick(['accepted', 'declined', 'needsAction']),
  })),
  location: d.faker.location.streetAddress(),
});

const message = (d) => ({
  from: d.faker.internet.email(),
  to: [d.faker.internet.email()],
  subject: d.sentence().slice(0, 70),
  date: d.date().toUTCString(),
  body: d.repeat(1, 8, d.sentence).join(' '),
  thread_id: d.hex(16),
  unread: d.chance(0.5),
});

const metrics = (d) => ({
  metric: `${d.word()}_${d.word()}_total`,
  labels: { job: d.word(), instance: `${d.faker.internet.ipv4()}:${d.between(1000, 9999)}` },
  values: d.repeat(3, 30, () => [1.7e9 + d.between(0, 1e7), String(money(d))]),
});

const reservation = (d) => ({
  reservation_id: identity(d),
  user_id: identity(d),
  origin: airport(d),
  destination: airport(d),
  flight_type: d.pick(['one_way', 'round_trip']),
  cabin: d.pick(['economy', 'basic_economy', 'business']),
  flights: d.repeat(1, 4, () => ({ ...flight(d), price: d.between(50, 900) })),
  passengers: d.repeat(1, 4, () => ({
    first_name: d.faker.person.firstName(),
    last_name: d.faker.person.lastName(),
    dob: dateText(d),
  })),
  payment_history: [payment(d)],
  created_at: dateText(d),
  total_baggages: d.between(0, 5),
  insurance: d.pick(['yes', 'no']),
});

const user = (d) => ({
  ...person(d),
  payment_methods: Object.fromEntries(
    d.repeat(1, 6, () => payment(d)).map((entry) => [entry.id, entry]),
  ),
  saved: d.repeat(1, 4, () => ({ ...person(d), dob: dateText(d) })),
  membership: d.pick(['gold', 'silver', 'regular']),
  orders: d.repeat(1, 12, () => identity(d)),
});

const records = [
  person,
  order,
  flight,
  product,
  weather,
  article,
  issue,
  event,
  message,
  metrics,
  reservation,
  user,
];

function apiResult(d) {
  const make = d.pick(records);
  const list = () => d.repeat(1, 12, () => make(d));
  const value = d.pick([
    () => make(d),
    list,
    () => ({ results: list(), total: d.between(1, 900), page: 1, next: null }),
    () => ({ status: 'success', data: make(d) }),
    () => ({ error: '', response: JSON.stringify(make(d)) }),
  ])();
  return written(d, value);
}

const smallResult = (d) =>
  written(
    d,
    d.pick([
      () => ({ ok: true, id: identity(d) }),
      () => ({ error: d.sentence(), code: d.between(400, 599) }),
      () => ({ success: true, message: d.sentence(), updated: d.between(0, 90) }),
      () => d.repeat(1, 12, () => identity(d)),
      () => ({ [d.word()]: money(d), [d.word()]: d.chance(0.5), [d.word()]: d.word() }),
    ])(),
  );

/** Arguments of one tool call as the model writes them. */
function toolInput(d) {
  const code = () => d.lines(d.logUniform(2, 40)).join('\n');
  const value = d.pick([
    () => ({ path: d.path() }),
    () => ({
      path: `/workspace/${d.path()}`,
      view_range: [d.between(1, 200), d.between(200, 900)],
    }),
    () => ({ command: shellCommand(d) }),
    () => ({ command: shellCommand(d), timeout: d.pick([30, 60, 120000]) }),
    () => ({ file_path: `/${d.path()}`, old_string: code(), new_string: code() }),
    () => ({
      command: 'str_replace',
      path: `/workspace/${d.path()}`,
      old_str: code(),
      new_str: code(),
    }),
    () => ({ command: 'create', path: `/workspace/${d.path()}`, file_text: code() }),
    () => ({ path: d.path(), content: code() }),
    () => ({
      pattern: `${d.identifier()}.*${d.word()}`,
      path: d.path().split('/')[0],
      include: '*.ts',
    }),
    () => ({ query: d.sentence().slice(0, 60), limit: d.between(1, 20) }),
    () => ({ user_id: identity(d) }),
    () => ({
      order_id: identity(d),
      item_ids: d.repeat(1, 5, () => identity(d)),
      payment_method_id: payment(d).id,
    }),
    () => ({ origin: airport(d), destination: airport(d), date: dateText(d) }),
    () => ({ ...reservation(d), total_baggages: 0 }),
    () => ({ thought: d.repeat(1, 5, d.sentence).join(' ') }),
    () => ({ expression: `${money(d)} + ${money(d)} * ${d.between(1, 9)}` }),
    () => ({
      todos: d.repeat(1, 8, (index) => ({
        id: String(index + 1),
        content: d.sentence().slice(0, 70),
        status: d.pick(['pending', 'in_progress', 'completed']),
        priority: 'high',
      })),
    }),
    () => ({ message: d.repeat(1, 3, d.sentence).join(' ') }),
    () => ({ url: d.faker.internet.url() + d.path(), format: 'markdown' }),
  ])();
  return d.pick([JSON.stringify, JSON.stringify, spacedJson])(value);
}

/** One command line of a shell. */
export function shellCommand(d) {
  return d.pick([
    () => `grep -rn "${d.identifier()}" ${d.path().split('/')[0]} | head -${d.between(5, 60)}`,
    () =>
      `cd /workspace/${d.word()} && npm run ${d.pick(['build', 'check', 'test', 'lint'])} 2>&1 | tail -${d.between(5, 60)}`,
    () => `cat ${d.path()} | head -n ${d.between(10, 300)}`,
    () => `sed -n '${d.between(1, 300)},${d.between(300, 900)}p' ${d.path()}`,
    () => `git diff HEAD~${d.between(1, 5)} -- ${d.path()}`,
    () => `git add -A && git commit -m "${d.sentence().slice(0, 60)}"`,
    () => `python -m pytest ${d.path()} -x -q -k "${d.word()}"`,
    () =>
      `find . -name "*.${d.pick(['ts', 'py', 'cc', 'md'])}" -not -path "*/node_modules/*" | xargs grep -l ${d.identifier()}`,
    () => `ls -la ${d.path()}`,
    () => `python3 - <<'EOF'\n${d.lines(d.between(2, 12)).join('\n')}\nEOF`,
    () =>
      `curl -s https://api.example.com/v1/${d.word()}/${d.between(1, 999)} | jq '.${d.word()}[] | .${d.word()}'`,
    () => `sed -i 's/${d.identifier()}/${d.identifier()}/g' ${d.path()}`,
    () => `mkdir -p ${d.word()}/${d.word()} && cp ${d.path()} ${d.word()}/ && rm -rf ${d.word()}`,
    () =>
      `docker run --rm -it -v $(pwd):/app -p ${d.between(3000, 9000)}:${d.between(80, 9000)} ${d.word()}:latest ${d.word()}`,
  ])();
}

const table = (d) => {
  const columns = d.between(2, 7);
  const cell = () =>
    d.pick([
      d.word,
      () => String(money(d)),
      () => dateText(d),
      () => d.faker.person.fullName(),
      d.identifier,
      () => d.sentence().slice(0, 40),
    ])();
  const rows = d.repeat(3, 40, () => Array.from({ length: columns }, cell));
  const head = Array.from({ length: columns }, d.word);
  return d.pick([
    () => [head, ...rows].map((row) => row.join(',')).join('\n'),
    () => [head, ...rows].map((row) => row.join('\t')).join('\n'),
    () =>
      `| ${head.join(' | ')} |\n|${head.map(() => '---').join('|')}|\n${rows.map((row) => `| ${row.join(' | ')} |`).join('\n')}`,
    () =>
      `${head.map((name) => name.padEnd(18)).join('')}\n${rows.map((row) => row.map((text) => text.padEnd(18)).join('')).join('\n')}\n(${rows.length} rows)`,
    () =>
      `+${head.map(() => '-'.repeat(20)).join('+')}+\n${rows.map((row) => `|${row.map((text) => ` ${text.padEnd(19)}`).join('|')}|`).join('\n')}`,
  ])();
};

/** Kinds of data text by name; the value says how much of it there is. */
export const dataKinds = {
  apiResult: [apiResult, 5],
  smallResult: [smallResult, 0.5],
  toolInput: [toolInput, 4],
  table: [table, 1],
};
