import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { z } from 'zod';
import { CurrentUser, Operation, type Principal } from '../platform/http/index.js';
import { ConsentBody, ConsentList, ConsentView, Me } from './accounts.schemas.js';
import { AccountsService } from './accounts.service.js';
import type { Consent } from './consent.entity.js';
import { ConsentsService } from './consents.service.js';

@ApiTags('accounts')
@Controller()
export class MeController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly consents: ConsentsService,
  ) {}

  @Get('me')
  @Operation({ summary: 'The signed-in user', access: 'user', response: Me })
  getMe(@CurrentUser() principal: Principal) {
    return this.accounts.me(principal.userId);
  }

  @Get('consents')
  @Operation({ summary: 'Consents given', access: 'user', response: ConsentList })
  async listConsents(@CurrentUser() principal: Principal) {
    return { items: (await this.consents.list(principal.userId)).map(viewConsent) };
  }

  @Post('consents')
  @Operation({ summary: 'Give a consent in its current version', access: 'user', status: 201, body: ConsentBody, response: ConsentView, errors: ['conflict'] })
  async giveConsent(@CurrentUser() principal: Principal, @Body({ schema: ConsentBody }) body: z.infer<typeof ConsentBody>) {
    return viewConsent(await this.consents.give(principal.userId, body.kind, body.version));
  }
}

function viewConsent(consent: Consent) {
  return { id: consent.id, kind: consent.kind, version: consent.version, givenAt: consent.givenAt.toISOString(), revokedAt: consent.revokedAt?.toISOString() ?? null };
}
