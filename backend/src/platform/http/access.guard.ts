import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { CONFIG, type Config } from '../../config/index.js';
import { Clock } from '../clock/index.js';
import { AppError } from '../errors/index.js';
import { ACCESS_KEY, PrincipalResolver, PROOF_LIFETIME_MS, type AccessRule, type Principal } from './access.js';
import { bearerOf } from './bearer.js';
import { ownCookieOf, SESSION_COOKIE } from './cookies.js';
import { KeyBudgets } from './key-budgets.js';
import { SAFE_METHODS } from './origin.middleware.js';

@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly resolver: PrincipalResolver,
    private readonly clock: Clock,
    private readonly budgets: KeyBudgets,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (context.getType() !== 'http') return true;
    const rule = this.reflector.getAllAndOverride<AccessRule | undefined>(ACCESS_KEY, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (!rule) throw new AppError('forbidden', { detail: 'route declares no access' });
    const request = context.switchToHttp().getRequest<Request>();
    if (request.principal === undefined) request.principal = await this.principalOf(request);
    if (request.principal?.scopes && rule.command)
      await this.budgets.spend('commands', request.principal, context.switchToHttp().getResponse<Response>());
    // A key lets foreign pages do what is open to keys; signing in and the like stay closed to them.
    if (request.fromForeignPage && !rule.scope && !SAFE_METHODS.has(request.method))
      throw new AppError('origin_refused');
    if (rule.level === 'public' || rule.level === 'signature') return true;
    if (!request.principal) throw new AppError('unauthenticated');
    this.demand(rule, request.principal);
    return true;
  }

  private demand(rule: AccessRule, principal: Principal): void {
    if (principal.scopes && !(rule.scope && principal.scopes.includes(rule.scope))) {
      throw new AppError('scope_missing', {
        detail: rule.scope ? `needs the scope ${rule.scope}` : 'not open to API keys',
      });
    }
    if (rule.level === 'admin') {
      if (principal.role !== 'admin') throw new AppError('forbidden');
      if (this.config.adminSecondFactor && !principal.secondFactor) throw new AppError('second_factor_required');
    }
    if (rule.proof && !this.isFresh(principal.provenAt)) throw new AppError('proof_required');
  }

  private isFresh(provenAt: Date | null): boolean {
    return provenAt !== null && this.clock.now().getTime() - provenAt.getTime() <= PROOF_LIFETIME_MS;
  }

  private async principalOf(request: Request) {
    const bearer = bearerOf(request);
    if (bearer) return this.resolver.fromToken(bearer, 'bearer');
    const cookie = ownCookieOf(request, this.config.publicOrigin, SESSION_COOKIE);
    return cookie ? this.resolver.fromToken(cookie, 'cookie') : null;
  }
}
