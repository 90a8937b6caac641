import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '../platform/http/index.js';
import { requireSlug } from './require-slug.js';
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
    return viewStyle(await this.styles.bySlug(requireSlug(slug)));
  }
}
