import { memoryStore } from 'epitome/stores/memory';
import { conforms } from './support/conformance.mjs';

conforms(
  'memory',
  async () => {
    const store = memoryStore();
    return { connect: async () => store };
  },
  { outlives: false },
);
