import { ReferencePhoto } from './reference-photo.entity.js';

/** Photos that customers sent, and what was measured in their faces, are promised to be in no backup. */
export const PROFILE_TABLES_LEFT_OUT = [ReferencePhoto];
