import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import {
  CurrentUser,
  EntityId,
  MediaQuery,
  Operation,
  sendObject,
  SignedLinks,
  type Principal,
} from '../platform/http/index.js';
import { photoPath, profilePreviewPath, trainedPhotoPath } from './ai-profiles.views.js';
import { PhotosService } from './photos.service.js';
import { ProfilePreviewService } from './profile-preview.service.js';

@ApiTags('media')
@Controller('media')
export class ProfileMediaController {
  constructor(
    private readonly links: SignedLinks,
    private readonly photos: PhotosService,
    private readonly previews: ProfilePreviewService,
  ) {}

  @Get('photos/:id')
  @Operation({
    summary: 'An own uploaded photo',
    description:
      'Without metadata, as it is kept until the training has taken it, or draft or retry are over. The link comes from the answer that names it and holds for at most an hour; it works only together with the session or key of its owner. A link that is over answers 410.',
    access: 'user',
    scope: 'profiles:read',
    binary: 'image/jpeg',
    ids: ['id'],
    errors: ['link_expired'],
  })
  async getPhoto(
    @CurrentUser() principal: Principal,
    @Param('id', EntityId) id: string,
    @Query({ schema: MediaQuery }) query: MediaQuery,
    @Res({ passthrough: true }) response: Response,
  ) {
    this.links.verify(photoPath(id), principal.userId, query);
    const object = await this.photos.open(principal.userId, id);
    return sendObject(response, object, { type: 'image/jpeg' });
  }

  @Get('ai-profiles/:id')
  @Operation({
    summary: 'Small picture of an own profile',
    description:
      'The link comes from the answer that names it and holds for at most an hour; it works only together with the session or key of its owner. A link that is over answers 410: ask for the object that named it again.',
    access: 'user',
    scope: 'profiles:read',
    binary: 'image/webp',
    ids: ['id'],
    errors: ['link_expired'],
  })
  async getProfilePreview(
    @CurrentUser() principal: Principal,
    @Param('id', EntityId) id: string,
    @Query({ schema: MediaQuery }) query: MediaQuery,
    @Res({ passthrough: true }) response: Response,
  ) {
    this.links.verify(profilePreviewPath(id), principal.userId, query);
    const object = await this.previews.open(principal.userId, id);
    return sendObject(response, object, { type: 'image/webp' });
  }

  @Get('ai-profiles/:id/photos/:photoId')
  @Operation({
    summary: 'Small picture of what an own profile keeps of a photo',
    description:
      'The cut-out person, small, to choose among the photos by. The link comes from the answer that names it and holds for at most an hour; it works only together with the session or key of its owner. A link that is over answers 410: ask for the object that named it again.',
    access: 'user',
    scope: 'profiles:read',
    binary: 'image/webp',
    ids: ['id', 'photoId'],
    errors: ['link_expired'],
  })
  async getTrainedPhoto(
    @CurrentUser() principal: Principal,
    @Param('id', EntityId) id: string,
    @Param('photoId', EntityId) photoId: string,
    @Query({ schema: MediaQuery }) query: MediaQuery,
    @Res({ passthrough: true }) response: Response,
  ) {
    this.links.verify(trainedPhotoPath(id, photoId), principal.userId, query);
    const object = await this.previews.openPhoto(principal.userId, id, photoId);
    return sendObject(response, object, { type: 'image/webp' });
  }
}
