import { Body, Controller, Get, Param, Patch } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentUser, EntityId, Operation, type Principal } from '../../platform/http/index.js';
import { AdminStyle, AdminStyleBody, AdminStyleList } from './admin-styles.schemas.js';
import { AdminStylesService } from './admin-styles.service.js';

@ApiTags('admin')
@Controller('admin/styles')
export class AdminStylesController {
  constructor(private readonly styles: AdminStylesService) {}

  @Get()
  @Operation({
    summary: 'All styles in their order',
    description:
      'In one answer, disabled ones too, by `sortOrder` and then by `slug`. `runs` counts those that still exist.',
    access: 'admin',
    response: AdminStyleList,
  })
  async listAllStyles() {
    return { items: await this.styles.list() };
  }

  @Patch(':id')
  @Operation({
    summary: 'Change a style',
    description:
      'What is left out stays, and so do scene and picture, whatever the `slug` is. A disabled style is off sale. ' +
      'A `slug` that another style has answers `slug_taken`. Changes are noted in the audit log.',
    access: 'admin',
    body: AdminStyleBody,
    response: AdminStyle,
    ids: ['id'],
    errors: ['slug_taken'],
  })
  editStyle(
    @CurrentUser() principal: Principal,
    @Param('id', EntityId) id: string,
    @Body({ schema: AdminStyleBody }) body: AdminStyleBody,
  ) {
    return this.styles.edit(principal.userId, id, body);
  }
}
