import type { EntityManager } from '@mikro-orm/postgresql';
import { findUser, setRole, type User } from '../../identity/index.js';
import { Clock } from '../../platform/clock/index.js';
import { AuditLog, type Act } from '../audit/audit-log.service.js';

/** Gives a role to somebody whose row is locked; answers what is to be written down, or null when it was theirs already. */
export async function giveRole(em: EntityManager, user: User, role: User['role'], reason: string): Promise<Act | null> {
  if (user.role === role) return null;
  await setRole(em, user, role);
  return { action: 'user.role', subjectId: user.id, reason, detail: { role } };
}

/** Why this account may not be given the role of admin; null where it may. */
export const reasonAgainstAdmin = (user: User): 'blocked' | 'unconfirmed' | null =>
  user.isBlocked ? 'blocked' : user.emailConfirmedAt ? null : 'unconfirmed';

export type MakeAdminResult = 'done' | 'unknown' | 'unconfirmed' | 'blocked' | 'already';

/** Makes an admin of the account with this address: the operator's command, for an installation whose first one nobody could make otherwise. */
export async function makeAdmin(em: EntityManager, email: string): Promise<MakeAdminResult> {
  let result: MakeAdminResult = 'unknown';
  await new AuditLog(em, new Clock()).runByCommand(async (locked) => {
    const user = await findUser(locked, { email }, 'write');
    if (!user) return null;
    result = reasonAgainstAdmin(user) ?? (user.role === 'admin' ? 'already' : 'done');
    return result === 'done' ? giveRole(locked, user, 'admin', 'make-admin') : null;
  });
  return result;
}
