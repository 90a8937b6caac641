import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import type { z } from 'zod';
import {
  ProfilesDiscarded,
  lockDraftPhotos,
  ObjectsDiscarded,
  PhotosRemoved,
  ProfileDeleted,
  requireOwned,
  type DraftPhoto,
} from '../ai-profiles/index.js';
import { CONFIG, type Config } from '../config/index.js';
import { facts } from '../facts/index.js';
import { ObjectStorage } from '../integrations/storage/index.js';
import { Clock, HOUR } from '../platform/clock/index.js';
import { DomainEvents } from '../platform/domain-events/index.js';
import { AppError } from '../platform/errors/index.js';
import { RateLimiter, SignedLinks, type Limit } from '../platform/http/index.js';
import { LivePublisher } from '../platform/live/index.js';
import { Outbox } from '../platform/queue/index.js';
import { ConsentsService } from '../privacy/index.js';
import { StylesService } from '../styles/index.js';
import { choosePhoto } from './choose-photo.js';
import { previewKey, previewPrefix } from './preview-keys.js';
import { PreviewSet, type PreviewPicture } from './preview-set.entity.js';
import { PreviewsRequested } from './previews.events.js';
import type { PreviewsView } from './previews.schemas.js';

type View = z.infer<typeof PreviewsView>;

const DAY_SECONDS = 24 * 3600;
const CUTOUTS: Limit = { name: 'preview-cutouts', points: facts.previews.cutoutsPerDay, seconds: DAY_SECONDS };
const DRAFTS: Limit = { name: 'preview-drafts', points: facts.previews.draftsPerDay, seconds: DAY_SECONDS };
/** After this, nothing writes any more for previews that have gone, not even a worker that was cut off from the database. */
const LATE_WRITES_MS = HOUR;

export const previewPath = (
  profileId: string,
  { version, styleId }: Pick<PreviewPicture, 'version' | 'styleId'>,
): string => `/api/v1/media/ai-profiles/${profileId}/previews/${version}/${styleId}`;

