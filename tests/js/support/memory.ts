/**
 * Memory of engines from outside. Decides how one is met: when it is made. WebAssembly memory never
 * shrinks, so what is read at the end is the peak.
 */

/** Bytes of memory that the engine made last has when `use` is over; NaN where none was made. */
export async function memoryOf(use: () => Promise<void>): Promise<number> {
  const { Instance } = WebAssembly;
  let made: WebAssembly.Instance | undefined;
  WebAssembly.Instance = class extends Instance {
    constructor(...args: ConstructorParameters<typeof Instance>) {
      super(...args);
      made = this;
    }
  };
  try {
    await use();
  } finally {
    WebAssembly.Instance = Instance;
  }
  const memory = Object.values(made?.exports ?? {}).find(
    (value): value is WebAssembly.Memory => value instanceof WebAssembly.Memory,
  );
  return memory?.buffer.byteLength ?? Number.NaN;
}
