import { randomUUID } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { CreditsService } from '../../src/credits/index.js';
import { startMailbox } from '@bildnis/emulators/mailbox';
import { facts } from '../../src/facts/index.js';
import { ObjectStorage } from '../../src/integrations/storage/index.js';
import { Clock, DAY, HOUR, MINUTE } from '../../src/platform/clock/index.js';
import { RetentionOverview } from '../../src/retention/overview.service.js';
import { RULE_NAMES } from '../../src/retention/rule.js';
import { draftMarkedComplete, registeredCustomer, sessionOf } from '../support/customers.js';
import { completedRun, profileWithModel, promote, recordShown, storedKeys } from '../support/holdings.js';
import { emailsTo } from '../support/emails.js';
import { longTest } from '../support/long-test.js';
import { member, pass, type Member } from '../support/members.js';
import { startProduct, type Product } from '../support/product.js';
import { hurry } from '../support/quick-engine.js';
import { beginRound, round, settled, violations } from '../support/retention.js';
import { until } from '../support/until.js';

/** What is promised about how long something is kept (docs/retention.md#promises), with the clock moved. */
let product: Product;

/** The tests of a group share a product: each begins where the last one left the clock, with people of its own. */
function withOneProduct(): void {
  beforeAll(async () => {
    product = await startProduct({ env: { LOG_LEVEL: 'silent' } });
  });
  // Nobody looks at a rule twice within five minutes.
  beforeEach(() => pass(product, 10 * MINUTE));
  afterAll(async () => {
    const wrong = await violations(product);
    await product.stop();
    expect(wrong).toEqual([]);
  });
}

const REMINDER = /bald gelöscht/;
const { keptDays, reminderDaysBefore } = facts.portraits;

const now = () => product.api.get(Clock).now();
/** The moment that is this long from now, for everybody. */
const after = (ms: number): Date => new Date(now().getTime() + ms);
const passUntil = (moment: number) => pass(product, moment - now().getTime());
const run = (statement: string, parameters: unknown[] = []) => product.em().execute(statement, parameters);

const count = async (table: string, where = 'true', parameters: unknown[] = []): Promise<number> =>
  (
    await product
      .em()
      .execute<{ number: number }[]>(`select count(*)::int as number from ${table} where ${where}`, parameters)
  )[0]!.number;
const countOf = (who: Member, table: string, where = 'true') => count(table, `user_id = ? and ${where}`, [who.id]);

async function receiptsOf(who: Member) {
  const caller = await sessionOf(product, who.id);
  return (await caller.get<{ items: (Said & { deletedAt: string })[] }>('/me/deletion-receipts')).body.items;
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

interface Line extends Said {
  ids: string[];
  userId: string;
}
/** Its lines come in no order that is promised: each is the work of a job. */
function journal(): Line[] {
  const folder = product.config.journalDir;
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) =>
      readFileSync(join(folder, name), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Line),
    );
}
const journalOf = (who: { id: string }) => journal().filter(({ userId }) => userId === who.id);

/** Credits that nobody paid for. */
const give = (who: Member, delta: number) =>
  product
    .em()
    .transactional((em) =>
      product.api
        .get(CreditsService)
        .book(em, { userId: who.id, delta, reason: 'admin_adjustment', businessKey: `test:${randomUUID()}` }),
    );

/** A run with two portraits, paid for, that ends as long from now as any. @returns its id */
async function portraitsOf(who: Member): Promise<string> {
  const made = await completedRun(product, who.caller, await profileWithModel(product, who.caller));
  const { credits } = facts.generation;
  await give(who, credits);
  await product.em().transactional(async (em) => {
    await product.api.get(CreditsService).book(em, {
      userId: who.id,
      delta: -credits,
      reason: 'generation_charge',
      businessKey: `generation:${made.id}:charge`,
      generationId: made.id,
    });
    await recordShown(em, made.id);
  });
  await endingIn(made.id, keptDays * DAY);
  return made.id;
}
const endingIn = (runId: string, ms: number) =>
  run('update generation set expires_at = ? where id = ?', [after(ms), runId]);

