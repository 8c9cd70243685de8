// Writes js/models/table.ts from the model catalogue of the npm package `llm-zoo`, a dev dependency:
// `npm run models`, after an update of the package. Needs no network. How the table is read is
// js/models/models.ts.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MODEL_CONFIGS } from 'llm-zoo';
import { canonical, withoutDate, withoutRevision } from '../js/models/names.ts';
import { root, say } from './toolchain/shell.mjs';

/**
 * What the catalogue does not list, or has wrong: window and largest output in tokens, from the makers' and
 * gateways' own lists.
 */
const more = `
16385 4096 gpt-3.5-turbo gpt-35-turbo
4096 4096 gpt-3.5-turbo-instruct gpt-35-turbo-instruct
8192 8192 gpt-4
32768 8192 gpt-4-32k
128k 4096 gpt-4-turbo gpt-4-0125 gpt-4-1106 gpt-4-vision
128k 16384 gpt-5-chat gpt-4o-search gpt-4o-mini-search
100k 4096 claude-2.0 claude-instant-1
200k 4096 claude-2.1 claude-3-opus claude-3-haiku claude-3-sonnet
1000k 8192 gemini-1.5-flash
2000k 8192 gemini-1.5-pro
1048576 8192 gemini-2.0-flash gemini-2.0-flash-lite
1048576 65535 gemini-2.5-flash-lite
128k 8192 llama-3.1-405b mistral-large mistral-small
8192 8192 llama-3-8b llama-3-70b
128k 4096 command-r command-r-plus
131072 8192 grok-3 grok-3-mini
256k 8192 grok-4
200k 128k glm-5
128k 65536 deepseek-r1 deepseek-reasoner
128k 8192 deepseek-chat deepseek-v3 deepseek-v3.1 deepseek-v3.2
1000k 1000k fugu-max fugu-ultra fugu-ultra-v2 inkling-small nova-2-lite
1000k 128k claude-fable-5.2 claude-haiku-5.5 claude-sonnet-5.5 glm-5.2-fast
1000k 131072 glm-5.3-flashx glm-5.3-flashx-legal kimi-k3-fast kimi-k3.1-pro laguna-s-2.1 mercury-3
1000k 131072 qwen3.8-max-prime qwen3.8-omni-flash
1000k 262144 ling-3.1-flash-1019
1000k 32768 ampersand-v0.1 gemini-4-argon
1000k 32k interfaze-beta
1000k 524288 minimax-m3.1-flash
1000k 64k qwen3.5-flash qwen3.5-plus qwen3.6-plus qwen3.7-plus
1000k 65k nemotron-3-ultra-550b-a55b
1024k 64k hy4 hy4-preview
1048576 1048576 deepseek-v4.1-flash-1017-ultrafast ember-1 muse-ember muse-spark-open nemotron-3.5-super-vl
1048576 1048576 step-5-preview
1048576 131072 beam kimi-k3.1-pro-highspeed longcat-2.5 longcat-2.5-preview mimo-v2.6-flash mimo-v2.6-pro
1048576 131072 mimo-v2.6-pro-ultraspeed muse-spark-1.2 muse-spark-1.2-contributor muse-spark-1.3-contributor
1048576 131072 muse-wonder-1.0 particle-1
1048576 262144 deepseek-v4.1-flash-1017-fast glm-5.3-fast mistral-large-4
1048576 32768 deepseek-v4.1-flash-fast
1050k 128k gpt-6.1-sol gpt-6.1-terra
128k 128k mercury-2
128k 16k gpt-oss-safeguard-120b gpt-oss-safeguard-20b
128k 4k codestral
128k 8192 llama-3.1-70b llama-3.1-8b llama-3.3-70b llama-4-maverick llama-4-scout nova-micro qwen-3-32b
128k 8200 lfm2.5-24b-a2b
128k 8k deepseek-v3.2-thinking
131072 131072 arrow-2 arrow-2-telos mistral-nemo muse-glimmer-30b nemotron-nano-12b-v2-vl nemotron-nano-9b-v2
131072 4k ministral-3b
131k 4k toast-1
2000k 2000k grok-4.20-multi-agent grok-4.20-multi-agent-beta grok-4.20-non-reasoning
2000k 2000k grok-4.20-non-reasoning-beta grok-4.20-reasoning grok-4.20-reasoning-beta
200k 100k o3-fast o4-mini-fast
200k 128k glm-4.7-flashx
204800 131072 minimax-m2.1-lightning minimax-m2.7-highspeed
204800 131k minimax-m2.5-highspeed
256k 256k glyph-cluster grok-build-0.1 inkling namazu qwen3-coder-next qwen3.6-27b step-3.7-flash
256k 32k ling-3.0-flash ling-3.0-flash-fin ling-3.0-flash-sante ling-3.0-flash-vl nemotron-3-super-120b-a12b
256k 32k seed-1.6
256k 64k seed-1.8
256k 65536 qwen3-max-thinking
256k 8k command-a
260k 65536 mercury-2.5
262114 262114 qwen3-next-80b-a3b-instruct
262144 128k qwen3.8-2.4t-a95b qwen3.8-max
262144 131072 apex nemotron-3.5-lightning
262144 16384 qwen-3-235b
262144 256k ministral-14b mistral-large-3 mistral-medium-3.5
262144 262144 hy3 nemotron-3-nano-30b-a3b qwen3-next-80b-a3b-thinking qwen3-vl-instruct qwen3.8-27b
262144 262144 seed-2.1-turbo
262144 32768 gemma-4-26b-a4b-it gemma-4-31b-it kimi-k2.7-code-highspeed ling-3.1-flash qwen3-coder
262144 8192 qwen3-coder-30b-a3b
300k 8192 nova-lite nova-pro
32k 16384 mercury-coder-small
400k 128k gpt-5-codex gpt-5.1-codex gpt-5.1-codex-max gpt-5.1-codex-mini gpt-5.1-thinking
40960 16384 qwen-3-14b qwen-3-30b
991k 128k qwen3.8-flash qwen3.8-max-0902
991k 64k qwen3.7-flash qwen3.7-max
262144 4k ministral-8b
`;

