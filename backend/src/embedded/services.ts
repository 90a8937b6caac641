import { join } from 'node:path';
import type { Steps } from '../../bootstrap/steps.mjs';
import type { OwnedProcess } from './owned-process.js';
import { startPostgres } from './postgres.js';
import type { ProcessRegister } from './process-register.js';
import { startRedis } from './redis.js';
import { findOrInstallRedis } from './redis-program.js';
import type { Secrets } from './secrets.js';
import type { EmbeddedSettings } from './settings.js';
import { googleReturnPath, stripeWebhookPath, type Emulators } from './emulators.js';

/** Something that was started and must be stopped; parts stop in the reverse order of their start. */
export interface StartedPart {
  readonly name: string;
  stop(): Promise<void>;
}

/** What starting the services is told, and how it tells what it has started. */
export interface ServiceContext {
  readonly settings: EmbeddedSettings;
  readonly secrets: Secrets;
  readonly emulators: Emulators;
  readonly steps: Steps;
  readonly register: ProcessRegister;
  /** Port the API will listen on. */
  readonly port: number;
  /** Called as soon as a part runs, so that an interrupted start stops it too. */
  readonly onStarted: (part: StartedPart) => void;
  /** Called when a part is gone that was not asked to stop; `tail` are its last words. */
  readonly onLost: (name: string, tail: string) => void;
}

/** Where API and worker find the services. */
export interface ServiceAddresses {
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly smtpUrl: string;
  readonly mailboxUrl: string | undefined;
  readonly stripe: { readonly secretKey: string; readonly webhookSecret: string; readonly apiUrl: string | undefined };
  /** Nothing where the environment names a service of its own. */
  readonly measuring: Readonly<Record<string, string>>;
  readonly measuringUrl: string | undefined;
  /** Nothing where portraits are not made at Replicate, or at Replicate itself. */
  readonly replicate: Readonly<Record<string, string>>;
  readonly google: { readonly clientId: string; readonly clientSecret: string; readonly issuerUrl: string | undefined };
}

/** Starts what the environment does not bring, side by side. */
export async function startServices(context: ServiceContext): Promise<ServiceAddresses> {
  const started = await Promise.allSettled([
    openDatabase(context),
    openRedis(context),
    openMailbox(context),
    openStripe(context),
    openGoogle(context),
    openReplicate(context),
    openMeasuring(context),
  ]);
  const failed = started.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason; // only now: what succeeded beside it has told onStarted
  const [database, redis, mailbox, stripe, google, replicate, measuring] = started.map(
    (result) => (result as PromiseFulfilledResult<unknown>).value,
  ) as [
    string,
    string,
    { smtpUrl: string; mailboxUrl: string | undefined },
    ServiceAddresses['stripe'],
    ServiceAddresses['google'],
    ServiceAddresses['replicate'],
    Pick<ServiceAddresses, 'measuring' | 'measuringUrl'>,
  ];
  return { databaseUrl: database, redisUrl: redis, ...mailbox, stripe, google, replicate, ...measuring };
}

async function openDatabase({ settings, steps, ...context }: ServiceContext): Promise<string> {
  const given = settings.databaseUrl;
  if (given !== undefined) return given;
  return steps.run('PostgreSQL', async (note) => {
    const postgres = await startPostgres({
      dataDir: join(settings.dataDir, 'postgres'),
      database: 'bildnis',
      durable: true,
    });
    keep('PostgreSQL', 'SIGINT', postgres, context);
    note(`127.0.0.1:${new URL(postgres.url).port}`);
    return postgres.url;
  });
}

async function openRedis({ settings, steps, ...context }: ServiceContext): Promise<string> {
  const given = settings.redisUrl;
  if (given !== undefined) return given;
  return steps.run('Redis', async (note) => {
    const program = await findOrInstallRedis(join(settings.root, '.data', 'redis-bin'), (text) =>
      steps.line(`  ${text} …`),
    );
    const redis = await startRedis({ ...program, dataDir: join(settings.dataDir, 'redis'), durable: true });
    keep('Redis', 'SIGTERM', redis, context);
    note(`127.0.0.1:${new URL(redis.url).port}`);
    return redis.url;
  });
}

interface ServiceProcess extends Pick<OwnedProcess, 'pid' | 'ended' | 'tail'> {
  stop(): Promise<void>;
}

/** Books a running service process: in the register, for the orderly stop, and for the alarm when it is lost. */
function keep(
  name: string,
  stopSignal: NodeJS.Signals,
  service: ServiceProcess,
  context: Pick<ServiceContext, 'register' | 'onStarted' | 'onLost'>,
): void {
  let wanted = false;
  context.register.add(name, service.pid, stopSignal);
  context.onStarted({ name, stop: () => ((wanted = true), service.stop()) });
  void service.ended.then(() => {
    context.register.remove(service.pid);
    if (!wanted) context.onLost(name, service.tail());
  });
}

