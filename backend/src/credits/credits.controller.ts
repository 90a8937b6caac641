import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { CurrentUser, Operation, PageQuery, type Principal } from '../platform/http/index.js';
import { CREDIT_REASONS } from './credit-entry.entity.js';
import { CreditsService } from './credits.service.js';

export const CreditEntryView = z
  .object({
    id: z.uuid(),
    delta: z.int(),
    reason: z.enum(CREDIT_REASONS),
    balanceAfter: z.int(),
    createdAt: z.iso.datetime(),
    profileId: z.uuid().nullable(),
    generationId: z.uuid().nullable(),
  })
  .meta({ id: 'CreditEntry' });
export const CreditEntryPage = z.object({ items: z.array(CreditEntryView), nextCursor: z.string().nullable() }).meta({ id: 'CreditEntryPage' });

@ApiTags('credits')
@Controller('credits')
export class CreditsController {
  constructor(private readonly credits: CreditsService) {}

  @Get('entries')
  @Operation({ summary: 'Credit history, newest first', access: 'user', response: CreditEntryPage })
  async listCreditEntries(@CurrentUser() principal: Principal, @Query({ schema: PageQuery }) page: PageQuery) {
    const { items, nextCursor } = await this.credits.history(principal.userId, page);
    return {
      items: items.map((entry) => ({
        id: entry.id,
        delta: entry.delta,
        reason: entry.reason,
        balanceAfter: entry.balanceAfter,
        createdAt: entry.createdAt.toISOString(),
        profileId: entry.profileId ?? null,
        generationId: entry.generationId ?? null,
      })),
      nextCursor,
    };
  }
}
