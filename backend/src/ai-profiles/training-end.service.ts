import { Injectable } from '@nestjs/common';
import { EntityManager, LockMode, type FilterQuery } from '@mikro-orm/postgresql';
import { DeletionReceipts, type DeletionRule, type ModelOnReceipt } from '../privacy/index.js';
import { CreditsService } from '../credits/index.js';
import { EngineMetrics, RemoteWorkDiscarded } from '../engine-runs/index.js';
import { facts } from '../facts/index.js';
import { TooFewUsablePhotos, type TrainedModel as EngineModel } from '../integrations/portrait-engine/index.js';
import { DomainEvents } from '../platform/domain-events/index.js';
import { Clock, HOUR } from '../platform/clock/index.js';
import { LivePublisher } from '../platform/live/index.js';
import { Outbox, type AfterCommit, type Lease } from '../platform/queue/index.js';
import { AiProfile } from './ai-profile.entity.js';
import { PhotosRemoved, TrainingEnded, TrainingGivenUp } from './ai-profiles.domain-events.js';
import { RetryWindowClosed, TrainingNewsDue } from './ai-profiles.events.js';
import { modelOnReceipt } from './model-on-receipt.js';
import { OLDEST_FIRST } from './counting-photos.js';
import { ReferencePhoto } from './reference-photo.entity.js';
import { TrainedModel } from './trained-model.entity.js';
import { returnKey } from './training-credits.js';
import { trainedPhotos } from './trained-photos.js';
import { taskOf, type TrainingPayload as Payload } from './training-task.js';
import { ObjectsDiscarded } from '../stored-objects/index.js';

/** A trained model that is stored. */
export interface Kept {
  engine: string;
  prefix: string;
  model: EngineModel;
  /** Another engine, chosen before this one, had begun with it too. */
  isLeftElsewhere: boolean;
}

