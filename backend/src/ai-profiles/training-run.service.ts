import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import sharp from 'sharp';
import { RemoteWorkDiscarded } from '../engine-runs/index.js';
import {
  EngineExhausted,
  PortraitEngines,
  RemoteRunBook,
  TooFewUsablePhotos,
  type EngineProgress,
  type TrainedModel as EngineModel,
} from '../integrations/portrait-engine/index.js';
import { ObjectStorage } from '../integrations/storage/index.js';
import { LivePublisher } from '../platform/live/index.js';
import { Outbox, PermanentFailure, type Lease } from '../platform/queue/index.js';
import { traced } from '../platform/telemetry/index.js';
import { AiProfile } from './ai-profile.entity.js';
import { OLDEST_FIRST } from './counting-photos.js';
import { ReferencePhoto } from './reference-photo.entity.js';
import { TrainedModel } from './trained-model.entity.js';
import { smallPictureOf } from './trained-photos.js';
import { TrainingEndService } from './training-end.service.js';
import { taskOf, type TrainingPayload as Payload } from './training-task.js';

const PREVIEW_WIDTH = 320;

/** The worker's part of a training: making the model and storing it. What its end writes is with `TrainingEndService`. */
@Injectable()
export class TrainingRunService {
  constructor(
    private readonly em: EntityManager,
    private readonly storage: ObjectStorage,
    private readonly outbox: Outbox,
    private readonly live: LivePublisher,
    private readonly engines: PortraitEngines,
    private readonly book: RemoteRunBook,
    private readonly end: TrainingEndService,
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
      return await traced('engine training', {}, () =>
        this.engines.current.train({
          task: taskOf(payload),
          subject: { id: profile.id, gender: profile.gender },
          photos: photos.map((photo) => ({
            id: photo.id,
            analysis: photo.analysis,
            read: () => this.storage.read(photo.storageKey),
          })),
          onProgress,
          signal: lease.signal,
        }),
      );
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
    await this.storage.put(`${prefix}preview.webp`, await smallPicture(first.bytes), 'image/webp');
    for (const { cutout } of model.photos ?? []) {
      const artifact = model.artifacts.find(({ name }) => name === cutout);
      if (artifact)
        await this.storage.put(
          prefix + smallPictureOf(artifact.name),
          await smallPicture(artifact.bytes),
          'image/webp',
        );
    }
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
    const kept = { engine: this.engines.current.name, prefix, model, isLeftElsewhere: begunElsewhere > 0 };
    return this.end.succeed(payload, kept, lease);
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
}

/** A picture of what a profile keeps, on a plain ground. */
const smallPicture = (picture: Uint8Array): Promise<Buffer> =>
  sharp(picture).resize({ width: PREVIEW_WIDTH }).flatten({ background: '#e6e2da' }).webp({ quality: 80 }).toBuffer();
