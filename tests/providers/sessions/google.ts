/** Google's Gemini 3: signatures of thoughts on calls and texts, and tools that the server runs. */
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { faultText } from '../../../js/testing/fault.ts';
import { checkGemini } from '../../../js/testing/rules/gemini.ts';
import { type Fields, seal, type Voice } from './voice.ts';

const { tools } = createGoogleGenerativeAI({ apiKey: 'none' });

export const google: Voice = {
  name: 'Google Gemini',
  model: (fetch) => createGoogleGenerativeAI({ apiKey: 'none', fetch })('gemini-3-pro-preview'),
  providerTools: { google_search: tools.googleSearch({}) },
  providerOptions: { google: { thinkingConfig: { includeThoughts: true } } },

  say({ thought, text, search, calls }, step) {
    const parts: Fields[] = [];
    if (thought !== undefined && !thought.redacted)
      parts.push({ text: thought.text, thought: true });
    if (search !== undefined) {
      const id = `server_${step}`;
      const toolType = 'GOOGLE_SEARCH_WEB';
      parts.push({
        toolCall: { toolType, id, args: { queries: [search] } },
        thoughtSignature: seal('search', step),
      });
      const response = {
        results: Array.from({ length: 5 }, (_, i) => `result ${i} for ${search}`),
      };
      parts.push({
        toolResponse: { toolType, id, response },
        thoughtSignature: seal('found', step),
      });
    }
    if (text !== undefined) {
      // An answer that calls nothing carries its signature on the text.
      parts.push({ text, ...(calls.length === 0 && { thoughtSignature: seal('text', step) }) });
    }
    for (const [i, { tool, input }] of calls.entries()) {
      const functionCall = { id: `fc_${step}_${i}`, name: tool, args: input };
      // Of parallel calls only the first is signed.
      parts.push({ functionCall, ...(i === 0 && { thoughtSignature: seal('call', step) }) });
    }
    return parts;
  },

  answer: (parts, step, tokens) => ({
    responseId: `response_${step}`,
    candidates: [{ index: 0, content: { role: 'model', parts }, finishReason: 'STOP' }],
    usageMetadata: {
      promptTokenCount: tokens,
      candidatesTokenCount: 200,
      totalTokenCount: tokens + 200,
    },
  }),

  check: (body, emitted) => checkGemini(body, emitted).map(faultText),
};
