import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CreditsService } from '../../src/credits/index.js';
import { startMailbox } from '@bildnis/emulators/mailbox';
import { facts } from '../../src/facts/index.js';
import { ObjectStorage } from '../../src/integrations/storage/index.js';
import { Clock, DAY, HOUR, MINUTE } from '../../src/platform/clock/index.js';
import { RetentionOverview } from '../../src/retention/overview.service.js';
import { RULE_NAMES } from '../../src/retention/rule.js';
import { Caller } from '../support/caller.js';
import { draftMarkedComplete, readyProfile, registeredCustomer } from '../support/customers.js';
import { completedRun, profileWithModel, promote, recordShown, storedKeys } from '../support/holdings.js';
import { emailsTo } from '../support/emails.js';
import { login, member, pass, type Member } from '../support/members.js';
import { startProduct, type Product } from '../support/product.js';
import { hurry } from '../support/quick-engine.js';
import { beginRound, round, settled, violations } from '../support/retention.js';
import { until } from '../support/until.js';

/** What is promised about how long something is kept (docs/retention.md#promises), with the clock moved. */
let product: Product;
beforeEach(async () => {
  product = await startProduct({ env: { LOG_LEVEL: 'silent' } });
});
afterEach(async () => {
  const wrong = await violations(product);
  await product.stop();
  expect(wrong).toEqual([]);
});

const REMINDER = /bald gelöscht/;
const { keptDays, reminderDaysBefore } = facts.portraits;

const count = async (table: string, where = 'true'): Promise<number> =>
  (await product.em().execute<{ number: number }[]>(`select count(*)::int as number from ${table} where ${where}`))[0]!
    .number;

async function receiptsOf(who: Member) {
  const token = (await login(product, who)).body.token;
  return (
    await new Caller(product.origin, token).get<{ items: (Said & { deletedAt: string })[] }>('/me/deletion-receipts')
  ).body.items;
}

/** What the receipts of somebody say, whatever their order. */
const saidOf = async (who: Member) => said(await receiptsOf(who));
const said = (receipts: Said[]) =>
  receipts
    .map(({ kind, rule, count: number, model, crops }) => [kind, rule, number, model ?? null, crops ?? null])
    .toSorted();
interface Said {
  kind: string;
  rule: string;
  count: number;
  model?: string | null;
  crops?: number | null;
}

function journal(): { kind: string; rule: string; ids: string[]; userId: string }[] {
  const folder = product.config.journalDir;
  return readdirSync(folder).flatMap((name) =>
    readFileSync(join(folder, name), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { kind: string; rule: string; ids: string[]; userId: string }),
  );
}

/** A run with two portraits, paid for. @returns its id */
async function portraitsOf(who: Member): Promise<string> {
  const run = await completedRun(product, who.caller, await profileWithModel(product, who.caller));
  const { credits } = facts.generation;
  await product.em().transactional(async (em) => {
    await product.api
      .get(CreditsService)
      .book(em, { userId: who.id, delta: credits, reason: 'admin_adjustment', businessKey: `test:${run.id}` });
    await product.api.get(CreditsService).book(em, {
      userId: who.id,
      delta: -credits,
      reason: 'generation_charge',
      businessKey: `generation:${run.id}:charge`,
      generationId: run.id,
    });
    await recordShown(em, run.id);
  });
  return run.id;
}

