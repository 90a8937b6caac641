import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { z } from 'zod';
import { CurrentUser, EntityId, Operation, type Principal } from '../../platform/http/index.js';
import type { Consent } from './consent.entity.js';
import { ConsentBody, ConsentList, ConsentView, CurrentConsents, WithdrawalQuery } from './consents.schemas.js';
import { ConsentsService } from './consents.service.js';

const GIVE =
  'The consents of the owner of the account to portraits of themselves; both are needed for a profile that shows them. Give them only for a person who has read and agreed to the texts of that version, which `GET /api/v1/consents/current` names; it changes with who receives the images. A profile of somebody else needs none: it is attested when it is made (`POST /api/v1/ai-profiles`).';

@ApiTags('accounts')
@Controller('consents')
export class ConsentsController {
  constructor(private readonly consents: ConsentsService) {}

  @Get()
  @Operation({
    summary: 'Consents given, newest first, and the terms accepted',
    description:
      'Also those that were withdrawn, as a proof. `current` says which versions are asked for now: another version has to be given anew before the next photo.',
    access: 'user',
    scope: 'account:read',
    response: ConsentList,
  })
  async listConsents(@CurrentUser() principal: Principal) {
    const [consents, terms] = await Promise.all([
      this.consents.list(principal.userId),
      this.consents.terms(principal.userId),
    ]);
    return { items: consents.map(viewConsent), terms, current: this.consents.current };
  }

  @Get('current')
  @Operation({
    summary: 'What has to be agreed to here, in which version, and who receives facial images',
    description:
      'For programs that ask people themselves: the version that was shown is the one to give to `giveConsent`.',
    access: 'public',
    response: CurrentConsents,
  })
  getCurrentConsents() {
    return this.consents.current;
  }

  @Post()
  @Operation({
    summary: 'Give a consent in its current version',
    description: GIVE,
    access: 'user',
    scope: 'profiles:write',
    status: 201,
    body: ConsentBody,
    response: ConsentView,
    errors: ['conflict'],
  })
  async giveConsent(
    @CurrentUser() principal: Principal,
    @Body({ schema: ConsentBody }) body: z.infer<typeof ConsentBody>,
  ) {
    return viewConsent(await this.consents.give(principal.userId, body.kind, body.version));
  }

  @Delete(':id')
  @Operation({
    summary: 'Withdraw a consent; the proof that it was given stays',
    description:
      'Takes back every version of that kind; votes and examples end at once. Without `profiles=delete` own profiles stay, ' +
      'but nothing new is made of them until both consents hold again (`consent_required`). ' +
      'A withdrawal sent again after consent was given anew answers `conflict`.',
    access: 'user',
    status: 200,
    response: ConsentView,
    ids: ['id'],
    errors: ['conflict'],
  })
  async withdrawConsent(
    @CurrentUser() principal: Principal,
    @Param('id', EntityId) id: string,
    @Query({ schema: WithdrawalQuery }) { profiles }: z.infer<typeof WithdrawalQuery>,
  ) {
    return viewConsent(await this.consents.withdraw(principal.userId, id, profiles));
  }
}

function viewConsent(consent: Consent) {
  return {
    id: consent.id,
    kind: consent.kind,
    version: consent.version,
    givenAt: consent.givenAt.toISOString(),
    revokedAt: consent.revokedAt?.toISOString() ?? null,
  };
}
