/** Schemas are checked without compiling code, which the page's policy forbids. */

import { config } from 'zod/v4/core';

config({ jitless: true });