describe('portraits', () => {
  test('stay 90 days, are announced 7 days before in one email, go with their files, and leave a receipt and a line in the journal', async () => {
    const who = await member(product);
    const runs = [await portraitsOf(who), await portraitsOf(who)].toSorted();
    pass(product, (keptDays - reminderDaysBefore) * DAY - HOUR);
    await round(product);
    expect(await emailsTo(product, who.email, REMINDER, 0)).toHaveLength(0);

    pass(product, 2 * HOUR);
    await round(product);
    const [mail] = await emailsTo(product, who.email, REMINDER);
    expect(mail!.text).toMatch(/2 Generationen/);
    expect(await count('portrait')).toBe(4);

    pass(product, reminderDaysBefore * DAY - 2 * HOUR);
    await round(product);
    expect(await count('portrait')).toBe(4);

    pass(product, 2 * HOUR);
    await round(product);
    expect([await count('portrait'), await count('generation'), await storedKeys(product, 'portraits/')]).toEqual([
      0,
      0,
      [],
    ]);
    expect(await emailsTo(product, who.email, REMINDER, 0)).toHaveLength(1);
    expect(await receiptsOf(who)).toMatchObject([{ kind: 'portraits', rule: 'portraits', count: 4 }]);
    expect(journal()).toMatchObject([{ kind: 'portraits', rule: 'portraits', userId: who.id }]);
    expect(journal()[0]!.ids.toSorted()).toEqual(runs);
  });

  test('wait 7 days after a reminder that came late, however late', async () => {
    const who = await member(product);
    await portraitsOf(who);
    pass(product, 200 * DAY);
    await round(product);
    await emailsTo(product, who.email, REMINDER);
    pass(product, reminderDaysBefore * DAY - HOUR);
    await round(product);
    expect(await count('portrait')).toBe(2);
    pass(product, 2 * HOUR);
    await round(product);
    expect(await count('portrait')).toBe(0);
  });

  test('stay where the day has come and the reminder is younger than a week, whatever wrote them so', async () => {
    const who = await member(product);
    const run = await portraitsOf(who);
    await product.em().execute(`update generation set expires_at = now() - interval '1 hour' where id = ?`, [run]);
    await product
      .em()
      .execute(
        `insert into portrait_reminder (id, created_at, generation_id, sent_at) values (gen_random_uuid(), now(), ?, now() - interval '6 days')`,
        [run],
      );
    await round(product);
    expect(await count('portrait')).toBe(2);
    pass(product, DAY + HOUR);
    await round(product);
    expect(await count('portrait')).toBe(0);
  });

  test('stay while no reminder can be sent, which raises an alarm; the email goes out once when mail is back', async () => {
    const who = await member(product);
    await portraitsOf(who);
    const { smtpUrl } = product.mailbox;
    await product.mailbox.stop();
    pass(product, (keptDays + 2) * DAY);
    await beginRound(product.worker!);
    await new Promise((resolve) => setTimeout(resolve, 400));
    pass(product, 30 * DAY);
    const alarm = vi.spyOn(Logger.prototype, 'error');
    await beginRound(product.worker!);
    expect(
      alarm.mock.calls
        .filter(([, message]) => message === 'retention is overdue')
        .map(([line]) => line as { rule: string; overdue: number }),
    ).toMatchObject([
      { rule: 'portrait_reminders', overdue: 1 },
      { rule: 'portraits', overdue: 1 },
    ]);
    alarm.mockRestore();
    expect([await count('portrait'), await count('portrait_reminder')]).toEqual([2, 0]);
    const { items } = await product.api.get(RetentionOverview).read();
    expect(items.filter((item) => item.overdue > 0).map((item) => item.rule)).toEqual([
      'portrait_reminders',
      'portraits',
    ]);
    product.mailbox = await startMailbox({
      dataDir: join(product.config.journalDir, '..', 'mails'),
      smtpPort: Number(new URL(smtpUrl).port),
    });
    pass(product, DAY);
    await round(product);
    expect(await emailsTo(product, who.email, REMINDER)).toHaveLength(1);
    expect(await count('portrait')).toBe(2);
    pass(product, (reminderDaysBefore + 1) * DAY);
    await round(product);
    expect(await count('portrait')).toBe(0);
  });
});

describe('reminders', () => {
  test('of what comes due while an email waits are noted beside it, not with it again: each run is told of once', async () => {
    const who = await member(product);
    const runs = [await portraitsOf(who), await portraitsOf(who), await portraitsOf(who)];
    const { smtpUrl } = product.mailbox;
    await product.mailbox.stop();
    for (const [index, id] of runs.entries())
      await product
        .em()
        .execute(`update generation set expires_at = expires_at + make_interval(hours => ?) where id = ?`, [index, id]);
    pass(product, (keptDays - reminderDaysBefore) * DAY - 30 * MINUTE);
    for (let times = 0; times < runs.length; times++) {
      pass(product, HOUR);
      await beginRound(product.worker!);
    }
    const jobs = await product
      .em()
      .execute<{ ids: string[] }[]>(`select payload -> 'ids' as ids from job where topic = 'retention.reminders_due'`);
    product.mailbox = await startMailbox({
      dataDir: join(product.config.journalDir, '..', 'mails'),
      smtpPort: Number(new URL(smtpUrl).port),
    });
    expect(jobs.flatMap(({ ids }) => ids).toSorted()).toEqual(runs.toSorted());
  });

  test('that were sent before their worker died are not sent again, also where one of the runs was deleted since', async () => {
    const who = await member(product);
    const [gone] = [await portraitsOf(who), await portraitsOf(who)];
    await product
      .em()
      .execute(
        `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'not now'; end $$`,
      );
    await product.em().execute('create trigger refuse before insert on portrait_reminder execute function refuse()');
    pass(product, (keptDays - reminderDaysBefore) * DAY + HOUR);
    await beginRound(product.worker!);
    await emailsTo(product, who.email, REMINDER);
    const owner = new Caller(product.origin, (await login(product, who)).body.token);
    expect((await owner.send('DELETE', `/generations/${gone}`)).status).toBeLessThan(300);
    // No attempt is at it while the clock jumps, which would end its lease: after the sixth the next one is 1.6 s away.
    await until('the sixth attempt to fail', async () =>
      (await count(
        'job',
        `finished_at is null and leased_until is null and last_error like '%not now%' and attempt >= 6`,
      )) > 0
        ? true
        : null,
    );
    await product.em().execute('drop trigger refuse on portrait_reminder');
    pass(product, HOUR);
    await settled(product);
    expect(await count('portrait_reminder')).toBe(1);
    expect(await emailsTo(product, who.email, REMINDER)).toHaveLength(1);
  });
});

