import { createECDH } from 'node:crypto';
import { z } from 'zod';
import { ConfigurationError } from './configuration-error.js';

/** With what push messages are signed, and where they may go. */
export interface PushConfig {
  publicKey: string;
  privateKey: string;
  /** Whom a push service writes to when something is wrong: `mailto:` or `https:`. */
  subject: string;
  /** Names of push services, `*.` before one stands for whatever lies below it. */
  hosts: readonly string[];
}

/** The services of the browsers there are. A browser names one of them; nothing is ever posted elsewhere. */
export const PUSH_SERVICES = [
  'fcm.googleapis.com',
  '*.push.services.mozilla.com',
  '*.notify.windows.com',
  '*.push.apple.com',
];

/** Push is offered only with both keys (a P-256 pair, base64url, as RFC 8292 has it). */
export const pushVariables = {
  VAPID_PUBLIC_KEY: z.string().min(1).optional(),
  VAPID_PRIVATE_KEY: z.string().min(1).optional(),
  /** Without it, the address that mails come from. */
  VAPID_SUBJECT: z
    .string()
    .regex(/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'mailto: or https:')
    .optional(),
  /** Names of push services, divided by commas, in place of the known ones. */
  PUSH_HOSTS: z.string().min(1).optional(),
};
const Variables = z.object({ ...pushVariables, MAIL_FROM: z.string() });
type Variables = z.infer<typeof Variables>;

/** @throws ConfigurationError for half a pair, or two keys that do not belong together. */
export function readPush(value: Variables): PushConfig | null {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = value;
  if (!publicKey && !privateKey) return null;
  if (!publicKey || !privateKey)
    throw new ConfigurationError(['VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are needed together']);
  if (publicKeyOf(privateKey) !== publicKey)
    throw new ConfigurationError(['VAPID_PUBLIC_KEY is not the key that belongs to VAPID_PRIVATE_KEY']);
  return {
    publicKey,
    privateKey,
    subject: value.VAPID_SUBJECT ?? `mailto:${addressIn(value.MAIL_FROM)}`,
    hosts: hostsOf(value),
  };
}

/** @returns null when it is no private key */
function publicKeyOf(privateKey: string): string | null {
  const bytes = Buffer.from(privateKey, 'base64url');
  if (bytes.length !== 32) return null;
  const pair = createECDH('prime256v1');
  try {
    pair.setPrivateKey(bytes);
  } catch {
    return null;
  }
  return pair.getPublicKey('base64url');
}

/** `Bildnis <post@example.org>` or the address alone. */
const addressIn = (from: string) => /<([^<>]+)>/.exec(from)?.[1] ?? from.trim();

function hostsOf({ PUSH_HOSTS }: Pick<Variables, 'PUSH_HOSTS'>): readonly string[] {
  return (
    PUSH_HOSTS?.split(',')
      .map((host) => host.trim().toLowerCase())
      .filter(Boolean) ?? PUSH_SERVICES
  );
}

/** Whether a host is one of these names: `name`, `name:port`, or `*.name` for what lies below it. */
export const isPushHost = (names: readonly string[], host: string): boolean =>
  names.some((name) => (name.startsWith('*.') ? host.endsWith(name.slice(1)) : host === name));

/** A public name: no address, no port, nothing of a network of one's own. */
const PUBLIC_NAME = /^(?:\*\.)?(?:[a-z0-9-]+\.)+(?!local$|localhost$|internal$|test$|invalid$)[a-z]{2,}$/;

/** The names of PUSH_HOSTS that production does not post to. */
export function unfitPushHosts(value: Pick<Variables, 'PUSH_HOSTS'>): string[] {
  return hostsOf(value).filter((host) => !PUBLIC_NAME.test(host));
}
