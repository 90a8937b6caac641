import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { AppError } from '../errors/index.js';

/** The `Idempotency-Key` header of a command that spends; 8 to 128 printable characters. */
export const IdempotencyKey = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const value = context.switchToHttp().getRequest<{ headers: Record<string, unknown> }>().headers['idempotency-key'];
  if (typeof value !== 'string' || !/^[\x21-\x7e]{8,128}$/.test(value))
    throw new AppError('idempotency_key_missing', {
      detail: 'the header Idempotency-Key needs 8 to 128 printable characters without spaces',
    });
  return value;
});
