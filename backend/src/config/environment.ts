import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { ConfigurationError } from './configuration-error.js';
import { credentialsVariables, readCredentials, type CredentialsConfig } from './credentials.js';
import { mattingVariables, readMatting, type MattingConfig } from './matting.js';
import { measurementVariables, readMeasurement, type MeasurementConfig } from './measurement.js';
import { operatorVariables, readOperator, type OperatorConfig } from './operator.js';
import { pushVariables, readPush, type PushConfig } from './push.js';
import { readReplicate, replicateVariables, type ReplicateConfig } from './replicate.js';
import { readRehearsal, rehearsalVariables, type RehearsalConfig } from './rehearsal.js';
import { backupVariables, readBackups, type BackupConfig } from './backups.js';
import { readVat, unfitVat, vatVariables, type VatConfig } from './vat.js';
import { readStorage, storageVariables, type StorageConfig } from './storage.js';
import { unfitForVisitors } from './unfit-for-visitors.js';

const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
const milliseconds = z.coerce.number().int().positive();

const Environment = z.object({
  /** `rehearsal` is production with Stripe's test mode: all parts are real, and no money is. */
  MODE: z.enum(['embedded', 'rehearsal', 'production', 'test']).default('production'),
  ...rehearsalVariables,
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  PUBLIC_ORIGIN: z.url().default('http://localhost:3000'),
  DATABASE_URL: z.string().min(1),
  REDIS_URL: z.string().min(1),
  ...storageVariables,
  ...backupVariables,
  /** Where deletions are written down to be repeated after a restore; not within the database, and saved on its own. Beside the files if they lie on a disk. */
  JOURNAL_DIR: z.string().optional(),
  /** How long what is written there is kept, in days: at least as long as the oldest backup of the database might be restored, at most as the privacy policy says (`facts.retention`; a test compares). */
  JOURNAL_DAYS: z.coerce.number().int().min(14).max(400).default(400),
  SMTP_URL: z.string().min(1),
  MAIL_FROM: z.string().default('Bildnis <post@bildnis.invalid>'),
  MAILBOX_URL: z.url().optional(),
  STRIPE_SECRET_KEY: z.string().min(1),
  STRIPE_WEBHOOK_SECRET: z.string().min(1),
  /** Where Stripe's API is spoken; empty means Stripe itself. */
  STRIPE_API_URL: z.url().optional(),
  MEDIA_SECRET: z.string().min(32),
  PWA_DIR: z.string().optional(),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
  /** How many reverse proxies stand before the API; their forwarded addresses are trusted. */
  TRUSTED_PROXIES: z.coerce.number().int().min(0).default(0),
  /** What makes portraits: the studio on this machine, or a model trained for each person at Replicate. */
  ENGINE: z.enum(['studio', 'replicate']).default('studio'),
  /** Trainings and runs a worker follows at once where they are made elsewhere. */
  ENGINE_REMOTE_RUNS: z.coerce.number().int().min(1).max(100).default(8),
  ...replicateVariables,
  ENGINE_RENDER_THREADS: z.coerce.number().int().min(1).max(16).default(2),
  ENGINE_INSPECTORS: z.coerce.number().int().min(1).max(16).default(2),
  /** Whether faces are compared by likeness vectors; without them portraits are ordered by quality, and nobody is set aside. */
  ENGINE_LIKENESS: flag.default(true),
  /** Whether photos in HEIC are decoded; else they are refused, and their owners told to store them as JPEG. */
  ENGINE_HEIC: flag.default(true),
  ENGINE_PORTRAIT_WIDTH: z.coerce.number().int().min(128).max(2048).default(1024),
  /** Face height of the prepared cutouts in pixels; smaller ones make tests fast. */
  ENGINE_CUTOUT_FACE_HEIGHT: z.coerce.number().int().min(96).max(1200).default(520),
  ...mattingVariables,
  ...credentialsVariables,
  /** Whether a worker begins by itself what is due by the clock: retention and the nightly reconciliation. */
  SCHEDULES: flag.default(true),
  /** Stands in every line of the logs. */
  BILDNIS_VERSION: z
    .string()
    .transform((name) => name.slice(0, 40))
    .optional(),
  /** Where a worker says whether it gets on with its work; without it nowhere. */
  HEALTH_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  /** Where the process tells its figures to Prometheus, under /metrics; without it nowhere. For the inner network only. */
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  /** Takes traces as OTLP over HTTP, such as `http://collector:4318/v1/traces`; without it nothing is traced. */
  TRACES_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Which share of the requests and jobs that begin a trace is kept. */
  TRACES_SHARE: z.coerce.number().min(0).max(1).default(0.1),
  /** How long what is under way may take to end after SIGTERM. */
  SHUTDOWN_MS: milliseconds.default(8_000),
  OUTBOX_POLL_MS: milliseconds.default(250),
  JOB_LEASE_MS: milliseconds.default(15_000),
  JOB_RETRY_DELAY_MS: milliseconds.default(5_000),
  JOB_REDISPATCH_MS: milliseconds.default(60_000),
  RATE_LIMITS: flag.default(true),
  /** Signing in with Google is offered only with both. */
  GOOGLE_CLIENT_ID: z.string().min(1).optional(),
  GOOGLE_CLIENT_SECRET: z.string().min(1).optional(),
  /** Another OIDC provider in Google's place; empty means Google. */
  GOOGLE_ISSUER_URL: z.url().optional(),
  /** Whether webhooks may go to this machine, also without TLS. */
  WEBHOOK_LOOPBACK: flag.default(false),
  /** How often open sockets are compared with the sessions they belong to. */
  SOCKET_CHECK_MS: milliseconds.default(3_000),
  ...operatorVariables,
  ...vatVariables,
  ...measurementVariables,
  ...pushVariables,
  /** Where the public pages of this installation lie once they are rendered; without it those of the build are served. */
  SITE_DIR: z.string().optional(),
});

