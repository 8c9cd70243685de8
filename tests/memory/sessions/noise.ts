/**
 * Tools that print much that nobody needs again: logs, tables, dumps. Names and numbers differ from row to
 * row, and no later step comes back to one.
 */
import type { Rng } from '../../js/support/random.ts';
import { clock, coined, digits, hex, money, stamp, uuid } from '../support/values.ts';
import type { Call } from './transcript.ts';

interface Noise {
  call(rng: Rng): Pick<Call, 'tool' | 'input'>;
  row(rng: Rng): string;
}

const address = (rng: Rng): string => `10.${rng.int(0, 9)}.${rng.int(0, 255)}.${rng.int(1, 254)}`;

const kinds: readonly Noise[] = [
  {
    call: (rng) => ({ tool: 'tail_log', input: { log: 'access', lines: rng.int(40, 400) } }),
    row: (rng) =>
      `${stamp(rng)} ${address(rng)} GET /orders/${digits(rng, 5)}/items 200 ${rng.int(1, 900)}ms req=${hex(rng, 12)}`,
  },
  {
    call: (rng) => ({ tool: 'tail_log', input: { log: 'worker', since: clock(rng) } }),
    row: (rng) =>
      `[${stamp(rng)}] INFO worker-${rng.int(1, 40)} took job ${uuid(rng)} of queue-${rng.int(1, 17)}`,
  },
  {
    call: (rng) => ({ tool: 'query', input: { table: 'ledger', limit: rng.int(40, 400) } }),
    row: (rng) => `${digits(rng, 7)},${coined(rng)},${money(rng)},${stamp(rng)},settled`,
  },
  {
    call: (rng) => ({ tool: 'query', input: { view: 'events', after: stamp(rng) } }),
    row: (rng) =>
      JSON.stringify({ id: uuid(rng), at: stamp(rng), level: 'info', path: `/v1/${coined(rng)}` }),
  },
  {
    call: (rng) => ({ tool: 'dump_cache', input: { shard: rng.int(0, 63) } }),
    row: (rng) => `${hex(rng, 16)}  ttl=${rng.int(1, 9_999)}  bytes=${digits(rng, 6)}`,
  },
];

/** A call of one of them, with 20 to 160 rows. */
export function noise(rng: Rng): Call {
  const kind = rng.pick(kinds);
  const rows = Array.from({ length: rng.int(20, 160) }, () => kind.row(rng));
  return { ...kind.call(rng), output: rows.join('\n') };
}
