import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { AppError } from '../errors/index.js';
import { ACCESS_KEY, PrincipalResolver, type AccessLevel } from './access.js';
import { SESSION_COOKIE } from './cookies.js';

@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly resolver: PrincipalResolver,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (context.getType() !== 'http') return true;
    const level = this.reflector.getAllAndOverride<AccessLevel | undefined>(ACCESS_KEY, [context.getHandler(), context.getClass()]);
    if (!level) throw new AppError('forbidden', { detail: 'route declares no access' });
    const request = context.switchToHttp().getRequest<Request>();
    request.principal = await this.principalOf(request);
    if (level === 'public' || level === 'signature') return true;
    if (!request.principal) throw new AppError('unauthenticated');
    if (level === 'admin' && request.principal.role !== 'admin') throw new AppError('forbidden');
    return true;
  }

  private async principalOf(request: Request) {
    const bearer = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
    if (bearer) return this.resolver.fromToken(bearer, 'bearer');
    const cookie: unknown = request.cookies?.[SESSION_COOKIE];
    return typeof cookie === 'string' && cookie ? this.resolver.fromToken(cookie, 'cookie') : null;
  }
}