const portsFileOf = (settings: EmbeddedSettings): string => join(settings.dataDir, 'ports.json');

async function openMailbox({
  settings,
  emulators,
  steps,
  onStarted,
}: ServiceContext): Promise<Pick<ServiceAddresses, 'smtpUrl' | 'mailboxUrl'>> {
  if (settings.smtpUrl !== undefined) return { smtpUrl: settings.smtpUrl, mailboxUrl: undefined };
  return steps.run('Postfach', async (note) => {
    const mailbox = await emulators.startMailbox({
      dataDir: join(settings.dataDir, 'mailbox'),
      portsFile: portsFileOf(settings),
    });
    onStarted({ name: 'Postfach', stop: () => mailbox.stop() });
    note(mailbox.pageUrl ?? '');
    return { smtpUrl: mailbox.serviceUrl, mailboxUrl: mailbox.pageUrl };
  });
}

async function openStripe({
  settings,
  secrets,
  emulators,
  steps,
  port,
  onStarted,
}: ServiceContext): Promise<ServiceAddresses['stripe']> {
  if (settings.stripe !== undefined) return { ...settings.stripe, apiUrl: undefined };
  return steps.run('Stripe-Ersatz', async (note) => {
    const { stripeSecretKey: secretKey, stripeWebhookSecret: webhookSecret } = secrets;
    const stripe = await emulators.startStripe({
      dataDir: join(settings.dataDir, 'stripe'),
      portsFile: portsFileOf(settings),
      webhookUrl: `http://127.0.0.1:${port}${stripeWebhookPath}`,
      webhookSecret,
      secretKey,
    });
    onStarted({ name: 'Stripe-Ersatz', stop: () => stripe.stop() });
    note(stripe.serviceUrl.replace('http://', ''));
    return { secretKey, webhookSecret, apiUrl: stripe.serviceUrl };
  });
}

async function openGoogle({
  settings,
  secrets,
  emulators,
  steps,
  port,
  onStarted,
}: ServiceContext): Promise<ServiceAddresses['google']> {
  if (settings.google !== undefined) return { ...settings.google, issuerUrl: undefined };
  return steps.run('Google-Ersatz', async (note) => {
    const client = { clientId: 'bildnis-embedded', clientSecret: secrets.googleClientSecret };
    const google = await emulators.startGoogle({
      ...client,
      dataDir: join(settings.dataDir, 'google'),
      portsFile: portsFileOf(settings),
      redirectUris: [`${settings.publicOrigin ?? `http://localhost:${port}`}${googleReturnPath}`],
    });
    onStarted({ name: 'Google-Ersatz', stop: () => google.stop() });
    note(google.serviceUrl.replace('http://', ''));
    return { ...client, issuerUrl: google.serviceUrl };
  });
}

async function openReplicate({
  settings,
  secrets,
  emulators,
  steps,
  onStarted,
}: ServiceContext): Promise<ServiceAddresses['replicate']> {
  if (settings.replicate !== 'emulator') return {};
  return steps.run('Replicate-Ersatz', async (note) => {
    const { replicateToken: token, replicateWebhookSecret: webhookSecret } = secrets;
    const replicate = await emulators.startReplicate({
      dataDir: join(settings.dataDir, 'replicate'),
      portsFile: portsFileOf(settings),
      token,
      webhookSecret,
    });
    onStarted({ name: 'Replicate-Ersatz', stop: () => replicate.stop() });
    note(replicate.serviceUrl.replace('http://', ''));
    return {
      REPLICATE_API_TOKEN: token,
      REPLICATE_WEBHOOK_SECRET: webhookSecret,
      REPLICATE_API_URL: replicate.serviceUrl,
      REPLICATE_TRAINER: replicate.trainer,
      REPLICATE_MODEL: 'bildnis/portraits',
    };
  });
}

async function openMeasuring({
  settings,
  emulators,
  steps,
  onStarted,
}: ServiceContext): Promise<Pick<ServiceAddresses, 'measuring' | 'measuringUrl'>> {
  if (settings.env.MATOMO_URL || settings.env.META_PIXEL_ID) return { measuring: {}, measuringUrl: undefined };
  return steps.run('Messung-Ersatz', async (note) => {
    const { serviceUrl, pageUrl, pixelScriptUrl, stop } = await emulators.startMeasuring({
      portsFile: portsFileOf(settings),
    });
    onStarted({ name: 'Messung-Ersatz', stop: () => stop() });
    note(serviceUrl.replace('http://', ''));
    return {
      measuring: {
        MATOMO_URL: serviceUrl,
        MATOMO_SITE_ID: '1',
        MATOMO_KEPT_MONTHS: '14',
        META_PIXEL_ID: '1',
        META_PIXEL_SCRIPT_URL: pixelScriptUrl,
      },
      measuringUrl: pageUrl,
    };
  });
}
