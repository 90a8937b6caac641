import { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseOptions } from '../../src/platform/database/index.js';
import { ENTITIES } from '../../src/app/entities.js';
import { BreakableLine } from '../support/breakable-line.js';
import { createDatabase, type TestDatabase } from '../support/services.js';

const POOL_SIZE = 2;

let database: TestDatabase;
let line: BreakableLine;
let orm: MikroORM;
beforeAll(async () => {
  database = await createDatabase();
  const led = await BreakableLine.to(database.url);
  line = led.line;
  orm = await MikroORM.init(databaseOptions({ url: led.url, entities: ENTITIES, poolSize: POOL_SIZE }));
});
afterAll(async () => {
  await line.stop();
  await database.drop();
});

/** A transaction whose connection is cut before it can commit. */
async function loseTransaction(): Promise<void> {
  const em = orm.em.fork();
  await em.begin();
  await em.execute('select 1');
  line.break();
  await expect(em.commit()).rejects.toThrow();
  await em.rollback().catch(() => undefined);
  line.mend();
}

test('however many transactions lose their connection, the pool serves the next one and can be closed', async () => {
  for (let lost = 0; lost <= POOL_SIZE; lost += 1) await loseTransaction();
  expect(await orm.em.fork().execute('select 1 as one')).toEqual([{ one: 1 }]);
  await orm.em.fork().transactional((em) => em.execute('select 1'));
  await orm.close();
});

test('a connection lost beside its query is given back once', async () => {
  orm = await MikroORM.init(
    databaseOptions({ url: orm.config.get('clientUrl'), entities: ENTITIES, poolSize: POOL_SIZE }),
  );
  const slow = orm.em.fork().execute('select pg_sleep(5)');
  setTimeout(() => line.break(), 200);
  await expect(slow).rejects.toThrow();
  line.mend();
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(await orm.em.fork().execute('select 1 as one')).toEqual([{ one: 1 }]);
  await orm.close();
});
