import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AiProfilesService } from '../../ai-profiles/index.js';
import { facts } from '../../facts/index.js';
import { DEFAULT_RETOUCH } from '../../integrations/portrait-engine/index.js';
import { ObjectStorage, type StoredObject } from '../../integrations/storage/index.js';
import { Clock, MINUTE } from '../../platform/clock/index.js';
import { AppError } from '../../platform/errors/index.js';
import { SignedLinks } from '../../platform/http/index.js';
import { Outbox } from '../../platform/queue/index.js';
import { ConsentsService } from '../../privacy/index.js';
import { layerKey, type LayerPart } from '../generation-keys.js';
import { Generation } from '../generation.entity.js';
import { lockPortrait } from '../lock-portrait.js';
import { Portrait } from '../portrait.entity.js';
import { LayersRequested } from './versions.events.js';
import { PortraitLayers } from './portrait-layers.entity.js';
import type { LayersBody, LayersView } from './versions.schemas.js';
import { ObjectsDiscarded } from '../../stored-objects/index.js';

export const layerPath = (portraitId: string, layersId: string, part: LayerPart): string =>
  `/api/v1/media/portraits/${portraitId}/layers/${layersId}/${part}`;

const unrefinable = () =>
  new AppError('conflict', { detail: 'nothing is kept that the portrait could be made of again' });

/** Files that are about to go are not handed out any more. */
const LEFT_MS = 10 * MINUTE;

/** Person and background of a portrait apart, so that its owner sees versions of it at once. */
@Injectable()
export class LayersService {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly outbox: Outbox,
    private readonly profiles: AiProfilesService,
    private readonly consents: ConsentsService,
    private readonly storage: ObjectStorage,
    private readonly links: SignedLinks,
  ) {}

  /**
   * Has the layers made, unless there are some that will do.
   * @throws AppError `not_found`; `consent_required`; `conflict` where nothing is kept that the portrait could be made of again
   */
  async request(userId: string, portraitId: string, { photoId, retouch }: LayersBody): Promise<LayersView> {
    const profileId = await this.profileOf(userId, portraitId);
    await this.consents.requireUseOfProfile(userId, profileId);
    return this.em.fork().transactional(async (em) => {
      // The profile stays until these layers refer to it. Of two requests at once one finds the other's layers.
      const locked = await lockPortrait(em, { id: portraitId, userId }, async (id) => {
        if (!(await this.profiles.holdModel(em, id))) throw unrefinable();
      });
      if (!locked) throw new AppError('not_found');
      const { portrait, run } = locked;
      if (photoId && !(await this.profiles.offersPhoto(em, profileId, photoId))) throw new AppError('not_found');
      const wanted = { portraitId, photoId: photoId ?? null, retouch: retouch ?? run.retouch ?? DEFAULT_RETOUCH };
      const now = this.clock.now();
      const young = new Date(now.getTime() - facts.refinement.layerMinutes * MINUTE + LEFT_MS);
      const existing = await em.findOne(PortraitLayers, { ...wanted, createdAt: { $gt: young } });
      if (existing) return this.view(existing);
      const layers = em.create(PortraitLayers, {
        id: randomUUID(),
        userId,
        profileId,
        generationId: run.id,
        ...wanted,
        createdAt: now,
      });
      await em.flush();
      const { position } = portrait;
      await this.outbox.add(
        em,
        LayersRequested,
        { layersId: layers.id, generationId: run.id, position },
        { ownerId: userId },
      );
      const keys = (['person', 'background'] as const).map((part) => layerKey(run.id, position, layers.id, part));
      const runAfter = new Date(now.getTime() + facts.refinement.layerMinutes * MINUTE);
      await this.outbox.add(em, ObjectsDiscarded, { keys, prefixes: [] }, { runAfter });
      return this.view(layers);
    });
  }

  /** @throws AppError `not_found`, also where they could not be made */
  async get(userId: string, portraitId: string, id: string): Promise<LayersView> {
    const layers = await this.em.fork().findOne(PortraitLayers, { id, portraitId, userId });
    if (!layers) throw new AppError('not_found');
    return this.view(layers);
  }

  /** @throws AppError `not_found`, also while they are being made */
  async open(userId: string, portraitId: string, id: string, part: LayerPart): Promise<StoredObject> {
    const em = this.em.fork();
    const layers = await em.findOne(PortraitLayers, { id, portraitId, userId, readyAt: { $ne: null } });
    const portrait = layers ? await em.findOne(Portrait, { id: portraitId }) : null;
    const object =
      layers && portrait
        ? await this.storage.open(layerKey(layers.generationId, portrait.position, layers.id, part))
        : null;
    if (!object) throw new AppError('not_found');
    return object;
  }

  /** @throws AppError `not_found`; `conflict` where nothing is kept that the portrait could be made of again */
  private async profileOf(userId: string, portraitId: string): Promise<string> {
    const em = this.em.fork();
    const portrait = await em.findOne(Portrait, { id: portraitId, userId });
    const run = portrait ? await em.findOne(Generation, { id: portrait.generationId }) : null;
    if (!portrait || !run) throw new AppError('not_found');
    const isKept = (await this.profiles.trained(em, [run.profileId])).size > 0;
    if (portrait.source === null || run.engine !== 'studio' || !isKept) throw unrefinable();
    return run.profileId;
  }

  private view({ id, portraitId, userId, pixelWidth, pixelHeight, face, readyAt }: PortraitLayers): LayersView {
    if (!readyAt || !pixelWidth || !pixelHeight || !face) return { id, layers: null };
    const link = (part: LayerPart): string => this.links.sign(layerPath(portraitId, id, part), userId);
    return {
      id,
      layers: {
        width: pixelWidth,
        height: pixelHeight,
        face: { x: face.x / pixelWidth, y: face.y / pixelHeight, height: face.height / pixelHeight },
        personUrl: link('person'),
        backgroundUrl: link('background'),
      },
    };
  }
}
