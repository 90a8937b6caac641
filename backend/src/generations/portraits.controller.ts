import { Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentUser, EntityId, Operation, type Principal } from '../platform/http/index.js';
import { FavouritesService } from './favourites.service.js';
import { FavouriteList } from './generations.schemas.js';
import { GenerationsService } from './generations.service.js';

@ApiTags('generations')
@Controller('portraits')
export class PortraitsController {
  constructor(
    private readonly favourites: FavouritesService,
    private readonly generations: GenerationsService,
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
