import { Body, Controller, Inject, Ip, Headers, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { z } from 'zod';
import { CONFIG, type Config } from '../config/index.js';
import { clearSessionCookie, CurrentUser, Operation, RateLimiter, setSessionCookie, type Principal } from '../platform/http/index.js';
import { Accepted, ConfirmEmailBody, LoginBody, RegisterBody, RegisterResult, ResendConfirmationBody, SignedIn } from './accounts.schemas.js';
import { AccountsService, type SignedInAccount } from './accounts.service.js';
import { LIMITS } from './limits.js';
import { SessionsService } from './sessions.service.js';

@ApiTags('accounts')
@Controller('auth')
export class AuthController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly sessions: SessionsService,
    private readonly limiter: RateLimiter,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Post('register')
  @Operation({ summary: 'Open an account', access: 'public', status: 201, body: RegisterBody, response: RegisterResult, errors: ['email_taken', 'weak_password', 'rate_limited'] })
  async register(@Body({ schema: RegisterBody }) body: z.infer<typeof RegisterBody>, @Ip() address: string) {
    await this.limiter.consume(LIMITS.registerPerAddress, address);
    await this.accounts.register(body);
    return { email: body.email, confirmationRequired: true as const };
  }

  @Post('confirm-email')
  @Operation({ summary: 'Confirm the address with the token of the mail, and sign in', access: 'public', status: 200, body: ConfirmEmailBody, response: SignedIn, errors: ['token_invalid', 'account_blocked', 'rate_limited'] })
  async confirmEmail(@Body({ schema: ConfirmEmailBody }) body: z.infer<typeof ConfirmEmailBody>, @Ip() address: string, @Headers('user-agent') userAgent: string | undefined, @Res({ passthrough: true }) response: Response) {
    await this.limiter.consume(LIMITS.tokenPerAddress, address);
    const account = await this.accounts.confirmEmail(body.token, body.session === 'token' ? 'bearer' : 'cookie', { address, userAgent: userAgent ?? null });
    return this.signedIn(account, body.session, response);
  }

  @Post('resend-confirmation')
  @Operation({ summary: 'Send the confirmation mail again', access: 'public', status: 202, body: ResendConfirmationBody, response: Accepted, errors: ['rate_limited'] })
  async resendConfirmation(@Body({ schema: ResendConfirmationBody }) body: z.infer<typeof ResendConfirmationBody>, @Ip() address: string) {
    await this.limiter.consume(LIMITS.mailPerAddress, address);
    await this.limiter.consume(LIMITS.mailPerAccount, body.email);
    await this.accounts.resendConfirmation(body.email);
    return { accepted: true as const };
  }

  @Post('login')
  @Operation({ summary: 'Sign in', access: 'public', status: 200, body: LoginBody, response: SignedIn, errors: ['invalid_credentials', 'email_not_confirmed', 'account_blocked', 'rate_limited'] })
  async login(@Body({ schema: LoginBody }) body: z.infer<typeof LoginBody>, @Ip() address: string, @Headers('user-agent') userAgent: string | undefined, @Res({ passthrough: true }) response: Response) {
    await this.limiter.consume(LIMITS.loginPerAddress, address);
    await this.limiter.consume(LIMITS.loginPerAccountAndAddress, `${body.email} ${address}`);
    const account = await this.accounts.login(body, { address, userAgent: userAgent ?? null });
    return this.signedIn(account, body.session, response);
  }

  @Post('logout')
  @Operation({ summary: 'End this session', access: 'user' })
  async logout(@CurrentUser() principal: Principal, @Res({ passthrough: true }) response: Response): Promise<void> {
    await this.sessions.close(principal.sessionId);
    clearSessionCookie(response, { secure: this.secure });
  }

  private signedIn(account: SignedInAccount, kind: 'cookie' | 'token', response: Response) {
    if (kind === 'token') return { user: account.user, token: account.token };
    setSessionCookie(response, account.token, { secure: this.secure, expires: account.expiresAt });
    return { user: account.user, token: null };
  }

  private get secure(): boolean {
    return this.config.publicOrigin.startsWith('https://');
  }
}
