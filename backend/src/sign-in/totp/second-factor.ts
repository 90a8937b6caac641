import type { EntityManager } from '@mikro-orm/postgresql';
import { AppError } from '../../platform/errors/index.js';
import type { Principal } from '../../platform/http/index.js';
import { Authenticator } from '../credentials/authenticator.entity.js';

/**
 * Required before a change to the second factor or what can replace it: somebody who came in without it must not take it off.
 * @throws AppError `second_factor_required` when the account has an authenticator and this session has shown no second factor.
 */
export async function requireSecondFactor(em: EntityManager, principal: Principal): Promise<void> {
  if (!principal.secondFactor && (await em.count(Authenticator, { userId: principal.userId })) > 0)
    throw new AppError('second_factor_required');
}
