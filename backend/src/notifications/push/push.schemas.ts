import { ECDH } from 'node:crypto';
import { z } from 'zod';

export const PushKey = z
  .object({
    publicKey: z
      .string()
      .nullable()
      .describe('What a browser subscribes with (VAPID, base64url); null where push is not offered.'),
  })
  .meta({ id: 'PushKey' });

/** Browsers give base64url without padding; some libraries pad it. */
const base64url = z
  .string()
  .max(100)
  .regex(/^[\w-]+={0,2}$/)
  .transform((value) => value.replace(/=+$/, ''));

function isPublicKey(value: string): boolean {
  try {
    return (
      Buffer.from(value, 'base64url').length === 65 &&
      ECDH.convertKey(value, 'prime256v1', 'base64url', 'base64url', 'uncompressed') === value
    );
  } catch {
    return false;
  }
}

/** As `PushSubscription.toJSON()` of a browser gives it. */
export const SavePushSubscriptionBody = z
  .object({
    endpoint: z
      .url({ protocol: /^https$/ })
      .max(1024)
      .describe('Where the push service of the browser takes messages for it.'),
    keys: z.object({
      p256dh: base64url
        .refine(isPublicKey, 'is no public key of P-256')
        .describe('The public key of the browser, base64url.'),
      auth: base64url
        .refine((value) => Buffer.from(value, 'base64url').length === 16, 'is not 16 bytes')
        .describe('The secret it shares with us, base64url.'),
    }),
  })
  .meta({ id: 'SavePushSubscriptionBody' });
export type SavePushSubscriptionBody = z.infer<typeof SavePushSubscriptionBody>;

export const PushSubscriptionView = z
  .object({ id: z.uuid(), createdAt: z.iso.datetime(), renewedAt: z.iso.datetime() })
  .meta({ id: 'PushSubscription' });
