import { Injectable } from '@nestjs/common';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import type { z } from 'zod';
import { draftPhoto, modelOfPhoto } from '../ai-profiles/index.js';
import { facts } from '../facts/index.js';
import { PortraitEngines, TooFewUsablePhotos, type PreviewEngine } from '../integrations/portrait-engine/index.js';
import { ObjectStorage } from '../integrations/storage/index.js';
import { LivePublisher } from '../platform/live/index.js';
import { Outbox, PermanentFailure, type AfterCommit, type Lease } from '../platform/queue/index.js';
import { StylesService, type Style } from '../styles/index.js';
import { markPicture } from './mark/index.js';
import { previewKey } from './preview-keys.js';
import { PreviewSet, type PreviewPicture } from './preview-set.entity.js';
import { PreviewsRequested } from './previews.events.js';
import { inShownOrder } from './shown-order.js';
import { ObjectsDiscarded } from '../stored-objects/index.js';

type Payload = z.infer<typeof PreviewsRequested.schema>;
type Pictures = Pick<Parameters<PreviewEngine['previewPhoto']>[0], 'scenes' | 'width' | 'onPreview' | 'signal'>;

/** Portraits are 4:5. */
const sizeOf = (height: number) => ({ width: height * 0.8, height });
/** The largest that the pictures of each kind may be, pixels. */
const MOST = { draft: sizeOf(facts.previews.draftPixels), profile: sizeOf(facts.previews.profilePixels) };

/** Its set has gone, or was asked for anew, while it was being made. */
class Outdated extends Error {}

/** The worker's part of previews: makes and stores the pictures of one version. */
@Injectable()
export class PreviewRunService {
  constructor(
    private readonly em: EntityManager,
    private readonly engines: PortraitEngines,
    private readonly storage: ObjectStorage,
    private readonly styles: StylesService,
    private readonly outbox: Outbox,
    private readonly live: LivePublisher,
  ) {}

  async run(payload: Payload, lease: Lease): Promise<void> {
    const set = await this.em.fork().findOne(PreviewSet, { ...payload, status: 'making' });
    if (!set?.photoId) return;
    const shown = await this.shownStyles(set);
    const missing = shown.filter(({ id }) => !isOf(set, id));
    // A profile has many: one at a time, so that paid work that comes meanwhile need not wait for all of them.
    const now = set.kind === 'draft' ? missing : missing.slice(0, 1);
    try {
      await this.make(set, set.photoId, now, lease.signal);
    } catch (error) {
      if (error instanceof Outdated) return;
      if (error instanceof TooFewUsablePhotos) throw new PermanentFailure(error.message, { cause: error });
      throw error;
    }
    await this.end(set, { shown, isLast: now.length === missing.length }, lease);
    this.tell(set);
  }

  /** In the transaction that gives the job up: no picture can be made of this photo; those there are stay. */
  async onFailed(payload: Payload, em: EntityManager): Promise<AfterCommit | void> {
    const set = await em.findOne(
      PreviewSet,
      { ...payload, status: 'making' },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
    );
    if (!set) return;
    set.status = 'failed';
    await em.flush();
    return () => this.tell(set);
  }

  private async make(set: PreviewSet, photoId: string, styles: readonly Style[], signal: AbortSignal): Promise<void> {
    if (styles.length === 0) return;
    const pictures: Pictures = {
      scenes: styles.map(({ scene }) => scene),
      width: MOST[set.kind].width,
      signal,
      onPreview: async ({ scene, jpeg }) => {
        const { id: styleId } = styles.find((one) => one.scene === scene)!;
        await this.keep(set, { styleId, photoId, version: set.version }, jpeg);
      },
    };
    await (set.kind === 'draft'
      ? this.ofDraft(set.profileId, photoId, pictures)
      : this.ofProfile(set.profileId, photoId, pictures));
  }

  private async ofDraft(profileId: string, photoId: string, pictures: Pictures): Promise<void> {
    const photo = await draftPhoto(this.em.fork(), profileId, photoId);
    if (!photo) throw new Outdated();
    const { id, analysis, storageKey } = photo;
    await this.engines.previews.previewPhoto({
      ...pictures,
      photo: { id, analysis, read: () => this.storage.read(storageKey) },
    });
  }

