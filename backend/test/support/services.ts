import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { inject } from 'vitest';
import { migrate } from '../../src/app/migrate.js';
import { startPostgres } from '../../src/embedded/postgres.js';
import { redisDatabases, startRedis } from '../../src/embedded/redis.js';
import { findOrInstallRedis } from '../../src/embedded/redis-program.js';

/** What a test file needs to reach the services of this run. */
export interface TestServices {
  /** Connection string of the database «postgres», for creating others. */
  readonly adminUrl: string;
  /** Connection string of Redis without a database index. */
  readonly redisUrl: string;
  /** What the photo check of this run has said of test photos, see remembered-photos.ts. */
  readonly photosDir: string;
  /** Products of this run keep their files here. */
  readonly productsDir: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    services: TestServices;
  }
}

const template = 'bildnis_template';
const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Vitest globalSetup: PostgreSQL and Redis of this run alone, on free ports, gone (with their data) at its end. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'bildnis-test-'));
  const running: { stop(): Promise<void> }[] = [];
  const teardown = async (): Promise<void> => {
    await Promise.all(running.map((service) => service.stop()));
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), database: template, durable: false });
    running.push(postgres);
    const redisProgram = await findOrInstallRedis(join(root, '.data', 'redis-bin'));
    const redis = await startRedis({ ...redisProgram, dataDir: join(folder, 'redis'), durable: false });
    running.push(redis);
    await migrate(postgres.url);
    const productsDir = join(folder, 'products');
    mkdirSync(productsDir);
    project.provide('services', {
      adminUrl: postgres.urlOf('postgres'),
      redisUrl: redis.url,
      photosDir: join(folder, 'photos'),
      productsDir,
    });
    return teardown;
  } catch (error) {
    await teardown();
    throw error;
  }
}

/** A database of one test, with the migrated schema and nothing else in it. */
export interface TestDatabase {
  readonly url: string;
  /** Removes it, ending connections that were left open. */
  drop(): Promise<void>;
}

/** Copies the migrated template (about 30 ms). Call it once per test file, or per test where rows would disturb each other. */
export async function createDatabase({ empty = false } = {}): Promise<TestDatabase> {
  const { adminUrl } = inject('services');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await runAdmin(adminUrl, `create database ${name} template ${empty ? 'template0' : template}`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => runAdmin(adminUrl, `drop database if exists ${name} with (force)`) };
}

async function runAdmin(adminUrl: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Databases of one Vitest worker: as many as there may be workers. The first is for the product that its files share. */
const redisShare = Math.sqrt(redisDatabases);
let redisTaken = 0;

/** One of this Vitest worker's Redis databases, emptied: whatever an earlier product of the same process still holds open is another's. */
export async function createRedis({ shared = false } = {}): Promise<string> {
  const worker = Number(process.env.VITEST_POOL_ID ?? '1') % redisShare;
  const place = shared ? 0 : 1 + (redisTaken++ % (redisShare - 1));
  const url = `${inject('services').redisUrl}/${worker * redisShare + place}`;
  const client = new Redis(url);
  try {
    await client.flushdb();
  } finally {
    client.disconnect();
  }
  return url;
}