describe('drafts and photos', () => {
  test('a draft that was never started goes after 7 days with its photos; one that is under way or ready stays', async () => {
    const who = await member(product);
    const id = await draftMarkedComplete(product, who.caller);
    await product.api.get(ObjectStorage).put(`photos/${id}/one.jpg`, Buffer.from('x'), 'image/jpeg');
    const ready = await profileWithModel(product, who.caller);
    pass(product, facts.referencePhotos.draftDays * DAY - HOUR);
    await round(product);
    expect(await count('reference_photo')).toBe(facts.photos.min);
    pass(product, 2 * HOUR);
    await round(product);
    expect(await product.em().execute('select id from ai_profile')).toEqual([{ id: ready }]);
    expect([await count('reference_photo'), await storedKeys(product, 'photos/')]).toEqual([0, []]);
    expect(await saidOf(who)).toEqual([
      ['draft', 'drafts', 1, null, null],
      ['reference_photos', 'drafts', facts.photos.min, null, null],
    ]);
  });

  test('photos that a training should have taken with it go a day after its end', async () => {
    const who = await member(product);
    const id = await draftMarkedComplete(product, who.caller);
    await product.em().execute(`update ai_profile set status = 'ready', ready_at = now() where id = ?`, [id]);
    pass(product, facts.referencePhotos.deletedHoursAfterTraining * HOUR - MINUTE);
    await round(product);
    expect(await count('reference_photo')).toBe(facts.photos.min);
    pass(product, 10 * MINUTE);
    await round(product);
    expect([await count('reference_photo'), await count('ai_profile')]).toEqual([0, 1]);
    expect(await receiptsOf(who)).toMatchObject([
      { kind: 'reference_photos', rule: 'left_photos', count: facts.photos.min },
    ]);
  });
});

interface Aged {
  rule: string;
  table: string;
  days: number;
  /** Writes one row as of now; `?` is the user. */
  insert: string;
  where?: string;
}

const AGED: Aged[] = [
  {
    rule: 'session_addresses',
    table: 'session',
    where: 'address is not null',
    days: 7,
    insert: `update session set address = '192.0.2.0' where user_id = ?`,
  },
  { rule: 'sessions', table: 'session', days: 30, insert: `update session set last_seen_at = now() where user_id = ?` },
  {
    rule: 'email_tokens',
    table: 'email_token',
    where: `kind = 'reset_password'`,
    days: 1,
    insert: `insert into email_token (id, created_at, user_id, kind, expires_at) values (gen_random_uuid(), now(), ?, 'reset_password', now())`,
  },
  {
    rule: 'registrations',
    table: 'registration',
    days: 1,
    insert: `insert into registration (id, created_at, user_id, browser_hash, expires_at) values (gen_random_uuid(), now(), ?, '', now() + interval '1 day')`,
  },
  {
    rule: 'email_codes',
    table: 'email_code',
    days: 1,
    insert: `insert into email_code (id, created_at, subject_id, email, expires_at, attempts) values (gen_random_uuid(), now(), ?, 'a@example.org', now(), 0)`,
  },
  {
    rule: 'challenges',
    table: 'auth_challenge',
    days: 1,
    insert: `insert into auth_challenge (id, created_at, purpose, user_id, payload, expires_at) values (gen_random_uuid(), now(), 'totp_setup', ?, '{}', now())`,
  },
  {
    rule: 'old_exports',
    table: 'data_export',
    days: 30,
    insert: `insert into data_export (id, created_at, user_id, status) values (gen_random_uuid(), now(), ?, 'expired')`,
  },
  {
    rule: 'mails',
    table: 'mail',
    where: `template = 'test'`,
    days: 30,
    insert: `insert into mail (id, created_at, key, message_id, user_id, template) values (gen_random_uuid(), now(), 'test', 'test', ?, 'test')`,
  },
  {
    rule: 'jobs',
    table: 'job',
    where: `topic = 'test'`,
    days: 30,
    insert: `insert into job (id, created_at, queue, topic, payload, owner_id, run_after, dispatches, attempt, max_attempts, finished_at, outcome) values (gen_random_uuid(), now(), 'upkeep', 'test', '{}', ?, now(), 1, 1, 1, now(), 'done')`,
  },
  {
    rule: 'idempotency',
    table: 'idempotency_record',
    days: 30,
    insert: `insert into idempotency_record (id, created_at, user_id, key, operation, request_hash) values (gen_random_uuid(), now(), ?, 'k', 'o', 'h')`,
  },
  {
    rule: 'payment_events',
    table: 'payment_event',
    where: `id = 'evt_1'`,
    days: 90,
    insert: `insert into payment_event (id, type, customer_id, occurred_at, received_at) values ('evt_1', 't', ?, now(), now())`,
  },
  {
    rule: 'cookie_choices',
    table: 'cookie_choice',
    days: 365,
    insert: `insert into cookie_choice (id, created_at, version, analytics, marketing) select gen_random_uuid(), now(), '1', false, false from app_user where id = ?`,
  },
  {
    rule: 'webhook_deliveries',
    table: 'webhook_delivery',
    days: 30,
    insert: `with made as (insert into webhook_endpoint (id, created_at, user_id, url, events, sealed_key) values (gen_random_uuid(), now(), ?, 'https://example.org/', '[]', '') returning id, user_id) insert into webhook_delivery (id, created_at, user_id, endpoint_id, message_id, type, body, state, attempts, job_id, begun_at) select gen_random_uuid(), now(), user_id, id, 'm', 'test', '{}', 'delivered', '[]', id, now() from made`,
  },
  {
    rule: 'misuse_reports',
    table: 'misuse_report',
    days: 396,
    insert: `insert into misuse_report (id, created_at, number, email, reason, picture, status, confirmation_id) select gen_random_uuid(), now(), 'M-1', email, 'minor', 'none', 'closed', id from app_user where id = ?`,
  },
  {
    rule: 'unconfirmed_misuse_reports',
    table: 'misuse_report',
    days: 2,
    insert: `insert into misuse_report (id, created_at, number, email, reason, picture, status, confirmation_id) select gen_random_uuid(), now(), 'M-1', email, 'minor', 'none', 'unconfirmed', id from app_user where id = ?`,
  },
  {
    rule: 'debts',
    table: 'address_debt',
    days: 1096,
    insert: `with owing as (insert into credit_account (user_id, owed) values (?, 5) returning user_id), lines as (insert into credit_ledger (id, created_at, user_id, delta, reason, business_key, balance_after) select gen_random_uuid(), now(), user_id, delta, reason, reason, balance from owing, (values (5, 'refund_return', 5), (-5, 'admin_adjustment', 0)) as line (delta, reason, balance)) insert into address_debt (id, created_at, address_hash, user_id) select gen_random_uuid(), now(), 'h', user_id from owing`,
  },
  {
    rule: 'settled_debts',
    table: 'address_debt',
    days: 130,
    insert: `insert into address_debt (id, created_at, address_hash, user_id) values (gen_random_uuid(), now(), 'h', ?)`,
  },
  {
    rule: 'engine_runs',
    table: 'engine_run',
    days: 396,
    insert: `insert into engine_run (id, created_at, kind, task, ordinal, subject_id, positions, status, is_harvested, is_forgotten) values (gen_random_uuid(), now(), 'prediction', 't', 1, ?, '[]', 'succeeded', true, true)`,
  },
];

