import 'reflect-metadata';
import { MikroORM } from '@mikro-orm/postgresql';
import type { Config } from '../config/index.js';
import { assertSameInstallation } from '../installation/index.js';
import { createStorage } from '../integrations/storage/index.js';
import { databaseOptions } from '../platform/database/index.js';
import { sweepStorage, type SweepReport } from '../stored-objects/index.js';
import { ENTITIES } from './entities.js';
import { STORED_PLACES } from './stored-places.js';

/** Compares the store with the database once, and mends it where that is asked for. */
export async function sweep(config: Config, options: { repair: boolean }): Promise<SweepReport> {
  const orm = await MikroORM.init(databaseOptions({ url: config.databaseUrl, entities: ENTITIES, poolSize: 2 }));
  try {
    const storage = await createStorage(config);
    await assertSameInstallation(orm.em, storage, config.mode);
    return await sweepStorage(orm.em.fork(), storage, {
      places: STORED_PLACES,
      now: new Date(),
      repair: options.repair,
    });
  } finally {
    await orm.close();
  }
}
