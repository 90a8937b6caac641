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
  // Written by hand in the migrations: references between tables (entities hold plain ids) the guards of ledger and audit log and the one way past each, an index over a part of a table.
  const byHand =
    /drop index "(customer_order_one_waiting_upgrade|job_owner_id_index|job_failed_index|session_address_index|payment_held_index|judgement_(sentence|sentence_page|declined)_index|app_user_(unconfirmed|admin|blocked)_index|declaration_(review|unknown)_index|example_open_index|vote_ended_index|misuse_report_open_index|refund_failed_index|(generation|ai_profile)_failed_index|subscription_open_invoice_index|credit_ledger_(charge|return)_index|deletion_receipt_unjournaled_index)"|drop constraint "\w+_fk"|drop (trigger|function) if exists "(credit_ledger_|audit_entry_|remove_old_accounting|remove_old_audit_entries)/;
  const rest = difference.split('\n').filter((line) => line.trim() && !byHand.test(line));
  expect(rest).toEqual([]);
});

test('migrating and seeding again changes nothing, also when two do it at once', async () => {
  const count = () =>
    orm.em
      .fork()
      .execute(
        'select (select count(*) from style)::int as styles, (select count(*) from plan)::int as plans, (select count(*) from migration)::int as migrations',
      );
  const before = await count();
  await orm.em.fork().execute("update style set slug = 'umbenannt', enabled = false where slug = 'office'");
  await Promise.all([migrate(database.url), migrate(database.url)]);
  expect(await count()).toEqual(before);
  expect(await orm.em.fork().execute("select slug, enabled from style where scene = 'office'")).toEqual([
    { slug: 'umbenannt', enabled: false },
  ]);
});

test('an installation that began with fewer styles receives the new ones at the end and keeps what an admin edited', async () => {
  const rows = (): Promise<
    { scene: string; slug: string; display_name: string; enabled: boolean; sort_order: number }[]
  > => orm.em.fork().execute('select scene, slug, display_name, enabled, sort_order from style order by sort_order');
  await orm.em.fork().execute("delete from style where scene in ('window-light', 'golden-lake', 'two-tone')");
  await orm.em.fork().execute("update style set display_name = 'Stadt', sort_order = 5 where scene = 'linkedin'");
  // The name of a new style is taken by one of the admin's: that row stays, and nothing fails.
  await orm.em.fork().execute("update style set slug = 'am-see' where scene = 'library'");
  const before = await rows();
  await migrate(database.url);
  const after = await rows();
  expect(after.filter((row) => before.some((old) => old.scene === row.scene))).toEqual(before);
  expect(
    after
      .filter((row) => !before.some((old) => old.scene === row.scene))
      .map((row) => [row.scene, row.slug, row.enabled]),
  ).toEqual([
    ['window-light', 'fensterlicht', true],
    ['two-tone', 'terrakotta-indigo', true],
  ]);
  await orm.em.fork().execute("update style set slug = 'bibliothek' where scene = 'library'");
  await migrate(database.url);
  expect((await rows()).map((row) => row.scene)).toContain('golden-lake');
});

test('a style from before there were purposes receives them once, and keeps what an admin has chosen since', async () => {
  const purposes = async () =>
    (
      await orm.em
        .fork()
        .execute<{ purposes: string }[]>(
          "select array_to_string(purposes, ' ') purposes from style where scene in ('black-bg', 'linkedin') order by scene",
        )
    ).map((row) => row.purposes);
  await orm.em.fork().execute("update style set purposes = '{}' where scene = 'linkedin'");
  await orm.em.fork().execute("update style set purposes = '{application}' where scene = 'black-bg'");
  await migrate(database.url);
  expect(await purposes()).toEqual(['application', 'application linkedin team']);
});

test('the first admin is made once', async () => {
  const first = await migrate(database.url, { firstAdmin: true });
  expect(first?.password).toMatch(/^\w{5}-\w{5}-\w{5}$/);
  expect(await migrate(database.url, { firstAdmin: true })).toBeNull();
});
