import { Inject, Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { z } from 'zod';
import { CONFIG, type Config } from '../../config/index.js';
import { IdentityProvider, type ProviderIdentity } from '../../integrations/google/index.js';
import { Clock } from '../../platform/clock/index.js';
import { AppError } from '../../platform/errors/index.js';
import {
  PROOF_LIFETIME_MS,
  RateLimiter,
  type CookieResponse,
  type Limit,
  type Principal,
} from '../../platform/http/index.js';
import { ChallengesService } from '../challenges/challenges.service.js';
import { passwordMatches } from '../password-rule/hashing.js';
import { EmailCodes } from '../proof/email-codes.service.js';
import { findUser, type Device, type OpenedSession } from '../../identity/index.js';
import { LIMITS } from '../limits.js';
import type { SessionKind } from '../login/sign-in.schemas.js';
import type { SignedInAccount } from '../login/signed-in.js';
import { GoogleTicket, returnAddress, setGoogleCookie } from './google-exchange.js';
import { GoogleLinks } from './google-links.service.js';
import type { GooglePlan } from './google-plan.js';
import { GoogleSignIn, nameOf } from './google-sign-in.service.js';
import type { CompleteGoogleBody, GoogleNeed, GoogleResult, StartGoogleBody } from './google.schemas.js';
import type { GoogleCallback } from './google.strategy.js';

type Finished = Omit<GoogleResult, 'token'> & { session: OpenedSession | null };

/** The holder of a ticket may mistype, not guess. */
const PER_TICKET: Limit = { name: 'google-ticket', points: 10, seconds: 600 };

/** Signing in, linking and proving with Google (docs/linking.md). */
@Injectable()
export class GoogleService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly limiter: RateLimiter,
    private readonly provider: IdentityProvider,
    private readonly challenges: ChallengesService,
    private readonly codes: EmailCodes,
    private readonly entrance: GoogleSignIn,
    private readonly links: GoogleLinks,
  ) {}

  /**
   * Begins an exchange and ties it to this browser.
   * @returns where to send the browser
   * @throws AppError `google_unavailable`; for anything but signing in `unauthenticated`; for linking `proof_required`
   */
  async start(
    principal: Principal | null,
    body: z.infer<typeof StartGoogleBody>,
    response: CookieResponse,
  ): Promise<string> {
    const userId = body.purpose === 'sign_in' ? null : this.requirePerson(principal, body.purpose).userId;
    const secrets = this.provider.newSecrets();
    const url = await this.provider.authorizationUrl(secrets, {
      redirectUri: returnAddress(this.config.publicOrigin),
      freshLogin: body.purpose === 'prove',
    });
    const exchange = {
      ...secrets,
      purpose: body.purpose,
      redirect: body.redirect ?? null,
      acceptTerms: body.acceptTerms ?? false,
      userId,
    };
    setGoogleCookie(response, await this.challenges.begin('google', null, exchange), this.config.publicOrigin);
    return url;
  }

  /** @throws AppError `google_failed`, `google_already_linked`, `account_blocked`, `rate_limited`. */
  async finish(
    callback: GoogleCallback,
    principal: Principal | null,
    device: Device,
    kind: SessionKind,
  ): Promise<Finished> {
    const { identity, purpose, redirect } = callback;
    if (!identity) return answer({ status: 'cancelled', redirect });
    if (purpose === 'sign_in') return this.signIn(identity, callback, device, kind);
    // The user who began must be the one who is here now: otherwise one person's Google account would end up on another's account.
    if (!principal || principal.scopes || principal.userId !== callback.userId) throw new AppError('google_failed');
    if (purpose === 'link') {
      await this.links.link(principal.userId, identity);
      return answer({ status: 'linked', redirect });
    }
    await this.links.prove(principal, identity);
    return answer({ status: 'proven', redirect });
  }

  /**
   * Takes what was still needed and signs in. A wrong password or code leaves the ticket usable.
   * @throws AppError `google_failed` when the ticket is used, expired, or what is needed has changed meanwhile; `validation` without the
   * terms; `password_wrong`, `code_invalid`, `google_already_linked`, `account_blocked`, `rate_limited`
   */
  async complete(body: z.infer<typeof CompleteGoogleBody>, device: Device): Promise<SignedInAccount> {
    const ticket = await this.challenges.look(body.ticket, 'google_more_needed', null, GoogleTicket);
    if (!ticket) throw new AppError('google_failed');
    await this.limiter.consume(PER_TICKET, body.ticket);
    if (ticket.needs.includes('terms') && !body.acceptTerms)
      throw new AppError('validation', {
        fields: [{ path: 'acceptTerms', code: 'required', message: 'the terms must be accepted' }],
      });
    const shown = ticket.needs.includes('password')
      ? await this.requirePassword(ticket.identity.email, body.password ?? '')
      : null;
    if (ticket.needs.includes('code')) await this.codes.verify(this.em, body.ticket, body.code ?? '');
    const entry = {
      identity: ticket.identity,
      termsAccepted: ticket.acceptTerms || body.acceptTerms === true,
      displayName: body.displayName ?? null,
      kind: body.session,
      device,
    };
    const { account } = await this.entrance.enter(entry, async (em, plan) => {
      if (!(await this.challenges.take(body.ticket, 'google_more_needed', null, GoogleTicket, em)))
        throw new AppError('google_failed');
      if (!isCovered(plan, ticket.needs, shown)) throw new AppError('google_failed');
      return true;
    });
    return account!;
  }

  /** @throws AppError `not_found`, `last_way_in`. */
  unlink(userId: string): Promise<void> {
    return this.links.unlink(userId);
  }

  private async signIn(
    identity: ProviderIdentity,
    { acceptTerms, redirect }: GoogleCallback,
    device: Device,
    kind: SessionKind,
  ): Promise<Finished> {
    const entry = { identity, termsAccepted: acceptTerms, displayName: null, kind, device };
    const { plan, account } = await this.entrance.enter(entry, (_em, { needs }) => Promise.resolve(needs.length === 0));
    if (account)
      return answer({
        status: 'signed_in',
        redirect,
        user: account.user,
        session: { token: account.token, expiresAt: account.expiresAt },
      });
    const ticket = await this.issueTicket({ identity, acceptTerms, needs: plan.needs });
    return answer({
      status: 'more_needed',
      redirect,
      ticket,
      needs: plan.needs,
      email: identity.email,
      displayName: nameOf(identity),
    });
  }

  private async issueTicket(ticket: GoogleTicket): Promise<string> {
    const needsCode = ticket.needs.includes('code');
    if (needsCode) await this.limiter.consume(LIMITS.codeMailPerAccount, ticket.identity.email);
    return this.em.transactional(async (em) => {
      const id = await this.challenges.begin('google_more_needed', null, ticket);
      if (needsCode) await this.codes.issue(em, id, ticket.identity.email);
      return id;
    });
  }

  /** @returns the hash the password was right for. @throws AppError `password_wrong`. */
  private async requirePassword(email: string, password: string): Promise<string | null> {
    const owner = await findUser(this.em.fork(), { email });
    const hash = owner?.passwordHash ?? null;
    if (!(await passwordMatches(hash, password))) throw new AppError('password_wrong');
    return hash;
  }

  /** A new way into an account asks for a proof like every other one; keys are no persons. */
  private requirePerson(principal: Principal | null, purpose: 'link' | 'prove'): Principal {
    if (!principal || principal.scopes) throw new AppError('unauthenticated');
    const provenFor = this.clock.now().getTime() - (principal.provenAt?.getTime() ?? 0);
    if (purpose === 'link' && provenFor > PROOF_LIFETIME_MS) throw new AppError('proof_required');
    return principal;
  }
}

/** Whether what is needed now is what the person was asked for: the address may have been registered, confirmed or given a new password meanwhile. */
function isCovered(plan: GooglePlan, asked: readonly GoogleNeed[], shownHash: string | null): boolean {
  if (plan.needs.includes('password') && !(plan.kind === 'link' && plan.user.passwordHash === shownHash)) return false;
  return plan.needs.every((need) => asked.includes(need));
}

function answer(result: Pick<Finished, 'status' | 'redirect'> & Partial<Finished>): Finished {
  return { user: null, session: null, ticket: null, needs: [], email: null, displayName: null, ...result };
}
