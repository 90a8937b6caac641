import { randomInt } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { hashPassword } from './password-rule/hashing.js';
import { createUser, hasAdmin } from '../identity/index.js';

export const FIRST_ADMIN_EMAIL = 'admin@bildnis.local';
/** Without emails that are mistaken for others. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';

/**
 * Makes the first admin of an installation that has none.
 * @returns the password, which exists nowhere else; null when there is an admin already
 */
export async function createFirstAdmin(em: EntityManager, now: Date): Promise<string | null> {
  if (await hasAdmin(em)) return null;
  const password = Array.from({ length: 3 }, () =>
    Array.from({ length: 5 }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  ).join('-');
  const passwordHash = await hashPassword(password);
  await createUser(
    em,
    { email: FIRST_ADMIN_EMAIL, displayName: 'Admin', role: 'admin', passwordHash, emailConfirmedAt: now },
    now,
  );
  return password;
}
