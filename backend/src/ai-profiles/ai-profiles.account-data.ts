import { basename } from 'node:path';
import { Injectable } from '@nestjs/common';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { AccountDataPart, type Counts, type ExportPart } from '../identity/index.js';
import { harmlessName, UniqueNames } from '../privacy/index.js';
import { CreditsService } from '../credits/index.js';
import { RemoteWorkDiscarded } from '../engine-runs/index.js';
import { facts } from '../facts/index.js';
import { ObjectStorage } from '../integrations/storage/index.js';
import { Clock, HOUR } from '../platform/clock/index.js';
import { cancelJobs, Outbox } from '../platform/queue/index.js';
import { DomainEvents } from '../platform/domain-events/index.js';
import { AiProfile } from './ai-profile.entity.js';
import { ProfilesDiscarded } from './ai-profiles.domain-events.js';
import { TrainingRequested } from './ai-profiles.events.js';
import { ReferencePhoto } from './reference-photo.entity.js';
import { TrainedModel } from './trained-model.entity.js';
import type { TrainedPhoto } from './trained-photos.js';
import { returnKey } from './training-credits.js';
import { trainingTask } from './training-task.js';
import { ObjectsDiscarded } from '../stored-objects/index.js';

/** After this, nothing writes any more for a profile that has gone, not even a worker that was cut off from the database. */
const LATE_WRITES_MS = HOUR;
const PICTURE = /\.(?:webp|png|jpe?g)$/;

