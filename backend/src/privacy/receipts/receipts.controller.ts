import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentUser, Operation, PageQuery, type Principal } from '../../platform/http/index.js';
import { DeletionReceipts } from './deletion-receipts.service.js';
import { DeletionRecordPage } from './receipts.schemas.js';

@ApiTags('accounts')
@Controller('me/deletion-receipts')
export class ReceiptsController {
  constructor(private readonly receipts: DeletionReceipts) {}

  @Get()
  @Operation({
    summary: 'What was deleted of the own data, newest first',
    description:
      'A receipt for each deletion of pictures, profiles, judgements and links: asked for, by a promised term, or because of misuse.',
    access: 'user',
    response: DeletionRecordPage,
  })
  listDeletionReceipts(@CurrentUser() principal: Principal, @Query({ schema: PageQuery }) query: PageQuery) {
    return this.receipts.list(principal.userId, query);
  }
}
