import { Body, Controller, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { z } from 'zod';
import { facts } from '../facts/index.js';
import { AppError } from '../platform/errors/index.js';
import {
  CurrentUser,
  EntityId,
  MediaQuery,
  networkOf,
  Operation,
  sendObject,
  SignedLinks,
  type Principal,
} from '../platform/http/index.js';
import { PreviewsView, RequestPreviewsBody } from './previews.schemas.js';
import { previewPath, PreviewsService } from './previews.service.js';

const { renewals, draftsPerDay, cutoutsPerDay, photosPerDay, styles } = facts.previews;
const REQUEST = `Shows a draft in ${styles} styles, free. They are made of its best photo; asking again has them made anew only where a clearly better photo is there now, at most ${renewals} times. At most ${draftsPerDay} drafts an account and day, ${cutoutsPerDay} times an address and day (\`rate_limited\`). A trained profile is shown in every style that is on sale, by itself after its training; asking again has missing ones made, or all of another photo, at most ${photosPerDay} times a day. Work that is paid for goes first. Ask again until \`status\` is \`ready\` or \`failed\`, or listen to live events.`;

@ApiTags('ai-profiles')
@Controller('ai-profiles/:id/previews')
export class PreviewsController {
  constructor(private readonly previews: PreviewsService) {}

  @Get()
  @Operation({
    summary: 'Free previews of a draft or a trained profile',
    description:
      'Reading makes none: `requestPreviews` does. While new ones are made the earlier ones stay. Links hold for at most an hour.',
    access: 'user',
    response: PreviewsView,
    ids: ['id'],
  })
  getPreviews(@CurrentUser() principal: Principal, @Param('id', EntityId) id: string) {
    return this.previews.get(principal.userId, id);
  }

  @Post()
  @Operation({
    summary: 'Have free previews made',
    description: REQUEST,
    access: 'user',
    status: 202,
    body: RequestPreviewsBody,
    response: PreviewsView,
    ids: ['id'],
    errors: ['consent_required', 'profile_not_editable', 'rate_limited', 'unavailable'],
  })
  requestPreviews(
    @CurrentUser() { userId }: Principal,
    @Param('id', EntityId) profileId: string,
    @Body({ schema: RequestPreviewsBody }) { photoId }: z.infer<typeof RequestPreviewsBody>,
    @Req() request: Request,
  ) {
    return this.previews.request({ userId, profileId, photoId, address: networkOf(request.ip ?? '') });
  }
}

@ApiTags('media')
@Controller('media')
export class PreviewMediaController {
  constructor(
    private readonly links: SignedLinks,
    private readonly previews: PreviewsService,
  ) {}

  @Get('ai-profiles/:id/previews/:version/:styleId')
  @Operation({
    summary: 'A free preview of an own draft or profile',
    description:
      'Small and marked. The link comes from the answer that names it and holds for at most an hour, together with the session of its owner.',
    access: 'user',
    binary: 'image/webp',
    ids: ['id', 'styleId'],
    errors: ['link_expired'],
  })
  async getPreview(
    @CurrentUser() principal: Principal,
    @Param('id', EntityId) id: string,
    @Param('version') version: string,
    @Param('styleId', EntityId) styleId: string,
    @Query({ schema: MediaQuery }) query: MediaQuery,
    @Res({ passthrough: true }) response: Response,
  ) {
    if (!/^\d{1,4}$/.test(version)) throw new AppError('not_found');
    const picture = { version: Number(version), styleId };
    this.links.verify(previewPath(id, picture), principal.userId, query);
    const object = await this.previews.open(principal.userId, id, picture);
    return sendObject(response, object, { type: 'image/webp' });
  }
}