describe('rows that go by age', () => {
  test.each(AGED)(
    '$rule: kept for $days days, then gone, also when it is looked at late',
    async ({ rule, table, where, days, insert }) => {
      const who = await member(product);
      await product.em().execute(insert, [who.id]);
      // Months have 28 to 31 days and a year may have one more: what is left of the exactness is a few days.
      const slack = days > 300 ? 3 * DAY : HOUR;
      pass(product, days * DAY - slack);
      await round(product);
      expect(await count(table, where)).toBe(1);
      pass(product, 2 * slack);
      const found = await round(product);
      expect(found[rule]).toBeGreaterThan(0);
      expect(await count(table, where)).toBe(0);
    },
  );

  test('settled_debts: the row of an heir stays as long as one before it', async () => {
    const [first, heir] = [await member(product), await member(product)];
    const insert = (userId: string, heirId: string | null) =>
      product
        .em()
        .execute(
          `insert into address_debt (id, created_at, address_hash, user_id, heir_id) values (gen_random_uuid(), ?, 'h', ?, ?)`,
          [product.api.get(Clock).now(), userId, heirId],
        );
    await insert(heir.id, null);
    pass(product, 10 * DAY);
    await insert(first.id, heir.id);
    pass(product, 121 * DAY);
    await round(product);
    expect(await count('address_debt')).toBe(2);
    for (const days of [10, 1]) {
      pass(product, days * DAY);
      await round(product);
    }
    expect(await count('address_debt')).toBe(0);
  });

  test('settled_debts: the address of somebody who left stays while a chargeback is open, and goes once it is decided', async () => {
    const who = await member(product);
    const write = (statement: string) => product.em().execute(statement, [who.id]);
    await write(
      `insert into address_debt (id, created_at, address_hash, user_id) values (gen_random_uuid(), now(), 'h', ?)`,
    );
    await write(
      `insert into payment (id, created_at, user_id, kind, source_id, amount_rappen, credits_granted, paid_at, is_dispute_open) values (gen_random_uuid(), now(), ?, 'pack', 'cs_1', 490, 0, now(), true)`,
    );
    pass(product, (facts.deletion.disputableDays + 1) * DAY);
    await round(product);
    expect(await count('address_debt')).toBe(1);
    await write('update payment set is_dispute_open = false where user_id = ?');
    pass(product, 2 * HOUR);
    await round(product);
    expect(await count('address_debt')).toBe(0);
    await write('delete from payment where user_id = ?');
  });

  test('audit: 13 months by the clock of the database, and by no other way', async () => {
    const insert = (age: string) =>
      product
        .em()
        .execute(
          `insert into audit_entry (id, created_at, action, reason) values (gen_random_uuid(), now() - ?::interval, 'user.block', ?)`,
          [age, age],
        );
    const kept = async () =>
      (await product.em().execute<{ reason: string }[]>('select reason from audit_entry order by created_at')).map(
        ({ reason }) => reason,
      );
    const months = facts.retention.auditMonths;
    for (const age of [`${months} months 1 hour`, `${months - 1} months 25 days`, '1 hour']) await insert(age);
    for (const statement of [
      "update audit_entry set reason = ''",
      'delete from audit_entry',
      'truncate audit_entry',
      `delete from audit_entry where created_at + interval '${months} months' <= now()`,
    ]) {
      await expect(product.em().execute(statement), statement).rejects.toThrow(/append-only/);
    }
    // Neither the one way, asked for what is younger, nor a product whose clock runs ahead removes it.
    expect(
      await product
        .em()
        .execute('select remove_old_audit_entries(array(select id from audit_entry where reason = ?)) as removed', [
          '1 hour',
        ]),
    ).toEqual([{ removed: 0 }]);
    expect((await round(product))['audit']).toBe(1);
    expect(await kept()).toEqual([`${months - 1} months 25 days`, '1 hour']);
    pass(product, 40 * DAY);
    await round(product);
    expect(await kept()).toEqual([`${months - 1} months 25 days`, '1 hour']);
  });

  test('what remembers an email about an open invoice stays as long as the invoice is open', async () => {
    const who = await member(product);
    await product.em().execute(
      `insert into subscription (id, created_at, user_id, provider_id, provider_item_id, plan_id, price_rappen, status, credits_per_period, current_period_start, current_period_end, cancel_at_period_end, started_at, open_invoice_id)
       values (gen_random_uuid(), now(), ?, 'sub_open', 'si_open', 'starter', 990, 'incomplete', 120, now(), now() + interval '1 month', false, now(), 'in_open')`,
      [who.id],
    );
    await product.em().execute(
      `insert into job (id, created_at, queue, topic, payload, dedupe_key, run_after, dispatches, attempt, max_attempts, finished_at, outcome)
       values (gen_random_uuid(), now(), 'mail', 'test', '{}', 'payment-needed:in_open:payment_failed', now(), 1, 1, 1, now(), 'done')`,
    );
    pass(product, 40 * DAY);
    await round(product);
    expect(await count('job', `topic = 'test'`)).toBe(1);
    await product.em().execute('update subscription set open_invoice_id = null');
    pass(product, DAY);
    await round(product);
    expect(await count('job', `topic = 'test'`)).toBe(0);
    // It was never at the provider.
    await product.em().execute('delete from subscription');
  });

  test('declarations of people we do not know go ten years after the end of their year', async () => {
    await product
      .em()
      .execute(
        `insert into declaration (id, created_at, number, kind, name, email, status) values (gen_random_uuid(), date_trunc('year', now()), 'K-1', 'cancellation', 'Petra', 'petra@example.org', 'review')`,
      );
    const yearEnd = Date.UTC(new Date().getUTCFullYear() + 11, 0, 1) - Date.now();
    pass(product, yearEnd - DAY);
    await round(product);
    expect(await count('declaration')).toBe(1);
    pass(product, 2 * DAY);
    await round(product);
    expect(await count('declaration')).toBe(0);
  });

  test('consents, and receipts of deletions, go three years after the account', async () => {
    const who = await member(product);
    await draftMarkedComplete(product, who.caller);
    await who.caller.post('/me/deletion', { confirmEmail: who.email });
    await settled(product);
    expect([await count('consent'), await count('deletion_receipt')]).toEqual([2, 1]);
    pass(product, 3 * 365 * DAY - DAY);
    await round(product);
    expect([await count('consent'), await count('deletion_receipt')]).toEqual([2, 1]);
    pass(product, 3 * DAY);
    await round(product);
    expect([await count('consent'), await count('deletion_receipt'), await count('app_user')]).toEqual([0, 0, 1]);
  });

  test('an account whose address nobody confirmed goes after 30 days without a trace; one that was confirmed stays', async () => {
    const stays = await member(product);
    await registeredCustomer(product);
    pass(product, 30 * DAY - HOUR);
    await round(product);
    expect(await count('app_user')).toBe(2);
    pass(product, 2 * HOUR);
    await round(product);
    expect(await product.em().execute('select id from app_user')).toEqual([{ id: stays.id }]);
    expect(journal()).toMatchObject([{ kind: 'account', rule: 'unconfirmed_accounts' }]);
  });

  test('what somebody declared under such an address stays as it was said, as of anybody without an account, and goes when theirs do', async () => {
    await registeredCustomer(product);
    await product
      .em()
      .execute(
        `insert into declaration (id, created_at, number, kind, name, email, user_id, status, statement) select gen_random_uuid(), now(), 'E-1', 'withdrawal', 'Petra Muster', email, id, 'review', 'Ich widerrufe.' from app_user`,
      );
    pass(product, 30 * DAY + HOUR);
    await round(product);
    expect(await count('app_user')).toBe(0);
    expect(await product.em().execute('select name, statement, user_id from declaration')).toEqual([
      { name: 'Petra Muster', statement: 'Ich widerrufe.', user_id: null },
    ]);
    pass(product, 11 * 366 * DAY);
    await round(product);
    expect(await count('declaration')).toBe(0);
  });
});

