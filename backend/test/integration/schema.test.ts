import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ENTITIES } from '../../src/app/entities.js';
import { migrate } from '../../src/app/migrate.js';
import { CommandRefused } from '../../src/app/run-entry.js';
import { databaseOptions } from '../../src/platform/database/index.js';
import { longTest } from '../support/long-test.js';
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

describe('a database that is not as its migrations make it', () => {
  let older: TestDatabase;
  let at: MikroORM;
  const names = () => at.migrator.getExecuted().then((all) => all.map(({ name }) => name));
  beforeAll(async () => {
    older = await createDatabase({ empty: true });
    at = await MikroORM.init(databaseOptions({ url: older.url, entities: ENTITIES }));
    const pending = await at.migrator.getPending();
    await at.migrator.up({ to: pending.at(-2)!.name });
  });
  afterAll(async () => {
    await at.close();
    await older.drop();
  });

  test('migrating names what is missing, other or added, and changes nothing', async () => {
    const before = await names();
    for (const change of [
      'alter table portrait drop column likeness',
      'alter table portrait alter column width type bigint',
      'alter table job add column note text',
      'drop index portrait_user_id_index',
      'drop trigger credit_ledger_no_change on credit_ledger',
      'alter table example drop constraint example_shown',
      'alter table audit_entry disable trigger all',
      'alter table session disable trigger all',
      'alter table idempotency_record set unlogged',
      'create or replace function audit_entry_is_append_only() returns trigger language plpgsql as $$ begin return new; end $$',
    ])
      await at.em.fork().execute(change);
    const refusal: unknown = await migrate(older.url).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(CommandRefused);
    const lines = (refusal as Error).message.split('\n').filter((line) => line.startsWith('- '));
    expect(lines.map((line) => line.split(': ').slice(0, 2).join(': ')).toSorted()).toEqual([
      '- anders: Bedingung push_subscription.push_subscription_session_id_fk',
      '- anders: Bedingung session.session_user_id_fk',
      '- anders: Funktion audit_entry_is_append_only()',
      '- anders: Spalte portrait.width',
      '- anders: Tabelle idempotency_record',
      '- anders: Trigger audit_entry.audit_entry_no_change',
      '- anders: Trigger audit_entry.audit_entry_no_truncate',
      '- fehlt: Bedingung example.example_shown',
      '- fehlt: Index portrait.portrait_user_id_index',
      '- fehlt: Spalte portrait.likeness',
      '- fehlt: Trigger credit_ledger.credit_ledger_no_change',
      '- zu viel: Spalte job.note',
    ]);
    expect(lines).toContain('- anders: Spalte portrait.width: bigint not null');
    expect(await names()).toEqual(before);
  });

  test('history with a hole, or from a newer version, is named', async () => {
    const em = at.em.fork();
    const [first] = await names();
    await em.execute('update migration set name = ? where name = ?', ['Migration20990101000000_later', first!]);
    await expect(migrate(older.url)).rejects.toThrow('ist neuer als diese Version: Migration20990101000000_later');
    await em.execute('delete from migration where name like ?', ['Migration2099%']);
    await expect(migrate(older.url)).rejects.toThrow(`nicht, was davor kommt: ${first}`);
  });
});

longTest('a user who may not create a schema migrates without the comparison, and is told', async () => {
  const own = await createDatabase({ empty: true });
  const at = await MikroORM.init(databaseOptions({ url: own.url, entities: ENTITIES }));
  const role = `limited_${randomUUID().replaceAll('-', '')}`;
  const em = at.em.fork();
  await em.execute(`create role ${role} login password 'limited'; grant all on schema public to ${role}`);
  const limited = new URL(own.url);
  Object.assign(limited, { username: role, password: 'limited' });
  const theirs = await MikroORM.init(databaseOptions({ url: limited.href, entities: ENTITIES }));
  const pending = await theirs.migrator.getPending();
  await theirs.migrator.up({ to: pending.at(-2)!.name });
  const told = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  await migrate(limited.href);
  expect(told).toHaveBeenCalledWith(expect.stringContaining('liess sich nicht vergleichen'));
  told.mockRestore();
  expect(await theirs.migrator.getPending()).toEqual([]);
  await theirs.close();
  await em.execute(`drop owned by ${role} cascade; drop role ${role}`);
  await at.close();
  await own.drop();
});

longTest('what an operator added beside ours does not keep a database from being migrated', async () => {
  const own = await createDatabase({ empty: true });
  const at = await MikroORM.init(databaseOptions({ url: own.url, entities: ENTITIES }));
  const pending = await at.migrator.getPending();
  await at.migrator.up({ to: pending.at(-2)!.name });
  await at.em.fork().execute('create table own_report (id int); create index own_index on portrait (created_at)');
  await migrate(own.url);
  expect(await at.migrator.getPending()).toEqual([]);
  const schemas = "select 1 from information_schema.schemata where schema_name = 'schema_as_migrated'";
  expect(await at.em.fork().execute(schemas)).toEqual([]);
  await at.close();
  await own.drop();
});