/** Every variable there is. */
export const VARIABLES: readonly string[] = Object.keys(Environment.shape);

export type Mode = z.infer<typeof Environment>['MODE'];
export type Environment = z.infer<typeof Environment>;

/** Whether it may be reached by anybody, and so has real parts only. */
export const isForVisitors = (mode: Mode): boolean => mode === 'production' || mode === 'rehearsal';

export interface Config {
  mode: Mode;
  /** Null where it is no rehearsal. */
  rehearsal: RehearsalConfig | null;
  port: number;
  publicOrigin: string;
  databaseUrl: string;
  redisUrl: string;
  storage: StorageConfig;
  /** Null where none are made. */
  backups: BackupConfig | null;
  journalDir: string;
  journalDays: number;
  schedules: boolean;
  mail: { smtpUrl: string; from: string; mailboxUrl: string | null };
  stripe: { secretKey: string; webhookSecret: string; apiUrl: string | null };
  mediaSecret: string;
  pwaDir: string | null;
  logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug';
  trustedProxies: number;
  engine: {
    name: 'studio' | 'replicate';
    renderThreads: number;
    inspectors: number;
    likeness: boolean;
    heic: boolean;
    portraitWidth: number;
    cutoutFaceHeight: number;
    /** Null where people are cut out by the built-in mask. */
    matting: MattingConfig | null;
    /** Jobs of one kind a worker has under way at once. */
    jobsAtOnce: number;
    /** Null where nothing is made at Replicate, nor was. */
    replicate: ReplicateConfig | null;
  };
  /** Null where finished pictures are not signed. */
  credentials: CredentialsConfig | null;
  version: string | null;
  /** Null where a worker is not asked. */
  healthPort: number | null;
  /** Null where no figures are told. */
  metrics: { host: string; port: number } | null;
  traces: { url: string; share: number } | null;
  shutdownMs: number;
  jobs: { pollMs: number; leaseMs: number; retryDelayMs: number; redispatchMs: number };
  rateLimits: boolean;
  /** Null where signing in with Google is not offered. */
  google: { clientId: string; clientSecret: string; issuerUrl: string } | null;
  /** Whether admins need a second factor: everywhere but in the embedded mode (docs/product-rules.md#accounts). */
  adminSecondFactor: boolean;
  webhookLoopback: boolean;
  socketCheckMs: number;
  operator: OperatorConfig;
  /** Null where the operator is not liable to it. */
  vat: VatConfig | null;
  measurement: MeasurementConfig;
  /** Null where push is not offered. */
  push: PushConfig | null;
  siteDir: string | null;
}

export const CONFIG = Symbol('CONFIG');

