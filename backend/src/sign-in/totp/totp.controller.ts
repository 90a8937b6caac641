import { Body, Controller, Delete, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { z } from 'zod';
import { CurrentUser, Operation, RateLimiter, type Principal } from '../../platform/http/index.js';
import { LIMITS } from '../limits.js';
import { AuthenticatorSetup, ConfirmAuthenticatorBody, RecoveryCodes } from './totp.schemas.js';
import { TotpService } from './totp.service.js';

@ApiTags('accounts')
@Controller('me/authenticator')
export class TotpController {
  constructor(
    private readonly totp: TotpService,
    private readonly limiter: RateLimiter,
  ) {}

  @Post('setup')
  @Operation({
    summary: 'Begin using an authenticator app',
    description:
      'Answers with the secret as text and as an address for a QR code. Nothing changes before `confirmAuthenticator`.',
    access: 'user',
    status: 200,
    response: AuthenticatorSetup,
    proof: true,
    errors: ['conflict'],
  })
  beginAuthenticatorSetup(@CurrentUser() principal: Principal) {
    return this.totp.beginSetup(principal.userId);
  }

  @Post()
  @Operation({
    summary: 'Switch the authenticator on with its first code; answers with the recovery codes',
    description: 'The codes are shown once; each of them stands in for the authenticator once.',
    access: 'user',
    status: 201,
    body: ConfirmAuthenticatorBody,
    response: RecoveryCodes,
    proof: true,
    errors: ['code_invalid', 'conflict', 'rate_limited'],
  })
  async confirmAuthenticator(
    @CurrentUser() principal: Principal,
    @Body({ schema: ConfirmAuthenticatorBody }) body: z.infer<typeof ConfirmAuthenticatorBody>,
  ) {
    await this.limiter.consume(LIMITS.proofPerSession, principal.sessionId);
    return { codes: await this.totp.confirmSetup(principal, body.setupId, body.code) };
  }

  @Post('recovery-codes')
  @Operation({
    summary: 'Make new recovery codes; the old ones end',
    description: 'They are shown once, and those made before no longer work.',
    access: 'user',
    status: 201,
    response: RecoveryCodes,
    proof: true,
    errors: ['not_found', 'second_factor_required'],
  })
  async renewRecoveryCodes(@CurrentUser() principal: Principal) {
    return { codes: await this.totp.renewRecoveryCodes(principal) };
  }

  @Delete()
  @Operation({
    summary: 'Switch the authenticator off',
    description: 'Its recovery codes end with it. Admins need a second factor, and get no further without one.',
    access: 'user',
    proof: true,
    errors: ['not_found', 'second_factor_required'],
  })
  async removeAuthenticator(@CurrentUser() principal: Principal): Promise<void> {
    await this.totp.remove(principal);
  }
}
