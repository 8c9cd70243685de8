/** Which model answers, and which one writes summaries: those of an endpoint, or a script without one. */
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { fromModel } from 'epitome';
import { scriptedModel } from './scripted-model.js';

export function modelOf(settings) {
  return settings.modelUrl === undefined ? scriptedModel() : endpointOf(settings)(settings.modelId);
}

/** Undefined without an endpoint: then code writes the summaries. */
export function summarizerOf(settings) {
  if (settings.modelUrl === undefined) return undefined;
  return fromModel(endpointOf(settings)(settings.summarizerId));
}

function endpointOf({ modelUrl, modelKey }) {
  return createOpenAICompatible({ name: 'endpoint', baseURL: modelUrl, apiKey: modelKey });
}
