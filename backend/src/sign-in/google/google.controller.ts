import { Body, Controller, Delete, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { z } from 'zod';
import { CurrentUser, MaybeUser, Operation, RateLimiter, type Principal } from '../../platform/http/index.js';
import { CurrentDevice, type Device, SessionCookies } from '../../identity/index.js';
import { LIMITS } from '../limits.js';
import { SignedIn } from '../login/sign-in.schemas.js';
import { GoogleGuard, type GoogleCallback } from './google.strategy.js';
import { CompleteGoogleBody, FinishGoogleBody, GoogleResult, GoogleStart, StartGoogleBody } from './google.schemas.js';
import { GoogleService } from './google.service.js';

@ApiTags('accounts')
@Controller()
export class GoogleController {
  constructor(
    private readonly google: GoogleService,
    private readonly cookies: SessionCookies,
    private readonly limiter: RateLimiter,
  ) {}

  @Post('auth/google/start')
  @Operation({
    summary: 'Begin at Google: sign in, link, or prove who one is',
    description: 'Answers with the address at Google; a cookie ties what follows to this browser, for ten minutes.',
    access: 'public',
    status: 200,
    body: StartGoogleBody,
    response: GoogleStart,
    errors: ['unauthenticated', 'proof_required', 'google_unavailable', 'rate_limited'],
  })
  async startGoogle(
    @Body({ schema: StartGoogleBody }) body: z.infer<typeof StartGoogleBody>,
    @MaybeUser() principal: Principal | null,
    @CurrentDevice() device: Device,
    @Res({ passthrough: true }) response: Response,
  ) {
    await this.limiter.consume(LIMITS.loginPerAddress, device.address ?? '');
    return { url: await this.google.start(principal, body, response) };
  }

  @Post('auth/google/finish')
  @UseGuards(GoogleGuard)
  @Operation({
    summary: 'Exchange what Google answered',
    description:
      'Goes on where `startGoogle` began: `status` says signed in, more needed (`completeGoogle`), linked, proven or cancelled.',
    access: 'public',
    status: 200,
    body: FinishGoogleBody,
    response: GoogleResult,
    errors: ['google_failed', 'google_unavailable', 'google_already_linked', 'account_blocked', 'rate_limited'],
  })
  async finishGoogle(
    @Req() request: Request,
    @Body({ schema: FinishGoogleBody }) body: z.infer<typeof FinishGoogleBody>,
    @MaybeUser() principal: Principal | null,
    @CurrentDevice() device: Device,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { session, ...result } = await this.google.finish(
      request.user as GoogleCallback,
      principal,
      device,
      body.session,
    );
    return { ...result, token: session ? this.cookies.hand(session, body.session, response) : null };
  }

  @Post('auth/google/complete')
  @Operation({
    summary: 'Give what was still needed, and sign in',
    description:
      'Takes what `needs` of `finishGoogle` named: the terms, the password of the account that has this address already, or a code that was mailed to it.',
    access: 'public',
    status: 200,
    body: CompleteGoogleBody,
    response: SignedIn,
    errors: [
      'google_failed',
      'google_already_linked',
      'password_wrong',
      'code_invalid',
      'account_blocked',
      'rate_limited',
    ],
  })
  async completeGoogle(
    @Body({ schema: CompleteGoogleBody }) body: z.infer<typeof CompleteGoogleBody>,
    @CurrentDevice() device: Device,
    @Res({ passthrough: true }) response: Response,
  ) {
    await this.limiter.consume(LIMITS.loginPerAddress, device.address ?? '');
    const account = await this.google.complete(body, device);
    return { user: account.user, token: this.cookies.hand(account, body.session, response) };
  }

  @Delete('me/google')
  @Operation({
    summary: 'Take the Google account off',
    description: 'Only while another way into the account is left.',
    access: 'user',
    proof: true,
    errors: ['not_found', 'last_way_in'],
  })
  async unlinkGoogle(@CurrentUser() principal: Principal): Promise<void> {
    await this.google.unlink(principal.userId);
  }
}