describe('accounting', () => {
  /** An account that was left years ago, with lines in every book. @param years how long ago everything happened */
  async function leftAccount(years: number): Promise<string> {
    const who = await member(product);
    await product
      .em()
      .execute(
        `update app_user set deleted_at = now() - interval '${years} years', email = 'deleted-' || id || '@bildnis.invalid' where id = ?`,
        [who.id],
      );
    await product
      .em()
      .execute(
        `insert into credit_ledger (id, created_at, user_id, delta, reason, business_key, balance_after) values (gen_random_uuid(), now() - interval '${years} years', ?, 5, 'admin_adjustment', 'old:' || gen_random_uuid(), 5)`,
        [who.id],
      );
    await product
      .em()
      .execute(
        'insert into shown_run (generation_id, user_id, charge_key, shown_at) select id, user_id, business_key, created_at from credit_ledger where user_id = ?',
        [who.id],
      );
    await product
      .em()
      .execute(
        'insert into credit_account (user_id, balance, owed) values (?, 5, 0) on conflict (user_id) do update set balance = 5',
        [who.id],
      );
    await product.em().execute(
      `insert into customer_order (id, created_at, number, user_id, kind, item_name, status, amount_rappen, credits, early_start_version, withdrawal_effect_version)
       values (gen_random_uuid(), now() - interval '${years} years', substr(md5(random()::text), 1, 12), ?, 'pack', 'S', 'expired', 490, 50, '1', '1')`,
      [who.id],
    );
    return who.id;
  }

  test('goes ten years after the end of its year, through the one function, and not a day sooner', async () => {
    const [old, young] = [await leftAccount(12), await leftAccount(9)];
    await round(product);
    const users = async () =>
      (await product.em().execute<{ id: string }[]>('select id from app_user')).map((row) => row.id);
    expect(await users()).toEqual([young]);
    expect([
      await count('credit_ledger', `user_id = '${old}'`),
      await count('customer_order', `user_id = '${old}'`),
      await count('credit_account', `user_id = '${old}'`),
      await count('shown_run', `user_id = '${old}'`),
    ]).toEqual([0, 0, 0, 0]);
    expect([
      await count('credit_ledger', `user_id = '${young}'`),
      await count('customer_order', `user_id = '${young}'`),
      await count('shown_run', `user_id = '${young}'`),
    ]).toEqual([1, 1, 1]);
    expect(await product.em().execute('select remove_old_accounting(?) as removed', [young])).toEqual([{ removed: 0 }]);
    // A product whose clock runs wrong begins nothing: the database has one of its own.
    pass(product, 5 * 365 * DAY);
    await round(product);
    expect(await users()).toEqual([young]);
  });

  test('nothing else removes, changes or empties the ledger, whatever it sets or is called', async () => {
    const old = await leftAccount(12);
    const refused = /append-only/;
    await expect(product.em().execute('delete from credit_ledger where user_id = ?', [old])).rejects.toThrow(refused);
    await expect(
      product.em().execute('update credit_ledger set delta = 6, balance_after = 6 where user_id = ?', [old]),
    ).rejects.toThrow(refused);
    await expect(product.em().execute('truncate credit_ledger cascade')).rejects.toThrow(refused);
    await expect(
      product
        .em()
        .execute(
          `do $do$ begin execute 'delete from credit_ledger /* PL/pgSQL function remove_old_accounting(uuid) line 1 */'; end $do$`,
        ),
    ).rejects.toThrow(refused);
    // The account is not left: the function itself refuses.
    await product.em().execute('update app_user set deleted_at = null where id = ?', [old]);
    expect(await product.em().execute('select remove_old_accounting(?) as removed', [old])).toEqual([{ removed: 0 }]);
    expect(await count('credit_ledger', `user_id = '${old}'`)).toBe(1);
  });
});

