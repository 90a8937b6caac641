/** What the ledger costs when it is long, and how fast webhooks are answered. */
import { createHmac, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const compiled = (path) => import(new URL(`../build/${path}`, import.meta.url).href);
const root = fileURLToPath(new URL('../../', import.meta.url));
const SHORT = 1_000;
const LONG = 1_000_000;
const ROUNDS = 200;
const WEBHOOKS = 300;

/**
 * Starts a database and an API of its own.
 * @returns {Promise<{ ledgerRatio: number, webhookMs: number }>} time for balance and newest page with a million entries against a thousand; median of a webhook's answer
 */
export async function measureBilling() {
  const folder = mkdtempSync(join(tmpdir(), 'bildnis-bench-billing-'));
  const { startPostgres } = await compiled('embedded/postgres.js');
  const { startRedis } = await compiled('embedded/redis.js');
  const { findOrInstallRedis } = await compiled('embedded/redis-program.js');
  const { migrate } = await compiled('app/migrate.js');
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), database: 'bildnis', durable: false });
  const redis = await startRedis({
    ...(await findOrInstallRedis(join(root, '.data', 'redis-bin'))),
    dataDir: join(folder, 'redis'),
    durable: false,
  });
  const webhookSecret = `whsec_${randomUUID().replaceAll('-', '')}`;
  try {
    await migrate(postgres.url);
    const api = await startApi({ folder, postgres, redis, webhookSecret });
    try {
      return { ledgerRatio: await ledgerRatio(api), webhookMs: await webhookMs(api, webhookSecret) };
    } finally {
      await api.close();
    }
  } finally {
    await Promise.all([postgres.stop(), redis.stop()]);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function startApi({ folder, postgres, redis, webhookSecret }) {
  const [{ createApi }, { readConfig }] = [await compiled('app/api.js'), await compiled('config/index.js')];
  const config = readConfig({
    MODE: 'test',
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    STORAGE_DIR: join(folder, 'storage'),
    SMTP_URL: 'smtp://127.0.0.1:9',
    STRIPE_SECRET_KEY: 'sk_test_bench',
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    MEDIA_SECRET: randomUUID() + randomUUID(),
    LOG_LEVEL: 'error',
    RATE_LIMITS: 'false',
  });
  const api = await createApi(config);
  await api.listen(0, '127.0.0.1');
  return api;
}

async function ledgerRatio(api) {
  const { CreditsService } = await compiled('credits/index.js');
  const { MikroORM, RequestContext } = await import('@mikro-orm/postgresql');
  const credits = api.get(CreditsService);
  const em = api.get(MikroORM).em.fork();
  const time = async (entries) => {
    const userId = randomUUID();
    await em.execute(`insert into credit_account (user_id, balance) values (?, ?)`, [userId, entries]);
    await em.execute(
      `insert into credit_ledger (id, created_at, user_id, delta, reason, business_key, balance_after)
       select gen_random_uuid(), now() - (? - n) * interval '1 second', ?, 1, 'admin_adjustment', ? || n, n from generate_series(1, ?) n`,
      [entries, userId, `${userId}:`, entries],
    );
    await em.execute('analyze credit_ledger');
    return () =>
      median(ROUNDS, () =>
        RequestContext.create(em, async () => {
          await credits.balance(userId);
          await credits.history(userId, { limit: 20 });
        }),
      );
  };
  const [short, long] = [await time(SHORT), await time(LONG)];
  await short();
  await long();
  const shortMs = await short();
  return (await long()) / shortMs;
}

async function webhookMs(api, secret) {
  const url = `${await api.getUrl()}/api/v1/webhooks/stripe`;
  return median(WEBHOOKS, async () => {
    const at = Math.floor(Date.now() / 1000);
    const body = JSON.stringify({
      id: `evt_${randomUUID()}`,
      object: 'event',
      type: 'invoice.paid',
      created: at,
      data: { object: { object: 'invoice', customer: 'cus_bench' } },
    });
    const signature = `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;
    const answer = await fetch(url, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    });
    if (answer.status !== 200) throw new Error(`the webhook answered ${answer.status}`);
    await answer.arrayBuffer();
  });
}

async function median(rounds, act) {
  const times = [];
  for (let round = 0; round < rounds; round += 1) {
    const begun = performance.now();
    await act();
    times.push(performance.now() - begun);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)];
}
