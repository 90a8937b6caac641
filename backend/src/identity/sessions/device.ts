import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

/** What a session is recognised by in its owner's list. */
export interface Device {
  userAgent: string | null;
  address: string | null;
}

/** The device a request comes from. */
export const CurrentDevice = createParamDecorator((_: unknown, context: ExecutionContext): Device => {
  const request = context.switchToHttp().getRequest<Request>();
  return { userAgent: request.headers['user-agent'] ?? null, address: request.ip ?? null };
});
