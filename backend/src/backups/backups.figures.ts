import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { DAY } from '../platform/clock/index.js';
import { Backup } from './backup.entity.js';

/** The newest backup that was made to its end; null before the first. */
export async function readLastBackup(
  em: EntityManager,
): Promise<Pick<Backup, 'finishedAt' | 'bytes' | 'isChecked'> | null> {
  const [last] = await em.find(Backup, {}, { orderBy: { finishedAt: 'desc' }, limit: 1 });
  return last ?? null;
}

/** For the admin area and the figures only. */
const ROWS_KEPT_DAYS = 90;

/** Notes a backup that was made to its end, and forgets old ones. */
export async function noteBackup(em: EntityManager, made: Omit<Backup, 'id' | 'finishedAt'>): Promise<void> {
  em.create(Backup, { id: randomUUID(), finishedAt: new Date(), ...made });
  await em.flush();
  await em.nativeDelete(Backup, { finishedAt: { $lt: new Date(Date.now() - ROWS_KEPT_DAYS * DAY) } });
}
