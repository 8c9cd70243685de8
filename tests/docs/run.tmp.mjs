import { bookOf } from './book.mjs';
import { faultsOf, readClaims } from './claims.mjs';
import { rows, told } from './rows/index.mjs';

const only = process.argv[2] && new RegExp(process.argv[2]);
const chosen = rows.filter((r) => !only || only.test(`${r.on} ${r.says ?? r.column}`));
for (const f of await faultsOf(bookOf(), chosen, told))
  if (!only || !/which no row has|told/.test(f)) console.log(f.slice(0, 400));
const { claims } = readClaims(bookOf(), rows);
const kinds = {};
for (const c of claims) {
  const k = c.row.test ? 'test' : c.row.code ? 'code' : 'program';
  kinds[k] = (kinds[k] ?? 0) + 1;
}
console.log(kinds, rows.length);
