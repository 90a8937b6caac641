import { PROFILE_PLACES } from '../ai-profiles/index.js';
import { ENGINE_INPUT_PLACE } from '../engine-runs/index.js';
import { EXPORT_PLACE } from '../privacy/index.js';
import { EXAMPLE_PLACE } from '../examples/index.js';
import { PORTRAIT_PLACE } from '../generations/index.js';
import { INSTALLATION_PLACE } from '../installation/index.js';
import { PREVIEW_PLACE } from '../previews/index.js';
import type { Place } from '../stored-objects/index.js';

/** Every kind of object of the product. What lies in none of these places is strange, and stays. */
export const STORED_PLACES: readonly Place[] = [
  ...PROFILE_PLACES,
  PREVIEW_PLACE,
  PORTRAIT_PLACE,
  EXAMPLE_PLACE,
  EXPORT_PLACE,
  ENGINE_INPUT_PLACE,
  INSTALLATION_PLACE,
];
