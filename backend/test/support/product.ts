import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { MikroORM, type EntityManager } from '@mikro-orm/postgresql';
import { createApi } from '../../src/app/api.js';
import { createWorker } from '../../src/app/worker.js';
import { readConfig, type Config } from '../../src/config/index.js';
import type { GoogleEmulator } from '@bildnis/emulators/google';
import { startMailbox, type Mailbox } from '@bildnis/emulators/mailbox';
import {
  startReplicateEmulator,
  type ReplicateEmulator,
  type ReplicateEmulatorOptions,
} from '@bildnis/emulators/replicate';
import { startStripeEmulator, type StripeEmulator } from '@bildnis/emulators/stripe';
import { STRIPE_EVENTS } from '../../src/integrations/payments/index.js';
import { PHOTO_INSPECTOR, type PhotoInspector } from '../../src/integrations/portrait-engine/index.js';
import { inject } from 'vitest';
import { Caller } from './caller.js';
import { findFreePort } from '../../src/embedded/ports.js';
import { rememberPhotos } from './remembered-photos.js';
import { createDatabase, createRedis, type TestDatabase } from './services.js';

/** The whole product in one test process: API, worker, Stripe emulator, mailbox, and a database of its own. */
export interface Product {
  origin: string;
  config: Config;
  /** The environment the product was configured from, for processes of one's own. */
  env: Record<string, string>;
  api: NestExpressApplication;
  worker: INestApplicationContext | null;
  stripe: StripeEmulator;
  mailbox: Mailbox;
  /** Set when it was asked for. */
  google: GoogleEmulator | null;
  /** Set when portraits are made there. */
  replicate: ReplicateEmulator | null;
  /** A fresh entity manager for looking at rows. */
  em(): EntityManager;
  anonymous(): Caller;
  stop(): Promise<void>;
}

export interface ProductOptions {
  worker?: boolean;
  /** With an emulator for Google's sign-in; only for tests that need it, since it takes time to load. */
  google?: boolean;
  /** Portraits are made at an emulator for Replicate. */
  replicate?: boolean | Pick<ReplicateEmulatorOptions, 'pace' | 'observe'>;
  /** The payment provider sends all events, also those that come together with another one: where events are the subject. */
  everyEvent?: boolean;
  env?: Record<string, string>;
  /** Leads connections to database or Redis through something of the test's own. */
  through?: (url: string) => Promise<string>;
  /** For the product that files share, see shared-product.ts. */
  shared?: boolean;
}

/** Orchestration tests run the same engine at a small size. */
const SMALL_ENGINE = {
  ENGINE_PORTRAIT_WIDTH: '256',
  ENGINE_CUTOUT_FACE_HEIGHT: '180',
  ENGINE_RENDER_THREADS: '1',
  ENGINE_INSPECTORS: '2',
};
/** Short enough that a takeover shows within a second, long enough that a busy machine keeps its lease. */
const QUICK_JOBS = { OUTBOX_POLL_MS: '200', JOB_LEASE_MS: '3000', JOB_RETRY_DELAY_MS: '50', JOB_REDISPATCH_MS: '5000' };

/** These come with another event, and each has the customer read once more. */
const ACCOMPANYING = [
  'customer.subscription.created',
  'invoice.paid',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
];

export const GOOGLE_CLIENT = { GOOGLE_CLIENT_ID: 'bildnis-test', GOOGLE_CLIENT_SECRET: 'a secret for tests' };

async function startGoogle(origin: string): Promise<GoogleEmulator> {
  const { startGoogleEmulator } = await import('@bildnis/emulators/google');
  return startGoogleEmulator({
    clientId: GOOGLE_CLIENT.GOOGLE_CLIENT_ID,
    clientSecret: GOOGLE_CLIENT.GOOGLE_CLIENT_SECRET,
    redirectUris: [`${origin}/auth`],
  });
}

