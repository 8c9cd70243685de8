/** The entry `epitome/memory`: what is to be known beyond one conversation, found and kept. */

export { type ExtractingOptions, extractMemories } from './extracting.ts';
export { type Memory, type MemoryKind, type MemorySink, memoryKinds } from './sink.ts';
export { memoryIn, type StoredMemory } from './stored.ts';
export { type MemoryTool, memoryTool } from './tool.ts';
