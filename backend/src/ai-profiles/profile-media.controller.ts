import { Controller, Get, Param, Query, StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentUser, EntityId, MediaQuery, Operation, SignedLinks, type Principal } from '../platform/http/index.js';
import { photoPath, profilePreviewPath } from './ai-profiles.views.js';
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
  @Operation({ summary: 'An own uploaded photo', access: 'user', scope: 'profiles:read', binary: 'image/jpeg', ids: ['id'], errors: ['link_expired'] })
  async getPhoto(@CurrentUser() principal: Principal, @Param('id', EntityId) id: string, @Query({ schema: MediaQuery }) query: MediaQuery) {
    this.links.verify(photoPath(id), principal.userId, query);
    const object = await this.photos.open(principal.userId, id);
    return new StreamableFile(object.stream, { type: 'image/jpeg', length: object.size });
  }

  @Get('ai-profiles/:id')
  @Operation({ summary: 'Small picture of an own profile', access: 'user', scope: 'profiles:read', binary: 'image/webp', ids: ['id'], errors: ['link_expired'] })
  async getProfilePreview(@CurrentUser() principal: Principal, @Param('id', EntityId) id: string, @Query({ schema: MediaQuery }) query: MediaQuery) {
    this.links.verify(profilePreviewPath(id), principal.userId, query);
    const object = await this.previews.open(principal.userId, id);
    return new StreamableFile(object.stream, { type: 'image/webp', length: object.size });
  }
}
