import { createParamDecorator, SetMetadata, type ExecutionContext } from '@nestjs/common';
import { AppError } from '../errors/index.js';
import type { Scope } from './scopes.js';

/**
 * Who may call a route. `public`: anyone; `user`: a signed-in person, or a key with the route's scope; `admin`: an admin with
 * a second factor; `signature`: the handler itself verifies a signature over the raw body (webhooks).
 */
export type AccessLevel = 'public' | 'user' | 'admin' | 'signature';

export interface AccessRule {
  level: AccessLevel;
  /** What a key needs; without it the route is closed to keys. */
  scope?: Scope;
  /** The person must have proven who they are within the last minutes. */
  proof?: boolean;
  /** Spends or uploads: counts against the smaller budget of a key as well. */
  command?: boolean;
}
export const ACCESS_KEY = 'bildnis:access';

/** Every route declares its access; the guard refuses routes that do not. */
export const Access = (rule: AccessRule) => SetMetadata(ACCESS_KEY, rule);

export interface Principal {
  userId: string;
  /** Id of the session or the key. */
  sessionId: string;
  role: 'user' | 'admin';
  transport: 'cookie' | 'bearer';
  /** What a key may do; null for a person, who may do everything of theirs. */
  scopes: readonly Scope[] | null;
  /** When the person last proved who they are; null for keys. */
  provenAt: Date | null;
  secondFactor: boolean;
}

/** The id of the key that asks; null for a person. */
export const apiKeyOf = ({ sessionId, scopes }: Pick<Principal, 'sessionId' | 'scopes'>): string | null =>
  scopes ? sessionId : null;

/** How long a proof of identity lasts, in milliseconds. */
export const PROOF_LIFETIME_MS = 10 * 60_000;

declare global {
  namespace Express {
    interface Request {
      /** Who asks; `undefined` until it was found out. */
      principal?: Principal | null;
      /** A page of another origin sent it. */
      fromForeignPage?: boolean;
      requestId?: string;
    }
  }
}

/** Finds out who is asking. Implemented by accounts, bound in the composition root. */
export abstract class PrincipalResolver {
  abstract fromToken(token: string, transport: Principal['transport']): Promise<Principal | null>;
  /** Of these sessions and keys, the ids of those that still hold. */
  abstract stillValid(ids: readonly string[]): Promise<Set<string>>;
}

/** The signed-in principal; only on routes with access `user` or `admin`. */
export const CurrentUser = createParamDecorator((_: unknown, context: ExecutionContext): Principal => {
  const principal = context.switchToHttp().getRequest<{ principal?: Principal | null }>().principal;
  if (!principal) throw new AppError('unauthenticated');
  return principal;
});

/** The principal of a public route, or null for a visitor. */
export const MaybeUser = createParamDecorator((_: unknown, context: ExecutionContext): Principal | null => {
  return context.switchToHttp().getRequest<{ principal?: Principal | null }>().principal ?? null;
});
