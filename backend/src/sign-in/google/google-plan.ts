import type { EntityManager } from '@mikro-orm/postgresql';
import type { ProviderIdentity } from '../../integrations/google/index.js';
import { AppError } from '../../platform/errors/index.js';
import { Authenticator } from '../credentials/authenticator.entity.js';
import { findUser, type User } from '../../identity/index.js';
import { GoogleIdentity } from '../credentials/google-identity.entity.js';
import type { GoogleNeed } from './google.schemas.js';

/** How somebody from Google gets in, and what must be shown before. */
export type GooglePlan =
  | { kind: 'sign_in'; user: User; needs: GoogleNeed[] }
  | { kind: 'link'; user: User; needs: GoogleNeed[] }
  | { kind: 'create'; replaces: User | null; needs: GoogleNeed[] };

/**
 * Decides how a Google account meets the accounts here (docs/linking.md). Rows it relies on stay locked until the transaction ends.
 * @throws AppError `google_already_linked` when the address belongs to an account with another Google account
 */
export async function planSignIn(
  em: EntityManager,
  identity: ProviderIdentity,
  termsAccepted: boolean,
): Promise<GooglePlan> {
  const known = await ownerOf(em, identity.subject);
  if (known) return { kind: 'sign_in', user: known, needs: [] };
  const holder = await findUser(em, { email: identity.email }, 'write');
  if (holder?.emailConfirmedAt) return planLink(em, holder, identity);
  // Nobody ever showed that the unconfirmed account's address is theirs. Its password may be a trap, so nothing of it is taken over.
  const addressIsSure = identity.authoritative || (identity.emailVerified && !holder);
  return {
    kind: 'create',
    replaces: holder,
    needs: [...(addressIsSure ? [] : ['code' as const]), ...(termsAccepted ? [] : ['terms' as const])],
  };
}

async function planLink(em: EntityManager, owner: User, identity: ProviderIdentity): Promise<GooglePlan> {
  const linked = await em.findOne(GoogleIdentity, { userId: owner.id }, { refresh: true });
  // Linked by another browser of the same person while this one waited for the lock.
  if (linked?.subject === identity.subject) return { kind: 'sign_in', user: owner, needs: [] };
  if (linked) throw new AppError('google_already_linked');
  const hasAuthenticator = (await em.count(Authenticator, { userId: owner.id })) > 0;
  return {
    kind: 'link',
    user: owner,
    needs: identity.authoritative && !hasAuthenticator ? [] : proofsOf(owner, identity, hasAuthenticator),
  };
}

/** What Google cannot vouch for, the owner shows: the password, and the mailbox wherever a password alone would not open the account. */
function proofsOf(owner: User, identity: ProviderIdentity, hasAuthenticator: boolean): GoogleNeed[] {
  if (!owner.passwordHash) return ['code'];
  return identity.emailVerified && !hasAuthenticator ? ['password'] : ['password', 'code'];
}

async function ownerOf(em: EntityManager, subject: string): Promise<User | null> {
  const linked = await em.findOne(GoogleIdentity, { subject }, { refresh: true });
  return linked && findUser(em, { id: linked.userId });
}
