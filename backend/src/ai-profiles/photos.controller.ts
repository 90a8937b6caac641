import { Controller, Delete, Param, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { facts } from '../facts/index.js';
import {
  CurrentUser,
  EntityId,
  networkOf,
  Operation,
  RateLimiter,
  receiveFile,
  type Principal,
} from '../platform/http/index.js';
import { PhotoVerdict } from './ai-profiles.schemas.js';
import { PhotosService } from './photos.service.js';

const UPLOAD = `A multipart form with one file in the field \`file\`: ${facts.photos.formats.join(', ')}, at most ${facts.photos.maxBytes / 1e6} MB. A photo that is not good enough is an answer, not an error: \`accepted\` is false and \`reason\` says why. A profile takes up to ${facts.photos.max} photos that count, and keeps ${facts.photos.maxKept} at most with those set aside; the same file counts once.`;

@ApiTags('ai-profiles')
@Controller('ai-profiles/:id/photos')
export class PhotosController {
  constructor(
    private readonly photos: PhotosService,
    private readonly limiter: RateLimiter,
  ) {}

  @Post()
  @Operation({
    summary: 'Upload one photo; the answer is its verdict',
    description: UPLOAD,
    access: 'user',
    scope: 'profiles:write',
    status: 201,
    response: PhotoVerdict,
    upload: true,
    ids: ['id'],
    errors: [
      'file_too_large',
      'photo_limit_reached',
      'too_many_kept_photos',
      'profile_not_editable',
      'consent_required',
      'rate_limited',
      'unsupported_media_type',
      'unavailable',
      'upload_too_slow',
    ],
  })
  async uploadPhoto(
    @CurrentUser() principal: Principal,
    @Param('id', EntityId) id: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    await this.limiter.consume({ name: 'upload', points: 300, seconds: 3600 }, principal.userId);
    await this.photos.requireUploadable(principal.userId, id);
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    return receiveFile(request, (upload) =>
      this.photos.add(principal.userId, id, upload, { address: networkOf(request.ip ?? ''), signal: gone.signal }),
    );
  }

  @Delete(':photoId')
  @Operation({
    summary: 'Remove a photo',
    access: 'user',
    scope: 'profiles:write',
    ids: ['id', 'photoId'],
    errors: ['profile_not_editable'],
  })
  async deletePhoto(
    @CurrentUser() principal: Principal,
    @Param('id', EntityId) id: string,
    @Param('photoId', EntityId) photoId: string,
  ): Promise<void> {
    await this.photos.remove(principal.userId, id, photoId);
  }
}
