import { Injectable } from '@nestjs/common';
import { EntityManager, LockMode, type FilterQuery } from '@mikro-orm/postgresql';
import sharp from 'sharp';
import type { z } from 'zod';
import { DeletionReceipts, type DeletionRule, type ModelOnReceipt } from '../privacy/index.js';
import { CreditsService } from '../credits/index.js';
import { RemoteWorkDiscarded } from '../engine-runs/index.js';
import { facts } from '../facts/index.js';
import {
  EngineExhausted,
  PortraitEngines,
  RemoteRunBook,
  TooFewUsablePhotos,
  type EngineProgress,
  type TrainedModel as EngineModel,
} from '../integrations/portrait-engine/index.js';
import { ObjectStorage } from '../integrations/storage/index.js';
import { DomainEvents } from '../platform/domain-events/index.js';
import { Clock, HOUR } from '../platform/clock/index.js';
import { LivePublisher } from '../platform/live/index.js';
import { Outbox, PermanentFailure, type AfterCommit, type Lease } from '../platform/queue/index.js';
import { AiProfile } from './ai-profile.entity.js';
import { TrainingEnded } from './ai-profiles.domain-events.js';
import { ObjectsDiscarded, TrainingNewsDue, RetryWindowClosed, type TrainingRequested } from './ai-profiles.events.js';
import { OLDEST_FIRST } from './counting-photos.js';
import { modelOnReceipt } from './model-on-receipt.js';
import { ReferencePhoto } from './reference-photo.entity.js';
import { TrainedModel } from './trained-model.entity.js';
import { returnKey } from './training-credits.js';
import { trainingTask } from './training-task.js';

type Payload = z.infer<typeof TrainingRequested.schema>;

const taskOf = ({ cycleId, cycleAttempt }: Payload): string => trainingTask(cycleId, cycleAttempt);

const PREVIEW_WIDTH = 320;

/** A trained model that is stored. */
interface Kept {
  prefix: string;
  model: EngineModel;
  /** Another engine, chosen before this one, had begun with it too. */
  isLeftElsewhere: boolean;
}

