import 'reflect-metadata';
import { MikroORM, type EntityManager } from '@mikro-orm/postgresql';
import { PlansService } from '../billing/index.js';
import { databaseOptions } from '../platform/database/index.js';
import { StylesService } from '../styles/index.js';
import { ENTITIES } from './entities.js';

/** Any number: one migration run at a time, also with several replicas starting. */
const MIGRATION_LOCK = 7_219_402;

/** Brings the database to the newest schema and adds what a fresh installation needs. Safe to run any number of times. */
export async function migrate(databaseUrl: string): Promise<void> {
  const orm = await MikroORM.init(databaseOptions({ url: databaseUrl, entities: ENTITIES, poolSize: 2 }));
  const guard = orm.em.fork();
  try {
    await guard.transactional(async (locked) => {
      await locked.execute('select pg_advisory_xact_lock(?)', [MIGRATION_LOCK]);
      await orm.migrator.up();
      await orm.em.fork().transactional((em) => seed(em));
    });
  } finally {
    await orm.close();
  }
}

async function seed(em: EntityManager): Promise<void> {
  await new PlansService(em, undefined as never).seed(em);
  await new StylesService(em).seed(em);
}
