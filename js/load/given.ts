/** What a host hands over where the runtime's own way of finding a file does not fit. */
import type { WasmSource } from '../types.ts';

const tags = ['[object WebAssembly.Module]', '[object ArrayBuffer]', '[object URL]'];

/** By tag: a page's frames and Node's contexts have classes of their own. */
export function isSource(value: unknown): value is WasmSource {
  return (
    (typeof value === 'string' && value !== '') ||
    ArrayBuffer.isView(value) ||
    tags.includes(Object.prototype.toString.call(value))
  );
}

/** The bytes that were given, or what is at the URL that was. */
export async function bytesOf(source: WasmSource): Promise<BufferSource> {
  if (!(source instanceof URL) && typeof source !== 'string') return source as BufferSource;
  const response = await fetch(source);
  if (!response.ok) throw new Error(`${source}: HTTP status ${response.status}`);
  return response.arrayBuffer();
}

/** A module stays as it is; bytes are compiled. */
export async function compiled(source: WasmSource): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  return WebAssembly.compile(await bytesOf(source));
}