/** What the end of a training writes, well or not: the profile, its photos, its credits, and the events that tell of it. Each in one transaction. */
@Injectable()
export class TrainingEndService {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly credits: CreditsService,
    private readonly outbox: Outbox,
    private readonly live: LivePublisher,
    private readonly receipts: DeletionReceipts,
    private readonly domainEvents: DomainEvents,
    private readonly metrics: EngineMetrics,
  ) {}

  /** Notes the model; the photos go. @returns false when the profile has gone in the meantime. */
  async succeed(payload: Payload, { engine, prefix, model, isLeftElsewhere }: Kept, lease: Lease): Promise<boolean> {
    const told: (() => void)[] = [];
    let startedAt: Date | null | undefined;
    const isKept = await this.em.fork().transactional(async (em) => {
      await lease.finish(em);
      const current = await em.findOne(
        AiProfile,
        { id: payload.profileId, cycleId: payload.cycleId, cycleAttempts: payload.cycleAttempt, status: 'training' },
        { lockMode: LockMode.PESSIMISTIC_WRITE },
      );
      if (!current) return false;
      startedAt = current.trainingStartedAt;
      const keeps = modelOnReceipt({ engine, crops: model.crops });
      const photos = await em.find(
        ReferencePhoto,
        { profileId: current.id },
        { fields: ['setAside'], orderBy: OLDEST_FIRST },
      );
      em.create(TrainedModel, {
        profileId: current.id,
        engine,
        descriptor: model.descriptor,
        storagePrefix: prefix,
        artifactCount: model.artifacts.length,
        crops: model.crops,
        offersRetouch: model.offersRetouch,
        hasPreview: model.artifacts.some((artifact) => artifact.contentType.startsWith('image/')),
        photos: trainedPhotos(photos, model.photos),
        createdAt: this.clock.now(),
      });
      Object.assign(current, {
        status: 'ready',
        readyAt: this.clock.now(),
        progressStage: null,
        progressFraction: null,
        cycleClosed: true,
      });
      // None is added any more: what is stored without a row, by a process that died before it, goes as well.
      await this.discardPhotos(em, current, {
        rule: 'training_done',
        key: `training-done:${payload.cycleId}`,
        prefixes: [`photos/${current.id}/`],
        keeps,
      });
      if (isLeftElsewhere) await this.outbox.add(em, RemoteWorkDiscarded, { tasks: [taskOf(payload)], subjectIds: [] });
      await this.outbox.add(
        em,
        TrainingNewsDue,
        { profileId: current.id, userId: current.userId, name: current.name ?? '', status: 'ready', keeps },
        { dedupeKey: `profile-ready:${payload.cycleId}` },
      );
      await this.domainEvents.publish(em, TrainingEnded, {
        userId: current.userId,
        profileId: current.id,
        status: 'ready',
        afterCommit: (act) => told.push(act),
      });
      return true;
    });
    for (const tell of told) tell();
    if (isKept) this.count(startedAt, 'completed');
    return isKept;
  }

  private count(orderedAt: Date | null | undefined, outcome: 'completed' | 'failed' | 'refused'): void {
    const endedAt = this.clock.now();
    this.metrics.ended({ work: 'training', outcome, orderedAt: orderedAt ?? endedAt, endedAt });
  }

  /** In the transaction that gives the job up: the profile fails; at the end of the cycle the credits come back. */
  async fail(payload: Payload, error: Error, em: EntityManager): Promise<AfterCommit | void> {
    const profile = await em.findOne(
      AiProfile,
      { id: payload.profileId, cycleId: payload.cycleId, cycleAttempts: payload.cycleAttempt, status: 'training' },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (!profile) return;
    profile.status = 'failed';
    profile.failure = error.cause instanceof TooFewUsablePhotos ? 'too_few_photos' : 'engine';
    profile.progressFraction = null;
    if (error.cause instanceof TooFewUsablePhotos) await markSetAside(em, error.cause);
    // The 24 hours may have passed while it was at work, and found nothing to end.
    const isLate = this.clock.now().getTime() >= profile.cycleStartedAt!.getTime() + facts.training.retryHours * HOUR;
    const forGood = isLate || profile.cycleAttempts >= facts.training.maxAttempts;
    const balance = forGood ? await this.closeCycle(em, profile) : null;
    await em.flush();
    await this.outbox.add(em, RemoteWorkDiscarded, { tasks: [taskOf(payload)], subjectIds: [] });
    if (isLate) await this.outbox.add(em, RetryWindowClosed, { profileId: profile.id, cycleId: payload.cycleId });
    await this.outbox.add(
      em,
      TrainingNewsDue,
      {
        profileId: profile.id,
        userId: profile.userId,
        name: profile.name ?? '',
        status: forGood ? 'failed_for_good' : 'failed',
      },
      { dedupeKey: `profile-failed:${profile.cycleId}:${profile.cycleAttempts}` },
    );
    await this.domainEvents.publish(em, TrainingEnded, {
      userId: profile.userId,
      profileId: profile.id,
      status: 'failed',
      reason: profile.failure,
    });
    return () => {
      this.live.publish(profile.userId, 'profile.changed', { profileId: profile.id, status: 'failed' });
      if (balance !== null) this.live.publish(profile.userId, 'credits.changed', { balance });
      this.count(profile.trainingStartedAt, profile.failure === 'too_few_photos' ? 'refused' : 'failed');
    };
  }

  /** 24 hours after the charge: a cycle that did not end well gives its credits back, and its photos go. */
  async closeRetryWindow(payload: { profileId: string; cycleId: string }, lease: Lease): Promise<void> {
    await this.em.fork().transactional(async (em) => {
      await lease.finish(em);
      const profile = await em.findOne(
        AiProfile,
        { id: payload.profileId, cycleId: payload.cycleId },
        { lockMode: LockMode.PESSIMISTIC_WRITE },
      );
      if (!profile || profile.status !== 'failed') return;
      // A cycle that ended for good before has given its credits back; of its photos, those added since are for a new start.
      const seen = profile.cycleClosed ? { createdAt: { $lte: profile.trainingStartedAt! } } : {};
      if (!profile.cycleClosed) {
        await this.closeCycle(em, profile);
        profile.failure = 'expired';
      }
      await this.discardPhotos(em, profile, {
        rule: 'retry_window',
        key: `retry-window:${payload.cycleId}`,
        which: seen,
      });
    });
  }

  private async closeCycle(em: EntityManager, profile: AiProfile): Promise<number | null> {
    profile.cycleClosed = true;
    await this.domainEvents.publish(em, TrainingGivenUp, { profileId: profile.id });
    return this.credits.book(em, {
      userId: profile.userId,
      delta: facts.training.credits,
      reason: 'training_return',
      businessKey: returnKey(profile.cycleId!),
      profileId: profile.id,
    });
  }

  private async discardPhotos(
    em: EntityManager,
    profile: AiProfile,
    {
      rule,
      key,
      which = {},
      prefixes = [],
      keeps,
    }: {
      rule: DeletionRule;
      key: string;
      which?: FilterQuery<ReferencePhoto>;
      prefixes?: string[];
      keeps?: ModelOnReceipt;
    },
  ): Promise<void> {
    const photos = await em.find(
      ReferencePhoto,
      { $and: [{ profileId: profile.id }, which] },
      { fields: ['storageKey'] },
    );
    const ids = photos.map((photo) => photo.id);
    await this.outbox.add(
      em,
      ObjectsDiscarded,
      { keys: photos.map((photo) => photo.storageKey), prefixes },
      { dedupeKey: `discard:${key}` },
    );
    await em.nativeDelete(ReferencePhoto, { id: { $in: ids } });
    await this.domainEvents.publish(em, PhotosRemoved, { profileId: profile.id, photoIds: ids });
    await this.receipts.write(em, {
      userId: profile.userId,
      kind: 'reference_photos',
      rule,
      count: ids.length,
      ids,
      ...(keeps ? { model: keeps } : {}),
    });
  }
}

async function markSetAside(em: EntityManager, error: TooFewUsablePhotos): Promise<void> {
  const ids = error.setAside.map((photo) => photo.photoId);
  if (ids.length > 0) await em.nativeUpdate(ReferencePhoto, { id: { $in: ids } }, { setAside: 'other_person' });
}
