import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CreditEntryPage } from '../../credits/index.js';
import { facts } from '../../facts/index.js';
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
  @Operation({
    summary: 'Profiles of a user',
    description: 'Page by page, newest first, drafts too; no pictures. `photos` counts those that are still kept.',
    access: 'admin',
    response: AdminProfilePage,
    ids: ['id'],
  })
  listUserProfiles(@Param('id', EntityId) id: string, @Query({ schema: PageQuery }) page: PageQuery) {
    return this.records.profiles(id, page);
  }

  @Get('generations')
  @Operation({
    summary: 'Runs of a user',
    description: 'Page by page, newest first, without pictures. What was deleted, or has expired, is not among them.',
    access: 'admin',
    response: AdminGenerationPage,
    ids: ['id'],
  })
  listUserGenerations(@Param('id', EntityId) id: string, @Query({ schema: PageQuery }) page: PageQuery) {
    return this.records.generations(id, page);
  }

  @Get('credit-entries')
  @Operation({
    summary: 'Credit history of a user',
    description:
      'Page by page, newest first, in the order of booking; the same as the user reads in `listCreditEntries`.',
    access: 'admin',
    response: CreditEntryPage,
    ids: ['id'],
  })
  listUserCreditEntries(@Param('id', EntityId) id: string, @Query({ schema: PageQuery }) page: PageQuery) {
    return this.records.creditEntries(id, page);
  }

  @Get('orders')
  @Operation({
    summary: 'Orders of a user',
    description:
      'Page by page, newest first, amounts in Rappen. Unlike in `listOrders`, also those that came to nothing.',
    access: 'admin',
    response: AdminOrderPage,
    ids: ['id'],
  })
  listUserOrders(@Param('id', EntityId) id: string, @Query({ schema: PageQuery }) page: PageQuery) {
    return this.records.orders(id, page);
  }

  @Get('mails')
  @Operation({
    summary: 'Emails to a user: which, and when they were sent',
    description:
      `Page by page, newest first, kept for ${facts.retention.mailDays} days; subject and text are not kept. Emails with a code, ` +
      'and receipts and answers to declarations and reports of misuse, are not among them.',
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
    description:
      'Page by page, newest first by when they began. One that has expired may stand here until it is cleared away.',
    access: 'admin',
    response: AdminSessionPage,
    ids: ['id'],
  })
  listUserSessions(@Param('id', EntityId) id: string, @Query({ schema: PageQuery }) page: PageQuery) {
    return this.records.sessions(id, page);
  }
}
