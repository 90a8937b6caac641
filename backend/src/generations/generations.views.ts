import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { facts } from '../facts/index.js';
import { CUTOUT_EYE_LINE, CUTOUT_FACES_HIGH, type PortraitSource } from '../integrations/portrait-engine/index.js';
import type { UsualSeconds } from '../platform/database/index.js';
import { SignedLinks } from '../platform/http/index.js';
import { viewStyle, type Style } from '../styles/index.js';
import type { Generation } from './generation.entity.js';
import type { GenerationView, PortraitView } from './generations.schemas.js';
import { formatSize, formatsOf, type FormatKey } from './portrait-format-keys.js';
import { PREVIEWS, type PreviewVariant } from './portrait-previews.js';
import type { Portrait } from './portrait.entity.js';
import { sourceTypeOf } from './source-type.js';
import type { PortraitVersion } from './versions/portrait-version.entity.js';
import { VersionsService } from './versions/versions.service.js';

export const portraitPath = (id: string, variant: 'original' | 'download' | PreviewVariant | FormatKey) =>
  `/api/v1/media/portraits/${id}/${variant}`;
export const archivePath = (id: string) => `/api/v1/media/generations/${id}/archive`;
export const beforePath = (id: string, index: number) => `/api/v1/media/generations/${id}/before/${index}`;
export const runPreviewPath = (id: string, index: number) => `/api/v1/media/generations/${id}/previews/${index}`;

@Injectable()
export class GenerationViews {
  constructor(
    private readonly links: SignedLinks,
    private readonly versions: VersionsService,
  ) {}

  /**
   * @param usual how long runs take, where enough have been measured
   * @param hasModel whether what the portraits were made of is still kept
   */
  generation(
    generation: Generation,
    portraits: Portrait[],
    versions: PortraitVersion[],
    {
      style,
      usual,
      hasModel,
      creditsReturnedOnDeletion,
      repeatable,
    }: {
      style: Style | undefined;
      usual: UsualSeconds | null;
      hasModel: boolean;
      creditsReturnedOnDeletion: number;
      repeatable: boolean;
    },
  ): z.infer<typeof GenerationView> {
    const sign = (path: string) => this.links.sign(path, generation.userId);
    const running = generation.status === 'queued' || generation.status === 'processing';
    return {
      id: generation.id,
      status: generation.status,
      style: style
        ? { id: style.id, slug: style.slug, displayName: style.displayName, previewUrl: viewStyle(style).previewUrl }
        : null,
      profileId: generation.profileId,
      retouch: generation.retouch ?? null,
      repeatOf: generation.repeatOf ?? null,
      complaint: generation.complaint ?? null,
      repeatable,
      createdAt: generation.createdAt.toISOString(),
      completedAt: generation.completedAt?.toISOString() ?? null,
      expiresAt: generation.expiresAt?.toISOString() ?? null,
      progress: running ? { fraction: generation.progressFraction } : null,
      estimateSeconds: usual?.median ?? facts.generation.estimateSeconds,
      usualSeconds: usual?.p95 ?? 2 * facts.generation.estimateSeconds,
      previews: running
        ? generation.previewed
            .toSorted((a, b) => a - b)
            .map((index) => ({ index, url: sign(runPreviewPath(generation.id, index)) }))
        : [],
      portraits: portraits
        .toSorted((a, b) => b.rank - a.rank || a.position - b.position)
        .map((portrait) =>
          this.portrait(
            portrait,
            versions.filter(({ portraitId }) => portraitId === portrait.id),
            { hasModel, engine: generation.engine },
          ),
        ),
      sourceType: portraits.length > 0 ? sourceTypeOf(generation.engine, generation.isSample) : null,
      sample: generation.isSample,
      archiveUrl: portraits.length > 0 ? sign(archivePath(generation.id)) : null,
      creditsReturnedOnDeletion,
    };
  }

  private portrait(
    portrait: Portrait,
    versions: PortraitVersion[],
    { hasModel, engine }: { hasModel: boolean; engine: Generation['engine'] },
  ): z.infer<typeof PortraitView> {
    const link = (variant: Parameters<typeof portraitPath>[1]) =>
      this.links.sign(portraitPath(portrait.id, variant), portrait.userId);
    return {
      id: portrait.id,
      generationId: portrait.generationId,
      index: portrait.position,
      url: link('original'),
      previewUrl: link('preview'),
      previews: previewsOf(portrait).map(({ variant, width }) => ({
        width: Math.min(width, portrait.width),
        url: link(variant),
      })),
      downloadUrl: link('download'),
      width: portrait.width,
      height: portrait.height,
      likeness: portrait.likeness ?? null,
      favourite: portrait.isFavourite,
      before: hasModel && portrait.source ? this.before(portrait, portrait.source) : null,
      face: portrait.source ? faceIn(portrait.source) : null,
      refinable: hasModel && portrait.source !== null && engine === 'studio',
      versions: versions.map((version) => this.versions.view(version, portrait)),
      formats: formatsOf(portrait).map((format) => ({
        format: format.key,
        ...formatSize(format, portrait),
        downloadUrl: link(format.key),
      })),
    };
  }

  private before(
    portrait: Portrait,
    { left, top, width, height }: PortraitSource,
  ): NonNullable<z.infer<typeof PortraitView>['before']> {
    return {
      url: this.links.sign(beforePath(portrait.generationId, portrait.position), portrait.userId),
      left,
      top,
      width,
      height,
    };
  }
}

/** Eyes and faces have one place and size in all cut-out photos. */
const faceIn = ({ left, top, width, height }: PortraitSource): NonNullable<z.infer<typeof PortraitView>['face']> => ({
  x: (0.5 - left) / width,
  y: (CUTOUT_EYE_LINE - top) / height,
  height: 1 / CUTOUT_FACES_HIGH / height,
});

/** The larger one where it was stored and shows more than the small one. */
const previewsOf = ({ hasLargePreview, width }: Portrait) =>
  hasLargePreview && width > PREVIEWS[0].width ? PREVIEWS : PREVIEWS.slice(0, 1);
