/** The visitor's model. The key is in memory alone. */
import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';

export function modelOf({ kind, url, model, key }) {
  if (model === '') throw new Error('Name the model.');
  if (kind === 'anthropic') {
    const headers = { 'anthropic-dangerous-direct-browser-access': 'true' };
    return createAnthropic({ baseURL: url, apiKey: key, headers })(model);
  }
  return createOpenAICompatible({ name: 'endpoint', baseURL: url, apiKey: key })(model);
}