/**
 * Parses the environment once, at the entry point; nothing else reads `process.env`.
 * @throws ConfigurationError naming every variable that is missing or wrong.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = Environment.safeParse(present);
  const problems = problemsOf(parsed, present);
  if (!parsed.success || problems.length > 0) throw new ConfigurationError(problems);
  const value = parsed.data;
  return {
    mode: value.MODE,
    rehearsal: readRehearsal(value),
    port: value.PORT,
    publicOrigin: value.PUBLIC_ORIGIN.replace(/\/$/, ''),
    databaseUrl: value.DATABASE_URL,
    redisUrl: value.REDIS_URL,
    storage: readStorage(value),
    backups: readBackups(value, readStorage(value)),
    journalDir: value.JOURNAL_DIR ?? join(value.STORAGE_DIR ? dirname(resolve(value.STORAGE_DIR)) : '.data', 'journal'),
    journalDays: value.JOURNAL_DAYS,
    schedules: value.SCHEDULES,
    mail: { smtpUrl: value.SMTP_URL, from: value.MAIL_FROM, mailboxUrl: value.MAILBOX_URL ?? null },
    stripe: {
      secretKey: value.STRIPE_SECRET_KEY,
      webhookSecret: value.STRIPE_WEBHOOK_SECRET,
      apiUrl: value.STRIPE_API_URL ?? null,
    },
    mediaSecret: value.MEDIA_SECRET,
    pwaDir: value.PWA_DIR ?? null,
    logLevel: value.LOG_LEVEL,
    trustedProxies: value.TRUSTED_PROXIES,
    engine: {
      name: value.ENGINE,
      jobsAtOnce: value.ENGINE === 'replicate' ? value.ENGINE_REMOTE_RUNS : 1,
      replicate: readReplicate(value),
      renderThreads: value.ENGINE_RENDER_THREADS,
      inspectors: value.ENGINE_INSPECTORS,
      likeness: value.ENGINE_LIKENESS,
      heic: value.ENGINE_HEIC,
      portraitWidth: value.ENGINE_PORTRAIT_WIDTH,
      cutoutFaceHeight: value.ENGINE_CUTOUT_FACE_HEIGHT,
      matting: readMatting(value),
    },
    credentials: readCredentials(value),
    version: value.BILDNIS_VERSION || null,
    healthPort: value.HEALTH_PORT ?? null,
    traces: value.TRACES_URL ? { url: value.TRACES_URL, share: value.TRACES_SHARE } : null,
    metrics: value.METRICS_PORT === undefined ? null : { host: value.METRICS_HOST, port: value.METRICS_PORT },
    shutdownMs: value.SHUTDOWN_MS,
    jobs: {
      pollMs: value.OUTBOX_POLL_MS,
      leaseMs: value.JOB_LEASE_MS,
      retryDelayMs: value.JOB_RETRY_DELAY_MS,
      redispatchMs: value.JOB_REDISPATCH_MS,
    },
    rateLimits: value.RATE_LIMITS,
    google: readGoogle(value),
    adminSecondFactor: value.MODE !== 'embedded',
    webhookLoopback: value.WEBHOOK_LOOPBACK,
    socketCheckMs: value.SOCKET_CHECK_MS,
    operator: readOperator(value),
    vat: readVat(value, readOperator(value)),
    measurement: readMeasurement(value, readOperator(value)),
    push: readPush(value),
    siteDir: value.SITE_DIR ?? null,
  };
}

/** Stand where a variable is missing or wrong, so that the others can be judged in the same round. */
const FILLERS: Record<string, string> = {
  DATABASE_URL: 'postgresql://missing',
  REDIS_URL: 'redis://missing',
  SMTP_URL: 'smtps://missing',
  STRIPE_SECRET_KEY: 'missing',
  STRIPE_WEBHOOK_SECRET: 'missing',
  MEDIA_SECRET: 'missing'.repeat(5),
};

function problemsIn(read: () => unknown): string[] {
  try {
    read();
    return [];
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems;
    throw error;
  }
}

function problemsOf(
  parsed: ReturnType<typeof Environment.safeParse>,
  present: Record<string, string | undefined>,
): string[] {
  const issues = parsed.success ? [] : parsed.error.issues;
  const wrong = new Set(issues.map(({ path }) => String(path[0])));
  const told = issues.map(
    ({ path, message }) =>
      `${path.join('.')}${present[String(path[0])] === undefined ? ' is missing' : `: ${message}`}`,
  );
  const rest = Object.fromEntries(Object.entries(present).filter(([name]) => !wrong.has(name)));
  const fillers = Object.fromEntries([...wrong].flatMap((name) => (FILLERS[name] ? [[name, FILLERS[name]]] : [])));
  const { data } = parsed.success ? parsed : Environment.safeParse({ ...rest, ...fillers });
  if (!data) return told;
  const judged = [
    ...(isForVisitors(data.MODE) ? unfitForVisitors(data) : []),
    ...unfitVat(data),
    // Groups of variables that only make sense together.
    ...[readStorage, readGoogle, readReplicate, readMatting, readCredentials, readPush].flatMap((read) =>
      problemsIn(() => read(data)),
    ),
    ...problemsIn(() => readMeasurement(data, readOperator(data))),
  ];
  return [...told, ...new Set(judged.filter((problem) => ![...wrong].some((name) => problem.includes(name))))];
}

const GOOGLE_ISSUER = 'https://accounts.google.com';

function readGoogle(value: Environment): Config['google'] {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = value;
  if (!clientId && !clientSecret) return null;
  if (!clientId || !clientSecret)
    throw new ConfigurationError(['GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET are needed together']);
  return { clientId, clientSecret, issuerUrl: value.GOOGLE_ISSUER_URL ?? GOOGLE_ISSUER };
}
