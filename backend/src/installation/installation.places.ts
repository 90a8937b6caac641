import type { Place } from '../stored-objects/index.js';

/** Says in the store itself whose it is. */
export const MODE_KEY = 'installation/mode';

export const INSTALLATION_PLACE: Place = {
  name: 'installation',
  prefix: 'installation/',
  isBackedUp: false,
  wanted: (_em, keys) => Promise.resolve(keys.filter((key) => key === MODE_KEY).map((key) => ({ key }))),
};
