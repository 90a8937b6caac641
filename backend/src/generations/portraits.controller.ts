import { Body, Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { z } from 'zod';
import { facts } from '../facts/index.js';
import { CurrentUser, EntityId, Operation, RateLimiter, type Limit, type Principal } from '../platform/http/index.js';
import { FavouritesService } from './favourites.service.js';
import { FavouriteList } from './generations.schemas.js';
import { GenerationsService } from './generations.service.js';
import { RefineBody, VersionView } from './versions/versions.schemas.js';
import { VersionsService } from './versions/versions.service.js';

/** More than anybody tries by hand. */
const REFINEMENTS: Limit = { name: 'refinements', points: 60, seconds: 3600 };

@ApiTags('generations')
@Controller('portraits')
export class PortraitsController {
  constructor(
    private readonly favourites: FavouritesService,
    private readonly generations: GenerationsService,
    private readonly versions: VersionsService,
    private readonly limiter: RateLimiter,
  ) {}

  @Get('favourites')
  @Operation({
    summary: 'Favourites of all runs, those of the latest first',
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

  @Put(':id/favourite')
  @Operation({ summary: 'Make an own portrait a favourite', access: 'user', scope: 'generations:write', ids: ['id'] })
  async addFavourite(@CurrentUser() principal: Principal, @Param('id', EntityId) id: string): Promise<void> {
    await this.favourites.set(principal.userId, id, true);
  }

  @Delete(':id/favourite')
  @Operation({ summary: 'Make it none any more', access: 'user', scope: 'generations:write', ids: ['id'] })
  async removeFavourite(@CurrentUser() principal: Principal, @Param('id', EntityId) id: string): Promise<void> {
    await this.favourites.set(principal.userId, id, false);
  }
}
