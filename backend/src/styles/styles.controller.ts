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
  @Operation({
    summary: 'Enabled styles in their order',
    description:
      'What is on sale now. A style that was switched off since answers 404 by itself, and its old portraits stay.',
    access: 'public',
    response: StyleList,
  })
  async listStyles() {
    return { items: (await this.styles.listEnabled()).map(viewStyle) };
  }

  @Get(':slug')
  @Operation({
    summary: 'One style',
    description: 'By its slug; one that is off sale answers 404.',
    access: 'public',
    response: StyleView,
    errors: ['not_found'],
  })
  async getStyle(@Param('slug') slug: string) {
    return viewStyle(await this.styles.bySlug(requireSlug(slug)));
  }
}
