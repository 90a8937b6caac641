import { defineDomainEvent } from '../platform/domain-events/index.js';
import type { PROFILE_FAILURES } from './ai-profile.entity.js';

/** A profile is being deleted on its owner's word. What is to be told once that is committed is given to `afterCommit`. */
export const ProfileDeleted = defineDomainEvent<{
  userId: string;
  profileId: string;
  afterCommit(act: () => void): void;
}>('ai-profiles.profile_deleted');

/** A training has ended, well or not. One that failed may be begun again. */
export const TrainingEnded = defineDomainEvent<
  { userId: string; profileId: string } & (
    | { status: 'ready' }
    | { status: 'failed'; reason: (typeof PROFILE_FAILURES)[number] }
  )
>('ai-profiles.training_ended');
