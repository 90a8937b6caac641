import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Response } from 'express';
import { DEPRECATED_KEY, seconds, type Deprecation } from './deprecation.js';

/** Says with every answer of an operation that is going away since when it is, and until when it stays (RFC 9745, RFC 8594). Refuses nobody. */
@Injectable()
export class DeprecationGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const going = this.reflector.get<Deprecation | undefined>(DEPRECATED_KEY, context.getHandler());
    if (going && context.getType() === 'http') announce(context.switchToHttp().getResponse<Response>(), going);
    return true;
  }
}

function announce(response: Response, { since, sunset }: Deprecation): void {
  response.setHeader('Deprecation', `@${seconds(since)}`);
  response.setHeader('Sunset', new Date(sunset).toUTCString());
  response.setHeader('Link', '</api/v1/reference>; rel="deprecation"; type="text/html"');
}
