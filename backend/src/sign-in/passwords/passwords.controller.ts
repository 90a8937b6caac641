import { Body, Controller, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { z } from 'zod';
import { CurrentUser, Operation, RateLimiter, type Principal } from '../../platform/http/index.js';
import { CurrentDevice, type Device, SessionCookies } from '../../identity/index.js';
import { LIMITS } from '../limits.js';
import { Accepted } from '../login/sign-in.schemas.js';
import {
  ChangePasswordBody,
  CheckPasswordResetBody,
  PasswordResetLink,
  RequestPasswordResetBody,
  ResetPasswordBody,
} from './passwords.schemas.js';
import { PasswordsService } from './passwords.service.js';

@ApiTags('accounts')
@Controller()
export class PasswordsController {
  constructor(
    private readonly passwords: PasswordsService,
    private readonly cookies: SessionCookies,
    private readonly limiter: RateLimiter,
  ) {}

  @Post('auth/password-reset')
  @Operation({
    summary: 'Send a link with which a new password can be set',
    description: 'The answer is the same whether there is such an account or not.',
    access: 'public',
    status: 202,
    body: RequestPasswordResetBody,
    response: Accepted,
    errors: ['rate_limited'],
  })
  async requestPasswordReset(
    @Body({ schema: RequestPasswordResetBody }) body: z.infer<typeof RequestPasswordResetBody>,
    @CurrentDevice() device: Device,
  ) {
    await this.limiter.consume(LIMITS.mailPerAddress, device.address ?? '');
    // Past its limit an address gets no mail and the same answer: nobody learns of it, or is told off for what a stranger did.
    if (await this.limiter.allows(LIMITS.resetMailPerAccount, body.email))
      await this.passwords.requestReset(body.email);
    return { accepted: true as const };
  }

  @Post('auth/password-reset/check')
  @Operation({
    summary: 'Whether a link of a mail still sets a password; does not use it up',
    description: 'For a page that says so before somebody thinks of a password.',
    access: 'public',
    status: 200,
    body: CheckPasswordResetBody,
    response: PasswordResetLink,
    errors: ['token_invalid', 'rate_limited'],
  })
  async checkPasswordReset(
    @Body({ schema: CheckPasswordResetBody }) body: z.infer<typeof CheckPasswordResetBody>,
    @CurrentDevice() device: Device,
  ) {
    await this.limiter.consume(LIMITS.tokenPerAddress, device.address ?? '');
    return { accepted: true as const, apiKeys: await this.passwords.checkReset(body.token) };
  }

  @Post('auth/password-reset/complete')
  @Operation({
    summary:
      'Set a new password with the token of the mail; ends every session, and every API key unless told otherwise',
    description:
      'The link works once; a password that is refused leaves it usable. Other links to reset it end, the owner is told by email, ' +
      'and nobody is signed in by it.',
    access: 'public',
    body: ResetPasswordBody,
    errors: ['token_invalid', 'weak_password', 'common_password', 'rate_limited'],
  })
  async resetPassword(
    @Body({ schema: ResetPasswordBody }) body: z.infer<typeof ResetPasswordBody>,
    @CurrentDevice() device: Device,
  ): Promise<void> {
    await this.limiter.consume(LIMITS.tokenPerAddress, device.address ?? '');
    await this.passwords.reset(body);
  }

  @Post('me/password')
  @Operation({
    summary: 'Change the password; ends every other session and renews this one',
    description: 'API keys stay; revoke them where somebody else may have had the password.',
    access: 'user',
    status: 200,
    body: ChangePasswordBody,
    response: Accepted,
    errors: ['password_wrong', 'proof_required', 'same_password', 'weak_password', 'common_password', 'rate_limited'],
  })
  async changePassword(
    @CurrentUser() principal: Principal,
    @Body({ schema: ChangePasswordBody }) body: z.infer<typeof ChangePasswordBody>,
    @CurrentDevice() device: Device,
    @Res({ passthrough: true }) response: Response,
  ) {
    await this.limiter.consume(LIMITS.proofPerSession, principal.sessionId);
    const session = await this.passwords.change(principal, body, device);
    if (session) this.cookies.hand(session, 'cookie', response);
    return { accepted: true as const };
  }
}
