import { fileURLToPath } from 'node:url';
import { Migrator } from '@mikro-orm/migrations';
import { defineConfig, type Options } from '@mikro-orm/postgresql';
import type { EntityName } from '@mikro-orm/core';
import type { Pool } from 'pg';
import { Outage } from '../outages/index.js';
import { reclaimLostConnections } from './lost-connections.js';
import { endSilentConnections } from './silent-connections.js';

export interface DatabaseOptions {
  url: string;
  entities: EntityName[];
  /** False for writing the API description, which needs the metadata only. */
  connect?: boolean;
  poolSize?: number;
  /** For processes that serve customers: no statement and no lock is waited for without end. Commands of an operator may take hours. */
  hasDeadlines?: boolean;
}

/** How long a statement may take and may wait for a lock, in milliseconds. */
const DEADLINES = { statement_timeout: 60_000, lock_timeout: 20_000 };

/** The pools of this process. */
const pools = new Set<Pool>();

/** Connections of this process to the database, and how many queries wait for one. */
export function poolFigures(): { used: number; idle: number; waiting: number } {
  const figures = { used: 0, idle: 0, waiting: 0 };
  for (const pool of pools) {
    if (pool.ended) pools.delete(pool);
    const { totalCount, idleCount, waitingCount } = pool;
    figures.used += totalCount - idleCount;
    figures.idle += idleCount;
    figures.waiting += waitingCount;
  }
  return figures;
}

function watchPool(pool: Pool): void {
  pools.add(pool);
  reclaimLostConnections(pool);
  endSilentConnections(pool, new Outage('PostgreSQL'));
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
    driverOptions: {
      connectionTimeoutMillis: 6_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 5_000,
      ...(options.hasDeadlines ? DEADLINES : {}),
      onPoolCreated: watchPool,
    },
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
