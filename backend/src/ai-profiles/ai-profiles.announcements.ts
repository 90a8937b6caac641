import { defineAnnouncement } from '../platform/announcements/index.js';
import type { PROFILE_FAILURES } from './ai-profile.entity.js';

/** A training has ended, well or not. One that failed may be begun again. */
export const TrainingEnded = defineAnnouncement<{ userId: string; profileId: string } & ({ outcome: 'ready' } | { outcome: 'failed'; reason: (typeof PROFILE_FAILURES)[number] })>('ai-profiles.training_ended');
