/** Sessions in the memory of one process: for tests, and for hosts that live as long as their sessions do. */
import type { SessionKey, Store, StoredMessage, StoredMeter, StoredRound } from '../types/store.ts';
import { checkedMillis } from './millis.ts';

export type { Store };

interface Held {
  revision: number;
  decisions: string;
  summary: string;
  meter: StoredMeter;
  rounds: Map<number, StoredRound>;
  /** By number and print. */
  messages: Map<string, StoredMessage>;
  createdAt: number;
  updatedAt: number;
}

interface Taken {
  holder: string;
  endsAt: number;
}

/** A store that ends with the process. */
export function memoryStore(): Store {
  const scopes = new Map<string, Map<string, Held>>();
  const leases = new Map<string, Taken>();
  const nameOf = ({ scope, id }: SessionKey) => JSON.stringify([scope, id]);
  const held = ({ scope, id }: SessionKey) => scopes.get(scope)?.get(id);
  const remove = (scope: string, id: string) => {
    const sessions = scopes.get(scope);
    sessions?.delete(id);
    if (sessions?.size === 0) scopes.delete(scope);
    leases.delete(nameOf({ scope, id }));
  };
  const isOf = (id: string, parent: string) => id === parent || id.startsWith(`${parent}/`);

  return {
    async load(key) {
      const found = held(key);
      if (found === undefined) return undefined;
      return {
        revision: found.revision,
        decisions: found.decisions,
        meter: found.meter.text,
      };
    },
    async save(key, write) {
      const found = held(key);
      if ((found?.revision ?? 0) !== write.revision) return false;
      const now = Date.now();
      const sessions = scopes.get(key.scope) ?? new Map<string, Held>();
      const { rounds = new Map(), messages = new Map(), createdAt = now } = found ?? {};
      for (const round of write.rounds) {
        if (!rounds.has(round.round)) rounds.set(round.round, { ...round });
      }
      for (const message of write.messages) {
        const name = `${message.message}:${message.print}`;
        if (!messages.has(name)) messages.set(name, { ...message });
      }
      sessions.set(key.id, {
        revision: write.revision + 1,
        decisions: write.decisions,
        summary: write.summary,
        meter: { ...write.meter },
        ...{ rounds, messages, createdAt, updatedAt: now },
      });
      scopes.set(key.scope, sessions);
      if (!write.keepsLease) leases.delete(nameOf(key));
      return true;
    },
    async saveMeter(key, revision, meter) {
      const found = held(key);
      if (found?.revision !== revision) return;
      found.meter = { ...meter };
      found.updatedAt = Date.now();
    },
    async lease(key, holder, millis) {
      const now = Date.now();
      const revision = held(key)?.revision ?? 0;
      const taken = leases.get(nameOf(key));
      if (taken !== undefined && taken.holder !== holder && taken.endsAt > now) {
        return { granted: false, revision, millisLeft: taken.endsAt - now };
      }
      leases.set(nameOf(key), { holder, endsAt: now + checkedMillis(millis) });
      return { granted: true, revision, millisLeft: 0 };
    },
    async release(key, holder) {
      if (leases.get(nameOf(key))?.holder === holder) leases.delete(nameOf(key));
    },
    async rounds(key) {
      const found = [...(held(key)?.rounds.values() ?? [])];
      return found.map((round) => ({ ...round })).sort((a, b) => a.round - b.round);
    },
    async messages(key, round) {
      const found = [...(held(key)?.messages.values() ?? [])];
      return found
        .filter((message) => round === undefined || message.round === round)
        .map((message) => ({ ...message }))
        .sort((a, b) => a.round - b.round || a.message - b.message);
    },
    async list(scope, id) {
      const found = [...(scopes.get(scope) ?? [])];
      return found
        .filter(([own]) => id === undefined || isOf(own, id))
        .map(([own, { revision, meter, createdAt, updatedAt }]) => {
          const { totalTokens, compactionCount, turnCount } = meter;
          return {
            id: own,
            revision,
            totalTokens,
            compactionCount,
            turnCount,
            createdAt,
            updatedAt,
          };
        })
        .sort((a, b) => b.updatedAt - a.updatedAt);
    },
    async delete({ scope, id }) {
      for (const own of scopes.get(scope)?.keys() ?? []) if (isOf(own, id)) remove(scope, own);
      for (const name of leases.keys()) {
        const [of, own] = JSON.parse(name) as [string, string];
        if (of === scope && isOf(own, id)) leases.delete(name);
      }
    },
    async expire(millis) {
      const now = Date.now();
      const last = now - checkedMillis(millis);
      let count = 0;
      for (const [scope, sessions] of scopes) {
        for (const [id, { updatedAt }] of sessions) {
          if (updatedAt > last) continue;
          remove(scope, id);
          count += 1;
        }
      }
      for (const [name, { endsAt }] of leases) if (endsAt <= now) leases.delete(name);
      return count;
    },
  };
}