const QUICK_RUNS = { training: { starting: 20, processing: 150 }, prediction: { starting: 20, processing: 80 } };

/** The emulator for Replicate, and the environment that leads to it. */
async function startReplicate(
  options: ProductOptions['replicate'],
): Promise<{ emulator: ReplicateEmulator | null; env: Record<string, string> }> {
  if (!options) return { emulator: null, env: {} };
  const [token, webhookSecret] = [
    `r8_${randomUUID().replaceAll('-', '')}`,
    `whsec_${Buffer.from(randomUUID()).toString('base64')}`,
  ];
  const emulator = await startReplicateEmulator({
    token,
    webhookSecret,
    pace: QUICK_RUNS,
    ...(options === true ? {} : options),
  });
  const { owner, name, version } = emulator.trainer;
  return {
    emulator,
    env: {
      ENGINE: 'replicate',
      REPLICATE_API_URL: emulator.url,
      REPLICATE_API_TOKEN: token,
      REPLICATE_WEBHOOK_SECRET: webhookSecret,
      REPLICATE_MODEL: 'bildnis/portraits',
      REPLICATE_TRAINER: `${owner}/${name}:${version}`,
      REPLICATE_POLL_MS: '100',
      REPLICATE_PATIENCE_MS: '2000',
    },
  };
}

export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const folder = mkdtempSync(join(inject('services').productsDir, 'product-'));
  const database: TestDatabase = await createDatabase();
  const redisUrl = await createRedis({ shared: options.shared ?? false });
  const through = options.through ?? ((url: string) => Promise.resolve(url));
  const port = await findFreePort();
  const origin = `http://localhost:${port}`;
  const webhookSecret = `whsec_${randomUUID().replaceAll('-', '')}`;
  const secretKey = `sk_test_${randomUUID().replaceAll('-', '')}`;
  const stripe = await startStripeEmulator({
    secretKey,
    webhookSecret,
    webhookUrl: `http://127.0.0.1:${port}/api/v1/webhooks/stripe`,
    enabledEvents: STRIPE_EVENTS.filter((type) => options.everyEvent || !ACCOMPANYING.includes(type)),
  });
  const mailbox = await startMailbox({ dataDir: join(folder, 'mails') });
  const google = options.google ? await startGoogle(origin) : null;
  const replicate = await startReplicate(options.replicate);
  const env: Record<string, string> = {
    MODE: 'test',
    PORT: String(port),
    PUBLIC_ORIGIN: origin,
    DATABASE_URL: await through(database.url),
    REDIS_URL: await through(redisUrl),
    STORAGE_DIR: join(folder, 'storage'),
    SMTP_URL: mailbox.smtpUrl,
    MAILBOX_URL: mailbox.url,
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_URL: stripe.url,
    ...(google ? { ...GOOGLE_CLIENT, GOOGLE_ISSUER_URL: google.issuer } : {}),
    MEDIA_SECRET: randomUUID() + randomUUID(),
    LOG_LEVEL: 'error',
    RATE_LIMITS: 'false',
    // Tests move the clock: what the schedule would begin meanwhile, each begins by itself.
    SCHEDULES: 'false',
    ...SMALL_ENGINE,
    ...QUICK_JOBS,
    ...replicate.env,
    ...options.env,
  };
  const config = readConfig(env);
  const api = await createApi(config);
  await rememberPhotos(api.get<PhotoInspector>(PHOTO_INSPECTOR, { strict: false }));
  await api.listen(port, '127.0.0.1');
  const worker = options.worker === false ? null : await createWorker(config);
  return {
    origin,
    config,
    env,
    api,
    worker,
    stripe,
    mailbox,
    google,
    replicate: replicate.emulator,
    em: () => api.get(MikroORM).em.fork(),
    anonymous: () => new Caller(origin, null),
    stop: async () => {
      await worker?.close();
      await api.close();
      await Promise.all([stripe.stop(), mailbox.stop(), google?.stop(), replicate.emulator?.stop()]);
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
