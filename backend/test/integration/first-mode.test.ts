import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApi } from '../../src/app/api.js';
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

test('of processes that start together in two modes one wins everything', async () => {
  const fresh = await createDatabase();
  const storage = {
    kind: 'disk' as const,
    dir: `${product.config.storage.kind === 'disk' ? product.config.storage.dir : ''}-fresh`,
  };
  const starts = await Promise.allSettled(
    (['production', 'rehearsal'] as const).map((mode) => start(mode, { databaseUrl: fresh.url, storage })),
  );
  expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await fresh.drop();
});
