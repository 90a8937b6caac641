import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AppError } from '../platform/errors/index.js';
import { Operation } from '../platform/http/index.js';
import { StyleList, StyleView, viewStyle } from './style.view.js';
import { StylesService } from './styles.service.js';

@ApiTags('styles')
@Controller('styles')
export class StylesController {
  constructor(private readonly styles: StylesService) {}

  @Get()
  @Operation({ summary: 'Enabled styles in their order', access: 'public', response: StyleList })
  async listStyles() {
    return { items: (await this.styles.listEnabled()).map(viewStyle) };
  }

  @Get(':slug')
  @Operation({ summary: 'One style', access: 'public', response: StyleView, errors: ['not_found'] })
  async getStyle(@Param('slug') slug: string) {
    // What cannot be a slug cannot exist, and never reaches the database.
    if (!/^[\w-]{1,60}$/.test(slug)) throw new AppError('not_found');
    return viewStyle(await this.styles.bySlug(slug));
  }
}
