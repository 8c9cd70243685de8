/** What was said, and the notes, in IndexedDB. What epitome remembers has a database of its own. */
import { openDB } from 'idb';

export async function openStorage(name) {
  const database = await openDB(name, 1, { upgrade: (made) => made.createObjectStore('things') });
  return {
    read: async (key, fallback) => (await database.get('things', key)) ?? fallback,
    write: (key, value) => database.put('things', value, key),
    clear: () => database.clear('things'),
  };
}
