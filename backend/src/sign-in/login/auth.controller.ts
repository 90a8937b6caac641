import { Body, Controller, Get, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { z } from 'zod';
import { CurrentUser, Operation, RateLimiter, type Principal } from '../../platform/http/index.js';
import { CurrentDevice, type Device, SessionCookies, SessionsService } from '../../identity/index.js';
import { EmailConfirmation } from './email-confirmation.service.js';
import { GuessingBrake } from './guessing-brake.service.js';
import { KnownBrowsers } from './known-browsers.js';
import { LIMITS } from '../limits.js';
import { RegistrationCookies } from './registration-cookies.js';
import {
  Accepted,
  ConfirmedEmail,
  ConfirmEmailBody,
  LoginBody,
  RegisterBody,
  RegisterResult,
  RegistrationState,
  ResendConfirmationBody,
  SignedIn,
} from './sign-in.schemas.js';
import { SignInService } from './sign-in.service.js';

@ApiTags('accounts')
@Controller('auth')
export class AuthController {
  constructor(
    private readonly accounts: SignInService,
    private readonly confirmation: EmailConfirmation,
    private readonly brake: GuessingBrake,
    private readonly knownBrowsers: KnownBrowsers,
    private readonly registrationCookies: RegistrationCookies,
    private readonly sessions: SessionsService,
    private readonly cookies: SessionCookies,
    private readonly limiter: RateLimiter,
  ) {}

  @Post('register')
  @Operation({
    summary: 'Open an account',
    description:
      'Sends a link to the address; only by that link does the account open. An address that has an account already answers `email_taken`.',
    access: 'public',
    status: 201,
    body: RegisterBody,
    response: RegisterResult,
    errors: ['email_taken', 'weak_password', 'common_password', 'rate_limited'],
  })
  async register(
    @Body({ schema: RegisterBody }) body: z.infer<typeof RegisterBody>,
    @CurrentDevice() device: Device,
    @Res({ passthrough: true }) response: Response,
  ) {
    await this.limiter.consume(LIMITS.registerPerAddress, device.address ?? '');
    this.registrationCookies.set(response, await this.accounts.register(body));
    return { email: body.email, confirmationRequired: true as const };
  }

  @Post('confirm-email')
  @Operation({
    summary: 'Confirm the address with the token of the mail, and sign in',
    description:
      'Within the browser that registered, the token is enough; elsewhere the password is asked for, or a new one with name and terms, so that nobody confirms an account that somebody else opened under their address.',
    access: 'public',
    status: 200,
    body: ConfirmEmailBody,
    response: ConfirmedEmail,
    errors: [
      'token_invalid',
      'password_required',
      'password_wrong',
      'weak_password',
      'common_password',
      'account_blocked',
      'rate_limited',
    ],
  })
  async confirmEmail(
    @Req() request: Request,
    @Body({ schema: ConfirmEmailBody }) body: z.infer<typeof ConfirmEmailBody>,
    @CurrentDevice() device: Device,
    @Res({ passthrough: true }) response: Response,
  ) {
    await this.limiter.consume(LIMITS.tokenPerAddress, device.address ?? '');
    const account = await this.confirmation.confirm(body, this.registrationCookies.of(request), device);
    const token = this.cookies.hand(account, body.session, response);
    this.registrationCookies.clear(response);
    if (body.session === 'cookie') this.knownBrowsers.remember(response, account.user.email);
    return { user: account.user, token, redirect: account.redirect };
  }

  @Get('registration')
  @Operation({
    summary: "What became of this browser's registration",
    description:
      'Whether the address was confirmed meanwhile, perhaps on another device, for a page that waits for it.',
    access: 'public',
    response: RegistrationState,
  })
  async registration(@Req() request: Request) {
    return { status: await this.confirmation.registrationOf(this.registrationCookies.of(request)) };
  }

  @Post('resend-confirmation')
  @Operation({
    summary: 'Send the confirmation mail again',
    description:
      'The answer is the same whether somebody waits for it or not. Earlier links hold on for their 24 hours; the first one that is used ends all others.',
    access: 'public',
    status: 202,
    body: ResendConfirmationBody,
    response: Accepted,
    errors: ['rate_limited'],
  })
  async resendConfirmation(
    @Body({ schema: ResendConfirmationBody }) body: z.infer<typeof ResendConfirmationBody>,
    @CurrentDevice() device: Device,
  ) {
    await this.limiter.consume(LIMITS.mailPerAddress, device.address ?? '');
    // Past its limit an address gets no mail and the same answer: nobody learns of it, or is told off for what a stranger did.
    if (await this.limiter.allows(LIMITS.confirmationMailPerAccount, body.email))
      await this.accounts.resendConfirmation(body.email);
    return { accepted: true as const };
  }

  @Post('login')
  @Operation({
    summary: 'Sign in',
    description:
      'With email and password. With an authenticator the answer is `second_factor_required` until `secondFactor` has its code in the same call; too many tries answer `rate_limited`.',
    access: 'public',
    status: 200,
    body: LoginBody,
    response: SignedIn,
    errors: [
      'invalid_credentials',
      'email_not_confirmed',
      'account_blocked',
      'second_factor_required',
      'code_invalid',
      'rate_limited',
    ],
  })
  async login(
    @Req() request: Request,
    @Body({ schema: LoginBody }) body: z.infer<typeof LoginBody>,
    @CurrentDevice() device: Device,
    @Res({ passthrough: true }) response: Response,
  ) {
    await this.limiter.consume(LIMITS.loginPerAddress, device.address ?? '');
    await this.limiter.consume(LIMITS.loginPerAccountAndAddress, `${body.email} ${device.address}`);
    const attempt = {
      email: body.email,
      address: device.address ?? '',
      isKnownBrowser: this.knownBrowsers.isKnown(request, body.email),
    };
    const account = await this.brake.slowly(attempt, () => this.accounts.login(body, device));
    const token = this.cookies.hand(account, body.session, response);
    if (body.session === 'cookie') this.knownBrowsers.remember(response, body.email);
    return { user: account.user, token };
  }

  @Post('logout')
  @Operation({
    summary: 'End this session',
    description: 'Its token is good for nothing from now on, and push messages to this browser end with it.',
    access: 'user',
  })
  async logout(@CurrentUser() principal: Principal, @Res({ passthrough: true }) response: Response): Promise<void> {
    await this.sessions.end(principal.userId, principal.sessionId);
    this.cookies.clear(response);
  }
}