describe('work that removes files', () => {
  test('begins again when it was given up, and what is late raises an alarm', async () => {
    const storage = product.api.get(ObjectStorage);
    await storage.put('portraits/left/0.jpg', Buffer.from('x'), 'image/jpeg');
    await product.em().execute(
      `insert into job (id, created_at, queue, topic, payload, run_after, dispatches, attempt, max_attempts, finished_at, outcome)
       values (gen_random_uuid(), now() - interval '8 days', 'upkeep', 'ai-profiles.objects_discarded', '{"keys":["portraits/left/0.jpg"],"prefixes":[]}', now() - interval '8 days', 50, 50, 50, now() - interval '2 hours', 'failed')`,
    );
    const late = async () =>
      (await product.api.get(RetentionOverview).read()).items
        .filter((item) => item.overdue > 0)
        .map((item) => item.rule);
    expect(await late()).toEqual(['file_removals']);
    await round(product);
    expect([await storedKeys(product, 'portraits/'), await late()]).toEqual([[], []]);
  });

  test('an export whose own job was lost still goes after a day', async () => {
    const who = await member(product);
    await product.api
      .get(ObjectStorage)
      .put(`exports/${who.id}/00000000-0000-4000-8000-000000000001.zip`, Buffer.from('x'), 'application/zip');
    await product
      .em()
      .execute(
        `insert into data_export (id, created_at, user_id, status, storage_key, bytes, ready_at, expires_at) values ('00000000-0000-4000-8000-000000000001', now(), ?, 'ready', 'k', 1, now(), now() + interval '24 hours')`,
        [who.id],
      );
    pass(product, facts.dataExport.keptHours * HOUR - MINUTE);
    await round(product);
    expect(await storedKeys(product, 'exports/')).toHaveLength(1);
    pass(product, 10 * MINUTE);
    await round(product);
    expect([await storedKeys(product, 'exports/'), await count('data_export', `status = 'expired'`)]).toEqual([[], 1]);
  });
});

