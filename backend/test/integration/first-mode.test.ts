import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client } from 'pg';
import { createApi } from '../../src/app/api.js';
import { sweep } from '../../src/app/sweep.js';
import type { Config, Mode } from '../../src/config/index.js';
import { startProduct, type Product } from '../support/product.js';
import { createDatabase, type TestDatabase } from '../support/services.js';

let product: Product;
let other: TestDatabase;

beforeAll(async () => {
  product = await startProduct({ worker: false, env: { MODE: 'embedded' } });
  other = await createDatabase();
});
afterAll(async () => {
  await product.stop();
  await other.drop();
});

const folder = () => (product.config.storage.kind === 'disk' ? product.config.storage.dir : '');

/** Starts another API process and ends it. */
async function start(mode: Mode, change: Partial<Config> = {}): Promise<void> {
  const api = await createApi({ ...product.config, mode, ...change });
  try {
    await api.init();
  } finally {
    await api.close();
  }
}

test('another process starts in the mode of the first, and in no other', async () => {
  await start('embedded');
  await expect(start('production')).rejects.toThrow('the database belongs to an installation with MODE=embedded');
  await expect(start('rehearsal')).rejects.toThrow('the database belongs to an installation with MODE=embedded');
  await start('embedded');
});

test('a new database in front of used files is refused, and stays new', async () => {
  const before = { databaseUrl: other.url };
  await expect(start('production', before)).rejects.toThrow(
    'the object store belongs to an installation with MODE=embedded',
  );
  await start('embedded', before);
});

test('a database that earlier versions have filled is no rehearsal’s', async () => {
  const older = await createDatabase();
  const client = new Client({ connectionString: older.url });
  await client.connect();
  await client.query(
    "update migration set executed_at = now() - interval '3 days' where id = (select min(id) from migration)",
  );
  await client.end();
  const elsewhere = { databaseUrl: older.url, storage: { kind: 'disk' as const, dir: `${folder()}-older` } };
  await expect(start('rehearsal', elsewhere)).rejects.toThrow('was in use before');
  await start('production', elsewhere);
  await older.drop();
});

test('a sweep refuses the store of another installation', async () => {
  const [mine, theirs] = [await createDatabase(), await createDatabase()];
  const at = (database: TestDatabase, name: string) => ({
    databaseUrl: database.url,
    storage: { kind: 'disk' as const, dir: `${folder()}-${name}` },
  });
  await start('production', at(mine, 'mine'));
  await start('rehearsal', at(theirs, 'theirs'));
  const mixed = { ...product.config, ...at(mine, 'theirs') };
  await expect(sweep({ ...mixed, mode: 'production' }, { repair: true })).rejects.toThrow(
    'the object store to one with MODE=rehearsal',
  );
  await expect(sweep({ ...mixed, mode: 'test' }, { repair: true })).rejects.toThrow(
    'the object store to one with MODE=rehearsal',
  );
  await sweep({ ...product.config, ...at(mine, 'mine'), mode: 'production' }, { repair: true });
  for (const database of [mine, theirs]) await database.drop();
});

test('of processes that start together in two modes one wins everything', async () => {
  const fresh = await createDatabase();
  const storage = { kind: 'disk' as const, dir: `${folder()}-fresh` };
  const starts = await Promise.allSettled(
    (['production', 'rehearsal'] as const).map((mode) => start(mode, { databaseUrl: fresh.url, storage })),
  );
  expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await fresh.drop();
});
