import { ReferencePhoto } from './reference-photo.entity.js';

/** Photos that customers sent, with what was measured in them, go when they are trained or left, and are in no backup. */
export const PROFILE_TABLES_LEFT_OUT = [ReferencePhoto];
