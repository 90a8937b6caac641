import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties } from '../platform/database/index.js';

/** Perceptual fingerprints of a delivered portrait and of its cuts; they go with it. */
export const PortraitFingerprintSchema = defineEntity({
  name: 'PortraitFingerprint',
  tableName: 'portrait_fingerprint',
  properties: {
    ...baseProperties,
    portraitId: p.uuid().index(),
    bits: p.string().columnType('bit(256)'),
  },
});
export class PortraitFingerprint extends PortraitFingerprintSchema.class {}
PortraitFingerprintSchema.setClass(PortraitFingerprint);
