import type { Place } from '../stored-objects/index.js';

/** Photos lent to a training: named by a digest, for an hour. No training lasts a day, so no row keeps them. */
export const ENGINE_INPUT_PLACE: Place = {
  name: 'engine inputs',
  prefix: 'engine-inputs/',
  isBackedUp: false,
  wanted: () => Promise.resolve([]),
};
