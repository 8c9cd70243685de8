/** All peers: those that need nothing, and those of the packages beside this folder. */

import { plainPeers } from './plain.mjs';

/** The error that tells a missing package from a broken one. */
const isMissing = (error) => error?.code === 'ERR_MODULE_NOT_FOUND';

export async function allPeers() {
  try {
    const { contextChef, contextChefDurable } = await import('./context-chef.mjs');
    const { langchainSummary, langchainTrim } = await import('./langchain.mjs');
    return [...plainPeers, contextChef, contextChefDurable, langchainSummary, langchainTrim];
  } catch (error) {
    if (!isMissing(error)) throw error;
    console.error('Without context-chef and LangChain: run npm ci in tests/memory for them.');
    return plainPeers;
  }
}
