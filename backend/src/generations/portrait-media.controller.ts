import { Controller, Get, Header, Param, ParseIntPipe, Query, Res, StreamableFile } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { z } from 'zod';
import { AppError } from '../platform/errors/index.js';
import {
  CurrentUser,
  EntityId,
  MediaQuery,
  Operation,
  sendObject,
  SignedLinks,
  type Principal,
} from '../platform/http/index.js';
import { LAYER_PARTS } from './generation-keys.js';
import { archivePath, beforePath, portraitPath, runPreviewPath } from './generations.views.js';
import { FORMAT_KEYS } from './portrait-format-keys.js';
import { isPreview, PortraitFilesService } from './portrait-files.service.js';
import { PREVIEWS } from './portrait-previews.js';
import { layerPath, LayersService } from './versions/layers.service.js';
import { versionPath } from './versions/versions.service.js';

const VARIANTS = ['original', ...PREVIEWS.map(({ variant }) => variant), 'download', ...FORMAT_KEYS] as const;

@ApiTags('media')
@Controller('media')
export class PortraitMediaController {
  constructor(
    private readonly links: SignedLinks,
    private readonly files: PortraitFilesService,
    private readonly layers: LayersService,
  ) {}

  @Get('portraits/:id/:variant')
  @ApiParam({ name: 'variant', schema: { type: 'string', enum: [...VARIANTS] } })
  @Operation({
    summary: 'An own portrait: the marked JPEG, byte for byte, one of its previews, or a cut for what it is needed for',
    description:
      '`variant` is the size or the cut; `formats` of the portrait lists the cuts. The link comes from the answer that names it and holds for at most an hour; it works only together with the session or key of its owner. A link that is over answers 410: ask for the object that named it again.',
    access: 'user',
    scope: 'generations:read',
    binary: 'image/jpeg',
    ids: ['id'],
    errors: ['link_expired'],
  })
  async getPortrait(
    @CurrentUser() principal: Principal,
    @Param('id', EntityId) id: string,
    @Param('variant') name: string,
    @Query({ schema: MediaQuery }) query: MediaQuery,
    @Res({ passthrough: true }) response: Response,
  ) {
    const variant = z.enum(VARIANTS).safeParse(name).data;
    if (!variant) throw new AppError('not_found');
    this.links.verify(portraitPath(id, variant), principal.userId, query);
    const file = await this.files.portrait(principal.userId, id, variant === 'download' ? 'original' : variant);
    const disposition =
      variant === 'original' || isPreview(variant) ? undefined : `attachment; filename="${file.fileName}"`;
    return sendObject(response, file, { type: isPreview(variant) ? 'image/webp' : 'image/jpeg', disposition });
  }

  @Get('portraits/:id/versions/:number/:use')
  @ApiParam({ name: 'number', schema: { type: 'integer' } })
  @ApiParam({ name: 'use', schema: { type: 'string', enum: ['view', 'download'] } })
  @Operation({
    summary: 'A version of an own portrait, as its customer made it',
    description:
      '`use` says whether it is looked at or downloaded. The link comes from the answer that names it and holds for at most an hour; it works only together with the session or key of its owner. A link that is over answers 410: ask for the object that named it again.',
    access: 'user',
    scope: 'generations:read',
    binary: ['image/jpeg', 'image/png'],
    ids: ['id'],
    errors: ['link_expired'],
  })
  async getVersion(
    @CurrentUser() principal: Principal,
    @Param('id', EntityId) id: string,
    @Param('number', ParseIntPipe) number: number,
    @Param('use') name: string,
    @Query({ schema: MediaQuery }) query: MediaQuery,
    @Res({ passthrough: true }) response: Response,
  ) {
    const use = z.enum(['view', 'download']).safeParse(name).data;
    if (!use) throw new AppError('not_found');
    this.links.verify(versionPath(id, number, use), principal.userId, query);
    const { fileName, type, ...file } = await this.files.version(principal.userId, id, number);
    const disposition = use === 'download' ? `attachment; filename="${fileName}"` : undefined;
    return sendObject(response, file, { type, disposition });
  }

