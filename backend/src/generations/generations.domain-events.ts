import { defineDomainEvent } from '../platform/domain-events/index.js';

/** Why a run failed. */
export const GENERATION_FAILURES = ['engine'] as const;
export type GenerationFailure = (typeof GENERATION_FAILURES)[number];

/** A run has ended, with all of its portraits or with none. */
export const GenerationEnded = defineDomainEvent<
  { userId: string; generationId: string; profileId: string } & (
    | { status: 'completed'; portraits: number }
    | { status: 'failed'; reason: GenerationFailure }
  )
>('generations.generation_ended');

/** The owner has been told when the portraits of a run go. */
export const PortraitsExpiring = defineDomainEvent<{ userId: string; generationId: string; expiresAt: Date }>(
  'generations.portraits_expiring',
);

/** A run has gone before its time, with all its portraits: its owner deleted it, or it was misused. */
export const RunDeleted = defineDomainEvent<{ generationId: string; isMisused?: boolean }>('generations.run_deleted');

/** One portrait of a run that stays has gone: its owner deleted it. */
export const PortraitDeleted = defineDomainEvent<{ portraitId: string; storageKey: string }>(
  'generations.portrait_deleted',
);
