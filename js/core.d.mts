/** The Emscripten glue's shape: numbers in, numbers out. `bindings/embind.cc` says what they mean. */
export interface CoreModule {
  /** Detached whenever memory grows: read it anew after each call. */
  readonly HEAPU8: Uint8Array<ArrayBuffer>;
  /** `Place` of bindings/embind.cc. */
  place(which: number): number;
  /** A function of the engine by its number; numbers that it does not take are left out. */
  call(which: number, ...numbers: number[]): number;
}

export interface CoreFactoryOptions {
  instantiateWasm(
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ): WebAssembly.Exports;
}

export default function createCore(options: CoreFactoryOptions): Promise<CoreModule>;
