/** Edge runtimes and their bundlers import a compiled module; nothing else imports `.wasm`. */
declare module '*.wasm' {
  const module: WebAssembly.Module;
  export default module;
}

/** Likewise for `.bin`: plain bytes. */
declare module '*.bin' {
  const bytes: ArrayBuffer;
  export default bytes;
}
