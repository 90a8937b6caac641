import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties } from '../../platform/database/index.js';
import { CONSENT_VERSION_LENGTH } from './consent-version.js';

/**
 * Proof that someone agreed to a text of a certain version, and when. Revoking keeps the row. `person_pictured` is what the account attests of
 * somebody else, for one profile.
 */
export const ConsentSchema = defineEntity({
  name: 'Consent',
  tableName: 'consent',
  properties: {
    ...baseProperties,
    userId: p.uuid().index(),
    kind: p.enum(['facial_images', 'self_and_adult', 'person_pictured']),
    /** No reference: the proof outlives the profile. */
    profileId: p.uuid().nullable(),
    version: p.string().length(CONSENT_VERSION_LENGTH),
    givenAt: p.datetime(3),
    revokedAt: p.datetime(3).nullable(),
  },
});
export class Consent extends ConsentSchema.class {}
ConsentSchema.setClass(Consent);
