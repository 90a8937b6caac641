import type { components } from './generated/openapi.js';

/** Every shape of the API by its name, for instance `Schemas['Generation']`. */
export type Schemas = components['schemas'];