/** Free previews of a draft: when they are made, and when they go. */
@Injectable()
export class PreviewsService implements OnModuleInit {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly consents: ConsentsService,
    private readonly styles: StylesService,
    private readonly storage: ObjectStorage,
    private readonly limiter: RateLimiter,
    private readonly links: SignedLinks,
    private readonly outbox: Outbox,
    private readonly live: LivePublisher,
    private readonly domainEvents: DomainEvents,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.domainEvents.subscribe(ProfileDeleted, (em, { profileId }) => this.discard(em, { profileIds: [profileId] }));
    this.domainEvents.subscribe(ProfilesDiscarded, (em, discarded) => this.discard(em, discarded));
    this.domainEvents.subscribe(PhotosRemoved, (em, removed) => this.removePhotos(em, removed));
  }

  /** @throws AppError `not_found`, also for a stranger's profile. */
  async get(userId: string, profileId: string): Promise<View> {
    await requireOwned(this.em, userId, profileId);
    const set = await this.em.findOne(PreviewSet, { profileId, userId }, { refresh: true });
    return this.view(set);
  }

  /**
   * Has previews of a draft made: of its best photo, or again where there is a clearly better one now. Where nothing is due nothing happens.
   * @param address of the network that asks
   * @throws AppError `not_found`, `profile_not_editable`, `consent_required`, `rate_limited`, `unavailable`
   */
  async request(userId: string, profileId: string, address: string): Promise<View> {
    const draft = { userId, profileId };
    const due = await this.em.transactional((em) => this.due(em, draft));
    if (!due) return this.get(userId, profileId);
    await this.consents.requireFaceProcessing(userId, profileId);
    const counted = await this.count(draft, address, due.isFirst);
    try {
      // Somebody else may have asked in the meantime.
      const hasBegun = await this.em.transactional(async (em) => {
        const still = await this.due(em, draft);
        if (still) await this.begin(em, draft, still);
        return still !== null;
      });
      if (!hasBegun) await counted.giveBack();
    } catch (error) {
      await counted.giveBack();
      throw error;
    }
    this.live.publish(userId, 'previews.changed', { profileId });
    return this.get(userId, profileId);
  }

  /** The stored file of one picture. @throws AppError `not_found`. */
  async open(userId: string, profileId: string, wanted: Pick<PreviewPicture, 'version' | 'styleId'>) {
    const set = await this.em.findOne(PreviewSet, { profileId, userId }, { refresh: true });
    const picture = set?.pictures.find(
      ({ version, styleId }) => version === wanted.version && styleId === wanted.styleId,
    );
    const object = picture ? await this.storage.open(previewKey(profileId, picture)) : null;
    if (!object) throw new AppError('not_found');
    return object;
  }

  /** Takes the previews of these profiles away, in the transaction that deletes what they show. */
  async discard(em: EntityManager, { profileIds }: { profileIds: readonly string[] }): Promise<void> {
    const sets = await em.find(PreviewSet, { profileId: { $in: [...profileIds] } }, { fields: ['profileId'] });
    if (sets.length === 0) return;
    const payload = { keys: [], prefixes: sets.map(({ profileId }) => previewPrefix(profileId)) };
    await this.outbox.add(em, ObjectsDiscarded, payload);
    // A worker that is at it may still be writing.
    const late = new Date(this.clock.now().getTime() + LATE_WRITES_MS);
    await this.outbox.add(em, ObjectsDiscarded, payload, { runAfter: late });
    await em.nativeDelete(PreviewSet, { id: { $in: sets.map(({ id }) => id) } });
  }

  /** The previews of a photo go with it; how often they were asked for stays. */
  private async removePhotos(
    em: EntityManager,
    { profileId, photoIds }: { profileId: string; photoIds: readonly string[] },
  ): Promise<void> {
    const set = await em.findOne(PreviewSet, { profileId }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
    if (!set) return;
    const removed = set.pictures.filter(({ photoId }) => photoIds.includes(photoId));
    set.pictures = set.pictures.filter((picture) => !removed.includes(picture));
    if (set.photoId && photoIds.includes(set.photoId)) Object.assign(set, { photoId: null, status: 'ready' });
    await em.flush();
    if (removed.length === 0) return;
    const keys = removed.map((picture) => previewKey(profileId, picture));
    await this.outbox.add(em, ObjectsDiscarded, { keys, prefixes: [] });
  }

  /** The photo that previews are to be made of now. Draft and previews stay as they are until the transaction ends. */
  private async due(em: EntityManager, { userId, profileId }: Draft): Promise<Due | null> {
    const photos = await lockDraftPhotos(em, userId, profileId);
    const set = await em.findOne(PreviewSet, { profileId }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
    if (set?.status === 'making' || (set && renewalsLeft(set) === 0)) return null;
    const photo = choosePhoto(photos, set ? { [set.status === 'failed' ? 'failed' : 'shown']: set.photoId } : {});
    return photo && { photo, isFirst: !set, set };
  }

  private async begin(em: EntityManager, { userId, profileId }: Draft, { photo, set }: Due): Promise<void> {
    const version = (set?.version ?? 0) + 1;
    const begun = { version, status: 'making', photoId: photo.id } as const;
    if (set) Object.assign(set, begun);
    else em.create(PreviewSet, { ...begun, profileId, userId, pictures: [], createdAt: this.clock.now() });
    await em.flush();
    await this.outbox.add(em, PreviewsRequested, { profileId, version }, { ownerId: userId });
  }

  /** Counts one cut-out, and the draft where it is its first. */
  private async count({ userId }: Draft, address: string, isFirst: boolean): Promise<{ giveBack(): Promise<void> }> {
    const counted: [Limit, string][] = [];
    const giveBack = async (): Promise<void> => {
      for (const [limit, key] of counted) await this.limiter.giveBack(limit, key);
    };
    try {
      for (const each of [[CUTOUTS, address], ...(isFirst ? [[DRAFTS, userId]] : [])] as [Limit, string][]) {
        await this.limiter.consume(...each);
        counted.push(each);
      }
    } catch (error) {
      await giveBack();
      throw error;
    }
    return { giveBack };
  }

  private async view(set: PreviewSet | null): Promise<View> {
    const pictures = set?.pictures ?? [];
    const styles = await this.styles.byIds(pictures.map(({ styleId }) => styleId));
    return {
      status: !set || (set.status === 'ready' && pictures.length === 0) ? 'none' : set.status,
      pictures: styles
        .toSorted((a, b) => a.sortOrder - b.sortOrder)
        .flatMap(({ id, slug, displayName }) =>
          pictures
            .filter(({ styleId }) => styleId === id)
            .map((picture) => ({
              style: { id, slug, displayName },
              photoId: picture.photoId,
              url: this.links.sign(previewPath(set!.profileId, picture), set!.userId),
              width: picture.width,
              height: picture.height,
            })),
        ),
      renewalsLeft: set ? renewalsLeft(set) : facts.previews.renewals,
      portraitsBy: this.config.engine.name,
    };
  }
}

interface Draft {
  userId: string;
  profileId: string;
}

/** What is to be made. */
interface Due {
  photo: DraftPhoto;
  isFirst: boolean;
  set: PreviewSet | null;
}

/** The first time is none. */
const renewalsLeft = ({ version }: PreviewSet): number => Math.max(0, facts.previews.renewals + 1 - version);