async function restartMailbox(smtpUrl: string): Promise<void> {
  product.mailbox = await startMailbox({
    dataDir: join(product.config.journalDir, '..', 'mails'),
    smtpPort: Number(new URL(smtpUrl).port),
  });
}

describe('portraits', () => {
  withOneProduct();
  const portraits = (who: Member) => countOf(who, 'portrait');
  const reminders = (who: Member) =>
    count('portrait_reminder', 'generation_id in (select id from generation where user_id = ?)', [who.id]);

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

    pass(product, reminderDaysBefore * DAY - 2 * HOUR);
    await round(product);
    expect(await portraits(who)).toBe(4);

    pass(product, 2 * HOUR);
    await round(product);
    expect([await portraits(who), await countOf(who, 'generation'), await storedKeys(product, 'portraits/')]).toEqual([
      0,
      0,
      [],
    ]);
    expect(await emailsTo(product, who.email, REMINDER, 0)).toHaveLength(1);
    expect(await receiptsOf(who)).toMatchObject([{ kind: 'portraits', rule: 'portraits', count: 4 }]);
    expect(journal()).toMatchObject([{ kind: 'portraits', rule: 'portraits', userId: who.id }]);
    expect(journal()[0]!.ids.toSorted()).toEqual(runs);
  });

  test('wait 7 days after a reminder that came late, however late, and whatever wrote them so', async () => {
    const [late, young] = [await member(product), await member(product)];
    await endingIn(await portraitsOf(late), -110 * DAY);
    const reminded = await portraitsOf(young);
    await endingIn(reminded, -HOUR);
    await run(
      'insert into portrait_reminder (id, created_at, generation_id, sent_at) values (gen_random_uuid(), now(), ?, ?)',
      [reminded, after(-6 * DAY)],
    );
    const left = async () => [await portraits(late), await portraits(young)];
    await round(product);
    await emailsTo(product, late.email, REMINDER);
    expect(await left()).toEqual([2, 2]);
    pass(product, DAY + HOUR);
    await round(product);
    expect(await left()).toEqual([2, 0]);
    pass(product, (reminderDaysBefore - 1) * DAY - 2 * HOUR);
    await round(product);
    expect(await left()).toEqual([2, 0]);
    pass(product, 2 * HOUR);
    await round(product);
    expect(await left()).toEqual([0, 0]);
  });

  test('a round twice, at once, half-way and months late has the effect of one', async () => {
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
    await run(
      `update job set finished_at = null, outcome = null, dispatched_at = null, attempt = 0, run_after = ? where topic = 'retention.due' and payload->>'rule' = 'portraits'`,
      [new Date()],
    );
    await settled(product);
    expect([await portraits(who), await countOf(who, 'deletion_receipt', `kind = 'portraits'`)]).toEqual([0, 1]);
  });

  test('that come due while an email waits are noted beside it, not with it again: each run is told of once', async () => {
    const who = await member(product);
    const runs = [await portraitsOf(who), await portraitsOf(who)];
    const { smtpUrl } = product.mailbox;
    await product.mailbox.stop();
    await endingIn(runs[1]!, keptDays * DAY + HOUR);
    pass(product, (keptDays - reminderDaysBefore) * DAY - 30 * MINUTE);
    for (const _ of runs) {
      pass(product, HOUR);
      await beginRound(product.worker!);
    }
    const jobs = await product
      .em()
      .execute<{ ids: string[] }[]>(
        `select payload -> 'ids' as ids from job where topic = 'retention.reminders_due' and finished_at is null`,
      );
    await restartMailbox(smtpUrl);
    expect(jobs.flatMap(({ ids }) => ids).toSorted()).toEqual(runs.toSorted());
    await until('the reminders', async () => ((await reminders(who)) === runs.length ? true : null));
  });

  longTest(
    'whose reminder was sent before its worker died are not announced again, also where one of the runs was deleted since',
    async () => {
      const who = await member(product);
      const [gone] = [await portraitsOf(who), await portraitsOf(who)];
      await run(
        `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'not now'; end $$`,
      );
      await run('create trigger refuse before insert on portrait_reminder execute function refuse()');
      pass(product, (keptDays - reminderDaysBefore) * DAY + HOUR);
      await beginRound(product.worker!);
      await emailsTo(product, who.email, REMINDER);
      const owner = await sessionOf(product, who.id);
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
      await run('drop trigger refuse on portrait_reminder');
      pass(product, HOUR);
      await settled(product);
      expect(await reminders(who)).toBe(1);
      expect(await emailsTo(product, who.email, REMINDER)).toHaveLength(1);
    },
  );

  test('stay while no reminder can be sent, which raises an alarm; the email goes out once when mail is back', async () => {
    const who = await member(product);
    await portraitsOf(who);
    const { smtpUrl } = product.mailbox;
    await product.mailbox.stop();
    pass(product, (keptDays + 2) * DAY);
    await beginRound(product.worker!);
    const waiting = `topic = 'retention.reminders_due' and last_error is not null`;
    await until('all but the reminder to end', async () =>
      (await count('job', `finished_at is null and not coalesce(${waiting}, false)`)) === 0 ? true : null,
    );
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
    expect([await portraits(who), await reminders(who)]).toEqual([2, 0]);
    const { items } = await product.api.get(RetentionOverview).read();
    expect(items.filter((item) => item.overdue > 0).map((item) => item.rule)).toEqual([
      'portrait_reminders',
      'portraits',
    ]);
    await restartMailbox(smtpUrl);
    pass(product, DAY);
    await round(product);
    expect(await emailsTo(product, who.email, REMINDER)).toHaveLength(1);
    expect(await portraits(who)).toBe(2);
    pass(product, (reminderDaysBefore + 1) * DAY);
    await round(product);
    expect(await portraits(who)).toBe(0);
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
    rule: 'key_usage',
    table: 'api_key_usage',
    days: 396,
    insert: `insert into api_key_usage (id, created_at, user_id, api_key_id, name, hint, month) select gen_random_uuid(), now(), id, id, 'Skript', 'bk_a1b2', '2026-01' from app_user where id = ?`,
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
    where: `number = 'M-1'`,
    days: 396,
    insert: `insert into misuse_report (id, created_at, number, email, reason, picture, status, confirmation_id) select gen_random_uuid(), now(), 'M-1', email, 'minor', 'none', 'closed', id from app_user where id = ?`,
  },
  {
    rule: 'unconfirmed_misuse_reports',
    table: 'misuse_report',
    where: `number = 'M-2'`,
    days: 2,
    insert: `insert into misuse_report (id, created_at, number, email, reason, picture, status, confirmation_id) select gen_random_uuid(), now(), 'M-2', email, 'minor', 'none', 'unconfirmed', id from app_user where id = ?`,
  },
  {
    rule: 'declined_judgements',
    table: 'judgement',
    days: 90,
    insert: `insert into judgement (id, created_at, user_id, generation_id, style_id) select gen_random_uuid(), now(), u.id, gen_random_uuid(), s.id from app_user u, (select id from style limit 1) s where u.id = ?`,
  },
  {
    rule: 'announcements',
    table: 'announcement',
    days: 3653,
    insert: `insert into announcement (id, created_at, kind, text, effective_from, send_from) select gen_random_uuid(), now(), 'privacy', id, now(), now() from app_user where id = ?`,
  },
  {
    rule: 'layers',
    table: 'portrait_layers',
    days: 1,
    insert: `with profile as (insert into ai_profile (id, created_at, user_id, name, gender, status) values (gen_random_uuid(), now(), ?, 'P', 'female', 'ready') returning id, user_id),
      run as (insert into generation (id, created_at, user_id, profile_id, style_id, scene, seed, status, progress_fraction, completed_at, expires_at) select gen_random_uuid(), now(), p.user_id, p.id, s.id, s.scene, 1, 'completed', 1, now(), now() + interval '90 days' from profile p, (select * from style limit 1) s returning id, user_id, profile_id),
      portrait as (insert into portrait (id, created_at, generation_id, user_id, position, storage_key, preview_key, width, height, bytes, rank) select gen_random_uuid(), now(), id, user_id, 0, 'layers-' || id, 'k', 24, 30, 1, 0 from run returning id, generation_id, user_id)
      insert into portrait_layers (id, created_at, user_id, profile_id, generation_id, portrait_id, retouch) select gen_random_uuid(), now(), r.user_id, r.profile_id, r.id, p.id, 'none' from run r, portrait p`,
  },
  {
    rule: 'ended_examples',
    table: 'example',
    days: 1096,
    insert: `insert into example (id, created_at, user_id, style_id, status, alias, places, release_reference, released_at, ends_at, ended_at, ended_because) select gen_random_uuid(), now(), u.id, s.id, 'ended', '', '[]', 'v', now(), now(), now(), 'withdrawn' from app_user u, (select id from style limit 1) s where u.id = ?`,
  },
  {
    rule: 'debts',
    table: 'address_debt',
    where: 'user_id in (select user_id from credit_account where owed > 0)',
    days: 1096,
    insert: `with owing as (insert into credit_account (user_id, owed) values (?, 5) returning user_id), lines as (insert into credit_ledger (id, created_at, user_id, delta, reason, business_key, balance_after) select gen_random_uuid(), now(), user_id, delta, reason, reason, balance from owing, (values (5, 'refund_return', 5), (-5, 'admin_adjustment', 0)) as line (delta, reason, balance)) insert into address_debt (id, created_at, address_hash, user_id) select gen_random_uuid(), now(), 'h', user_id from owing`,
  },
  {
    rule: 'settled_debts',
    table: 'address_debt',
    where: 'user_id not in (select user_id from credit_account where owed > 0)',
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
  withOneProduct();

  describe('of one kind', () => {
    /** What was there at first, shortly before its time and shortly after, and how many the round said it found. */
    const seen: Record<string, number[]> = {};
    beforeAll(async () => {
      for (const { insert } of AGED) await run(insert, [(await member(product)).id]);
      const counts = () => Promise.all(AGED.map(({ table, where }) => count(table, where)));
      const [begin, first] = [now().getTime(), await counts()];
      for (const days of [...new Set(AGED.map((kind) => kind.days))].toSorted((a, b) => a - b)) {
        // Months have 28 to 31 days and a year may have one more: what is left of the exactness is a few days.
        const slack = days > 300 ? 3 * DAY : HOUR;
        passUntil(begin + days * DAY - slack);
        await round(product);
        const shortlyBefore = await counts();
        passUntil(begin + days * DAY + slack);
        const found = await round(product);
        const shortlyAfter = await counts();
        for (const [index, kind] of AGED.entries())
          if (kind.days === days)
            seen[kind.rule] = [first[index]!, shortlyBefore[index]!, shortlyAfter[index]!, found[kind.rule] ?? 0];
      }
    });

    test.each(AGED)('$rule: kept for $days days, then gone, also when it is looked at late', ({ rule }) => {
      const [first, shortlyBefore, shortlyAfter, found] = seen[rule]!;
      expect(first).toBeGreaterThan(0);
      expect([shortlyBefore, shortlyAfter]).toEqual([first, 0]);
      expect(found).toBeGreaterThanOrEqual(first!);
    });
  });

  test('settled_debts: the row of an heir stays as long as one before it', async () => {
    const [first, heir] = [await member(product), await member(product)];
    const insert = (userId: string, heirId: string | null) =>
      run(
        `insert into address_debt (id, created_at, address_hash, user_id, heir_id) values (gen_random_uuid(), ?, 'h', ?, ?)`,
        [now(), userId, heirId],
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
    const write = (statement: string, ...parameters: unknown[]) => run(statement, [...parameters, who.id]);
    await write(
      `insert into address_debt (id, created_at, address_hash, user_id) values (gen_random_uuid(), ?, 'h', ?)`,
      after(-(facts.deletion.disputableDays + 1) * DAY),
    );
    await write(
      `insert into payment (id, created_at, user_id, kind, source_id, amount_rappen, credits_granted, paid_at, is_dispute_open) values (gen_random_uuid(), now(), ?, 'pack', 'cs_1', 490, 0, now(), true)`,
    );
    await round(product);
    expect(await count('address_debt')).toBe(1);
    await write('update payment set is_dispute_open = false where user_id = ?');
    pass(product, 2 * HOUR);
    await round(product);
    expect(await count('address_debt')).toBe(0);
    await write('delete from payment where user_id = ?');
  });

  test('what remembers an email about an open invoice stays as long as the invoice is open', async () => {
    const who = await member(product);
    await run(
      `insert into subscription (id, created_at, user_id, provider_id, provider_item_id, plan_id, price_rappen, status, credits_per_period, current_period_start, current_period_end, cancel_at_period_end, started_at, open_invoice_id)
       values (gen_random_uuid(), now(), ?, 'sub_open', 'si_open', 'starter', 990, 'incomplete', 120, now(), now() + interval '1 month', false, now(), 'in_open')`,
      [who.id],
    );
    await run(
      `insert into job (id, created_at, queue, topic, payload, dedupe_key, run_after, dispatches, attempt, max_attempts, finished_at, outcome)
       values (gen_random_uuid(), now(), 'mail', 'test', '{}', 'payment-needed:in_open:payment_failed', now(), 1, 1, 1, ?, 'done')`,
      [after(0)],
    );
    pass(product, 40 * DAY);
    await round(product);
    expect(await count('job', `topic = 'test'`)).toBe(1);
    await run('update subscription set open_invoice_id = null');
    pass(product, DAY);
    await round(product);
    expect(await count('job', `topic = 'test'`)).toBe(0);
    // It was never at the provider.
    await run('delete from subscription');
  });

  test('consents, and receipts of deletions, go three years after the account', async () => {
    const who = await member(product);
    await draftMarkedComplete(product, who.caller);
    await who.caller.post('/me/deletion', { confirmEmail: who.email });
    await settled(product);
    const kept = async () => [await countOf(who, 'consent'), await countOf(who, 'deletion_receipt')];
    expect(await kept()).toEqual([2, 1]);
    pass(product, 3 * 365 * DAY - DAY);
    await round(product);
    expect(await kept()).toEqual([2, 1]);
    pass(product, 3 * DAY);
    await round(product);
    expect([await kept(), await count('app_user', 'id = ?', [who.id])]).toEqual([[0, 0], 1]);
  });

  test('an account whose address nobody confirmed goes after 30 days without a trace; what was declared under it stays as of people we do not know, ten years after the end of its year', async () => {
    const [stays, begun] = [await member(product), now()];
    const { email } = await registeredCustomer(product);
    const accounts = () =>
      product.em().execute<{ id: string }[]>('select id from app_user where id = ? or email = ?', [stays.id, email]);
    const [unconfirmed] = (await accounts()).filter(({ id }) => id !== stays.id);
    await run(
      `insert into declaration (id, created_at, number, kind, name, email, user_id, status, statement)
       values (gen_random_uuid(), ?, 'E-1', 'withdrawal', 'Petra Muster', ?, ?, 'review', 'Ich widerrufe.'),
              (gen_random_uuid(), ?, 'K-1', 'cancellation', 'Petra', 'petra@example.org', null, 'review', null)`,
      [begun, email, unconfirmed!.id, begun],
    );
    pass(product, 30 * DAY - HOUR);
    await round(product);
    expect(await accounts()).toHaveLength(2);
    pass(product, 2 * HOUR);
    await round(product);
    expect(await accounts()).toEqual([{ id: stays.id }]);
    expect(journalOf(unconfirmed!)).toMatchObject([{ kind: 'account', rule: 'unconfirmed_accounts' }]);
    const declared = () => run('select name, statement, user_id from declaration order by number');
    const asItWas = [
      { name: 'Petra Muster', statement: 'Ich widerrufe.', user_id: null },
      { name: 'Petra', statement: null, user_id: null },
    ];
    const yearEnd = Date.UTC(begun.getUTCFullYear() + 11, 0, 1);
    passUntil(yearEnd - DAY);
    await round(product);
    expect(await declared()).toEqual(asItWas);
    passUntil(yearEnd + DAY);
    await round(product);
    expect(await declared()).toEqual([]);
  });
});

describe('rows that go by the clock of the database', () => {
  withOneProduct();

  test('audit: 13 months by the clock of the database, and by no other way', async () => {
    const insert = (age: string) =>
      run(
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
      await expect(run(statement), statement).rejects.toThrow(/append-only/);
    }
    // Neither the one way, asked for what is younger, nor a product whose clock runs ahead removes it.
    expect(
      await run('select remove_old_audit_entries(array(select id from audit_entry where reason = ?)) as removed', [
        '1 hour',
      ]),
    ).toEqual([{ removed: 0 }]);
    expect((await round(product))['audit']).toBe(1);
    expect(await kept()).toEqual([`${months - 1} months 25 days`, '1 hour']);
  });

  /** An account that was left years ago, with lines in every book. @param years how long ago everything happened */
  async function leftAccount(years: number): Promise<string> {
    const who = await member(product);
    await run(
      `update app_user set deleted_at = now() - interval '${years} years', email = 'deleted-' || id || '@bildnis.invalid' where id = ?`,
      [who.id],
    );
    await run(
      `insert into credit_ledger (id, created_at, user_id, delta, reason, business_key, balance_after) values (gen_random_uuid(), now() - interval '${years} years', ?, 5, 'admin_adjustment', 'old:' || gen_random_uuid(), 5)`,
      [who.id],
    );
    await run(
      'insert into shown_run (generation_id, user_id, charge_key, shown_at) select id, user_id, business_key, created_at from credit_ledger where user_id = ?',
      [who.id],
    );
    await run(
      'insert into credit_account (user_id, balance, owed) values (?, 5, 0) on conflict (user_id) do update set balance = 5',
      [who.id],
    );
    await run(
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
      (await product.em().execute<{ id: string }[]>('select id from app_user where id in (?, ?)', [old, young])).map(
        (row) => row.id,
      );
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
    expect(await run('select remove_old_accounting(?) as removed', [young])).toEqual([{ removed: 0 }]);
  });

  test('nothing else removes, changes or empties the ledger, whatever it sets or is called', async () => {
    const old = await leftAccount(12);
    const refused = /append-only/;
    await expect(run('delete from credit_ledger where user_id = ?', [old])).rejects.toThrow(refused);
    await expect(run('update credit_ledger set delta = 6, balance_after = 6 where user_id = ?', [old])).rejects.toThrow(
      refused,
    );
    await expect(run('truncate credit_ledger cascade')).rejects.toThrow(refused);
    await expect(
      run(
        `do $do$ begin execute 'delete from credit_ledger /* PL/pgSQL function remove_old_accounting(uuid) line 1 */'; end $do$`,
      ),
    ).rejects.toThrow(refused);
    // The account is not left: the function itself refuses.
    await run('update app_user set deleted_at = null where id = ?', [old]);
    expect(await run('select remove_old_accounting(?) as removed', [old])).toEqual([{ removed: 0 }]);
    expect(await count('credit_ledger', `user_id = '${old}'`)).toBe(1);
  });

  test('neither goes because the clock of a product runs ahead', async () => {
    const young = await leftAccount(9);
    await run(
      `insert into audit_entry (id, created_at, action, reason) values (gen_random_uuid(), now() - interval '1 hour', 'user.block', 'young')`,
    );
    pass(product, 5 * 365 * DAY);
    await round(product);
    expect([await count('app_user', 'id = ?', [young]), await count('audit_entry', `reason = 'young'`)]).toEqual([
      1, 1,
    ]);
  });
});

describe('files, receipts and the journal', () => {
  withOneProduct();

  test('begins again when it was given up, and what is late raises an alarm', async () => {
    const storage = product.api.get(ObjectStorage);
    await storage.put('portraits/left/0.jpg', Buffer.from('x'), 'image/jpeg');
    await run(
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

  test('photos that a training and exports that a job should have taken with them go after a day; a draft that was never started goes after 7 days with its photos, one that is ready stays', async () => {
    const storage = product.api.get(ObjectStorage);
    const [who, trained, begun] = [await member(product), await member(product), Date.now()];
    const id = await draftMarkedComplete(product, who.caller);
    await storage.put(`photos/${id}/one.jpg`, Buffer.from('x'), 'image/jpeg');
    const ready = await profileWithModel(product, who.caller);
    await run(`update ai_profile set status = 'ready', ready_at = now() where id = ?`, [
      await draftMarkedComplete(product, trained.caller),
    ]);
    const exported = '00000000-0000-4000-8000-000000000001';
    await storage.put(`exports/${who.id}/${exported}.zip`, Buffer.from('x'), 'application/zip');
    await run(
      `insert into data_export (id, created_at, user_id, status, storage_key, bytes, ready_at, expires_at) values (?, now(), ?, 'ready', 'k', 1, now(), now() + interval '24 hours')`,
      [exported, who.id],
    );
    const { min } = facts.photos;
    const left = async () => ({
      ofDraft: await countOf(who, 'reference_photo'),
      ofTraining: await countOf(trained, 'reference_photo'),
      exports: await countOf(who, 'data_export', `status = 'ready'`),
      exported: await storedKeys(product, 'exports/'),
    });
    expect([facts.referencePhotos.deletedHoursAfterTraining, facts.dataExport.keptHours]).toEqual([24, 24]);
    passUntil(begun + DAY - MINUTE);
    await round(product);
    expect(await left()).toMatchObject({ ofDraft: min, ofTraining: min, exports: 1, exported: { length: 1 } });
    pass(product, 10 * MINUTE);
    await round(product);
    expect(await left()).toEqual({ ofDraft: min, ofTraining: 0, exports: 0, exported: [] });
    expect([await countOf(who, 'data_export', `status = 'expired'`), await countOf(trained, 'ai_profile')]).toEqual([
      1, 1,
    ]);
    expect(await receiptsOf(trained)).toMatchObject([{ kind: 'reference_photos', rule: 'left_photos', count: min }]);

    passUntil(begun + facts.referencePhotos.draftDays * DAY - HOUR);
    await round(product);
    expect(await left()).toMatchObject({ ofDraft: min });
    pass(product, 2 * HOUR);
    await round(product);
    expect(await run('select id from ai_profile where user_id = ?', [who.id])).toEqual([{ id: ready }]);
    expect([await countOf(who, 'reference_photo'), await storedKeys(product, 'photos/')]).toEqual([0, []]);
    expect(await saidOf(who)).toEqual([
      ['draft', 'drafts', 1, null, null],
      ['reference_photos', 'drafts', min, null, null],
    ]);
  });

  test('admins see every rule with how long, what is overdue, and how its task fared', async () => {
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
  longTest(
    'receipts tell their owner what went when a training was done and what was asked for, and tell nobody else',
    async () => {
      const [who, other] = [await member(product), await member(product)];
      await give(who, facts.training.credits);
      await hurry(product.worker!);
      const profile = await draftMarkedComplete(product, who.caller);
      expect((await who.caller.post(`/ai-profiles/${profile}/training`)).status).toBe(202);
      await settled(product);
      const made = await portraitsOf(who);
      const draft = await draftMarkedComplete(product, who.caller);
      const [photo] = await product
        .em()
        .execute<{ id: string }[]>('select id from reference_photo where profile_id = ? limit 1', [draft]);
      expect((await who.caller.delete(`/ai-profiles/${draft}/photos/${photo!.id}`)).status).toBeLessThan(300);
      expect((await who.caller.delete(`/generations/${made}`)).status).toBe(204);
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
        'das Profil behält 1 freigestellten Arbeitsausschnitt mit Gesichtspunkten und Hautton sowie Vergleichswerte des Gesichts, bis Sie es löschen',
      );
      const journaled = journalOf(who).map(({ kind, rule, ids }) => [kind, rule, ids.length]);
      expect(journaled.toSorted()).toEqual([
        ['portraits', 'asked', 1],
        ['profile', 'asked', 1],
        ['reference_photos', 'asked', 1],
        ['reference_photos', 'training_done', facts.photos.min],
      ]);
      expect(JSON.stringify(journal())).not.toContain(who.email);
    },
  );

  test('receipts name what really went, whatever was deleted', async () => {
    const { min } = facts.photos;
    const photos = ['reference_photos', 'asked', min, null, null];
    const remove = async (who: Member, id: string) =>
      expect((await who.caller.delete(`/ai-profiles/${id}`)).status).toBe(204);
    const trainedBy = (engine: string, crops: number) => async (who: Member) => {
      const id = await profileWithModel(product, who.caller);
      await run('update trained_model set engine = ?, crops = ? where profile_id = ?', [engine, crops, id]);
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
          await run(
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
      expect(said(journalOf(who)), name).toEqual(expected.toSorted());
    }
    const leaves = await member(product);
    await draftMarkedComplete(product, leaves.caller);
    expect((await leaves.caller.post('/me/deletion', { confirmEmail: leaves.email })).status).toBe(200);
    await settled(product);
    expect(said(journalOf(leaves))).toEqual([['account', 'asked', 1, null, null]]);
    // A receipt from before models were noted is still shown.
    const old = await member(product);
    await run(
      `insert into deletion_receipt (id, created_at, user_id, kind, rule, count) values (gen_random_uuid(), now(), ?, 'profile', 'asked', 1)`,
      [old.id],
    );
    expect(await saidOf(old)).toEqual([['profile', 'asked', 1, null, null]]);
  });

  test('the journal of a month goes once no backup from before it is kept, and not a day sooner', async () => {
    const who = await member(product);
    const [begun, { journalDir, journalDays }] = [now(), product.config];
    expect((await who.caller.delete(`/generations/${await portraitsOf(who)}`)).status).toBe(204);
    await settled(product);
    const file = `deletions-${begun.toISOString().slice(0, 7)}.jsonl`;
    const other = 'notes-of-the-operator.txt';
    writeFileSync(join(journalDir, other), 'x');
    expect(readdirSync(journalDir)).toEqual(expect.arrayContaining([file, other]));
    passUntil(Date.UTC(begun.getUTCFullYear(), begun.getUTCMonth() + 1) + journalDays * DAY - HOUR);
    await round(product);
    expect(readdirSync(journalDir)).toContain(file);
    pass(product, 2 * HOUR);
    await round(product);
    expect(readdirSync(journalDir)).not.toContain(file);
    expect(readdirSync(journalDir)).toContain(other);
  });
});
