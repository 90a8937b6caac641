import { Injectable } from '@nestjs/common';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import type { z } from 'zod';
import { draftPhoto, ObjectsDiscarded, type DraftPhoto } from '../ai-profiles/index.js';
import { facts } from '../facts/index.js';
import { PortraitEngines, TooFewUsablePhotos } from '../integrations/portrait-engine/index.js';
import { ObjectStorage } from '../integrations/storage/index.js';
import { LivePublisher } from '../platform/live/index.js';
import { Outbox, PermanentFailure, type AfterCommit, type Lease } from '../platform/queue/index.js';
import { StylesService, type Style } from '../styles/index.js';
import { markPicture } from './mark-picture.js';
import { previewKey } from './preview-keys.js';
import { PreviewSet, type PreviewPicture } from './preview-set.entity.js';
import type { PreviewsRequested } from './previews.events.js';

type Payload = z.infer<typeof PreviewsRequested.schema>;

/** Portraits are 4:5. */
const MOST = { width: facts.previews.draftPixels * 0.8, height: facts.previews.draftPixels };
/** The scenes of the styles that the product promises by name; where one is not on sale another stands in its place. */
const FIRST_SCENES = ['linkedin', 'city-daylight', 'black-bg'];

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
    const em = this.em.fork();
    const set = await em.findOne(PreviewSet, { ...payload, status: 'making' });
    const photo = set?.photoId ? await draftPhoto(em, payload.profileId, set.photoId) : null;
    if (!set || !photo) return;
    try {
      await this.make(set, photo, lease);
    } catch (error) {
      if (error instanceof Outdated) return;
      if (error instanceof TooFewUsablePhotos) throw new PermanentFailure(error.message, { cause: error });
      throw error;
    }
    await this.end(set, lease);
    this.tell(set);
  }

  /** In the transaction that gives the job up: no picture can be made of this photo; those of an earlier one stay. */
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

  private async make(set: PreviewSet, photo: DraftPhoto, lease: Lease): Promise<void> {
    const styles = await this.shownStyles();
    await this.engines.previews.previewPhoto({
      photo: { id: photo.id, analysis: photo.analysis, read: () => this.storage.read(photo.storageKey) },
      scenes: styles.map(({ scene }) => scene),
      width: MOST.width,
      signal: lease.signal,
      onPreview: async ({ scene, jpeg }) => {
        const style = styles.find((one) => one.scene === scene)!;
        await this.keep(set, { styleId: style.id, photoId: photo.id, version: set.version }, jpeg);
      },
    });
  }

  /** Stores one picture and shows it in the place of the earlier one of its style. @throws Outdated */
  private async keep(
    { profileId, userId, version }: PreviewSet,
    place: Pick<PreviewPicture, 'styleId' | 'photoId' | 'version'>,
    jpeg: Uint8Array,
  ): Promise<void> {
    const { webp, width, height } = await markPicture(jpeg, MOST);
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

  /** Pictures of an earlier version in styles that are no longer shown go. */
  private async end({ profileId, version }: PreviewSet, lease: Lease): Promise<void> {
    await this.change({ profileId, version }, async (set, em) => {
      await lease.finish(em);
      const old = set.pictures.filter((picture) => picture.version !== version);
      set.pictures = set.pictures.filter((picture) => !old.includes(picture));
      set.status = 'ready';
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

  /** The promised styles that are on sale, filled up with others in their order. */
  private async shownStyles(): Promise<Style[]> {
    const enabled = await this.styles.listEnabled();
    const first = FIRST_SCENES.flatMap((scene) => enabled.find((style) => style.scene === scene) ?? []);
    return [...first, ...enabled.filter((style) => !first.includes(style))].slice(0, facts.previews.styles);
  }

  private tell({ userId, profileId }: PreviewSet): void {
    this.live.publish(userId, 'previews.changed', { profileId });
  }
}
