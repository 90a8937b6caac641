import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StartError } from './start-error.js';

/** What the environment asks of the one-command mode. Parts that are given from outside are not started. */
export interface EmbeddedSettings {
  /** Top folder of the repository. */
  readonly root: string;
  /** Folder of everything that survives a restart. */
  readonly dataDir: string;
  /** Port of the web server; 0 means any free one. */
  readonly port: number;
  readonly publicOrigin: string | undefined;
  readonly databaseUrl: string | undefined;
  readonly redisUrl: string | undefined;
  readonly smtpUrl: string | undefined;
  readonly stripe: { readonly secretKey: string; readonly webhookSecret: string } | undefined;
  readonly google: { readonly clientId: string; readonly clientSecret: string } | undefined;
  /** Whether portraits are made at Replicate, and by an emulator for it unless there is a token. */
  readonly replicate: 'no' | 'emulator' | 'real';
  /** Whether pictures go to an S3 storage that the environment describes. */
  readonly usesS3: boolean;
  /** The environment the processes inherit. */
  readonly env: NodeJS.ProcessEnv;
}

const defaultPort = 3000;

/**
 * Reads the environment of the one-command mode; empty variables count as absent.
 * @throws StartError naming the variable that is wrong
 */
export function readSettings(env: NodeJS.ProcessEnv): EmbeddedSettings {
  const root = resolve(fileURLToPath(new URL('../../../', import.meta.url)));
  const get = (name: string): string | undefined => (env[name] === '' ? undefined : env[name]);
  return {
    root,
    dataDir: readFolder(resolve(root, get('DATA_DIR') ?? '.data')),
    port: readPort(get('PORT')),
    publicOrigin: get('PUBLIC_ORIGIN'),
    databaseUrl: get('DATABASE_URL'),
    redisUrl: get('REDIS_URL'),
    smtpUrl: get('SMTP_URL'),
    stripe: readStripe(get('STRIPE_SECRET_KEY'), get('STRIPE_WEBHOOK_SECRET')),
    google: readGoogle(get('GOOGLE_CLIENT_ID'), get('GOOGLE_CLIENT_SECRET')),
    replicate: get('REPLICATE_API_TOKEN') !== undefined ? 'real' : get('ENGINE') === 'replicate' ? 'emulator' : 'no',
    usesS3: get('S3_ENDPOINT') !== undefined,
    env,
  };
}

/** A folder that is there or can be made. */
function readFolder(folder: string): string {
  let place = folder;
  while (!existsSync(place)) place = dirname(place);
  if (!statSync(place).isDirectory())
    throw new StartError(
      `DATA_DIR ist «${folder}», aber «${place}» ist kein Ordner. Nennen Sie einen Ordner, oder räumen Sie die Datei weg.`,
    );
  return folder;
}

function readPort(text: string | undefined): number {
  if (text === undefined) return defaultPort;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new StartError(`PORT ist «${text}», erwartet wird eine Zahl von 1 bis 65535.`);
  return port;
}

function readStripe(secretKey: string | undefined, webhookSecret: string | undefined): EmbeddedSettings['stripe'] {
  if (secretKey === undefined) return undefined;
  if (webhookSecret === undefined)
    throw new StartError(
      'STRIPE_SECRET_KEY ist gesetzt, STRIPE_WEBHOOK_SECRET fehlt. Es steht im Stripe-Dashboard beim Webhook.',
    );
  return { secretKey, webhookSecret };
}

function readGoogle(clientId: string | undefined, clientSecret: string | undefined): EmbeddedSettings['google'] {
  if (clientId === undefined && clientSecret === undefined) return undefined;
  if (clientId === undefined || clientSecret === undefined)
    throw new StartError('GOOGLE_CLIENT_ID und GOOGLE_CLIENT_SECRET gehören zusammen; eines fehlt.');
  return { clientId, clientSecret };
}
