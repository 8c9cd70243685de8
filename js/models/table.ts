/**
 * What is known of models, as `npm run models` wrote it from llm-zoo 1.37.0 and bindings/models.mjs. A
 * line is `window output [input output [read [write]]]:names`, in tokens, and in US dollars for a million
 * of them. See js/models/models.ts.
 */
export const table = `
1000192 1000192 .2 1.1 .02:minimax-01
1000k 1000k:fugu-max,fugu-ultra,fugu-ultra-v-2,inkling-small,nova-2-lite
1000k 128k 1.25 2.5 1.25:grok-4-3
1000k 128k 10 50 .25 12.5:claude-fable-5-1,claude-mythos-5-1
1000k 128k 10 50 1 12.5:claude-fable-5,claude-mythos-5
1000k 128k 2 10 .2 2.5:claude-sonnet-5
1000k 128k 4 20 .2 5:claude-opus-5-5
1000k 128k 5 25 .5 6.25:claude-opus-4-6,claude-opus-4-7,claude-opus-4-8,claude-opus-5
1000k 128k:claude-fable-5-2,claude-haiku-5-5,claude-sonnet-5-5,glm-5-2-fast
1000k 131072 .075 .25 .015:glm-5-3-flash
1000k 131072 1.4 4.4 .2604:glm-5-2,glm-5-3
1000k 131072:glm-5-3-flashx,glm-5-3-flashx-legal,kimi-k-3-1-pro,kimi-k-3-fast,laguna-s-2-1,mercury-3,qwen-3-8-max-prime,qwen-3-8-omni-flash
1000k 262144:ling-3-1-flash-1019
1000k 32768 .1 .4 .025:gpt-4-1-nano
1000k 32768 .4 1.2 .4:qwen-plus
1000k 32768 .4 1.6 .1:gpt-4-1-mini
1000k 32768 2 8 .5:gpt-4-1
1000k 32768:ampersand-v-0-1,gemini-4-argon
1000k 32k:interfaze-beta
1000k 40k .4 2.2 .04:minimax-m-1
1000k 524288:minimax-m-3-1-flash
1000k 64k 3 15 .3 3.75:claude-sonnet-4-6
1000k 64k:qwen-3-5-flash,qwen-3-5-plus,qwen-3-6-plus,qwen-3-7-plus
1000k 65k:nemotron-3-ultra-550-b-a-55-b
1000k 8192:gemini-1-5-flash
100k 4096:claude-2-0,claude-instant-1
1024k 64k:hy-4
1048576 1048576 3 15 .3:kimi-k-3
1048576 1048576:deepseek-v-4-1-flash-1017-ultrafast,ember-1,muse-ember,muse-spark-open,nemotron-3-5-super-vl,step-5-preview
1048576 131072 1.25 4.25 .15:muse-spark-1-1,muse-spark-1-3
1048576 131072:beam,kimi-k-3-1-pro-highspeed,longcat-2-5,mimo-v-2-6-flash,mimo-v-2-6-pro,mimo-v-2-6-pro-ultraspeed,muse-spark-1-2,muse-spark-1-2-contributor,muse-spark-1-3-contributor,muse-wonder-1-0,particle-1
1048576 262144:deepseek-v-4-1-flash-1017-fast,glm-5-3-fast,mistral-large-4
1048576 32768:deepseek-v-4-1-flash-fast
1048576 393216 .15 .6 .003:deepseek-flash,deepseek-v-4-1-flash,deepseek-v-4-flash,deepseek-v-4-flash-vision
1048576 393216 .435 .87 .003625:deepseek-v-4-pro
1048576 512k .3 1.2 .03:minimax-m-3
1048576 65535 .1 .4 .025:gemini-2-5-flash-lite
1048576 65536 .25 1.5 .0625:gemini-3-1-flash-lite
1048576 65536 .3 2.5 .03:gemini-3-5-flash-lite
1048576 65536 .3 2.5 .075:gemini-2-5-flash,gemini-3-flash,gemini-flash
1048576 65536 .75 3.75 .075:gemini-3-7-flash,gemini-3-8-flash
1048576 65536 1.25 10 .3125:gemini-2-5-pro
1048576 65536 1.5 7.5 .15:gemini-3-6-flash
1048576 65536 1.5 9 .15:gemini-3-5-flash
1048576 65536 2 12 .5:gemini-3-1-pro,gemini-3-pro
1048576 8192:gemini-2-0-flash,gemini-2-0-flash-lite
1050k 128k .1 .5 .01:gpt-6-luna
1050k 128k .2 1.2 .02:gpt-5-6-luna
1050k 128k 10 50 1:gpt-6-astra
1050k 128k 2 10 .2:gpt-6-sol
1050k 128k 2 12 .2:gpt-5-6-terra
1050k 128k 2.5 15 .25:gpt-5-4
1050k 128k 30 180 30:gpt-5-4-pro,gpt-5-5-pro
1050k 128k 4 20 .4:gpt-5-6,gpt-5-6-sol
1050k 128k 5 30 .5:gpt-5-5
1050k 128k:gpt-6-1-sol,gpt-6-1-terra
128k 128k:mercury-2
128k 16384 .15 .6 .075:gpt-4-o-mini
128k 16384 2.5 10 1.25:gpt-4-o
128k 16384 5 15 2.5:chatgpt-4-o
128k 16384 75 150 37.5:gpt-4-5
128k 16384:gpt-4-o-mini-search,gpt-4-o-search,gpt-5-chat
128k 16k:gpt-oss-safeguard-120-b,gpt-oss-safeguard-20-b
128k 32768 15 60 7.5:o-1-preview
128k 4096 .25 .5 .25:qvq-72-b
128k 4096 10 30 10:gpt-4-turbo
128k 4096:command-r,command-r-plus,gpt-4-0125,gpt-4-1106,gpt-4-vision
128k 4k:codestral
128k 64k .42 1.68 .42:kimi-thinking
128k 65536 .28 .42 .028:deepseek-reasoner
128k 65536 .55 2.19 .055:deepseek-r-1
128k 65536 1.1 4.4 .55:o-1-mini
128k 8192 .1 .1 .1:glm-4-32-b
128k 8192 .14 .28 .014:deepseek-chat
128k 8192 .28 .42 .028:deepseek-v-3-2
128k 8192 .3 .9 .0501:glm-4-6-v
128k 8192 3 3 3:llama-3-1-405-b
128k 8192:deepseek-v-3,deepseek-v-3-1,llama-3-1-70-b,llama-3-1-8-b,llama-3-3-70-b,llama-4-maverick,llama-4-scout,mistral-large,mistral-small,nova-micro,qwen-3-32-b
128k 8200:lfm-2-5-24-b-a-2-b
128k 8k:deepseek-v-3-2-thinking
131072 131072 .3 .5 .3:grok-3-mini-beta
131072 131072 2 10 2:grok-2
131072 131072 3 15 3:grok-3-beta
131072 131072 3 3 3:llama-3-1-405-b-instruct
131072 131072:arrow-2,arrow-2-telos,mistral-nemo,muse-glimmer-30-b,nemotron-nano-12-b-v-2-vl,nemotron-nano-9-b-v-2
131072 33k .05 .2 .025:gpt-oss-20-b
131072 33k .15 .6 .075:gpt-oss-120-b
131072 4k:ministral-3-b
131072 64k 2 5 2:moonshot-v-1-128-k,moonshot-v-1-128-k-vision
131072 8192 .05 .5 .05:qwen-turbo
131072 8192 .3 .5 .3:grok-3-mini
131072 8192 3 15 3:grok-3
131072 96k:glm-4-5-air
131072 98304 .6 2.2 .1098:glm-4-5
131k 4k:toast-1
163840 131072 .28 .42 .028:deepseek-v-3-2-speciale
16385 4096:gpt-3-5-turbo,gpt-35-turbo
196608 196608 .2 1.2 .02:minimax-m-2-5
196608 196608 .255 1 .0255:minimax-m-2
196608 65536 .27 .95 .027:minimax-m-2-1
2000k 2000k:grok-4-20-multi-agent,grok-4-20-non-reasoning,grok-4-20-reasoning
2000k 8192:gemini-1-5-pro
200k 100k 1.1 4.4 .275:o-4-mini
200k 100k 1.1 4.4 .55:o-3-mini
200k 100k 10 40 2.5:o-3-deep-research
200k 100k 15 60 7.5:o-1
200k 100k 150 600 75:o-1-pro
200k 100k 2 8 .5:o-3,o-4-mini-deep-research
200k 100k 20 80 20:o-3-pro
200k 100k:o-3-fast,o-4-mini-fast
200k 128k .6 2.2 .1098:glm-4-7
200k 128k 1 3.2 .2:glm-5
200k 128k 1.2 4 .24:glm-5-turbo
200k 128k:glm-4-7-flashx
200k 32k 15 75 1.5 18.75:claude-opus-4,claude-opus-4-1
200k 4096 .25 1.25 .025 .3125:claude-3-haiku
200k 4096 15 75 1.5 18.75:claude-3-opus
200k 4096 3 15 .3 3.75:claude-3-sonnet
200k 4096:claude-2-1
200k 64k 1 5 .1 1.25:claude-haiku-4-5
200k 64k 3 15 .3 3.75:claude-3-7-sonnet,claude-sonnet-4,claude-sonnet-4-5
200k 64k 5 25 .5 6.25:claude-opus-4-5
200k 8192 .25 1.25 .025 .3125:claude-3-5-haiku
200k 8192 3 15 .3 3.75:claude-3-5-sonnet
202752 128k:glm-4-7-flash
202752 131072 1.2 4 .24:glm-5-v-turbo
202752 65535 1.4 4.4 .2604:glm-5-1
204800 131072:minimax-m-2-1-lightning,minimax-m-2-7-highspeed
204800 131k:minimax-m-2-5-highspeed
204800 196608 .3 1.2 .03:minimax-m-2-7
256k 256k:glyph-cluster,grok-build-0-1,inkling,namazu,qwen-3-6-27-b,qwen-3-coder-next,step-3-7-flash
256k 32k:ling-3-0-flash,ling-3-0-flash-fin,ling-3-0-flash-sante,ling-3-0-flash-vl,nemotron-3-super-120-b-a-12-b,seed-1-6
256k 64k:seed-1-8
256k 65536:qwen-3-max-thinking
256k 8192 3 15 3:grok-4
256k 8k:command-a
260k 65536:mercury-2-5
262114 262114:qwen-3-next-80-b-a-3-b-instruct
262144 128k:qwen-3-8-2-4-t-a-95-b,qwen-3-8-max
262144 131072:apex,nemotron-3-5-lightning
262144 16384:qwen-3-235-b
262144 256k:ministral-14-b,mistral-large-3,mistral-medium-3-5
262144 262144:hy-3,nemotron-3-nano-30-b-a-3-b,qwen-3-8-27-b,qwen-3-next-80-b-a-3-b-thinking,qwen-3-vl-instruct,seed-2-1-turbo
262144 32768:gemma-4-26-b-a-4-b-it,gemma-4-31-b-it,kimi-k-2-7-code-highspeed,ling-3-1-flash,qwen-3-coder
262144 4k:ministral-8-b
262144 64k .6 2.5 .15:kimi-k-2,kimi-k-2-thinking
262144 64k .6 2.8 .2:kimi-k-2-6
262144 64k .6 3 .1:kimi-k-2-5
262144 64k .95 4 .19:kimi-k-2-7-code
262144 64k 1.15 8 .15:kimi-k-2-thinking-turbo,kimi-k-2-turbo
262144 64k:kimi-for-coding,kimi-for-coding-highspeed
262144 65536 1.2 6 1.2:qwen-3-max,qwen-max
262144 8192:qwen-3-coder-30-b-a-3-b
300k 8192:nova-lite,nova-pro
32768 32768 2 10 2:grok-2-1212-vision,grok-2-vision
32768 8192:gpt-4-32-k
32k 16384:mercury-coder-small
400k 128k .05 .4 .005:gpt-5-nano
400k 128k .2 1.25 .02:gpt-5-4-nano
400k 128k .25 2 .025:gpt-5-mini
400k 128k .75 4.5 .075:gpt-5-4-mini
400k 128k 1.25 10 .125:gpt-5,gpt-5-1
400k 128k 1.75 14 .175:gpt-5-2,gpt-5-2-codex,gpt-5-3-codex
400k 128k 21 168 21:gpt-5-2-pro
400k 128k:gpt-5-1-codex,gpt-5-1-codex-max,gpt-5-1-codex-mini,gpt-5-1-thinking,gpt-5-codex
400k 272k 15 120 15:gpt-5-pro
4096 4096:gpt-3-5-turbo-instruct,gpt-35-turbo-instruct
40960 16384:qwen-3-14-b,qwen-3-30-b
500k 128k 2 6 2:grok-4-5,grok-4-6,grok-4-7
64k 8192 .14 .28 .014:deepseek-chat-v-3
65536 32768 .1 .4 .025:gemini-2-5-flash-lite-preview
66k 8192 .6 1.8 .1098:glm-4-5-v
8192 8192:gpt-4,llama-3-70-b,llama-3-8-b
991k 128k:qwen-3-8-flash,qwen-3-8-max-0902
991k 64k:qwen-3-7-flash,qwen-3-7-max
`;
