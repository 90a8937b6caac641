import type { EntityManager } from '@mikro-orm/postgresql';
import { queriesOver, type TablesOf } from '../platform/database/index.js';
import type { AuthChallengeSchema } from './challenges/auth-challenge.entity.js';
import type { AuthenticatorSchema } from './credentials/authenticator.entity.js';
import type { GoogleIdentitySchema } from './credentials/google-identity.entity.js';
import type { PasskeySchema } from './credentials/passkey.entity.js';
import type { RecoveryCodeSchema } from './credentials/recovery-code.entity.js';
import type { EmailTokenSchema } from './login/email-token.entity.js';
import type { RegistrationSchema } from './login/registration.entity.js';
import type { EmailCodeSchema } from './proof/email-code.entity.js';

/** Queries over this feature's tables, and over no others. */
export const db = (em: EntityManager) =>
  queriesOver<
    TablesOf<
      | typeof AuthChallengeSchema
      | typeof AuthenticatorSchema
      | typeof GoogleIdentitySchema
      | typeof PasskeySchema
      | typeof RecoveryCodeSchema
      | typeof EmailTokenSchema
      | typeof RegistrationSchema
      | typeof EmailCodeSchema
    >
  >(em);
