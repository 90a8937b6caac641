import 'reflect-metadata';
import { MikroORM, type EntityManager } from '@mikro-orm/postgresql';
import { BACKUP_LOCK } from '../backups/index.js';
import { createFirstAdmin, FIRST_ADMIN_EMAIL } from '../sign-in/index.js';
import { PacksService, PlansService } from '../catalogue/index.js';
import { databaseOptions } from '../platform/database/index.js';
import { StylesService } from '../styles/index.js';
import { ENTITIES } from './entities.js';
import { refuseUnknownSchema } from './refuse-unknown-schema.js';

/** Any number: one migration run at a time, also with several replicas starting. */
const MIGRATION_LOCK = 7_219_402;

/**
 * Brings the database to the newest schema and adds what a fresh installation needs. Safe to run any number of times.
 * @returns the first admin's address and password when one was made
 * @throws CommandRefused before anything is changed, where the database is not as the migrations it has seen make it
 */
export async function migrate(
  databaseUrl: string,
  options: { firstAdmin?: boolean } = {},
): Promise<{ email: string; password: string } | null> {
  const orm = await MikroORM.init(databaseOptions({ url: databaseUrl, entities: ENTITIES, poolSize: 2 }));
  const guard = orm.em.fork();
  try {
    return await guard.transactional(async (locked) => {
      await locked.execute('select pg_advisory_xact_lock(?)', [MIGRATION_LOCK]);
      // Behind a backup: else every statement on a table that changes would wait for both.
      await locked.execute('select pg_advisory_xact_lock(?)', [BACKUP_LOCK]);
      await refuseUnknownSchema(orm);
      await orm.migrator.up();
      return orm.em.fork().transactional(async (em) => {
        await seed(em);
        const password = options.firstAdmin ? await createFirstAdmin(em, new Date()) : null;
        return password ? { email: FIRST_ADMIN_EMAIL, password } : null;
      });
    });
  } finally {
    await orm.close();
  }
}

async function seed(em: EntityManager): Promise<void> {
  await PlansService.seed(em);
  await PacksService.seed(em, new Date());
  await new StylesService(em).seed(em);
}