  /** They go within the hour: nobody on the way may keep them. */
  @Get('portraits/:id/layers/:layersId/:part')
  @ApiParam({ name: 'part', schema: { type: 'string', enum: [...LAYER_PARTS] } })
  @Header('Cache-Control', 'private, no-store')
  @Operation({
    summary: 'Person or background of an own portrait, for the screen on which its versions are made',
    description:
      'One of the two layers that `requestPortraitLayers` had made, kept for an hour; after that it answers 404: request them anew. The link works only together with the session or key of its owner.',
    access: 'user',
    scope: 'generations:read',
    binary: ['image/webp', 'image/jpeg'],
    ids: ['id', 'layersId'],
    errors: ['link_expired'],
  })
  async getPortraitLayer(
    @CurrentUser() principal: Principal,
    @Param('id', EntityId) id: string,
    @Param('layersId', EntityId) layersId: string,
    @Param('part') name: string,
    @Query({ schema: MediaQuery }) query: MediaQuery,
    @Res({ passthrough: true }) response: Response,
  ) {
    const part = z.enum(LAYER_PARTS).safeParse(name).data;
    if (!part) throw new AppError('not_found');
    this.links.verify(layerPath(id, layersId, part), principal.userId, query);
    const object = await this.layers.open(principal.userId, id, layersId, part);
    return sendObject(response, object, { type: part === 'person' ? 'image/webp' : 'image/jpeg' });
  }

  @Get('generations/:id/previews/:index')
  @ApiParam({ name: 'index', schema: { type: 'integer' } })
  @Operation({
    summary: 'Small picture of a finished portrait of a running generation',
    description:
      'Marked and small: the portrait itself is there once the run is. The link comes from the answer that names it and holds for at most an hour; it works only together with the session or key of its owner. A link that is over answers 410: ask for the object that named it again.',
    access: 'user',
    scope: 'generations:read',
    binary: 'image/webp',
    ids: ['id'],
    errors: ['link_expired'],
  })
  async getRunPreview(
    @CurrentUser() principal: Principal,
    @Param('id', EntityId) id: string,
    @Param('index', ParseIntPipe) index: number,
    @Query({ schema: MediaQuery }) query: MediaQuery,
    @Res({ passthrough: true }) response: Response,
  ) {
    this.links.verify(runPreviewPath(id, index), principal.userId, query);
    const object = await this.files.runPreview(principal.userId, id, index);
    return sendObject(response, object, { type: 'image/webp' });
  }

  /** Goes with the profile, not with the portrait: nobody on the way may keep it. */
  @Get('generations/:id/before/:index')
  @ApiParam({ name: 'index', schema: { type: 'integer' } })
  @Header('Cache-Control', 'private, no-store')
  @Operation({
    summary: 'The cut-out photo that a portrait was made of, while its profile exists',
    description:
      'To show beside the portrait what it was made of. The link comes from the answer that names it and holds for at most an hour; it works only together with the session or key of its owner. A link that is over answers 410: ask for the object that named it again.',
    access: 'user',
    scope: 'generations:read',
    binary: 'image/jpeg',
    ids: ['id'],
    errors: ['link_expired'],
  })
  async getBefore(
    @CurrentUser() principal: Principal,
    @Param('id', EntityId) id: string,
    @Param('index', ParseIntPipe) index: number,
    @Query({ schema: MediaQuery }) query: MediaQuery,
    @Res({ passthrough: true }) response: Response,
  ) {
    this.links.verify(beforePath(id, index), principal.userId, query);
    const object = await this.files.before(principal.userId, id, index);
    return sendObject(response, object, { type: 'image/jpeg' });
  }

  @Get('generations/:id/archive')
  @Operation({
    summary: 'All portraits of a run as one ZIP',
    description:
      'The portraits as they are, and their cuts in a folder for each format: JPEGs marked with their provenance. The link comes from the answer that names it and holds for at most an hour; it works only together with the session or key of its owner. A link that is over answers 410.',
    access: 'user',
    scope: 'generations:read',
    binary: 'application/zip',
    ids: ['id'],
    errors: ['link_expired'],
  })
  async getArchive(
    @CurrentUser() principal: Principal,
    @Param('id', EntityId) id: string,
    @Query({ schema: MediaQuery }) query: MediaQuery,
  ) {
    this.links.verify(archivePath(id), principal.userId, query);
    const archive = await this.files.archive(principal.userId, id);
    return new StreamableFile(archive.stream, {
      type: 'application/zip',
      disposition: `attachment; filename="${archive.fileName}"`,
    });
  }
}
