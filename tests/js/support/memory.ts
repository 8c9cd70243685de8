/**
 * Memory of engines from outside. Decides how one is met: when it is made. WebAssembly memory never
 * shrinks, so what is read at the end is the peak.
 */

/** Bytes of memory that the engine made last has when `use` is over; NaN where none was made. */
export async function memoryOf(use: () => Promise<void>): Promise<number> {
  const { Instance } = WebAssembly;
  let memory: WebAssembly.Memory | undefined;
  WebAssembly.Instance = class extends Instance {
    constructor(...args: ConstructorParameters<typeof Instance>) {
      super(...args);
      // The second file has none of its own.
      for (const value of Object.values(this.exports)) {
        if (value instanceof WebAssembly.Memory) memory = value;
      }
    }
  };
  try {
    await use();
  } finally {
    WebAssembly.Instance = Instance;
  }
  return memory?.buffer.byteLength ?? Number.NaN;
}