describe('what admins see', () => {
  test('every rule with how long, what is overdue, and how its task fared', async () => {
    const admin = await promote(product, (await member(product)).caller, { secondFactor: true });
    await round(product);
    const { items, unjournaled } = (
      await admin.get<{
        items: { rule: string; kept: string; overdue: number; lastRunAt: string | null; lastOutcome: string | null }[];
        unjournaled: number;
      }>('/admin/retention')
    ).body;
    expect(items.map((item) => item.rule).toSorted()).toEqual([...RULE_NAMES].toSorted());
    expect(items.filter((item) => item.overdue > 0 || item.lastRunAt === null)).toEqual([]);
    expect(items.find((item) => item.rule === 'portraits')).toMatchObject({ kept: `P${keptDays}D` });
    expect(unjournaled).toBe(0);
  });
});

describe('receipts', () => {
  test('tell their owner what went when a training was done and what was asked for, and tell nobody else', async () => {
    const [who, other] = [await member(product), await member(product)];
    const { credits } = facts.training;
    await product
      .em()
      .transactional((em) =>
        product.api
          .get(CreditsService)
          .book(em, { userId: who.id, delta: credits, reason: 'admin_adjustment', businessKey: `test:${who.id}` }),
      );
    await hurry(product.worker!);
    const profile = await readyProfile(who.caller);
    const run = await portraitsOf(who);
    const draft = await draftMarkedComplete(product, who.caller);
    const [photo] = await product
      .em()
      .execute<{ id: string }[]>('select id from reference_photo where profile_id = ? limit 1', [draft]);
    expect((await who.caller.delete(`/ai-profiles/${draft}/photos/${photo!.id}`)).status).toBeLessThan(300);
    expect((await who.caller.delete(`/generations/${run}`)).status).toBe(204);
    expect((await who.caller.delete(`/ai-profiles/${profile}`)).status).toBe(204);
    await settled(product);
    expect(await receiptsOf(who)).toMatchObject([
      { kind: 'profile', rule: 'asked', count: 1, model: 'crops', crops: 1 },
      { kind: 'portraits', rule: 'asked', count: 2, model: null, crops: null },
      { kind: 'reference_photos', rule: 'asked', count: 1, model: null, crops: null },
      { kind: 'reference_photos', rule: 'training_done', count: facts.photos.min, model: 'crops', crops: 1 },
    ]);
    expect(await receiptsOf(other)).toEqual([]);
    expect((await emailsTo(product, who.email, /Profil ist bereit/))[0]!.text).toContain(
      'das Profil behält 1 freigestellten Arbeitsausschnitt, bis Sie es löschen',
    );
    expect(journal().map(({ kind, ids }) => [kind, ids.length])).toEqual([
      ['reference_photos', facts.photos.min],
      ['reference_photos', 1],
      ['portraits', 1],
      ['profile', 1],
    ]);
    expect(JSON.stringify(journal())).not.toContain(who.email);
  });

  test('name what really went, whatever was deleted', async () => {
    const { min } = facts.photos;
    const photos = ['reference_photos', 'asked', min, null, null];
    const remove = async (who: Member, id: string) =>
      expect((await who.caller.delete(`/ai-profiles/${id}`)).status).toBe(204);
    const trainedBy = (engine: string, crops: number) => async (who: Member) => {
      const id = await profileWithModel(product, who.caller);
      await product
        .em()
        .execute('update trained_model set engine = ?, crops = ? where profile_id = ?', [engine, crops, id]);
      await remove(who, id);
    };
    const cases: [string, (who: Member) => Promise<void>, unknown[][]][] = [
      [
        'a draft with photos',
        async (who) => remove(who, await draftMarkedComplete(product, who.caller)),
        [['draft', 'asked', 1, null, null], photos],
      ],
      [
        'a draft without any',
        async (who) =>
          remove(
            who,
            (await who.caller.post<{ id: string }>('/ai-profiles', { name: 'Leer', gender: 'male' })).body.id,
          ),
        [['draft', 'asked', 1, null, null]],
      ],
      [
        'a profile whose training failed',
        async (who) => {
          const id = await draftMarkedComplete(product, who.caller);
          await product
            .em()
            .execute(
              `update ai_profile set status = 'failed', cycle_id = gen_random_uuid(), cycle_closed = true where id = ?`,
              [id],
            );
          await remove(who, id);
        },
        [['profile', 'asked', 1, 'none', 0], photos],
      ],
      ['a profile with five crops', trainedBy('studio', 5), [['profile', 'asked', 1, 'crops', 5]]],
      ['a profile with a model at a provider', trainedBy('replicate', 0), [['profile', 'asked', 1, 'hosted', 0]]],
      [
        'a run',
        async (who) => expect((await who.caller.delete(`/generations/${await portraitsOf(who)}`)).status).toBe(204),
        [['portraits', 'asked', 2, null, null]],
      ],
    ];
    for (const [name, act, expected] of cases) {
      const who = await member(product);
      await act(who);
      expect(await saidOf(who), name).toEqual(expected.toSorted());
      await settled(product);
      // The journal outside the database says the same.
      expect(said(journal().filter(({ userId }) => userId === who.id) as unknown as Said[]), name).toEqual(
        expected.toSorted(),
      );
    }
    const leaves = await member(product);
    await draftMarkedComplete(product, leaves.caller);
    expect((await leaves.caller.post('/me/deletion', { confirmEmail: leaves.email })).status).toBe(200);
    await settled(product);
    expect(said(journal().filter(({ userId }) => userId === leaves.id) as unknown as Said[])).toEqual([
      ['account', 'asked', 1, null, null],
    ]);
    // A receipt from before models were noted is still shown.
    const old = await member(product);
    await product
      .em()
      .execute(
        `insert into deletion_receipt (id, created_at, user_id, kind, rule, count) values (gen_random_uuid(), now(), ?, 'profile', 'asked', 1)`,
        [old.id],
      );
    expect(await saidOf(old)).toEqual([['profile', 'asked', 1, null, null]]);
  });
});

