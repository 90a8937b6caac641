import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { ConsentsService } from '../privacy/index.js';
import { CreditsService } from '../credits/index.js';
import { facts } from '../facts/index.js';
import { Clock, HOUR } from '../platform/clock/index.js';
import { Idempotency } from '../platform/database/index.js';
import { AppError } from '../platform/errors/index.js';
import { PROHIBITIVE_DOUBTS } from '../integrations/portrait-engine/index.js';
import { LivePublisher } from '../platform/live/index.js';
import { Outbox } from '../platform/queue/index.js';
import { AiProfile } from './ai-profile.entity.js';
import { RetryWindowClosed, TrainingRequested } from './ai-profiles.events.js';
import { assertOwnFace } from './own-face.js';
import { ReferencePhoto } from './reference-photo.entity.js';
import { chargeKey } from './training-credits.js';

/** Starts trainings: charge, state and work are one transaction. */
@Injectable()
export class TrainingService {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly consents: ConsentsService,
    private readonly credits: CreditsService,
    private readonly idempotency: Idempotency,
    private readonly outbox: Outbox,
    private readonly live: LivePublisher,
  ) {}

  /**
   * Takes 100 credits (nothing for a free retry) and starts the training.
   * @param apiKeyId the key that asks for it; null for a person
   * @throws AppError `not_found`, `consent_required`, `profile_not_trainable`, `profile_name_missing`, `too_few_photos`, `no_usable_photo`, `attestation_required`, `insufficient_credits`.
   */
  async start(userId: string, profileId: string, key: string, apiKeyId: string | null): Promise<void> {
    let balance: number | null = null;
    await this.em.transactional((em) =>
      this.idempotency.once(em, { userId, key, operation: 'startTraining', request: { profileId } }, async () => {
        const profile = await em.findOne(
          AiProfile,
          { id: profileId, userId },
          { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
        );
        if (!profile) throw new AppError('not_found');
        await this.consents.requireFaceProcessing(userId, profileId);
        await this.requireTrainable(em, profile);
        await assertOwnFace(em, profile);
        if (!this.retryIsFree(profile)) balance = await this.openCycle(em, profile, apiKeyId);
        profile.cycleAttempts += 1;
        profile.status = 'training';
        profile.failure = null;
        profile.trainingStartedAt = this.clock.now();
        profile.progressStage = 'queued';
        profile.progressFraction = 0;
        await em.flush();
        await this.outbox.add(
          em,
          TrainingRequested,
          { profileId, cycleId: profile.cycleId!, cycleAttempt: profile.cycleAttempts },
          { ownerId: userId },
        );
        return profileId;
      }),
    );
    this.live.publish(userId, 'profile.changed', { profileId, status: 'training' });
    if (balance !== null) this.live.publish(userId, 'credits.changed', { balance });
  }

  private async requireTrainable(em: EntityManager, profile: AiProfile): Promise<void> {
    if (profile.status !== 'created' && profile.status !== 'failed') throw new AppError('profile_not_trainable');
    if (!profile.name) throw new AppError('profile_name_missing');
    const photos = await em.find(
      ReferencePhoto,
      { profileId: profile.id, setAside: null },
      { fields: ['analysis'], refresh: true },
    );
    if (photos.length < facts.photos.min)
      throw new AppError('too_few_photos', { detail: `${photos.length} of ${facts.photos.min}` });
    if (photos.every(({ analysis: { doubt } }) => doubt && PROHIBITIVE_DOUBTS.includes(doubt)))
      throw new AppError('no_usable_photo');
  }

  private retryIsFree(profile: AiProfile): boolean {
    if (!profile.cycleId || profile.cycleClosed || !profile.cycleStartedAt) return false;
    const ends = profile.cycleStartedAt.getTime() + facts.training.retryHours * HOUR;
    return profile.cycleAttempts < facts.training.maxAttempts && this.clock.now().getTime() < ends;
  }

  private async openCycle(em: EntityManager, profile: AiProfile, apiKeyId: string | null): Promise<number | null> {
    const now = this.clock.now();
    profile.cycleId = randomUUID();
    profile.cycleStartedAt = now;
    profile.cycleAttempts = 0;
    profile.cycleClosed = false;
    await this.outbox.add(
      em,
      RetryWindowClosed,
      { profileId: profile.id, cycleId: profile.cycleId },
      { runAfter: new Date(now.getTime() + facts.training.retryHours * HOUR) },
    );
    return this.credits.book(em, {
      userId: profile.userId,
      delta: -facts.training.credits,
      reason: 'training_charge',
      businessKey: chargeKey(profile.cycleId),
      profileId: profile.id,
      apiKeyId,
    });
  }
}
