import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { z } from 'zod';
import type { Principal } from '../../platform/http/index.js';
import { GoogleIdentity } from '../credentials/google-identity.entity.js';
import { Passkey } from '../credentials/passkey.entity.js';
import { viewPasskey } from '../passkeys/passkeys.views.js';
import { Authenticator } from '../credentials/authenticator.entity.js';
import { RecoveryCode } from '../credentials/recovery-code.entity.js';
import type { SecurityView } from './security.schemas.js';
import { requireUser } from '../../identity/index.js';

/** Gathers the ways into an account. */
@Injectable()
export class SecurityService {
  constructor(private readonly em: EntityManager) {}

  async overview(principal: Principal): Promise<z.infer<typeof SecurityView>> {
    const { userId } = principal;
    const em = this.em.fork();
    const [user, google, passkeys, authenticator, recoveryCodesLeft] = await Promise.all([
      requireUser(em, userId),
      em.findOne(GoogleIdentity, { userId }),
      em.find(Passkey, { userId }, { orderBy: { createdAt: 'asc' } }),
      em.findOne(Authenticator, { userId }),
      em.count(RecoveryCode, { userId, usedAt: null }),
    ]);
    return {
      hasPassword: user.passwordHash !== null,
      google: google && { email: google.email, linkedAt: google.createdAt.toISOString() },
      passkeys: passkeys.map(viewPasskey),
      authenticator: authenticator && { enabledAt: authenticator.createdAt.toISOString(), recoveryCodesLeft },
      secondFactor: principal.secondFactor,
    };
  }

  /** The same ways as they stand in the export of a user's data. */
  async exported(userId: string) {
    const em = this.em.fork();
    const [google, passkeys, authenticator, recoveryCodesLeft] = await Promise.all([
      em.findOne(GoogleIdentity, { userId }),
      em.find(Passkey, { userId }, { orderBy: { createdAt: 'asc' } }),
      em.findOne(Authenticator, { userId }),
      em.count(RecoveryCode, { userId, usedAt: null }),
    ]);
    return {
      google: google && { email: google.email, linkedAt: google.createdAt },
      passkeys: passkeys.map(({ name, createdAt, lastUsedAt }) => ({
        name,
        createdAt,
        lastUsedAt: lastUsedAt ?? null,
      })),
      authenticator: authenticator && { enabledAt: authenticator.createdAt, recoveryCodesLeft },
    };
  }
}