describe('the journal', () => {
  test('of a month goes once no backup from before it is kept, and not a day sooner', async () => {
    const who = await member(product);
    const [now, { journalDir, journalDays }] = [product.api.get(Clock).now(), product.config];
    expect((await who.caller.delete(`/generations/${await portraitsOf(who)}`)).status).toBe(204);
    await settled(product);
    const file = `deletions-${now.toISOString().slice(0, 7)}.jsonl`;
    const other = 'notes-of-the-operator.txt';
    writeFileSync(join(journalDir, other), 'x');
    expect(readdirSync(journalDir)).toEqual([file, other]);
    pass(product, Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1) - now.getTime() + journalDays * DAY - HOUR);
    await round(product);
    expect(readdirSync(journalDir)).toContain(file);
    pass(product, 2 * HOUR);
    await round(product);
    expect(readdirSync(journalDir)).not.toContain(file);
    expect(readdirSync(journalDir)).toContain(other);
  });
});

describe('a round', () => {
  test('twice, at once, half-way and months late has the effect of one', async () => {
    const who = await member(product);
    await portraitsOf(who);
    pass(product, (keptDays - reminderDaysBefore) * DAY + HOUR);
    const both = await Promise.all([beginRound(product.worker!), beginRound(product.worker!)]);
    expect(both.map((found) => found['portrait_reminders']).filter((number) => number !== undefined)).toEqual([1]);
    await settled(product);
    pass(product, 10 * MINUTE);
    await round(product);
    expect(await emailsTo(product, who.email, REMINDER)).toHaveLength(1);
    pass(product, 300 * DAY);
    await round(product);
    // The job of a round once more, as after a worker died between its work and the end of it.
    await product
      .em()
      .execute(
        `update job set finished_at = null, outcome = null, dispatched_at = null, attempt = 0, run_after = ? where topic = 'retention.due' and payload->>'rule' = 'portraits'`,
        [new Date()],
      );
    await settled(product);
    expect([await count('portrait'), await count('deletion_receipt', `kind = 'portraits'`)]).toEqual([0, 1]);
  });
});
