import 'reflect-metadata';
import { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ENTITIES } from '../../src/app/entities.js';
import { migrate } from '../../src/app/migrate.js';
import { databaseOptions } from '../../src/platform/database/index.js';
import { createDatabase, type TestDatabase } from '../support/services.js';

let database: TestDatabase;
let orm: MikroORM;
beforeAll(async () => {
  database = await createDatabase();
  orm = await MikroORM.init(databaseOptions({ url: database.url, entities: ENTITIES }));
});
afterAll(async () => {
  await orm.close();
  await database.drop();
});

test('the migrations make exactly the tables the entities describe', async () => {
  const difference = await orm.schema.getUpdateSchemaSQL({ wrap: false });
  // Written by hand in the migrations: references between tables (entities hold plain ids) the ledger's guard, an index over a part of a table.
  const byHand = /drop index "(customer_order_one_waiting_upgrade|job_owner_id_index)"|drop constraint "\w+_fk"|drop (trigger|function) if exists "credit_ledger_/;
  const rest = difference.split('\n').filter((line) => line.trim() && !byHand.test(line));
  expect(rest).toEqual([]);
});

test('migrating and seeding again changes nothing, also when two do it at once', async () => {
  const count = () => orm.em.fork().execute('select (select count(*) from style)::int as styles, (select count(*) from plan)::int as plans, (select count(*) from migration)::int as migrations');
  const before = await count();
  await orm.em.fork().execute("update style set slug = 'umbenannt', enabled = false where slug = 'office'");
  await Promise.all([migrate(database.url), migrate(database.url)]);
  expect(await count()).toEqual(before);
  expect(await orm.em.fork().execute("select slug, enabled from style where scene = 'office'")).toEqual([{ slug: 'umbenannt', enabled: false }]);
});

test('the first admin is made once', async () => {
  const first = await migrate(database.url, { firstAdmin: true });
  expect(first?.password).toMatch(/^\w{5}-\w{5}-\w{5}$/);
  expect(await migrate(database.url, { firstAdmin: true })).toBeNull();
});
