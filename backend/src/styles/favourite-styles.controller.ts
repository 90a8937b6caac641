import { Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentUser, Operation, type Principal } from '../platform/http/index.js';
import { FavouriteStylesService } from './favourite-styles.service.js';
import { requireSlug } from './require-slug.js';
import { StyleList, viewStyle } from './style.view.js';

@ApiTags('styles')
@Controller()
export class FavouriteStylesController {
  constructor(private readonly favourites: FavouriteStylesService) {}

  @Get('me/favourite-styles')
  @Operation({
    summary: 'Own favourites among the enabled styles, in their order',
    description: 'Whole styles, as in `listStyles`; one that is off sale is left out.',
    access: 'user',
    response: StyleList,
  })
  async listFavouriteStyles(@CurrentUser() principal: Principal) {
    return { items: (await this.favourites.list(principal.userId)).map(viewStyle) };
  }

  @Put('styles/:slug/favourite')
  @Operation({
    summary: 'Make a style an own favourite',
    description: 'Doing it again changes nothing.',
    access: 'user',
    errors: ['not_found'],
  })
  async addFavouriteStyle(@CurrentUser() principal: Principal, @Param('slug') slug: string): Promise<void> {
    await this.favourites.add(principal.userId, requireSlug(slug));
  }

  @Delete('styles/:slug/favourite')
  @Operation({
    summary: 'Make it none any more',
    description: 'Also where it is off sale. Doing it again changes nothing.',
    access: 'user',
    errors: ['not_found'],
  })
  async removeFavouriteStyle(@CurrentUser() principal: Principal, @Param('slug') slug: string): Promise<void> {
    await this.favourites.remove(principal.userId, requireSlug(slug));
  }
}
