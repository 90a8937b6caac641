import { Controller, Get, Param, ParseIntPipe, Query, StreamableFile } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { AppError } from '../platform/errors/index.js';
import { CurrentUser, EntityId, MediaQuery, Operation, SignedLinks, type Principal } from '../platform/http/index.js';
import { archivePath, portraitPath, runPreviewPath } from './generations.views.js';
import { FORMAT_KEYS } from './portrait-format-keys.js';
import { PortraitFilesService } from './portrait-files.service.js';

const VARIANTS = ['original', 'preview', 'download', ...FORMAT_KEYS] as const;

@ApiTags('media')
@Controller('media')
export class PortraitMediaController {
  constructor(
    private readonly links: SignedLinks,
    private readonly files: PortraitFilesService,
  ) {}

  @Get('portraits/:id/:variant')
  @ApiParam({ name: 'variant', schema: { type: 'string', enum: [...VARIANTS] } })
  @Operation({ summary: 'An own portrait: the marked JPEG, byte for byte, its small preview, or a cut for what it is needed for', access: 'user', scope: 'generations:read', binary: 'image/jpeg', ids: ['id'], errors: ['link_expired'] })
  async getPortrait(@CurrentUser() principal: Principal, @Param('id', EntityId) id: string, @Param('variant') name: string, @Query({ schema: MediaQuery }) query: MediaQuery) {
    const variant = z.enum(VARIANTS).safeParse(name).data;
    if (!variant) throw new AppError('not_found');
    this.links.verify(portraitPath(id, variant), principal.userId, query);
    const file = await this.files.portrait(principal.userId, id, variant === 'download' ? 'original' : variant);
    const disposition = variant === 'original' || variant === 'preview' ? {} : { disposition: `attachment; filename="${file.fileName}"` };
    return new StreamableFile(file.stream, { type: variant === 'preview' ? 'image/webp' : 'image/jpeg', length: file.size, ...disposition });
  }

  @Get('generations/:id/previews/:index')
  @ApiParam({ name: 'index', schema: { type: 'integer' } })
  @Operation({ summary: 'Small picture of a finished portrait of a running generation', access: 'user', scope: 'generations:read', binary: 'image/webp', ids: ['id'], errors: ['link_expired'] })
  async getRunPreview(@CurrentUser() principal: Principal, @Param('id', EntityId) id: string, @Param('index', ParseIntPipe) index: number, @Query({ schema: MediaQuery }) query: MediaQuery) {
    this.links.verify(runPreviewPath(id, index), principal.userId, query);
    const object = await this.files.runPreview(principal.userId, id, index);
    return new StreamableFile(object.stream, { type: 'image/webp', length: object.size });
  }

  @Get('generations/:id/archive')
  @Operation({ summary: 'All portraits of a run as one ZIP', access: 'user', scope: 'generations:read', binary: 'application/zip', ids: ['id'], errors: ['link_expired'] })
  async getArchive(@CurrentUser() principal: Principal, @Param('id', EntityId) id: string, @Query({ schema: MediaQuery }) query: MediaQuery) {
    this.links.verify(archivePath(id), principal.userId, query);
    const archive = await this.files.archive(principal.userId, id);
    return new StreamableFile(archive.stream, { type: 'application/zip', disposition: `attachment; filename="${archive.fileName}"` });
  }
}
