import { Injectable, type OnModuleInit } from '@nestjs/common';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import {
  cutOutPhotos,
  PhotoExcluded,
  PhotosRemoved,
  ProfileDeleted,
  ProfilesDiscarded,
  TrainingEnded,
} from '../ai-profiles/index.js';
import { Clock, HOUR } from '../platform/clock/index.js';
import { DomainEvents } from '../platform/domain-events/index.js';
import { Outbox } from '../platform/queue/index.js';
import { previewKey, previewPrefix } from './preview-keys.js';
import { PreviewSet } from './preview-set.entity.js';
import { PreviewsExpected, PreviewsRequested } from './previews.events.js';
import { ObjectsDiscarded } from '../stored-objects/index.js';

/** After this, nothing writes any more for previews that have gone, not even a worker that was cut off from the database. */
const LATE_WRITES_MS = HOUR;

/** What previews are to be made of. */
export interface PreviewSubject {
  userId: string;
  profileId: string;
  kind: PreviewSet['kind'];
  photoId: string;
}

/** The rows of previews and what follows from what happens to their profile: each within the transaction that makes it so. */
@Injectable()
export class PreviewSets implements OnModuleInit {
  constructor(
    private readonly clock: Clock,
    private readonly outbox: Outbox,
    private readonly domainEvents: DomainEvents,
  ) {}

  onModuleInit(): void {
    this.domainEvents.subscribe(ProfileDeleted, (em, { profileId }) => this.discard(em, [profileId]));
    this.domainEvents.subscribe(ProfilesDiscarded, (em, { profileIds }) => this.discard(em, profileIds));
    this.domainEvents.subscribe(PhotosRemoved, (em, { profileId, photoIds }) =>
      this.removePhotos(em, { profileId, kind: 'draft' }, photoIds),
    );
    this.domainEvents.subscribe(PhotoExcluded, (em, { profileId, photoId }) =>
      this.removePhotos(em, { profileId, kind: 'profile' }, [photoId]),
    );
    this.domainEvents.subscribe(TrainingEnded, async (em, { userId, profileId, status }) => {
      if (status !== 'ready') return;
      const [photoId] = await cutOutPhotos(em, profileId);
      if (photoId) await this.begin(em, { userId, profileId, kind: 'profile', photoId });
    });
  }

  /** The row as it is until the transaction ends. */
  lock(em: EntityManager, profileId: string): Promise<PreviewSet | null> {
    return em.findOne(PreviewSet, { profileId }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
  }

  /** Has them made, or made anew: what an earlier request still delivers is discarded. */
  async begin(em: EntityManager, { userId, profileId, kind, photoId }: PreviewSubject): Promise<void> {
    const set = await this.lock(em, profileId);
    const version = (set?.version ?? 0) + 1;
    const begun = { version, kind, status: 'making', photoId } as const;
    if (set) Object.assign(set, begun);
    else em.create(PreviewSet, { ...begun, profileId, userId, pictures: [], createdAt: this.clock.now() });
    await em.flush();
    await this.outbox.add(em, PreviewsRequested, { profileId, version }, { ownerId: userId });
  }

  /** Once a draft: its previews will be asked for as soon as its first photo is there. */
  async expect(em: EntityManager, { userId, profileId }: Pick<PreviewSubject, 'userId' | 'profileId'>): Promise<void> {
    await this.outbox.add(
      em,
      PreviewsExpected,
      { profileId },
      { ownerId: userId, dedupeKey: `previews-expected:${profileId}` },
    );
  }

  private async discard(em: EntityManager, profileIds: readonly string[]): Promise<void> {
    const sets = await em.find(PreviewSet, { profileId: { $in: [...profileIds] } }, { fields: ['profileId'] });
    if (sets.length === 0) return;
    const payload = { keys: [], prefixes: sets.map(({ profileId }) => previewPrefix(profileId)) };
    await this.outbox.add(em, ObjectsDiscarded, payload);
    // A worker that is at it may still be writing.
    const late = new Date(this.clock.now().getTime() + LATE_WRITES_MS);
    await this.outbox.add(em, ObjectsDiscarded, payload, { runAfter: late });
    await em.nativeDelete(PreviewSet, { id: { $in: sets.map(({ id }) => id) } });
  }

  /** The previews of a photo go with it; how often they were asked for stays. Those of a trained profile do not show what is deleted after its training. */
  private async removePhotos(
    em: EntityManager,
    { profileId, kind }: Pick<PreviewSubject, 'profileId' | 'kind'>,
    photoIds: readonly string[],
  ): Promise<void> {
    const set = await this.lock(em, profileId);
    if (set?.kind !== kind) return;
    const removed = set.pictures.filter(({ photoId }) => photoIds.includes(photoId));
    set.pictures = set.pictures.filter((picture) => !removed.includes(picture));
    if (set.photoId && photoIds.includes(set.photoId)) Object.assign(set, { photoId: null, status: 'ready' });
    await em.flush();
    if (removed.length === 0) return;
    const keys = removed.map((picture) => previewKey(profileId, picture));
    await this.outbox.add(em, ObjectsDiscarded, { keys, prefixes: [] });
  }
}
