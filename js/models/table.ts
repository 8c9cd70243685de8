/**
 * Windows of known models, from the providers' own model pages; where a page and a deployment differ, the
 * smaller number stands. A line is `window output:names`, in tokens. See js/models/models.ts.
 */
export const table = `
16385 4096:gpt-3.5-turbo,gpt-35-turbo
8192 8192:gpt-4
128000 4096:gpt-4-turbo,gpt-4-0125,gpt-4-1106,gpt-4-vision
128000 16384:gpt-4o,gpt-4o-mini,chatgpt-4o,gpt-5-chat
1047576 32768:gpt-4.1,gpt-4.1-mini,gpt-4.1-nano
400000 128000:gpt-5,gpt-5-mini,gpt-5-nano,gpt-5-codex
200000 100000:o1,o3,o3-mini,o4-mini
128000 32768:o1-preview
128000 65536:o1-mini
131072 32768:gpt-oss-20b,gpt-oss-120b
200000 4096:claude-3-opus,claude-3-haiku,claude-3-sonnet
200000 8192:claude-3-5-sonnet,claude-3-5-haiku
200000 64000:claude-3-7-sonnet,claude-sonnet-4,claude-sonnet-4-5,claude-haiku-4-5,claude-opus-4-5
200000 32000:claude-opus-4,claude-opus-4-1
1000000 8192:gemini-1.5-flash
2000000 8192:gemini-1.5-pro
1048576 8192:gemini-2.0-flash,gemini-2.0-flash-lite
1048576 65536:gemini-2.5-pro,gemini-2.5-flash,gemini-2.5-flash-lite,gemini-3-pro,gemini-3-flash
128000 8192:llama-3.1-8b,llama-3.1-70b,llama-3.1-405b,llama-3.3-70b,mistral-large,deepseek-chat
128000 65536:deepseek-reasoner
32000 8192:mistral-small
131072 8192:grok-3,grok-3-mini
256000 8192:grok-4
128000 4096:command-r,command-r-plus
`;