/** A number in few characters: thousands as `k`, at most four digits that count otherwise. */
function short(value) {
  if (value >= 1_000) return value % 1_000 === 0 ? `${value / 1_000}k` : `${value}`;
  return `${Number(value.toPrecision(4))}`.replace(/^0\./, '.');
}

const least = (values) => Math.min(...values);

/** `window output [input output [read [write]]]` of the entries of one name. */
function profileOf(entries) {
  const sizes = [
    least(entries.map(({ contextWindow }) => contextWindow)),
    least(entries.map((entry) => Math.min(entry.maxOutputTokens, entry.contextWindow))),
  ];
  // Faster tiers of a model cost more.
  const [cheapest] = [...entries].sort((a, b) => a.inputPrice - b.inputPrice);
  const { inputPrice, outputPrice, capabilities } = cheapest;
  const { supportsPromptCaching, supportsAutoPromptCaching, cacheDiscountFactor } = capabilities;
  if (!(inputPrice > 0 && outputPrice > 0)) return sizes.map(short).join(' ');
  const cached = supportsPromptCaching || supportsAutoPromptCaching ? cacheDiscountFactor : 1;
  const prices = [inputPrice, outputPrice, inputPrice * cached];
  // Who marks what is to be cached pays for that.
  if (cached < 1 && !supportsAutoPromptCaching) prices.push(inputPrice * 1.25);
  return [...sizes, ...prices].map(short).join(' ');
}

function namesOf({ fullName, shortName, openrouterFullName }) {
  const ids = [fullName, shortName, openrouterFullName].filter((id) => id !== undefined);
  return ids.map((id) => canonical(id.slice(id.lastIndexOf('/') + 1).replace(/:.*$/, '')));
}

/** Entries by name: each under its own, and under a plainer one where nothing has that. */
function byName(entries) {
  const named = new Map();
  for (const plainer of [withoutDate, withoutRevision]) {
    const added = new Map();
    for (const entry of entries) {
      for (const name of new Set(namesOf(entry).map(plainer))) {
        if (!named.has(name)) added.set(name, [...(added.get(name) ?? []), entry]);
      }
    }
    for (const [name, of] of added) named.set(name, of);
  }
  return named;
}

const entries = Object.values(MODEL_CONFIGS).filter(({ provider }) => provider !== 'copilot');
const current = entries.filter(({ retired }) => retired !== true);
const profiles = new Map();
for (const of of [entries, current]) {
  for (const [name, known] of byName(of)) profiles.set(name, profileOf(known));
}
for (const line of more.trim().split('\n')) {
  const [window, output, ...names] = line.split(' ');
  for (const name of names) {
    const [, , ...prices] = (profiles.get(canonical(name)) ?? '').split(' ');
    profiles.set(canonical(name), [window, output, ...prices].join(' '));
  }
}
const groups = new Map();
for (const [name, profile] of profiles) {
  // A plainer name that says the same says it for both.
  const plain = withoutRevision(name);
  if (plain !== name && profiles.get(plain) === profile) continue;
  groups.set(profile, [...(groups.get(profile) ?? []), name]);
}
const lines = [...groups].map(([profile, names]) => `${profile}:${names.sort().join(',')}`).sort();
const { version } = JSON.parse(
  readFileSync(join(root, 'node_modules/llm-zoo/package.json'), 'utf8'),
);
const text = `/**
 * What is known of models, as \`npm run models\` wrote it from llm-zoo ${version} and bindings/models.mjs. A
 * line is \`window output [input output [read [write]]]:names\`, in tokens, and in US dollars for a million
 * of them. See js/models/models.ts.
 */
export const table = \`
${lines.join('\n')}
\`;
`;
writeFileSync(join(root, 'js/models/table.ts'), text);
say(`llm-zoo ${version}: ${lines.length} profiles, ${[...groups.values()].flat().length} names`);
