import { Body, Controller, Delete, Param, Patch, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { z } from 'zod';
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
import { AiProfileView, ChoosePhotoBody, PhotoVerdict } from './ai-profiles.schemas.js';
import { AiProfilesService } from './ai-profiles.service.js';
import { PhotoChoiceService } from './photo-choice.service.js';
import { PhotosService } from './photos.service.js';

const UPLOAD = `A multipart form with one file in the field \`file\`: ${facts.photos.formats.join(', ')}, at most ${facts.photos.maxBytes / 1e6} MB. A photo that is not good enough is an answer, not an error: \`accepted\` is false and \`reason\` says why. A profile takes up to ${facts.photos.max} photos that count, and keeps ${facts.photos.maxKept} at most with those set aside; the same file counts once.`;

const CHOOSE =
  'Says which of its `trainedPhotos` a profile makes portraits of; runs that have begun are not changed. A photo that is not used answers `conflict`; the last one that is left cannot be excluded (`last_photo`). Asking for what holds already changes nothing.';

@ApiTags('ai-profiles')
@Controller('ai-profiles/:id/photos')
export class PhotosController {
  constructor(
    private readonly photos: PhotosService,
    private readonly choices: PhotoChoiceService,
    private readonly profiles: AiProfilesService,
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
      'attestation_required',
      'rate_limited',
      'unsupported_media_type',
      'unavailable',
      'upload_too_slow',
      'check_too_slow',
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
    description: 'While the profile is a draft, or its training has failed. Another one may take its place at once.',
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

  @Patch(':photoId')
  @Operation({
    summary: 'Exclude or prefer a photo of a ready profile',
    description: CHOOSE,
    access: 'user',
    scope: 'profiles:write',
    body: ChoosePhotoBody,
    response: AiProfileView,
    ids: ['id', 'photoId'],
    errors: ['profile_not_ready', 'conflict', 'last_photo'],
  })
  async choosePhoto(
    @CurrentUser() principal: Principal,
    @Param('id', EntityId) id: string,
    @Param('photoId', EntityId) photoId: string,
    @Body({ schema: ChoosePhotoBody }) { choice }: z.infer<typeof ChoosePhotoBody>,
  ) {
    await this.choices.choose(principal.userId, id, photoId, choice);
    return this.profiles.tell(principal.userId, id);
  }
}
