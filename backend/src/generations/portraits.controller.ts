import { Controller, Delete, Param, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentUser, EntityId, Operation, type Principal } from '../platform/http/index.js';
import { FavouritesService } from './favourites.service.js';

@ApiTags('generations')
@Controller('portraits')
export class PortraitsController {
  constructor(private readonly favourites: FavouritesService) {}

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