/** The worker's part of a training. */
@Injectable()
export class TrainingRunService {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly storage: ObjectStorage,
    private readonly credits: CreditsService,
    private readonly outbox: Outbox,
    private readonly live: LivePublisher,
    private readonly engines: PortraitEngines,
    private readonly book: RemoteRunBook,
    private readonly receipts: DeletionReceipts,
    private readonly domainEvents: DomainEvents,
  ) {}

  async run(payload: Payload, lease: Lease): Promise<void> {
    const em = this.em.fork();
    const profile = await em.findOne(AiProfile, {
      id: payload.profileId,
      cycleId: payload.cycleId,
      cycleAttempts: payload.cycleAttempt,
      status: 'training',
    });
    if (!profile) return this.clearUp(payload); // deleted meanwhile
    const photos = await em.find(ReferencePhoto, { profileId: profile.id, setAside: null }, { orderBy: OLDEST_FIRST });
    // One prefix per attempt: an older attempt that is still writing cannot touch what the newest one commits.
    const prefix = `models/${profile.id}/${lease.jobId}-${lease.attempt}/`;
    let kept: boolean;
    try {
      kept = await this.trainAndKeep(profile, photos, payload, prefix, lease);
    } finally {
      await this.discardUnwanted(prefix, payload);
    }
    if (!kept) return;
    this.live.publish(profile.userId, 'profile.changed', { profileId: profile.id, status: 'ready' });
    await this.discardOlder(profile.id, prefix);
  }

  /** In the transaction that gives the job up: the profile fails; at the end of the cycle the credits come back. */
  async onFailed(payload: Payload, error: Error, em: EntityManager): Promise<AfterCommit | void> {
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

  private async train(
    profile: AiProfile,
    photos: ReferencePhoto[],
    payload: Payload,
    lease: Lease,
  ): Promise<EngineModel> {
    let reported = 0;
    // What an earlier attempt has shown is not taken back.
    const shown = profile.progressFraction ?? 0;
    const onProgress = (progress: EngineProgress) => {
      if (progress.fraction < shown) return;
      this.live.publish(profile.userId, 'profile.progress', {
        profileId: profile.id,
        stage: progress.stage,
        fraction: progress.fraction,
      });
      if (Date.now() - reported < 500) return;
      reported = Date.now();
      void this.em
        .fork()
        .nativeUpdate(
          AiProfile,
          { id: profile.id, status: 'training', cycleAttempts: profile.cycleAttempts },
          { progressStage: progress.stage, progressFraction: progress.fraction },
        )
        .catch(() => undefined);
    };
    try {
      return await this.engines.current.train({
        task: taskOf(payload),
        subject: { id: profile.id, gender: profile.gender },
        photos: photos.map((photo) => ({
          id: photo.id,
          analysis: photo.analysis,
          read: () => this.storage.read(photo.storageKey),
        })),
        onProgress,
        signal: lease.signal,
      });
    } catch (error) {
      if (error instanceof TooFewUsablePhotos || error instanceof EngineExhausted)
        throw new PermanentFailure(error.message, { cause: error });
      throw error;
    }
  }

  private async store(prefix: string, model: EngineModel): Promise<void> {
    for (const artifact of model.artifacts)
      await this.storage.put(prefix + artifact.name, artifact.bytes, artifact.contentType);
    const first = model.artifacts.find((artifact) => artifact.contentType.startsWith('image/'));
    if (!first) return;
    const preview = await sharp(first.bytes)
      .resize({ width: PREVIEW_WIDTH })
      .flatten({ background: '#e6e2da' })
      .webp({ quality: 80 })
      .toBuffer();
    await this.storage.put(`${prefix}preview.webp`, preview, 'image/webp');
  }

  private async trainAndKeep(
    profile: AiProfile,
    photos: ReferencePhoto[],
    payload: Payload,
    prefix: string,
    lease: Lease,
  ): Promise<boolean> {
    const model = await this.train(profile, photos, payload, lease);
    await this.store(prefix, model);
    const begunElsewhere =
      this.engines.current.name === 'replicate' ? 0 : (await this.book.ofTasks([taskOf(payload)])).length;
    return this.commit(profile, payload, { prefix, model, isLeftElsewhere: begunElsewhere > 0 }, lease);
  }

  /** What a worker stored that died at it goes with the profile, and so does what it had begun. */
  private async clearUp(payload: Payload): Promise<void> {
    if ((await this.em.fork().count(AiProfile, { id: payload.profileId })) === 0)
      await this.storage.deletePrefix(`models/${payload.profileId}/`);
    await this.cancel(payload);
  }

  /** Called off, or taken over by another attempt: nothing refers to what this one stored. */
  private async discardUnwanted(prefix: string, payload: Payload): Promise<void> {
    const em = this.em.fork();
    if ((await em.count(TrainedModel, { storagePrefix: prefix })) === 0) await this.storage.deletePrefix(prefix);
    await this.cancel(payload);
  }

  /** What attempts that were killed have stored. One that still lives removes its own. */
  private async discardOlder(profileId: string, prefix: string): Promise<void> {
    const keys = await Array.fromAsync(this.storage.list(`models/${profileId}/`));
    await this.storage.delete(keys.filter((key) => !key.startsWith(prefix)));
  }

  /** Unless somebody still wants it. */
  private async cancel(payload: Payload): Promise<void> {
    const em = this.em.fork();
    const wanted = await em.count(AiProfile, {
      id: payload.profileId,
      cycleId: payload.cycleId,
      cycleAttempts: payload.cycleAttempt,
      status: { $in: ['training', 'ready'] },
    });
    if (wanted === 0)
      await em.transactional((inner) =>
        this.outbox.add(inner, RemoteWorkDiscarded, { tasks: [taskOf(payload)], subjectIds: [] }),
      );
  }

  /** @returns false when the profile has gone in the meantime. */
  private async commit(
    profile: AiProfile,
    payload: Payload,
    { prefix, model, isLeftElsewhere }: Kept,
    lease: Lease,
  ): Promise<boolean> {
    return this.em.fork().transactional(async (em) => {
      await lease.finish(em);
      const current = await em.findOne(
        AiProfile,
        { id: profile.id, cycleId: payload.cycleId, cycleAttempts: payload.cycleAttempt, status: 'training' },
        { lockMode: LockMode.PESSIMISTIC_WRITE },
      );
      if (!current) return false;
      const keeps = modelOnReceipt({ engine: this.engines.current.name, crops: model.crops });
      em.create(TrainedModel, {
        profileId: current.id,
        engine: this.engines.current.name,
        descriptor: model.descriptor,
        storagePrefix: prefix,
        artifactCount: model.artifacts.length,
        crops: model.crops,
        hasPreview: model.artifacts.some((artifact) => artifact.contentType.startsWith('image/')),
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
      });
      return true;
    });
  }

  private async closeCycle(em: EntityManager, profile: AiProfile): Promise<number | null> {
    profile.cycleClosed = true;
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
