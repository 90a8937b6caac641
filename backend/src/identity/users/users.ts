import { randomUUID } from 'node:crypto';
import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import { facts } from '../../facts/index.js';
import { User } from './user.entity.js';

/** Users' rows, for features that act on them within a transaction of their own. */

const LOCKS = { read: LockMode.PESSIMISTIC_READ, write: LockMode.PESSIMISTIC_WRITE };
type UserLock = keyof typeof LOCKS;

/** Who is meant. The conditions say whether users who are blocked, have not confirmed their address or have left are found. */
export type WhichUser = ({ id: string } | { email: string }) & {
  isBlocked?: false;
  isConfirmed?: true;
  orLeft?: boolean;
};

/** Reads the row anew. @param lock held until the transaction ends */
export function findUser(
  em: EntityManager,
  { isConfirmed, orLeft, ...which }: WhichUser,
  lock?: UserLock,
): Promise<User | null> {
  return em.findOne(
    User,
    {
      ...which,
      ...(orLeft ? {} : { deletedAt: null }),
      ...(isConfirmed ? { emailConfirmedAt: { $ne: null } } : {}),
    },
    { refresh: true, ...(lock && { lockMode: LOCKS[lock] }) },
  );
}

/** The row of somebody who is known to be there, also after they left. @throws when it is not */
export function requireUser(em: EntityManager, id: string, lock?: UserLock): Promise<User> {
  return em.findOneOrFail(User, { id }, { refresh: true, ...(lock && { lockMode: LOCKS[lock] }) });
}

/** Accepts the terms in their present version. */
const termsAccepted = (now: Date) => ({ termsAcceptedAt: now, termsVersion: facts.consents.terms });

/** Accepts an announced version of the terms. The caller holds the row. */
export async function acceptTerms(em: EntityManager, user: User, version: string, now: Date): Promise<void> {
  Object.assign(user, { termsAcceptedAt: now, termsVersion: version });
  await em.flush();
}

/** @throws UniqueConstraintViolationException when the address is taken */
export async function createUser(
  em: EntityManager,
  details: Pick<User, 'email' | 'displayName'> & Partial<Pick<User, 'passwordHash' | 'role' | 'emailConfirmedAt'>>,
  now: Date,
): Promise<User> {
  const user = em.create(User, { id: randomUUID(), ...details, ...termsAccepted(now), createdAt: now });
  await em.flush();
  return user;
}

/** Confirms the address of a locked user; somebody else than who registered brings their own password and name, and accepts the terms. */
export async function confirmEmail(
  em: EntityManager,
  user: User,
  replacement: Required<Pick<User, 'passwordHash' | 'displayName'>> | null,
  now: Date,
): Promise<void> {
  Object.assign(user, replacement && { ...replacement, ...termsAccepted(now) }, { emailConfirmedAt: now });
  await em.flush();
}

export async function setPassword(em: EntityManager, user: User, passwordHash: string): Promise<void> {
  user.passwordHash = passwordHash;
  await em.flush();
}

export async function setRole(em: EntityManager, user: User, role: User['role']): Promise<void> {
  user.role = role;
  await em.flush();
}

/** @param reason null lets somebody in again */
export async function setBlocked(em: EntityManager, user: User, reason: string | null): Promise<void> {
  Object.assign(user, { isBlocked: reason !== null, blockedReason: reason });
  await em.flush();
}

/** The row stays for what refers to it; nothing in it names the person. The caller flushes. */
export function toPseudonym(user: User, now: Date): void {
  Object.assign(user, {
    email: `deleted-${user.id}@bildnis.invalid`,
    displayName: null,
    avatarUrl: null,
    passwordHash: null,
    emailConfirmedAt: null,
    role: 'user',
    notifyByEmail: false,
    notifyByPush: false,
    // Whatever a request under way may still open: nothing acts for this account again.
    isBlocked: true,
    blockedReason: null,
    deletedAt: now,
  });
}
