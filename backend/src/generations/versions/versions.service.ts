import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { facts } from '../../facts/index.js';
import { Clock } from '../../platform/clock/index.js';
import { AppError } from '../../platform/errors/index.js';
import { SignedLinks } from '../../platform/http/index.js';
import { Outbox } from '../../platform/queue/index.js';
import { lockPortrait } from '../lock-portrait.js';
import type { Portrait } from '../portrait.entity.js';
import { PortraitLayers } from './portrait-layers.entity.js';
import { PortraitVersion } from './portrait-version.entity.js';
import { partInPixels, versionSize } from './version-formats.js';
import { RemadeVersionRequested, VersionRequested } from './versions.events.js';
import type { RefineBody, VersionView } from './versions.schemas.js';

export const versionPath = (portraitId: string, number: number, use: 'view' | 'download') =>
  `/api/v1/media/portraits/${portraitId}/versions/${number}/${use}`;

const PERCENT = 100;
const OWN_SCENE = { kind: 'scene', brightness: 0, warmth: 0 } as const;

/** @throws AppError `not_found` for layers of another portrait, or that are not made */
async function readyLayers(em: EntityManager, { id: portraitId }: Portrait, id: string) {
  const layers = await em.findOne(PortraitLayers, { id, portraitId });
  if (!layers?.pixelWidth || !layers.pixelHeight) throw new AppError('not_found');
  const { retouch, photoId, pixelWidth: width, pixelHeight: height } = layers;
  return { retouch, photoId: photoId ?? null, size: { width, height } };
}

/** «Feinschliff»: versions of a portrait that exists, free, until it goes. */
@Injectable()
export class VersionsService {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly outbox: Outbox,
    private readonly links: SignedLinks,
  ) {}

  /** @throws AppError `not_found`, `validation` for a part outside of the portrait, `too_many_versions` */
  async refine(userId: string, portraitId: string, body: RefineBody): Promise<VersionView> {
    return this.em.fork().transactional(async (em) => {
      const locked = await lockPortrait(em, { id: portraitId, userId });
      if (!locked) throw new AppError('not_found');
      const { portrait, run } = locked;
      const layers = body.layersId ? await readyLayers(em, portrait, body.layersId) : null;
      const part = partInPixels(body.format, body, layers?.size ?? portrait);
      if (!part) throw new AppError('validation', { detail: 'the part reaches out of the portrait' });
      const count = await em.count(PortraitVersion, { generationId: run.id });
      if (count >= facts.refinement.versionsPerRun) throw new AppError('too_many_versions');
      const last = await em.findOne(PortraitVersion, { generationId: run.id }, { orderBy: { number: 'desc' } });
      const size = versionSize(body.format, part);
      const version = em.create(PortraitVersion, {
        id: randomUUID(),
        userId,
        generationId: run.id,
        portraitId,
        number: (last?.number ?? 0) + 1,
        format: body.format,
        partLeft: part.left,
        partTop: part.top,
        partWidth: part.width,
        partHeight: part.height,
        brightness: Math.round(body.brightness * PERCENT),
        warmth: Math.round(body.warmth * PERCENT),
        ...(layers
          ? {
              retouch: layers.retouch,
              photoId: layers.photoId,
              background: body.background ?? OWN_SCENE,
              remadeWidth: layers.size.width,
              remadeHeight: layers.size.height,
            }
          : {}),
        pixelWidth: size.width,
        pixelHeight: size.height,
        createdAt: this.clock.now(),
      });
      await em.flush();
      const requested = { versionId: version.id, generationId: run.id, position: portrait.position };
      const topic = layers ? RemadeVersionRequested : VersionRequested;
      await this.outbox.add(em, topic, requested, { ownerId: userId });
      return this.view(version, portrait);
    });
  }

  view(version: PortraitVersion, portrait: Pick<Portrait, 'width' | 'height'>): VersionView {
    const { id, number, format, pixelWidth, pixelHeight, readyAt, retouch, background } = version;
    const [wholeWidth, wholeHeight] = [version.remadeWidth ?? portrait.width, version.remadeHeight ?? portrait.height];
    const link = (use: 'view' | 'download'): string | null =>
      readyAt ? this.links.sign(versionPath(version.portraitId, number, use), version.userId) : null;
    return {
      id,
      number,
      format,
      part: {
        left: version.partLeft / wholeWidth,
        top: version.partTop / wholeHeight,
        width: version.partWidth / wholeWidth,
      },
      brightness: version.brightness / PERCENT,
      warmth: version.warmth / PERCENT,
      retouch: retouch ?? null,
      background: background ?? null,
      width: pixelWidth,
      height: pixelHeight,
      url: link('view'),
      downloadUrl: link('download'),
    };
  }
}
