/** What several parts of the page show: the film, its present step, prices, options. Parts read it, the page writes it. */

import { computed, signal } from '@preact/signals';
import { models } from './prices.js';

/** The film of the session that is shown. It is one object that grows: `grown` counts how often it did. */
export const film = signal();
export const grown = signal(0);
export const step = signal(0);

/** Which of the models' prices hold. */
export const priceIndex = signal(0);
export const prices = computed(() => models[priceIndex.value]);

/** A scripted model writes the records. */
export const isScripted = signal(false);
/** Options of the visitor's own, as JSON. */
export const ownOptions = signal('{ "trigger": 0.5, "target": 0.25 }');
/** Which options are shared: `default`, `own`, or a preset. */
export const sharedChoice = signal('default');

export const presets = ['tiered', 'rolling', 'checkpoint', 'microAgent', 'aiSdk', 'openclaw'];
