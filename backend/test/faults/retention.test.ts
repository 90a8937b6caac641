import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { CreditsService } from '../../src/credits/index.js';
import { facts } from '../../src/facts/index.js';
import { draftMarkedComplete } from '../support/customers.js';
import { completedRun, profileWithModel, recordShown, storedKeys } from '../support/holdings.js';
import { emailsTo } from '../support/emails.js';
import { longTest } from '../support/long-test.js';
import { member, type Member } from '../support/members.js';
import { startProduct, type Product } from '../support/product.js';
import { killProductProcesses, startApiProcess, startWorkerProcess } from '../support/product-processes.js';
import { settled, violations } from '../support/retention.js';
import { until } from '../support/until.js';

/** Fault case 14, with processes of their own: each task happens once, whichever process begins it and whichever dies at it. */
let product: Product;
const people: Member[] = [];
beforeEach(async () => {
  product = await startProduct({ env: { LOG_LEVEL: 'silent' } });
  people.length = 0;
  for (let number = 0; number < 2; number += 1) people.push(await memberWhoseTimeIsOver());
  // From here on the test begins its own workers.
  await settled(product);
  await product.worker!.close();
  product.worker = null;
});
afterEach(async () => {
  await killProductProcesses();
  const wrong = await violations(product);
  await product.stop();
  expect(wrong).toEqual([]);
});
afterAll(() => killProductProcesses());

/** One run that nobody announced yet, one that was announced a week ago, and a draft of last week. */
async function memberWhoseTimeIsOver(): Promise<Member> {
  const who = await member(product);
  const profile = await profileWithModel(product, who.caller);
  const [due, announced] = [
    await completedRun(product, who.caller, profile),
    await completedRun(product, who.caller, profile),
  ];
  const credits = product.api.get(CreditsService);
  const delta = facts.generation.credits;
  await product.em().transactional(async (em) => {
    for (const { id } of [due, announced]) {
      await credits.book(em, { userId: who.id, delta, reason: 'admin_adjustment', businessKey: `test:${id}` });
      await credits.book(em, {
        userId: who.id,
        delta: -delta,
        reason: 'generation_charge',
        businessKey: `generation:${id}:charge`,
        generationId: id,
      });
      await recordShown(em, id);
    }
    await em.execute(`update generation set expires_at = now() + interval '3 days' where id = ?`, [due.id]);
    await em.execute(`update generation set expires_at = now() - interval '1 hour' where id = ?`, [announced.id]);
    await em.execute(
      `insert into portrait_reminder (id, created_at, generation_id, sent_at) values (gen_random_uuid(), now(), ?, now() - interval '8 days')`,
      [announced.id],
    );
  });
  const draft = await draftMarkedComplete(product, who.caller);
  await product.em().execute(`update ai_profile set created_at = now() - interval '8 days' where id = ?`, [draft]);
  return who;
}

const effects = () =>
  product.em().execute<{ rule: string; jobs: number; total: number }[]>(
    `select t.rule, t.total, (select count(*)::int from job j where j.topic like 'retention.%' and j.payload->>'rule' = t.rule) as jobs
     from retention_task t where t.rule in ('portrait_reminders', 'portraits', 'drafts') order by t.rule`,
  );

/** Each customer's share once: one job, one email, one receipt of each kind. */
async function expectOnce(): Promise<void> {
  const number = people.length;
  await until(
    'the effects',
    async () => ((await effects()).reduce((sum, row) => sum + row.total, 0) >= 3 * number ? true : null),
    60_000,
  );
  await settled(product);
  expect(await effects()).toEqual(
    ['drafts', 'portrait_reminders', 'portraits'].map((rule) => ({ rule, jobs: number, total: number })),
  );
  const receipts = await product
    .em()
    .execute(
      'select rule, kind, count(*)::int as number from deletion_receipt where journaled_at is not null group by rule, kind order by rule, kind',
    );
  expect(receipts).toEqual([
    { rule: 'drafts', kind: 'draft', number },
    { rule: 'drafts', kind: 'reference_photos', number },
    { rule: 'portraits', kind: 'portraits', number },
  ]);
  for (const who of people) expect(await emailsTo(product, who.email, /bald gelöscht/)).toHaveLength(1);
  expect(await storedKeys(product, 'photos/')).toEqual([]);
  expect((await product.em().execute('select id from portrait')).length).toBe(2 * number);
  expect(await storedKeys(product, 'portraits/')).toHaveLength(4 * number);
}

longTest('two APIs and two workers side by side: each task happens once', async () => {
  const scheduled = { SCHEDULES: 'true' };
  const [api] = await Promise.all([
    startApiProcess(product),
    startWorkerProcess(product, scheduled),
    startWorkerProcess(product, scheduled),
  ]);
  await expectOnce();
  expect((await fetch(`${api.origin}/api/v1/health/ready`)).status).toBe(200);
});

test('a worker killed after it noted the work and before it did any: another one does it, once', async () => {
  // This one looks for work once, when it starts, and not again.
  const first = await startWorkerProcess(product, { SCHEDULES: 'true', OUTBOX_POLL_MS: '3600000' });
  await until('the jobs', async () =>
    (await effects()).reduce((sum, row) => sum + row.jobs, 0) === 3 * people.length ? true : null,
  );
  await first.kill();
  const second = await startWorkerProcess(product, { SCHEDULES: 'true' });
  await expectOnce();
  await second.terminate();
});
