import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CreditEntryPage } from '../../credits/index.js';
import { EntityId, Operation, PageQuery } from '../../platform/http/index.js';
import {
  AdminGenerationPage,
  AdminMailPage,
  AdminOrderPage,
  AdminProfilePage,
  AdminSessionPage,
} from './user-records.schemas.js';
import { UserRecordsService } from './user-records.service.js';

@ApiTags('admin')
@Controller('admin/users/:id')
export class UserRecordsController {
  constructor(private readonly records: UserRecordsService) {}

  @Get('profiles')
  @Operation({ summary: 'Profiles of a user', access: 'admin', response: AdminProfilePage, ids: ['id'] })
  listUserProfiles(@Param('id', EntityId) id: string, @Query({ schema: PageQuery }) page: PageQuery) {
    return this.records.profiles(id, page);
  }

  @Get('generations')
  @Operation({ summary: 'Runs of a user', access: 'admin', response: AdminGenerationPage, ids: ['id'] })
  listUserGenerations(@Param('id', EntityId) id: string, @Query({ schema: PageQuery }) page: PageQuery) {
    return this.records.generations(id, page);
  }

  @Get('credit-entries')
  @Operation({ summary: 'Credit history of a user', access: 'admin', response: CreditEntryPage, ids: ['id'] })
  listUserCreditEntries(@Param('id', EntityId) id: string, @Query({ schema: PageQuery }) page: PageQuery) {
    return this.records.creditEntries(id, page);
  }

  @Get('orders')
  @Operation({ summary: 'Orders of a user', access: 'admin', response: AdminOrderPage, ids: ['id'] })
  listUserOrders(@Param('id', EntityId) id: string, @Query({ schema: PageQuery }) page: PageQuery) {
    return this.records.orders(id, page);
  }

  @Get('mails')
  @Operation({
    summary: 'Emails to a user: which, and when they were sent',
    access: 'admin',
    response: AdminMailPage,
    ids: ['id'],
  })
  listUserMails(@Param('id', EntityId) id: string, @Query({ schema: PageQuery }) page: PageQuery) {
    return this.records.mails(id, page);
  }

  @Get('sessions')
  @Operation({
    summary: 'Open sessions of a user, without addresses',
    access: 'admin',
    response: AdminSessionPage,
    ids: ['id'],
  })
  listUserSessions(@Param('id', EntityId) id: string, @Query({ schema: PageQuery }) page: PageQuery) {
    return this.records.sessions(id, page);
  }
}
