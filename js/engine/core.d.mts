/** What Emscripten's glue gives: numbers in, numbers out. */
export interface CoreModule {
  /** Detached whenever memory grows: read it anew after each call. */
  readonly HEAPU8: Uint8Array<ArrayBuffer>;
  /** A call of `calls.ts` by its number. */
  call(number: number, ...given: number[]): number;
  /** 0: the wire's version; 1 and 2: the buffer's address and length; 3 and 4: those of the output. */
  place(of: number): number;
}

export interface CoreFactoryOptions {
  instantiateWasm(
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ): WebAssembly.Exports;
}

export default function createCore(options: CoreFactoryOptions): Promise<CoreModule>;
