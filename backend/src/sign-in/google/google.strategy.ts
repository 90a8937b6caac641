import { timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { Request } from 'express';
import passport from 'passport';
import type { z } from 'zod';
import { CONFIG, type Config } from '../../config/index.js';
import {
  IdentityProvider,
  IdentityProviderUnavailable,
  type ProviderIdentity,
} from '../../integrations/google/index.js';
import { AppError } from '../../platform/errors/index.js';
import { ownCookieOf, RateLimiter, validationPipe } from '../../platform/http/index.js';
import { ChallengesService } from '../challenges/challenges.service.js';
import { LIMITS } from '../limits.js';
import { clearGoogleCookie, GOOGLE_COOKIE, GoogleExchange, returnAddress } from './google-exchange.js';
import { FinishGoogleBody } from './google.schemas.js';

/** What came back from Google, verified. */
export interface GoogleCallback extends Pick<GoogleExchange, 'purpose' | 'redirect' | 'acceptTerms' | 'userId'> {
  /** Null when the person canceled there. */
  identity: ProviderIdentity | null;
}

/** Verifies what the browser brings back from Google: that it was begun here, in this browser, and that Google says so. */
@Injectable()
export class GoogleStrategy extends passport.Strategy {
  override readonly name = 'google';
  private readonly pipe = validationPipe();

  constructor(
    private readonly challenges: ChallengesService,
    private readonly provider: IdentityProvider,
    private readonly limiter: RateLimiter,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super();
  }

  override authenticate(request: Request): void {
    // passport writes its answers for each request onto this one object: they are taken before anything else can happen.
    const [success, error] = [this.success.bind(this), this.error.bind(this)];
    this.arrive(request).then(success, error);
  }

  /** Guards run before pipes, so limit and validation happen here. */
  private async arrive(request: Request): Promise<GoogleCallback> {
    await this.limiter.consume(LIMITS.loginPerAddress, request.ip ?? '');
    const body = (await this.pipe.transform(request.body, { type: 'body', schema: FinishGoogleBody })) as z.infer<
      typeof FinishGoogleBody
    >;
    const exchange = await this.exchangeOf(request, body.state);
    const { purpose, redirect, acceptTerms, userId } = exchange;
    return { purpose, redirect, acceptTerms, userId, identity: await this.identityOf(exchange, body) };
  }

  /** The exchange this browser began; used up by looking at it. */
  private async exchangeOf(request: Request, state: string): Promise<GoogleExchange> {
    const cookie = ownCookieOf(request, this.config.publicOrigin, GOOGLE_COOKIE);
    const exchange = cookie ? await this.challenges.take(cookie, 'google', null, GoogleExchange) : null;
    if (request.res) clearGoogleCookie(request.res, this.config.publicOrigin);
    if (!exchange || !isSame(exchange.state, state)) throw new AppError('google_failed');
    return exchange;
  }

  private async identityOf(
    exchange: GoogleExchange,
    body: z.infer<typeof FinishGoogleBody>,
  ): Promise<ProviderIdentity | null> {
    if (body.error === 'access_denied') return null;
    if (body.error === 'server_error' || body.error === 'temporarily_unavailable')
      throw new IdentityProviderUnavailable(`answer: ${body.error}`);
    if (body.error !== undefined || !body.code) throw new AppError('google_failed');
    const options = { redirectUri: returnAddress(this.config.publicOrigin), freshLogin: exchange.purpose === 'prove' };
    return this.provider.redeem({ code: body.code, state: body.state, issuer: body.iss ?? null }, exchange, options);
  }
}

function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Hands passport the strategy of this application itself: passport's register of names is one per process, and the last one in wins. */
@Injectable()
export class GoogleGuard extends AuthGuard() {
  constructor(strategy: GoogleStrategy) {
    super({ defaultStrategy: strategy });
  }
}
