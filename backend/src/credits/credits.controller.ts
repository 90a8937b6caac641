import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentUser, Operation, PageQuery, type Principal } from '../platform/http/index.js';
import { CreditEntryPage } from './credits.schemas.js';
import { CreditsService } from './credits.service.js';
import { viewCreditEntry } from './credits.views.js';

@ApiTags('credits')
@Controller('credits')
export class CreditsController {
  constructor(private readonly credits: CreditsService) {}

  @Get('entries')
  @Operation({
    summary: 'Credit history, newest first',
    description:
      'Each grant, charge and return with its reason and the balance after it; the sum of all lines is the balance.',
    access: 'user',
    scope: 'account:read',
    response: CreditEntryPage,
  })
  async listCreditEntries(@CurrentUser() principal: Principal, @Query({ schema: PageQuery }) page: PageQuery) {
    const { items, nextCursor } = await this.credits.history(principal.userId, page);
    return { items: items.map(viewCreditEntry), nextCursor };
  }
}
