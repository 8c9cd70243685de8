/**
 * Where a session's state lies between two requests: a binding if there is one, else this isolate's
 * memory.
 */

const memory = new Map();

const inMemory = {
  get: async (id) => memory.get(id),
  put: async (id, state) => {
    memory.set(id, state);
  },
};

/** `{ get(id), put(id, state) }` over the SESSIONS binding: KV, or a Durable Object's storage. */
export function storageOf({ SESSIONS: binding }) {
  if (!binding) return inMemory;
  const key = (id) => `epitome/${id}`;
  return {
    get: async (id) => (await binding.get(key(id))) ?? undefined,
    put: async (id, state) => {
      await binding.put(key(id), state);
    },
  };
}
