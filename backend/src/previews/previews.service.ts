import { Inject, Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { z } from 'zod';
import { lockPortrayed, requireOwned, type DraftPhoto } from '../ai-profiles/index.js';
import { CONFIG, type Config } from '../config/index.js';
import { facts } from '../facts/index.js';
import { ObjectStorage } from '../integrations/storage/index.js';
import { AppError } from '../platform/errors/index.js';
import { RateLimiter, SignedLinks, type Limit } from '../platform/http/index.js';
import { LivePublisher } from '../platform/live/index.js';
import { ConsentsService } from '../privacy/index.js';
import { StylesService } from '../styles/index.js';
import { choosePhoto } from './choose-photo.js';
import { previewKey } from './preview-keys.js';
import { PreviewSet, type PreviewPicture } from './preview-set.entity.js';
import { PreviewSets, type PreviewSubject } from './preview-sets.service.js';
import type { PreviewsView } from './previews.schemas.js';
import { inShownOrder } from './shown-order.js';

type View = z.infer<typeof PreviewsView>;
type PictureId = Pick<PreviewPicture, 'version' | 'styleId'>;

const DAY_SECONDS = 24 * 3600;
const limit = (name: string, points: number): Limit => ({ name, points, seconds: DAY_SECONDS });
const CUTOUTS = limit('preview-cutouts', facts.previews.cutoutsPerDay);
const DRAFTS = limit('preview-drafts', facts.previews.draftsPerDay);
const PHOTOS = limit('preview-photos', facts.previews.photosPerDay);

export const previewPath = (profileId: string, { version, styleId }: PictureId): string =>
  `/api/v1/media/ai-profiles/${profileId}/previews/${version}/${styleId}`;

/** Who asks for previews of what. */
export interface PreviewRequest {
  userId: string;
  profileId: string;
  /** A photo of a trained profile in place of the one that is shown. */
  photoId?: string | undefined;
  /** Of the network that asks. */
  address: string;
}

/** Free previews: whether they are due, how often they may be asked for, and how they are seen. */
@Injectable()
export class PreviewsService {
  constructor(
    private readonly em: EntityManager,
    private readonly sets: PreviewSets,
    private readonly consents: ConsentsService,
    private readonly styles: StylesService,
    private readonly storage: ObjectStorage,
    private readonly limiter: RateLimiter,
    private readonly links: SignedLinks,
    private readonly live: LivePublisher,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws AppError `not_found`, also for a stranger's profile. */
  async get(userId: string, profileId: string): Promise<View> {
    await requireOwned(this.em, userId, profileId);
    return this.view(await this.em.findOne(PreviewSet, { profileId, userId }, { refresh: true }));
  }

  /**
   * Has previews made: of a draft's best photo, or again where there is a clearly better one now; of a trained profile in every style where
   * there are none yet, or of another of its photos. Where nothing is due nothing happens, but that what makes them gets ready for the first photo.
   * @throws AppError `not_found`, `profile_not_editable`, `consent_required`, `rate_limited`, `unavailable`
   */
  async request(request: PreviewRequest): Promise<View> {
    const { userId, profileId } = request;
    const due = await this.em.transactional((em) => this.due(em, request));
    if (!due) return this.get(userId, profileId);
    await this.consents.requireUseOfProfile(userId, profileId);
    let counted: Counted | null = null;
    try {
      // Counted under the profile's lock: of many requests at once one is let through, and the others find nothing due.
      await this.em.transactional(async (em) => {
        const still = await this.due(em, request);
        if (!still) return;
        counted = await this.count(still, request.address);
        await this.sets.begin(em, still);
      });
    } catch (error) {
      await (counted as Counted | null)?.giveBack();
      throw error;
    }
    this.live.publish(userId, 'previews.changed', { profileId });
    return this.get(userId, profileId);
  }

  /** The stored file of one picture. @throws AppError `not_found`. */
  async open(userId: string, profileId: string, wanted: PictureId) {
    const set = await this.em.findOne(PreviewSet, { profileId, userId }, { refresh: true });
    const picture = set?.pictures.find(
      ({ version, styleId }) => version === wanted.version && styleId === wanted.styleId,
    );
    const object = picture ? await this.storage.open(previewKey(profileId, picture)) : null;
    if (!object) throw new AppError('not_found');
    return object;
  }

  /** What is to be made now; null for nothing. Profile and previews stay as they are until the transaction ends. */
  private async due(em: EntityManager, request: PreviewRequest): Promise<Due | null> {
    const { userId, profileId } = request;
    const portrayed = await lockPortrayed(em, userId, profileId);
    const set = await this.sets.lock(em, profileId);
    const { kind } = portrayed;
    if (kind === 'draft' && portrayed.photos.length === 0 && !set) await this.sets.expect(em, request);
    const photoId =
      kind === 'draft'
        ? dueOfDraft(portrayed.photos, set)
        : await this.dueOfProfile(portrayed.photoIds, set, request.photoId);
    return photoId ? { userId, profileId, kind, photoId, isFirst: !set } : null;
  }

  /** @throws AppError `not_found` for a photo of which nothing is kept, or that the customer excluded. */
  private async dueOfProfile(
    photoIds: readonly string[],
    set: PreviewSet | null,
    asked?: string,
  ): Promise<string | null> {
    if (asked && !photoIds.includes(asked)) throw new AppError('not_found');
    const present = set?.kind === 'profile' && set.photoId && photoIds.includes(set.photoId) ? set.photoId : null;
    const wanted = asked ?? present ?? photoIds[0];
    if (!wanted) return null;
    if (wanted !== present) return wanted;
    if (set?.status === 'making') return null;
    const shown = new Set(set?.pictures.flatMap(({ photoId, styleId }) => (photoId === wanted ? [styleId] : [])));
    const isComplete = (await this.styles.listEnabled()).every(({ id }) => shown.has(id));
    return isComplete ? null : wanted;
  }

  /** Counts what is about to be asked for. A photo that is cut out for it counts for the address, a new draft for the account. */
  private async count({ kind, userId, isFirst }: Due, address: string): Promise<Counted> {
    const ofDraft: [Limit, string][] = isFirst
      ? [
          [CUTOUTS, address],
          [DRAFTS, userId],
        ]
      : [[CUTOUTS, address]];
    const toCount: [Limit, string][] = kind === 'profile' ? [[PHOTOS, userId]] : ofDraft;
    const counted: [Limit, string][] = [];
    const giveBack = async (): Promise<void> => {
      for (const each of counted) await this.limiter.giveBack(...each);
    };
    try {
      for (const each of toCount) {
        // What is refused is counted as well, and costs nothing all the same.
        counted.push(each);
        await this.limiter.consume(...each);
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
      photoId: set?.photoId ?? null,
      pictures: inShownOrder(styles).flatMap(({ id, slug, displayName }) =>
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
      renewalsLeft: set?.kind === 'profile' ? 0 : renewalsLeft(set),
      portraitsBy: this.config.engine.name,
    };
  }
}

interface Counted {
  giveBack(): Promise<void>;
}

interface Due extends PreviewSubject {
  isFirst: boolean;
}

function dueOfDraft(photos: readonly DraftPhoto[], set: PreviewSet | null): string | null {
  if (set?.status === 'making' || renewalsLeft(set) === 0) return null;
  const chosen = choosePhoto(photos, set ? { [set.status === 'failed' ? 'failed' : 'shown']: set.photoId } : {});
  return chosen?.id ?? null;
}

/** The first time is none. */
const renewalsLeft = (set: PreviewSet | null): number => Math.max(0, facts.previews.renewals + 1 - (set?.version ?? 1));
