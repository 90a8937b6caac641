import type { EntityManager } from '@mikro-orm/postgresql';
import { db } from '../identity.tables.js';

/** Ids of people who are here and not blocked, for a query of another feature. */
export const openAccounts = (em: EntityManager) =>
  db(em).selectFrom('app_user').select('id').where('is_blocked', '=', false).where('deleted_at', 'is', null);

/** Those of them whose address is confirmed; with `terms_version`, the terms they accepted. */
export const confirmedAccounts = (em: EntityManager) => openAccounts(em).where('email_confirmed_at', 'is not', null);

/** Those of them who want to be told by push. */
export const pushReaders = (em: EntityManager) => openAccounts(em).where('notify_by_push', '=', true);

/** Ids of sessions that still hold. */
export const openSessions = (em: EntityManager, now: Date) =>
  db(em).selectFrom('session').select('id').where('expires_at', '>', now);

/** Ids of everybody whose row is there, also of those who left. */
export const knownUsers = (em: EntityManager) => db(em).selectFrom('app_user').select('id');

export async function isOpenAccount(em: EntityManager, userId: string): Promise<boolean> {
  return (await openAccounts(em).where('id', '=', userId).executeTakeFirst()) !== undefined;
}

/** Lets nobody else do so for this person until the transaction ends: what counts something of theirs counts alone. */
export async function lockUser(em: EntityManager, userId: string): Promise<void> {
  await db(em).selectFrom('app_user').select('id').where('id', '=', userId).forUpdate().execute();
}

/** The same of somebody who has not left. @returns whether there is such a person */
export async function lockPresentUser(em: EntityManager, userId: string): Promise<boolean> {
  const user = await db(em)
    .selectFrom('app_user')
    .select('id')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return user !== undefined;
}

/** The same of somebody who is not blocked either. */
export async function lockOpenAccount(em: EntityManager, userId: string): Promise<boolean> {
  return (await openAccounts(em).where('id', '=', userId).forUpdate().executeTakeFirst()) !== undefined;
}

/** Somebody who has not left, and whose row does not go until the transaction ends. @returns whether there is such a person */
export async function keepPresentUser(em: EntityManager, userId: string): Promise<boolean> {
  const user = await db(em)
    .selectFrom('app_user')
    .select('id')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return user !== undefined;
}

/** A session that does not end until the transaction does. @returns whether it is there */
export async function keepSession(
  em: EntityManager,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<boolean> {
  const session = await db(em)
    .selectFrom('session')
    .select('id')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .forKeyShare()
    .executeTakeFirst();
  return session !== undefined;
}

/** When a session was opened; null where there is none. */
export async function sessionBegan(em: EntityManager, sessionId: string): Promise<Date | null> {
  const session = await db(em)
    .selectFrom('session')
    .select('created_at')
    .where('id', '=', sessionId)
    .executeTakeFirst();
  return session?.created_at ?? null;
}

/** Locks the row of every admin, as those who leave do: of two who act on each other at the same time, one comes first. */
export async function lockAdmins(em: EntityManager): Promise<void> {
  await db(em).selectFrom('app_user').select('id').where('role', '=', 'admin').orderBy('id').forUpdate().execute();
}

/** The same where somebody is an admin themself; nobody is locked for anybody else. */
export async function lockAdminsForAdmin(em: EntityManager, userId: string): Promise<void> {
  await db(em)
    .selectFrom('app_user')
    .select('id')
    .where('role', '=', 'admin')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('app_user as own').select('own.id').where('own.id', '=', userId).where('own.role', '=', 'admin'),
      ),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Whether somebody may act as an admin now. */
export async function isAdmin(em: EntityManager, userId: string): Promise<boolean> {
  return (await openAccounts(em).where('id', '=', userId).where('role', '=', 'admin').executeTakeFirst()) !== undefined;
}

/** Whether there is an admin, even one who is blocked. */
export async function hasAdmin(em: EntityManager): Promise<boolean> {
  const admins = db(em).selectFrom('app_user').select('id').where('role', '=', 'admin');
  return (await admins.executeTakeFirst()) !== undefined;
}

/** Whether somebody else may act as an admin. */
export async function hasOtherAdmin(em: EntityManager, userId: string): Promise<boolean> {
  const others = openAccounts(em).where('role', '=', 'admin').where('id', '!=', userId);
  return (await others.executeTakeFirst()) !== undefined;
}

/** The row of an account of which nothing is left. */
export async function removeUser(em: EntityManager, userId: string): Promise<void> {
  await db(em).deleteFrom('app_user').where('id', '=', userId).execute();
}

/** The ids under which sockets of a user may be open. */
export async function openSessionsAndKeys(em: EntityManager, userId: string): Promise<string[]> {
  const rows = await db(em)
    .selectFrom('session')
    .select('id')
    .where('user_id', '=', userId)
    .unionAll(db(em).selectFrom('api_key').select('id').where('user_id', '=', userId))
    .execute();
  return rows.map((row) => row.id);
}

/** The address of somebody who has not left, once they have shown that it is theirs. */
export async function confirmedAddress(em: EntityManager, userId: string): Promise<string | null> {
  const user = await db(em)
    .selectFrom('app_user')
    .select('email')
    .where('id', '=', userId)
    .where('email_confirmed_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return user?.email ?? null;
}
