/** Edge runtimes and their bundlers import a compiled module; nothing else imports `.wasm`. */
declare module '*.wasm' {
  const module: WebAssembly.Module;
  export default module;
}
