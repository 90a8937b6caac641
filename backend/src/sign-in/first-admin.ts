import { randomInt } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { facts } from '../facts/index.js';
import { hashPassword } from './password-rule/hashing.js';
import { User } from '../identity/index.js';

export const FIRST_ADMIN_EMAIL = 'admin@bildnis.local';
/** Without emails that are mistaken for others. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';

/**
 * Makes the first admin of an installation that has none.
 * @returns the password, which exists nowhere else; null when there is an admin already
 */
export async function createFirstAdmin(em: EntityManager, now: Date): Promise<string | null> {
  if ((await em.count(User, { role: 'admin' })) > 0) return null;
  const password = Array.from({ length: 3 }, () =>
    Array.from({ length: 5 }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  ).join('-');
  em.create(User, {
    email: FIRST_ADMIN_EMAIL,
    displayName: 'Admin',
    role: 'admin',
    passwordHash: await hashPassword(password),
    emailConfirmedAt: now,
    termsAcceptedAt: now,
    termsVersion: facts.consents.terms,
    createdAt: now,
  });
  await em.flush();
  return password;
}
