/** Whose list prices the page reckons with. */

import { signal } from '@preact/signals';
import { type PricedModel, type Prices, pricedModels } from '../../engine/price.ts';
import { theEngine } from './player.ts';

export const model = signal<PricedModel>('claude-sonnet-5');
const known = signal<Partial<Record<PricedModel, Prices>> | undefined>(undefined);

/** Undefined until the engine's thread has told them. */
export const prices = () => known.value?.[model.value];

export async function loadPrices(): Promise<void> {
  known.value ??= await theEngine().prices();
}

export function ModelChoice() {
  return (
    <label>
      <span>Prices of</span>
      <select
        value={model.value}
        onChange={({ currentTarget: { value } }) => {
          model.value = value as PricedModel;
        }}
      >
        {pricedModels.map((id) => (
          <option key={id} value={id}>
            {id}
          </option>
        ))}
      </select>
    </label>
  );
}
