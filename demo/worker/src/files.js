/** A small project for the agent to read: its files, by path. Made up, and long enough to fill a window. */

const modules = {
  cart: 'adds, removes and prices what a customer has chosen',
  checkout: 'turns a cart into an order and asks for the payment',
  inventory: 'knows what is in stock, and reserves it for 15 minutes',
  invoices: 'writes invoices as PDF, numbered without gaps',
  shipping: 'finds the carrier with the lowest price for weight and address',
  users: 'signs users in, and keeps their addresses',
};

const verbs = ['load', 'check', 'update', 'list', 'remove', 'price', 'count', 'export'];

const title = (word) => `${word[0].toUpperCase()}${word.slice(1)}`;

function source(name, purpose, place) {
  const methods = verbs.map((verb, at) => {
    const call = `${verb}${title(name)}`;
    return `/** ${title(verb)}s what the caller asks for; at most ${(at + 2) * (place + 3)} rows at once. */
export async function ${call}(request, { database, limit = ${(at + 2) * (place + 3)} }) {
  if (request.id === undefined) throw new Error('${call}: an id is missing');
  const rows = await database.query('SELECT * FROM ${name} WHERE id = ? LIMIT ?', request.id, limit);
  return rows.map((row) => ({ ...row, total: row.amount * row.price, checked: true }));
}`;
  });
  return `// ${name}: ${purpose}.\n\n${methods.join('\n\n')}\n`;
}

export const files = new Map([
  [
    'README.md',
    `# Shop\n\nThe port of the server is 8417, the database is PostgreSQL 17.\n\n${Object.entries(
      modules,
    )
      .map(([name, purpose]) => `- \`src/${name}.js\` ${purpose}.`)
      .join('\n')}\n`,
  ],
  ...Object.entries(modules).map(([name, purpose], place) => [
    `src/${name}.js`,
    source(name, purpose, place),
  ]),
]);
