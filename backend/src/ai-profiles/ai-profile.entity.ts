import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties } from '../platform/database/index.js';

export const PROFILE_STATUSES = ['created', 'training', 'ready', 'failed'] as const;
export const PROFILE_FAILURES = ['too_few_photos', 'engine', 'expired'] as const;

/** A person's profile: a draft with photos, then in training, then ready for portraits. */
export const AiProfileSchema = defineEntity({
  name: 'AiProfile',
  tableName: 'ai_profile',
  properties: {
    ...baseProperties,
    userId: p.uuid().index(),
    name: p.string().length(50).nullable(),
    gender: p.enum(['male', 'female']),
    /** Whom it shows, where that was attested; null for a draft of the wizard, which asks for the customer's own consents. */
    attestedSubject: p.enum(['self', 'other']).nullable(),
    attestedAt: p.datetime(3).nullable(),
    /** Of somebody else: the version that was attested, which names who receives the images. */
    attestedVersion: p.string().length(100).nullable(),
    status: p.enum(PROFILE_STATUSES).default('created'),
    /** One charge of 100 credits and its up to three attempts. Null before the first start. */
    cycleId: p.uuid().nullable(),
    cycleStartedAt: p.datetime(3).nullable(),
    cycleAttempts: p.integer().default(0),
    /** The credits of the cycle have come back: the next start charges anew. */
    cycleClosed: p.boolean().default(false),
    failure: p.enum(PROFILE_FAILURES).nullable(),
    trainingStartedAt: p.datetime(3).nullable(),
    readyAt: p.datetime(3).nullable().index(),
    progressStage: p.string().length(20).nullable(),
    progressFraction: p.float().nullable(),
  },
  indexes: [{ properties: ['status', 'createdAt'] }],
});
export class AiProfile extends AiProfileSchema.class {}
AiProfileSchema.setClass(AiProfile);
