import { defineDomainEvent } from '../platform/domain-events/index.js';
import type { PROFILE_FAILURES } from './ai-profile.entity.js';

/** A profile is being deleted on its owner's word. What is to be told once that is committed is given to `afterCommit`. */
export const ProfileDeleted = defineDomainEvent<{
  userId: string;
  profileId: string;
  afterCommit(act: () => void): void;
}>('ai-profiles.profile_deleted');

/** A training has ended, well or not. One that failed may be begun again. What is to be told once a good end is committed is given to `afterCommit`. */
export const TrainingEnded = defineDomainEvent<
  { userId: string; profileId: string } & (
    | { status: 'ready'; afterCommit(act: () => void): void }
    | { status: 'failed'; reason: (typeof PROFILE_FAILURES)[number] }
  )
>('ai-profiles.training_ended');

/** What a training had cost came back: it ends without a profile, and a new one costs again. */
export const TrainingGivenUp = defineDomainEvent<{ profileId: string }>('ai-profiles.training_given_up');

/** Profiles are being deleted with their photos, not each by itself: drafts that nobody went on with, or all of an account that is closed. */
export const ProfilesDiscarded = defineDomainEvent<{ profileIds: readonly string[] }>('ai-profiles.profiles_discarded');

/** The customer wants no portraits of this photo of a trained profile. */
export const PhotoExcluded = defineDomainEvent<{ profileId: string; photoId: string }>('ai-profiles.photo_excluded');

/** Photos of one profile are being deleted: one that was removed, or all of them once they are no longer needed. */
export const PhotosRemoved = defineDomainEvent<{ profileId: string; photoIds: readonly string[] }>(
  'ai-profiles.photos_removed',
);