/** Profiles with their photos and models. */
@Injectable()
export class AiProfilesAccountData extends AccountDataPart {
  readonly name = 'ai-profiles';
  readonly explains = [
    {
      path: 'profile.json',
      text: 'Ihre Profile mit ihrem Zustand und den Fotos, die noch da sind, sowie welche Fotos das Training verwendet hat, welche nicht und was Sie dazu gewählt haben; «folder» nennt den Ordner des Profils.',
    },
    {
      path: 'profile/<Name>/fotos/*.jpg',
      text: 'Die hochgeladenen Fotos, wie wir sie aufbewahren. Nach dem Training werden sie gelöscht und fehlen hier.',
    },
    {
      path: 'profile/<Name>/modell.json',
      text: 'Was das Training über das Gesicht festgehalten hat: Masse und Vergleichswerte der Arbeitsausschnitte.',
    },
    { path: 'profile/<Name>/ausschnitte/*', text: 'Die freigestellten Arbeitsausschnitte des Profils, auch in klein.' },
  ];

  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly storage: ObjectStorage,
    private readonly credits: CreditsService,
    private readonly outbox: Outbox,
    private readonly domainEvents: DomainEvents,
  ) {
    super();
  }

  async *export(userId: string): AsyncIterable<ExportPart> {
    const em = this.em.fork();
    const profiles = await em.find(AiProfile, { userId }, { orderBy: { createdAt: 'asc' } });
    const photos = await em.find(ReferencePhoto, { userId }, { orderBy: { createdAt: 'asc' } });
    const models = await em.find(TrainedModel, { profileId: { $in: profiles.map((profile) => profile.id) } });
    const names = new UniqueNames();
    const folders = new Map(
      profiles.map((profile) => [profile.id, `profile/${names.take(harmlessName(profile.name ?? '', 'ohne Name'))}`]),
    );
    yield {
      path: 'profile.json',
      json: profiles.map((profile) =>
        viewProfile(
          profile,
          folders.get(profile.id)!,
          photos.filter((photo) => photo.profileId === profile.id),
          models.find((model) => model.profileId === profile.id)?.photos ?? null,
        ),
      ),
    };
    for (const photo of photos)
      yield {
        path: `${folders.get(photo.profileId)}/fotos/${photo.id}.jpg`,
        open: () => this.storage.open(photo.storageKey),
      };
    for (const model of models) yield* this.model(model, folders.get(model.profileId)!);
  }

  async count(userId: string): Promise<Counts> {
    return { profiles: await this.em.fork().count(AiProfile, { userId }) };
  }

  async erase(em: EntityManager, userId: string): Promise<Counts> {
    const ids = (await this.lock(em, userId)).map((profile) => profile.id);
    await this.domainEvents.publish(em, ProfilesDiscarded, { profileIds: ids });
    await this.discard(em, ids);
    const models = await em.nativeDelete(TrainedModel, { profileId: { $in: ids } });
    const photos = await em.nativeDelete(ReferencePhoto, { profileId: { $in: ids } });
    return { profiles: await em.nativeDelete(AiProfile, { id: { $in: ids } }), photos, models };
  }

  /** A training under way fails for good: its credits come back, and after the block a new start charges anew. */
  async block(em: EntityManager, userId: string): Promise<void> {
    for (const profile of await this.lock(em, userId)) {
      if (profile.status !== 'training' || !profile.cycleId) continue;
      Object.assign(profile, {
        status: 'failed',
        failure: 'engine',
        cycleClosed: true,
        progressStage: null,
        progressFraction: null,
      });
      await em.flush();
      // This start alone: after the block there may be another.
      await this.forgetElsewhere(em, { tasks: [trainingTask(profile.cycleId, profile.cycleAttempts)], subjectIds: [] });
      await this.credits.book(em, {
        userId,
        delta: facts.training.credits,
        reason: 'training_return',
        businessKey: returnKey(profile.cycleId),
        profileId: profile.id,
      });
    }
  }

  /** Jobs before rows, as a worker that writes its result. */
  private async lock(em: EntityManager, userId: string): Promise<AiProfile[]> {
    const present = await em.find(AiProfile, { userId }, { fields: ['id'] });
    await cancelJobs(
      em,
      TrainingRequested,
      'profileId',
      present.map((profile) => profile.id),
      this.clock.now(),
    );
    return em.find(
      AiProfile,
      { userId },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true, orderBy: { id: 'asc' } },
    );
  }

  /** Twice: a worker that is at it may still be writing. */
  private async discard(em: EntityManager, profileIds: string[]): Promise<void> {
    if (profileIds.length === 0) return;
    const payload = { keys: [], prefixes: profileIds.flatMap((id) => [`photos/${id}/`, `models/${id}/`]) };
    await this.forgetElsewhere(em, { tasks: [], subjectIds: profileIds });
    await this.outbox.add(em, ObjectsDiscarded, payload);
    await this.outbox.add(em, ObjectsDiscarded, payload, {
      runAfter: new Date(this.clock.now().getTime() + LATE_WRITES_MS),
    });
  }

  /** Twice, for the same reason. */
  private async forgetElsewhere(em: EntityManager, what: { tasks: string[]; subjectIds: string[] }): Promise<void> {
    await this.outbox.add(em, RemoteWorkDiscarded, what);
    await this.outbox.add(em, RemoteWorkDiscarded, what, {
      runAfter: new Date(this.clock.now().getTime() + LATE_WRITES_MS),
    });
  }

  private async *model(
    { engine, descriptor, createdAt, storagePrefix }: TrainedModel,
    folder: string,
  ): AsyncIterable<ExportPart> {
    yield { path: `${folder}/modell.json`, json: { engine, createdAt, descriptor } };
    for await (const key of this.storage.list(storagePrefix)) {
      if (PICTURE.test(key))
        yield { path: `${folder}/ausschnitte/${basename(key)}`, open: () => this.storage.open(key) };
    }
  }
}

function viewProfile(
  profile: AiProfile,
  folder: string,
  photos: ReferencePhoto[],
  trainedPhotos: TrainedPhoto[] | null,
) {
  const {
    id,
    name,
    gender,
    status,
    createdAt,
    trainingStartedAt,
    readyAt,
    failure,
    attestedSubject,
    attestedAt,
    attestedVersion,
  } = profile;
  return {
    id,
    name: name ?? null,
    folder,
    gender,
    status,
    createdAt,
    attestation: attestedSubject ? { subject: attestedSubject, attestedAt, version: attestedVersion } : null,
    trainingStartedAt: trainingStartedAt ?? null,
    readyAt: readyAt ?? null,
    failure: failure ?? null,
    trainedPhotos,
    photos: photos.map((photo) => ({
      file: `${folder}/fotos/${photo.id}.jpg`,
      createdAt: photo.createdAt,
      width: photo.width,
      height: photo.height,
      setAside: photo.setAside ?? null,
      analysis: {
        quality: photo.analysis.quality,
        faceHeight: photo.analysis.faceHeight,
        yaw: photo.analysis.yaw,
        roll: photo.analysis.roll,
        embedding: photo.analysis.embedding,
        doubt: photo.analysis.doubt ?? null,
      },
    })),
  };
}
