/**
 * What is known of models, as `npm run models` wrote it from @earendil-works/pi-ai 1.5.2. A line is
 * `window output [input output [read [write]]] [edge/input/output]:names`, in tokens, and in US dollars
 * for a million of them; `window` ends with `+` where the output comes on top. See js/models/models.ts.
 */
export const table = `
10000k 8192 .17 .66:llama4-scout-17b-instruct
1000k 1000k .33 2.75 .0825:nova-2-lite
1000k 1000k .45 1.2 .1:inkling-small
1000k 1000k 2 6 .25:fugu-max
1000k 1000k 5 30 .5 272k/2/1.5:fugu-ultra
1000k 10k 2.5 12.5 .625:nova-premier
1000k 128k .1 .5 .01 .125 100k/5/5:claude-haiku-5-5
1000k 128k 1.4 4.4 .14:glm-5-2
1000k 128k 10 50 .25 12.5:claude-fable-5-1
1000k 128k 10 50 1 12.5:claude-fable-5,claude-opus-4-8-fast,claude-opus-5-fast
1000k 128k 16 80 .4 20:claude-fable-5-2-fast
1000k 128k 2 10 .1 2.5:claude-sonnet-5-5
1000k 128k 2 10 .2 2.5:claude-sonnet-5
1000k 128k 2.8 8.8 .56:glm-5-2-fast
1000k 128k 3 15 .3 3.75:claude-sonnet-4-6
1000k 128k 4 20 .2 5:claude-opus-5-5
1000k 128k 5 25 .5 6.25:claude-opus-4-6,claude-opus-4-7,claude-opus-4-8,claude-opus-5
1000k 128k 5.5 27.5 .55 6.875:claude-opus-4-6-v1
1000k 128k 8 40 .2 10:claude-fable-5-2
1000k 128k 8 40 .4 10:claude-opus-5-5-fast
1000k 131072 .09 .18 .009:laguna-s-2-1
1000k 131072 .1 .35 .01:mercury-3
1000k 131072 .15 .47 .016:qwen3-8-omni-flash
1000k 131072 .37 1.25 .075:glm-5-3-flashx,glm-5-3-flashx-legal
1000k 131072 1.4 4.4 .26:glm-5-3
1000k 131072 2 10 .2:kimi-k3-1-pro
1000k 131072 3 15 .3:kimi-k3
1000k 131072 4 12 .5 5:qwen3-8-max-prime
1000k 131072 4.5 22.5 .45:kimi-k3-fast
1000k 131072:glm-5-2-highspeed,glm-5-3-highspeed
1000k 131k .15 .5 .03:glm-5-3-flash
1000k 262144 .3 .9 .06:ling-3-1-flash-1019
1000k 30k 1.25 2.5 .2 200k/2/2:grok-4-3
1000k 32768 2 10 .1:gemini-4-argon
1000k 32768:ampersand-v0-1
1000k 32k 1.5 3.5:interfaze-beta
1000k 384k .13 .26 .028:deepseek-v4-flash
1000k 384k .3 1.2 .006:deepseek-flash
1000k 384k .66 1.98 .066:deepseek-v4-pro-0813
1000k 384k 1.32 3.96 .044:deepseek-v4-pro
1000k 512k .3 1.2 .06 512k/2/2:minimax-m3
1000k 524288 .15 .6 .015:minimax-m3-1-flash
1000k 64k .1 .4 .01 .125:qwen3-5-flash
1000k 64k .4 1.6 .08 .5 256k/3/3:qwen3-7-plus
1000k 64k .4 2.4 .04 .5 256k/1.25/1.25:qwen3-5-plus
1000k 64k .5 3 .05 .625 256k/4/2:qwen3-6-plus
1000k 64k .75 3.75 .075:gemini-3-6-flash
1000k 64k 1.5 9 .15:gemini-3-5-flash
1000k 64k 2 12 .2 200k/2/1.5:gemini-3-1-pro-preview
1000k 65535 .3 2.5 .03:gemini-2-5-flash
1000k 65535 .75 3.75 .075:gemini-3-7-flash,gemini-3-8-flash
1000k 65k .25 1.5 .025:gemini-3-1-flash-lite
1000k 65k .3 2.5 .03:gemini-3-5-flash-lite
1000k 65k .5 3 .05:gemini-3-flash
1000k 65k .6 2.4 .12:nemotron-3-ultra-550b-a55b
1000k 65k:nemotron-3-5-lightning-free
1000k 8192 .24 .97:llama4-maverick-17b-instruct
1000k 8192:gemini-1-5-flash
100k 4096:claude-2-0,claude-instant-1
1024k 64k .417 1.25 .021:hy4
1024k 64k .834 2.501 .042:hy4-preview
1040k 8192 .6 6:palmyra-x5
1047576 32768 .1 .4 .025:gpt-4-1-nano
1047576 32768 .4 1.6 .1:gpt-4-1-mini
1047576 32768 .7 2.8 .175:gpt-4-1-mini-fast
1047576 32768 2 8 .5:gpt-4-1
1047576 32768 3.5 14 .875:gpt-4-1-fast
1047576 32768:gpt-4-1-nano-fast
1048576 1048576 .1 .5 .004:muse-ember
1048576 1048576 .2 .5 .04:nemotron-3-5-super-vl
1048576 1048576 .2156 .6468 .0068:deepseek-v4-flash-vision-exp
1048576 1048576 1 2.7 .1:step-5-preview
1048576 1048576 1.25 4.25 .15:muse-spark-open
1048576 1048576 2.4 9.6 .048:deepseek-v4-1-flash-1017-ultrafast
1048576 1048576 3 15 .3:ember-1
1048576 1048576 4 20 .2 5:kimi-k3-1
1048576 128k .3 1.2 .007:deepseek-v4-1-flash-1017
1048576 131072 .1 .2 .002:muse-spark-1-2-contributor,muse-spark-1-3-contributor
1048576 131072 .125 .5 .015:particle-1
1048576 131072 .14 .28 .0028:mimo-v2-6-flash
1048576 131072 .15 .5 .03:zai-glm-5-3-flash
1048576 131072 .3 1.2 .006:longcat-2-5
1048576 131072 .435 .87 .0036:mimo-v2-6-pro
1048576 131072 1.25 4.25 .15:muse-spark-1-1,muse-spark-1-2,muse-spark-1-3
1048576 131072 1.4 4.4 .14:zai-glm-5-2,zai-glm-5-3
1048576 131072 4 20 .2:kimi-k3-1-pro-highspeed,muse-wonder-1-0
1048576 131072 4.35 8.7 .036:mimo-v2-6-pro-ultraspeed
1048576 131072:beam,beam-free
1048576 262144 .6 2.4 .014:deepseek-v4-1-flash-1017-fast
1048576 262144 .7 2.1 .07:mistral-large-4,mistral-large-4-0-8
1048576 262144 2.1 6.6 .21:glm-5-3-fast
1048576 32768 .3 1.2 .007:deepseek-v4-1-flash
1048576 32768 .6 2.4 .014:deepseek-v4-1-flash-fast
1048576 524288 .1 .5 .004 200k/3/3:muse-ember-1-0
1048576 65535 .1 .4 .01:gemini-2-5-flash-lite
1048576 65535 1.25 10 .125 200k/2/1.5:gemini-2-5-pro
1048576 65536 .25 1.5 .025:gemini-3-1-flash-lite-preview,gemini-flash-lite-latest
1048576 65536 .5 3 .05:gemini-3-flash-preview
1048576 65536 1.5 9 .15:gemini-flash-latest
1048576 65536 2 12 .2 200k/2/1.5:deep-research-max-preview-04-2026,deep-research-preview-04-2026,gemini-3-1-pro-preview-customtools,gemini-pro-latest
1048576 8192:gemini-2-0-flash,gemini-2-0-flash-lite
1050k 128k 4 20 .4 5 272k/2/1.5:gpt-daybreak-blue-latest
122880 8192 2.5 10:palmyra-x4
128k 128k .15 .15 .015:open-mistral-nemo,pixtral-12b
128k 128k .25 .75 .025:mercury-2
128k 16384 .07 .3:gpt-oss-20b-1
128k 16384 .1 .3 .01:mistral-small-2506
128k 16384 .15 .6 .075:gpt-4o-mini
128k 16384 .15 .6:gpt-oss-120b-1
128k 16384 .25 1 .125:gpt-4o-mini-fast
128k 16384 1.25 10 .125:gpt-5-chat-latest
128k 16384 2.5 10 1.25:gpt-4o
128k 16384 4.25 17 2.125:gpt-4o-fast
128k 16384:chatgpt-4o,gpt-4-5,gpt-4o-mini-search,gpt-4o-search,gpt-5-chat
128k 16k .07 .2:gpt-oss-safeguard-20b
128k 16k .15 .6:gpt-oss-safeguard-120b
128k 32768:o1-preview
128k 32k 1.75 14 .175:gpt-5-3-codex-spark
128k 4096 .15 .15:ministral-3-8b-instruct
128k 4096 .2 .2:ministral-3-14b-instruct
128k 4096 .22 .22:llama3-1-8b-instruct
128k 4096 .72 .72:llama3-1-70b-instruct,llama3-3-70b-instruct
128k 4096 10 30:gpt-4-turbo
128k 4096 5 15:gpt-4o-2024-05-13
128k 4096:command-r,command-r-plus,gpt-4-0125,gpt-4-1106,gpt-4-vision
128k 40k .5 1.5:magistral-small-2509
128k 4k .3 .9 .03:codestral
128k 64k 1.25 10:gemini-2-5-computer-use-preview-10-2025
128k 65536:deepseek-reasoner,o1-mini
128k 8192 .035 .14 .0087:nova-micro
128k 8192 .15 .6:qwen-3-32b
128k 8192 .17 .66:llama-4-scout
128k 8192 .22 .22:llama-3-1-8b
128k 8192 .24 .97:llama-4-maverick
128k 8192 .72 .72:llama-3-1-70b,llama-3-3-70b
128k 8192 1.35 5.4:deepseek-r1
128k 8192 2 6:pixtral-large-2502
128k 8192:deepseek-chat,llama-3-1,llama-3-1-405b,llama-3-3,mistral-large
128k 8200 .05 .7 .025:lfm2-5-24b-a2b
128k 8k .62 1.85:deepseek-v3-2,deepseek-v3-2-thinking
128k 96k .2 1.1 .03:glm-4-5-air
128k 96k .6 2.2 .11:glm-4-5
131072 128k .1 .1 .01:ministral-3b-latest
131072 131072 .029 .03:mistral-nemo
131072 131072 .05 .08:llama-3-1-8b-instant
131072 131072 .06 .23:nemotron-nano-9b-v2
131072 131072 .1 .1 .01:ministral-3b-2512
131072 131072 .1 .5 .1:gpt-oss-120b
131072 131072 .2 .6:nemotron-nano-12b-v2-vl
131072 131072 .35 1.5 .04:muse-glimmer-30b
131072 131072 .4 2 .04:mistral-medium-2505
131072 131072 .57 2.3:kimi-k2
131072 131072 4 20 .4 5:arrow-2
131072 131072 6 30 .6 7.5:arrow-2-telos
131072 32768 .59 .79:llama-3-3-70b-versatile
131072 4k .1 .1 .01:ministral-3b
131072 65536 .45 1.8:qwen3-coder-480b-a35b
131072 65536 1 5 .1:gemini-robotics-er-2-preview
131072 8192 .03 .14:gpt-oss-20b
131072 8192 .04 .08:gemma-4-e2b
131072 8192 .2 .6:nemotron-nano-12b-v2
131072 8192:grok-3,grok-3-mini
131k 4k .3 .72 .036:toast-1
163840 128k .25 .95 .13:deepseek-v3-1
163840 81920 .58 1.68:v3
163840 81920 .62 1.85:v3-2
16385 4096:gpt-3-5-turbo
2000k 2000k 1.25 2.5 .2 200k/2/2:grok-4-20-multi-agent,grok-4-20-non-reasoning,grok-4-20-reasoning
2000k 8192:gemini-1-5-pro
200k 100k 1.1 4.4 .275:o4-mini
200k 100k 1.1 4.4 .55:o3-mini
200k 100k 15 60 7.5:o1
200k 100k 150 600:o1-pro
200k 100k 2 8 .5:o3
200k 100k 20 80:o3-pro
200k 100k 3.5 14 .875:o3-fast
200k 100k:o4-mini-fast
200k 120k .6 2.2 .11:glm-4-7
200k 128k .06 .4 .01:glm-4-7-flashx
200k 128k 1.2 4 .24:glm-5v-turbo
200k 131072 1.2 4 .24:glm-5-turbo
200k 131k .07 .4:glm-4-7-flash
200k 32k 15 75 1.5 18.75:claude-opus-4-1-20250805
200k 32k:claude-opus-4
200k 4096:claude-3-haiku,claude-3-opus,claude-3-sonnet
200k 64k 1 5 .1 1.25:claude-haiku-4-5
200k 64k 3 15 .3 3.75:claude-sonnet-4-20250514,claude-sonnet-4-5
200k 64k 5 25 .5 6.25:claude-opus-4-5
200k 64k:claude-3-7-sonnet,claude-sonnet-4
200k 8192:claude-2-1,claude-3-5-haiku,claude-3-5-sonnet
200k 96k .6 2.2 .11:glm-4-6
202800 131100 1 3.2:glm-5
202800 64k 1.4 4.4 .26:glm-5-1
204800 131072 .3 1.2 .03 .375:minimax-m2-1
204800 131072 .3 2.4 .03 .375:minimax-m2-1-lightning
204800 131072 .6 2.4 .06 .375:minimax-m2-7-highspeed
204800 131k .3 1.2 .03 .375:minimax-m2-5
204800 131k .3 1.2 .06 .375:minimax-m2-7
204800 131k .6 2.4 .03 .375:minimax-m2-5-highspeed
205k 205k .3 1.2 .03 .375:minimax-m2
256k 256k .2 1.15 .04:step-3-7-flash
256k 256k .5 1.2:qwen3-coder-next
256k 256k .6 3.6:qwen3-6-27b
256k 256k .6 3:kimi-k2-5
256k 256k .95 4 .15:namazu
256k 256k 1 2 .2 200k/2/2:grok-build-0-1
256k 256k 1 4.05 .17:inkling
256k 256k:glyph-cluster,labs-devstral-small-2512
256k 32768 .95 4 .19:kimi-k2-7-code
256k 32k .021 .063 .0042:ling-3-0-flash
256k 32k .075 .22 .015:ling-3-0-flash-fin,ling-3-0-flash-sante,ling-3-0-flash-vl
256k 32k .15 .65:nemotron-3-super-120b-a12b
256k 32k .25 2 .05 128k/2/2:seed-1-6
256k 4096 .3 .9 .03:codestral-latest
256k 64k .25 2 .05 128k/2/2:seed-1-8
256k 65536 1.2 6 .24 128k/2.5/2.5:qwen3-max-thinking
256k 8192 .1 .1:ministral-3-3b-instruct
256k 8192 .3 .9 .03:codestral-2508
256k 8192:grok-4
256k 8k 2.5 10:command-a
260k 65536 .04 .15 .004:mercury-2-5
262114 262114 .15 1.2:qwen3-next-80b-a3b-instruct
262144 128k .15 .15 .015:ministral-8b-latest
262144 128k 2 6 .25:qwen3-8-2-4t-a95b,qwen3-8-max
262144 128k:labs-leanstral-1-5-1
262144 131072 .06 .16 .03:nemotron-3-5-lightning
262144 131072 .15 .65:nemotron-super-3-120b
262144 131072 .22 .88:qwen3-235b-a22b-2507
262144 131072 .5 3 .2:apex
262144 16384 .22 .88:qwen-3-235b
262144 16384 2 5 .2:magistral-medium-latest
262144 16k .6 2.5:kimi-k2-thinking
262144 256k .15 .6 .015:mistral-small-2603,mistral-small-latest
262144 256k .2 .2 .02:ministral-14b
262144 256k .5 1.5 .05:mistral-large-3
262144 256k 1.5 7.5:mistral-medium-3-5
262144 262144 .05 .2 .025:nemotron-3-nano-30b-a3b
262144 262144 .06 2.3 .059:qwen3-8-27b
262144 262144 .14 .58 .035:hy3
262144 262144 .15 .15 .015:ministral-8b-2512
262144 262144 .15 1.2:qwen3-next-80b-a3b-thinking
262144 262144 .2 .2 .02:ministral-14b-2512
262144 262144 .2 .88 .11:qwen3-vl-instruct
262144 262144 .4 2 .04:devstral-2512,devstral-latest,devstral-medium-latest,mistral-medium-2508
262144 262144 .5 1.5 .05:mistral-large-2512,mistral-large-latest
262144 262144 .5 2.5 .1:seed-2-1-turbo
262144 262144 1.5 7.5 .15:mistral-medium-2604,mistral-medium-latest
262144 262k .15 1.2:qwen3-next-80b-a3b
262144 262k .53 2.66:qwen3-vl-235b-a22b
262144 32768 .13 .4:gemma-4-26b-a4b
262144 32768 .14 .4:gemma-4-31b
262144 32768 .22 1.8 .022:qwen3-coder
262144 32768 .3 .9 .06:ling-3-1-flash
262144 32768 1.9 8 .38:kimi-k2-7-code-highspeed
262144 32768:gemma-4-26b-a4b-it,gemma-4-31b-it
262144 4k .15 .15 .015:ministral-8b
262144 4k .15 .6 .015:mistral-small
262144 8192 .06 .24:nemotron-nano-3-30b
262144 8192 .15 .6:qwen3-coder-30b-a3b
262144 8192 .4 2:devstral-2-123b
262144 8192 .5 1.5:mistral-large-3-675b-instruct
262k 262k .95 4 .16:kimi-k2-6
272k+ 128k .05 .4 .005:gpt-5-nano
272k+ 128k .2 1.25 .02:gpt-5-4-nano
272k+ 128k .25 2 .025:gpt-5-mini
272k+ 128k .25 2 .03:gpt-5-1-codex-mini
272k+ 128k .45 3.6 .045:gpt-5-mini-fast
272k+ 128k .75 4.5 .075:gpt-5-4-mini
272k+ 128k 1.25 10 .125:gpt-5,gpt-5-1,gpt-5-1-codex-max,gpt-5-1-thinking
272k+ 128k 1.25 10 .13:gpt-5-1-codex,gpt-5-codex
272k+ 128k 1.5 9 .15:gpt-5-4-mini-fast
272k+ 128k 1.75 14 .175:gpt-5-2,gpt-5-2-codex,gpt-5-3-codex
272k+ 128k 12.5 75 1.25 15.63:gpt-5-6-cyber
272k+ 128k 15 120:gpt-5-pro
272k+ 128k 2.5 20 .25:gpt-5-1-thinking-fast,gpt-5-fast
272k+ 128k 21 168:gpt-5-2-pro
272k+ 128k 3.5 28 .35:gpt-5-2-fast,gpt-5-3-codex-fast
300k 8192 .06 .24 .015:nova-lite
300k 8192 .8 3.2 .2:nova-pro
32768 16384 .15 .6:qwen3-32b
32768 32k .1 .4 .01:voxtral-small-2507,voxtral-small-latest
32768 4096 .04 .04:voxtral-mini-3b-2507
32768 8192 .1 .3:voxtral-small-24b-2507
32768 8192:gpt-4-32k
32k 16384 .25 1:mercury-coder-small
400k 128k 12.5 75 1.25 15.63:gpt-daybreak-red-latest
400k 128k 5 30 .5:chat-latest
4096 4096:gpt-3-5-turbo-instruct,grok-voice-3-0
40960 16384 .12 .24:qwen-3-14b
40960 16384 .12 .5:qwen-3-30b
500k 500k 2 6 .3 200k/2/2:grok-4-5
500k 500k 2 6 .5 200k/2/2:grok-4-6,grok-4-7
66k 16k .6 1.8 .11:glm-4-5v
8192 8192 30 60:gpt-4
872k+ 128k 12.5 75 1.25:gpt-5-5-fast
872k+ 128k 30 180 272k/2/1.5:gpt-5-5-pro
872k+ 128k 5 30 .5 272k/2/1.5:gpt-5-5
922k+ 128k .1 .5 .01 .125 272k/2/1.5:gpt-6-luna
922k+ 128k .2 1 .02 .25 272k/2/1.5:gpt-6-luna-fast
922k+ 128k .2 1.2 .02 .25 272k/2/1.5:gpt-5-6-luna
922k+ 128k .4 2.4 .04 .5 272k/2/1.5:gpt-5-6-luna-fast
922k+ 128k 1 5 .05 1.25 272k/2/1.5:gpt-6-1-terra
922k+ 128k 10 50 1 12.5 272k/2/1.5:gpt-6-astra
922k+ 128k 2 10 .1 2.5 272k/2/1.5:gpt-6-1-sol,gpt-6-1-terra-fast
922k+ 128k 2 10 .2 2.5 272k/2/1.5:gpt-6-sol
922k+ 128k 2 12 .2 2.5 272k/2/1.5:gpt-5-6-terra
922k+ 128k 2.5 15 .25 272k/2/1.5:gpt-5-4
922k+ 128k 20 100 2 25 272k/2/1.5:gpt-6-astra-fast
922k+ 128k 30 180 272k/2/1.5:gpt-5-4-pro
922k+ 128k 4 20 .2 5 272k/2/1.5:gpt-6-1-sol-fast
922k+ 128k 4 20 .4 5 272k/2/1.5:gpt-5-6-sol,gpt-6-sol-fast
922k+ 128k 4 24 .4 5 272k/2/1.5:gpt-5-6-terra-fast
922k+ 128k 5 30 .5:gpt-5-4-fast
922k+ 128k 8 40 .8 10 272k/2/1.5:gpt-5-6-sol-fast
991k 128k .15 .47 .016 .2:qwen3-8-flash
991k 128k 2 6 .25 2.5:qwen3-8-max-0902
991k 64k .03 .13 .006 .038 256k/6.667/6.154:qwen3-7-flash
991k 64k 2.5 7.5 .5 3.125:qwen3-7-max
`;
