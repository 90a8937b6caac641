import { Body, Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { z } from 'zod';
import { facts } from '../facts/index.js';
import { CurrentUser, EntityId, Operation, RateLimiter, type Limit, type Principal } from '../platform/http/index.js';
import { FavouritesService } from './favourites.service.js';
import { FavouriteList } from './generations.schemas.js';
import { PortraitDeletions } from './portrait-deletions.service.js';
import { GenerationsService } from './generations.service.js';
import { LayersService } from './versions/layers.service.js';
import { LayersBody, LayersView, RefineBody, VersionView } from './versions/versions.schemas.js';
import { VersionsService } from './versions/versions.service.js';

/** More than anybody tries by hand. */
const REFINEMENTS: Limit = { name: 'refinements', points: 60, seconds: 3600 };
const LAYERS: Limit = { name: 'portrait-layers', points: 120, seconds: 3600 };

const DELETE =
  'With all its files and versions, for good. A vote or a released example that shows it ends. No credits come back. The last portrait of a run takes the run along.';

@ApiTags('generations')
@Controller('portraits')
export class PortraitsController {
  constructor(
    private readonly favourites: FavouritesService,
    private readonly generations: GenerationsService,
    private readonly versions: VersionsService,
    private readonly layers: LayersService,
    private readonly deletions: PortraitDeletions,
    private readonly limiter: RateLimiter,
  ) {}

  @Get('favourites')
  @Operation({
    summary: 'Favourites of all runs, those of the latest first',
    description: 'In one answer, without pages; about the newest 200. A favourite goes with its portrait.',
    access: 'user',
    scope: 'generations:read',
    response: FavouriteList,
  })
  listFavourites(@CurrentUser() principal: Principal) {
    return this.generations.favourites(principal.userId);
  }

  @Post(':id/versions')
  @Operation({
    summary: 'Cut and light a version of an own portrait',
    description: `Free, until the portrait goes; at most ${facts.refinement.versionsPerRun} a run. It is made within seconds: ask for the run again, or listen to live events.`,
    access: 'user',
    scope: 'generations:write',
    status: 202,
    body: RefineBody,
    response: VersionView,
    ids: ['id'],
    errors: ['too_many_versions', 'rate_limited', 'unavailable'],
  })
  async refinePortrait(
    @CurrentUser() principal: Principal,
    @Param('id', EntityId) id: string,
    @Body({ schema: RefineBody }) body: z.infer<typeof RefineBody>,
  ) {
    await this.limiter.consume(REFINEMENTS, principal.userId);
    return this.versions.refine(principal.userId, id, body);
  }

  @Post(':id/layers')
  @Operation({
    summary: 'Have person and background of an own portrait shown apart',
    description: `For a screen on which versions are made, also with another photo or retouch. Made within seconds: ask for them, or listen to live events. Their files are kept for ${facts.refinement.layerMinutes} minutes.`,
    access: 'user',
    scope: 'generations:write',
    status: 202,
    body: LayersBody,
    response: LayersView,
    ids: ['id'],
    errors: ['conflict', 'consent_required', 'rate_limited', 'unavailable'],
  })
  async requestPortraitLayers(
    @CurrentUser() principal: Principal,
    @Param('id', EntityId) id: string,
    @Body({ schema: LayersBody }) body: z.infer<typeof LayersBody>,
  ) {
    await this.limiter.consume(LAYERS, principal.userId);
    return this.layers.request(principal.userId, id, body);
  }

  @Get(':id/layers/:layersId')
  @Operation({
    summary: 'Person and background of an own portrait, once they are made',
    description:
      'Two links, the size of the portrait and where its face is; `layers` is null while they are being made.',
    access: 'user',
    scope: 'generations:read',
    response: LayersView,
    ids: ['id', 'layersId'],
  })
  getPortraitLayers(
    @CurrentUser() principal: Principal,
    @Param('id', EntityId) id: string,
    @Param('layersId', EntityId) layersId: string,
  ) {
    return this.layers.get(principal.userId, id, layersId);
  }

  @Delete(':id')
  @Operation({
    summary: 'Delete an own portrait of a finished run',
    description: DELETE,
    access: 'user',
    scope: 'generations:write',
    ids: ['id'],
  })
  async deletePortrait(@CurrentUser() principal: Principal, @Param('id', EntityId) id: string): Promise<void> {
    await this.deletions.delete(principal.userId, id);
  }

  @Put(':id/favourite')
  @Operation({
    summary: 'Make an own portrait a favourite',
    description:
      'For people who look through many portraits. Doing it again changes nothing; open pages and live connections are told.',
    access: 'user',
    scope: 'generations:write',
    ids: ['id'],
  })
  async addFavourite(@CurrentUser() principal: Principal, @Param('id', EntityId) id: string): Promise<void> {
    await this.favourites.set(principal.userId, id, true);
  }

  @Delete(':id/favourite')
  @Operation({
    summary: 'Make it none any more',
    description: 'The portrait stays. Doing it again changes nothing; open pages and live connections are told.',
    access: 'user',
    scope: 'generations:write',
    ids: ['id'],
  })
  async removeFavourite(@CurrentUser() principal: Principal, @Param('id', EntityId) id: string): Promise<void> {
    await this.favourites.set(principal.userId, id, false);
  }
}
