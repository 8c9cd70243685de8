/** What a host hands over where the runtime's own way of finding a file does not fit. */
import type { WasmSource } from '../types.ts';
import { is } from '../values/checks.ts';
import { addressOf, fetched } from './fetched.ts';

const tags = ['[object WebAssembly.Module]', '[object ArrayBuffer]', '[object URL]'];

/** By tag: a page's frames and Node's contexts have classes of their own. */
export function isSource(value: unknown): value is WasmSource {
  return (
    (typeof value === 'string' && value !== '') ||
    ArrayBuffer.isView(value) ||
    tags.includes(Object.prototype.toString.call(value))
  );
}

/** As a check of an option. */
export const wasmSource = is(isSource, 'a WebAssembly.Module, its bytes, or a URL');

const isAddress = (source: WasmSource): source is string | URL =>
  typeof source === 'string' || source instanceof URL;

/** The bytes that were given, or what is at the URL that was. */
export async function bytesOf(source: WasmSource): Promise<BufferSource> {
  return isAddress(source) ? (await fetched(source)).arrayBuffer() : (source as BufferSource);
}

/** A module stays as it is; bytes are compiled. */
export async function compiled(source: WasmSource): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  const bytes = await bytesOf(source);
  return WebAssembly.compile(bytes).catch((cause: unknown) => {
    if (!isAddress(source)) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${addressOf(source)}: ${reason}`, { cause });
  });
}
