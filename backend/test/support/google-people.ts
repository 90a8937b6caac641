import { randomUUID } from 'node:crypto';
import type { GoogleAccount } from '@bildnis/emulators/google';
import { Caller } from './caller.js';
import { PASSWORD, signedUp } from './customers.js';
import { emailsTo } from './emails.js';
import type { Product } from './product.js';
import { until } from './until.js';

/** How much Google's word about the address is worth. */
export type Standing = 'authoritative' | 'verified' | 'unverified';

/** Somebody with a Google account, and with none here yet. */
export function googlePerson(
  product: Product,
  standing: Standing,
  details: { email?: string; name?: string; sub?: string } = {},
): Promise<GoogleAccount> {
  return product.google!.addAccount({
    email: `${randomUUID()}@example.org`,
    name: 'Petra Muster',
    emailVerified: standing !== 'unverified',
    ...(standing === 'authoritative' ? { hostedDomain: 'example.org' } : {}),
    ...details,
  });
}

/** Somebody who registered with this address and confirmed it. */
export async function memberWith(
  product: Product,
  email: string,
): Promise<{ caller: Caller; id: string; password: string }> {
  return { ...(await signedUp(product, email)), password: PASSWORD };
}

/** The newest six digits mailed to an address. */
export async function mailedCode(product: Product, email: string): Promise<string> {
  return /\d{6}/.exec((await emailsTo(product, email, /Ihr Code/))[0]!.subject)![0];
}

/** Some other six digits. */
export function otherCode(code: string): string {
  return code === '123456' ? '654321' : '123456';
}

/** Who has this address here, and with which Google account. */
export async function accountsWith(
  product: Product,
  email: string,
): Promise<{ id: string; subject: string | null; has_password: boolean; confirmed: boolean }[]> {
  return product.em().execute(
    `select u.id, g.subject, u.password_hash is not null as has_password, u.email_confirmed_at is not null as confirmed
     from app_user u left join google_identity g on g.user_id = u.id where u.email = ?`,
    [email],
  );
}

/** What could have been written by somebody who must not get in. */
export async function written(product: Product): Promise<Record<string, number>> {
  const [row] = await product
    .em()
    .execute<Record<string, string>[]>(
      'select (select count(*) from app_user) as users, (select count(*) from google_identity) as links, (select count(*) from session) as sessions',
    );
  return Object.fromEntries(Object.entries(row!).map(([name, count]) => [name, Number(count)]));
}

/**
 * Changes a row, and lets an act run into it before the change is committed: what an act decides on must not be what was true before.
 * Without a lock of its own the act does not wait, and ends first.
 */
export async function whileUncommitted<T>(
  product: Product,
  change: { sql: string; params: unknown[] },
  act: () => Promise<T>,
): Promise<T> {
  const em = product.em();
  await em.begin();
  const [own] = await em.execute<{ pid: number }[]>('select pg_backend_pid() as pid');
  await em.execute(change.sql, change.params);
  let settled = false;
  const acting = act().finally(() => (settled = true));
  await until('the act to wait or to end', async () => {
    const [row] = await product
      .em()
      .execute<{ waiting: string }[]>(
        'select count(*) as waiting from pg_stat_activity where datname = current_database() and ? = any(pg_blocking_pids(pid))',
        [own!.pid],
      );
    return settled || Number(row!.waiting) > 0 ? true : null;
  });
  await em.commit();
  return acting;
}
