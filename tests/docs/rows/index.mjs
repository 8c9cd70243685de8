import { costRows } from './costs.mjs';
import { heldRows } from './held.mjs';
import { limitRows } from './limits.mjs';
import { optionRows } from './options.mjs';
import { wordRows } from './words.mjs';

export { told } from './told.mjs';
export const rows = [...optionRows, ...limitRows, ...costRows, ...wordRows, ...heldRows];
