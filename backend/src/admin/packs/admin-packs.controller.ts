import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentUser, EntityId, Operation, type Principal } from '../../platform/http/index.js';
import {
  AdminCreditPack,
  AdminCreditPackBody,
  AdminCreditPackChange,
  AdminCreditPackList,
} from './admin-packs.schemas.js';
import { AdminPacksService } from './admin-packs.service.js';

@ApiTags('admin')
@Controller('admin/credit-packs')
export class AdminPacksController {
  constructor(private readonly packs: AdminPacksService) {}

  @Get()
  @Operation({
    summary: 'All credit packs in their order, business packs too',
    description:
      'In one answer, without packs that were taken off sale; prices are in Rappen. ' +
      '`sold` counts orders that were paid, also those withdrawn from since.',
    access: 'admin',
    response: AdminCreditPackList,
  })
  async listAllCreditPacks() {
    return { items: await this.packs.list() };
  }

  @Post()
  @Operation({
    summary: 'Put a credit pack on sale',
    description:
      'On sale at once: beside a subscription only, unless `needsSubscription` is false; a business pack is shown to no customer. ' +
      'Setting `isMostPopular` takes it from every other pack. Noted in the audit log.',
    access: 'admin',
    status: 201,
    body: AdminCreditPackBody,
    response: AdminCreditPack,
  })
  createCreditPack(
    @CurrentUser() principal: Principal,
    @Body({ schema: AdminCreditPackBody }) body: AdminCreditPackBody,
  ) {
    return this.packs.create(principal.userId, body);
  }

  @Patch(':id')
  @Operation({
    summary: 'Change a credit pack; what is left out stays',
    description:
      'Orders stay as they were agreed. Setting `isMostPopular` takes it from every other pack. ' +
      'Changes are noted in the audit log; a pack that is off sale answers 404.',
    access: 'admin',
    body: AdminCreditPackChange,
    response: AdminCreditPack,
    ids: ['id'],
  })
  editCreditPack(
    @CurrentUser() principal: Principal,
    @Param('id', EntityId) id: string,
    @Body({ schema: AdminCreditPackChange }) body: AdminCreditPackChange,
  ) {
    return this.packs.edit(principal.userId, id, body);
  }

  @Delete(':id')
  @Operation({
    summary: 'Take a credit pack off sale',
    description:
      'For good: it cannot be put back. Orders that wait for their payment are honoured. Noted in the audit log.',
    access: 'admin',
    ids: ['id'],
  })
  async deleteCreditPack(@CurrentUser() principal: Principal, @Param('id', EntityId) id: string) {
    await this.packs.remove(principal.userId, id);
  }
}
