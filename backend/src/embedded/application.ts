import { fork } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { tellingLine } from '../../bootstrap/explain.mjs';
import { requireSpace } from '../../bootstrap/workspace.mjs';
import type { ProcessRegister } from './process-register.js';
import type { Secrets } from './secrets.js';
import type { ServiceAddresses } from './services.js';
import type { EmbeddedSettings } from './settings.js';
import { StartError } from './start-error.js';
import { SupervisedProcess } from './supervised-process.js';

/** Entry points of the application, absolute paths of scripts. */
export interface Entries {
  readonly api: string;
  readonly worker: string;
  readonly migrate: string;
}

/** The environment of API, worker and migration: the same variables as in production, filled with the embedded parts. */
export function composeEnvironment(
  settings: EmbeddedSettings,
  secrets: Secrets,
  services: ServiceAddresses,
  port: number,
): NodeJS.ProcessEnv {
  const own: NodeJS.ProcessEnv = {
    NODE_ENV: settings.env.NODE_ENV || 'production',
    MODE: 'embedded',
    PORT: String(port),
    PUBLIC_ORIGIN: settings.publicOrigin ?? `http://localhost:${port}`,
    DATA_DIR: settings.dataDir,
    DATABASE_URL: services.databaseUrl,
    REDIS_URL: services.redisUrl,
    SMTP_URL: services.smtpUrl,
    MAILBOX_URL: services.mailboxUrl ?? '',
    STRIPE_SECRET_KEY: services.stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: services.stripe.webhookSecret,
    STRIPE_API_URL: services.stripe.apiUrl ?? settings.env.STRIPE_API_URL ?? '',
    GOOGLE_CLIENT_ID: services.google.clientId,
    GOOGLE_CLIENT_SECRET: services.google.clientSecret,
    GOOGLE_ISSUER_URL: services.google.issuerUrl ?? settings.env.GOOGLE_ISSUER_URL ?? '',
    ...services.replicate,
    ...services.measuring,
    WEBHOOK_LOOPBACK: 'true',
    // Well before they are ended by force, see stopGraceMs and parent-watch.
    SHUTDOWN_MS: settings.env.SHUTDOWN_MS || '3500',
    // Two processes on one machine cannot both listen there.
    METRICS_PORT: undefined,
    STORAGE_DIR: settings.usesS3 ? '' : join(settings.dataDir, 'storage'),
    JOURNAL_DIR: settings.env.JOURNAL_DIR || join(settings.dataDir, 'journal'),
    MEDIA_SECRET: settings.env.MEDIA_SECRET || secrets.mediaSecret,
    // One key from outside means a pair from outside: half of each would be none.
    ...(settings.env.VAPID_PUBLIC_KEY || settings.env.VAPID_PRIVATE_KEY
      ? {}
      : { VAPID_PUBLIC_KEY: secrets.vapid.publicKey, VAPID_PRIVATE_KEY: secrets.vapid.privateKey }),
    PWA_DIR: settings.env.PWA_DIR || join(settings.root, 'pwa', 'dist'),
    SITE_DIR: settings.env.SITE_DIR || join(settings.dataDir, 'site'),
  };
  const inherited = Object.entries(settings.env).filter(([name]) => !name.startsWith('npm_'));
  return { ...Object.fromEntries(inherited), ...own };
}

/** Brings the database to the newest schema; throws a StartError with the cause when that fails. */
export async function migrate(entry: string, env: NodeJS.ProcessEnv, cwd: string, logDir: string): Promise<void> {
  mkdirSync(logDir, { recursive: true });
  const child = fork(entry, { cwd, env, execArgv: [], stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  const log = createWriteStream(join(logDir, 'migrate.log'), { flags: 'w' });
  log.on('error', () => undefined); // the report must not die of a full disk
  let output = '';
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      log.write(text);
    });
  }
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', resolve);
  });
  log.end();
  if (code !== 0)
    throw new StartError(
      `Die Datenbank liess sich nicht auf den neuen Stand bringen: ${tellingLine(output)} (alles steht in ${join(logDir, 'migrate.log')})`,
    );
}

export interface ApplicationOptions {
  readonly entries: Entries;
  readonly env: NodeJS.ProcessEnv;
  readonly settings: EmbeddedSettings;
  readonly port: number;
  readonly register: ProcessRegister;
  readonly onCrash: (text: string) => void;
}

/** API and worker, as two processes from one code base. */
export interface Application {
  /** Resolves when the API says it is ready or `unwanted` fires; rejects with a StartError when it cannot become ready. */
  ready(unwanted: AbortSignal): Promise<void>;
  /** Starts both again, for new code. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const readyPatienceMs = 60_000;
const crashesAtStart = 3;
const leastSpaceInMegabytes = 5;
/** Time for requests and jobs in flight; a job cut off is repeated after the next start. */
const stopGraceMs = 4_000;
/**
 * Both hold little for long, and node would otherwise keep three times 16 MB per thread for what is young. A quarter less memory at rest,
 * measured; collections are more frequent and shorter.
 */
const nodeOptions = ['--max-semi-space-size=4'];

/** Starts API and worker; both come back on their own when they crash. */
export function startApplication(options: ApplicationOptions): Application {
  const create = (name: string, entry: string, log: string): SupervisedProcess =>
    new SupervisedProcess({
      name,
      entry,
      env: options.env,
      cwd: options.settings.root,
      nodeOptions,
      logFile: join(options.settings.dataDir, 'logs', log),
      register: options.register,
      onCrash: options.onCrash,
    });
  const api = create('API', options.entries.api, 'api.log');
  const worker = create('Worker', options.entries.worker, 'worker.log');
  const both = [api, worker];
  for (const one of both) one.start();
  return {
    ready: (unwanted) => waitUntilReady(options, both, unwanted),
    restart: async () => void (await Promise.all(both.map((one) => one.restart(stopGraceMs)))),
    stop: async () => void (await Promise.all(both.map((one) => one.stop(stopGraceMs)))),
  };
}

async function waitUntilReady(
  { port, settings }: ApplicationOptions,
  processes: readonly SupervisedProcess[],
  unwanted: AbortSignal,
): Promise<void> {
  const deadline = Date.now() + readyPatienceMs;
  while (!unwanted.aborted && Date.now() < deadline) {
    const failing = processes.find((one) => one.crashes >= crashesAtStart);
    if (failing !== undefined) throw new StartError(`${failing.name} startet nicht: ${failing.lastLine()}`);
    requireSpace(settings.dataDir, leastSpaceInMegabytes); // services that cannot write look as if they were only slow
    try {
      const answer = await fetch(`http://localhost:${port}/api/v1/health/ready`, {
        signal: AbortSignal.timeout(5_000),
      });
      await answer.body?.cancel();
      if (answer.status === 200) return;
    } catch {
      // not listening yet
    }
    await delay(40);
  }
  if (unwanted.aborted) return;
  throw new StartError(`Die API ist nach ${readyPatienceMs / 1000} s nicht bereit: ${processes[0]?.lastLine() ?? ''}`);
}
