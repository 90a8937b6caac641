import { createParamDecorator, SetMetadata, type ExecutionContext } from '@nestjs/common';
import { AppError } from '../errors/index.js';

/**
 * Who may call a route. `public`: anyone; `user`: a signed-in person or key; `admin`: an admin; `signature`: the
 * handler itself verifies a signature over the raw body (webhooks).
 */
export type AccessLevel = 'public' | 'user' | 'admin' | 'signature';
export const ACCESS_KEY = 'bildnis:access';

/** Every route declares its access; the guard refuses routes that do not. */
export const Access = (level: AccessLevel) => SetMetadata(ACCESS_KEY, level);

export interface Principal {
  userId: string;
  sessionId: string;
  role: 'user' | 'admin';
  transport: 'cookie' | 'bearer';
}

declare global {
  namespace Express {
    interface Request {
      principal?: Principal | null;
      requestId?: string;
    }
  }
}

/** Finds out who is asking. Implemented by accounts, bound in the composition root. */
export abstract class PrincipalResolver {
  abstract fromToken(token: string, transport: Principal['transport']): Promise<Principal | null>;
}

/** The signed-in principal; only on routes with access `user` or `admin`. */
export const CurrentUser = createParamDecorator((_: unknown, context: ExecutionContext): Principal => {
  const principal = context.switchToHttp().getRequest<{ principal?: Principal | null }>().principal;
  if (!principal) throw new AppError('unauthenticated');
  return principal;
});
