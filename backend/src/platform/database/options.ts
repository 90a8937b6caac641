import { fileURLToPath } from 'node:url';
import { Migrator } from '@mikro-orm/migrations';
import { defineConfig, type Options } from '@mikro-orm/postgresql';
import type { EntityName } from '@mikro-orm/core';
import { reclaimLostConnections } from './lost-connections.js';

export interface DatabaseOptions {
  url: string;
  entities: EntityName[];
  /** False for writing the API description, which needs the metadata only. */
  connect?: boolean;
  poolSize?: number;
}

/** The one MikroORM configuration of the product. */
export function databaseOptions(options: DatabaseOptions): Options {
  const migrations = fileURLToPath(new URL('../../migrations', import.meta.url));
  return defineConfig({
    clientUrl: options.url,
    entities: options.entities,
    extensions: [Migrator],
    forceUtcTimezone: true,
    debug: false,
    ensureDatabase: false,
    // After this long without a connection a query gets an error, not silence.
    pool: { min: 0, max: options.poolSize ?? 10 },
    driverOptions: { connectionTimeoutMillis: 15_000, onPoolCreated: reclaimLostConnections },
    ...(options.connect === false ? { connect: false, dbName: 'none' } : {}),
    migrations: {
      path: migrations,
      pathTs: migrations,
      glob: '!(*.d).{js,ts}',
      snapshot: false,
      silent: true,
      tableName: 'migration',
    },
  } as Options);
}
