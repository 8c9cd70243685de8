/**
 * An exact counter for tests whose texts cost what anybody can tell by hand: a token a code unit.
 * Decides nothing about prices, which are those of tokens.wasm.
 */
import { createTokenCounter } from 'epitome/tokens';

export const byLength = { count: (text: string): number => text.length };

export const counter = await createTokenCounter();
