import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { AccountDataRegistry, type AccountDataOwner, type Counts } from '../identity/index.js';
import { AuthChallenge } from './challenges/auth-challenge.entity.js';
import { Authenticator } from './credentials/authenticator.entity.js';
import { GoogleIdentity } from './credentials/google-identity.entity.js';
import { Passkey } from './credentials/passkey.entity.js';
import { RecoveryCode } from './credentials/recovery-code.entity.js';
import { EmailToken } from './login/email-token.entity.js';
import { Registration } from './login/registration.entity.js';
import { EmailCode } from './proof/email-code.entity.js';

/** The ways into an account and exchanges under way. `privacy` exports them with the account's details (`SecurityService.exported`). */
@Injectable()
export class SignInAccountData implements AccountDataOwner, OnModuleInit {
  readonly name = 'sign-in';
  readonly explains = [];

  constructor(private readonly registry: AccountDataRegistry) {}

  onModuleInit(): void {
    this.registry.register(this);
  }

  async erase(em: EntityManager, userId: string): Promise<Counts> {
    const passkeys = await em.nativeDelete(Passkey, { userId });
    await em.nativeDelete(GoogleIdentity, { userId });
    await em.nativeDelete(Authenticator, { userId });
    await em.nativeDelete(RecoveryCode, { userId });
    await em.nativeDelete(EmailToken, { userId });
    await em.nativeDelete(Registration, { userId });
    await em.nativeDelete(EmailCode, { subjectId: userId });
    await em.nativeDelete(AuthChallenge, { userId });
    return { passkeys };
  }
}