  private async ofProfile(profileId: string, photoId: string, pictures: Pictures): Promise<void> {
    const model = await modelOfPhoto(this.em.fork(), profileId, photoId);
    if (!model) throw new Outdated();
    const { descriptor, choice, storagePrefix } = model;
    await this.engines.previews.previewModel({
      ...pictures,
      descriptor,
      choice,
      readArtifact: (name) => this.storage.read(storagePrefix + name),
    });
  }

  /** Stores one picture and shows it in the place of the earlier one of its style. @throws Outdated */
  private async keep(
    { profileId, userId, version, kind }: PreviewSet,
    place: Pick<PreviewPicture, 'styleId' | 'photoId' | 'version'>,
    jpeg: Uint8Array,
  ): Promise<void> {
    const { webp, width, height } = await markPicture(jpeg, MOST[kind]);
    const key = previewKey(profileId, place);
    await this.storage.put(key, webp, 'image/webp');
    const isKept = await this.change({ profileId, version }, async (set, em) => {
      const replaced = set.pictures.filter(({ styleId }) => styleId === place.styleId);
      set.pictures = [...set.pictures.filter((picture) => !replaced.includes(picture)), { ...place, width, height }];
      await this.discard(
        em,
        profileId,
        replaced.filter((picture) => previewKey(profileId, picture) !== key),
      );
    });
    if (!isKept) {
      await this.storage.delete([key]);
      throw new Outdated();
    }
    this.live.publish(userId, 'previews.changed', { profileId });
  }

  /** Ends the job, and notes the next one where pictures are missing. With the last one those of other photos and styles go. */
  private async end(
    { profileId, version }: PreviewSet,
    { shown, isLast }: { shown: readonly Style[]; isLast: boolean },
    lease: Lease,
  ): Promise<void> {
    await this.change({ profileId, version }, async (set, em) => {
      await lease.finish(em);
      if (!isLast) {
        await this.outbox.add(em, PreviewsRequested, { profileId, version }, { ownerId: set.userId });
        return;
      }
      const kept = set.pictures.filter(({ styleId }) => isOf(set, styleId) && shown.some(({ id }) => id === styleId));
      const old = set.pictures.filter((picture) => !kept.includes(picture));
      Object.assign(set, { pictures: kept, status: 'ready' });
      await this.discard(em, profileId, old);
    });
  }

  /** @returns false where this version is not wanted any more; nothing is changed then */
  private change(
    { profileId, version }: Pick<PreviewSet, 'profileId' | 'version'>,
    act: (set: PreviewSet, em: EntityManager) => Promise<void>,
  ): Promise<boolean> {
    return this.em.fork().transactional(async (em) => {
      const set = await em.findOne(
        PreviewSet,
        { profileId, version, status: 'making' },
        { lockMode: LockMode.PESSIMISTIC_WRITE },
      );
      if (!set) return false;
      await act(set, em);
      return true;
    });
  }

  private async discard(em: EntityManager, profileId: string, pictures: readonly PreviewPicture[]): Promise<void> {
    if (pictures.length === 0) return;
    const keys = pictures.map((picture) => previewKey(profileId, picture));
    await this.outbox.add(em, ObjectsDiscarded, { keys, prefixes: [] });
  }

  /** A draft is shown in a few; where a promised style is not on sale another stands in its place. */
  private async shownStyles({ kind }: PreviewSet): Promise<Style[]> {
    const styles = inShownOrder(await this.styles.listEnabled());
    return kind === 'draft' ? styles.slice(0, facts.previews.styles) : styles;
  }

  private tell({ userId, profileId }: PreviewSet): void {
    this.live.publish(userId, 'previews.changed', { profileId });
  }
}

/** Whether this style shows the photo that is wanted. */
const isOf = ({ pictures, photoId }: PreviewSet, style: string): boolean =>
  pictures.some((picture) => picture.styleId === style && picture.photoId === photoId);
