/** Real provider packages in front of a `fetch`, each beside the AI SDK that calls it. */
import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import * as ai5 from 'ai5';
import * as ai6 from 'ai6';
import * as ai7 from 'ai7';
import { createAnthropic as createAnthropic5 } from 'anthropic-ai5';
import { createAnthropic as createAnthropic7 } from 'anthropic-ai7';
import { type Api, anthropic, chat, google, responses } from './replies.ts';

/** What the packages call; their types differ. */
export type Fetch = (url: unknown, init?: { body?: unknown }) => Promise<Response>;

export interface Endpoint {
  /** Of three versions the one whose types all calls here fit. */
  ai: typeof ai6;
  model: (fetch: Fetch) => never;
  api: Api;
  /** Whose recorded refusals it may answer with. */
  whose: RegExp;
}

const setup = (fetch: Fetch) => ({ apiKey: 'key', fetch: fetch as typeof globalThis.fetch });

function endpoint(
  ai: unknown,
  api: Api,
  model: (own: ReturnType<typeof setup>) => unknown,
  whose: RegExp,
): Endpoint {
  return {
    ai: ai as typeof ai6,
    api,
    whose,
    model: (fetch) => model(setup(fetch)) as never,
  };
}

const ofAnthropic = /^Anthropic/;
const ofOpenAI = /^(OpenAI|Azure)/;
const ofGoogle = /^(Google|Vertex AI, Gemini|a gateway)/;

export const endpoints = {
  'Anthropic, ai 5': endpoint(
    ai5,
    anthropic,
    (own) => createAnthropic5(own)('claude-x'),
    ofAnthropic,
  ),
  'Anthropic, ai 6': endpoint(
    ai6,
    anthropic,
    (own) => createAnthropic(own)('claude-x'),
    ofAnthropic,
  ),
  'Anthropic, ai 7': endpoint(
    ai7,
    anthropic,
    (own) => createAnthropic7(own)('claude-x'),
    ofAnthropic,
  ),
  'OpenAI, responses': endpoint(ai6, responses, (own) => createOpenAI(own)('gpt-x'), ofOpenAI),
  'OpenAI, chat': endpoint(ai6, chat, (own) => createOpenAI(own).chat('gpt-x'), ofOpenAI),
  Google: endpoint(ai6, google, (own) => createGoogleGenerativeAI(own)('gemini-x'), ofGoogle),
  'all others, behind a chat endpoint': endpoint(
    ai7,
    chat,
    (own) => createOpenAICompatible({ name: 'proxy', baseURL: 'https://x.test/v1', ...own })('m'),
    /./,
  ),
};

export type EndpointName = keyof typeof endpoints;
