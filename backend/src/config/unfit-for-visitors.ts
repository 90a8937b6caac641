import type { Environment } from './environment.js';
import { unfitOperator } from './operator.js';
import { hasOpenDoor, isOpenMail, isPlaceholder, isPublicOrigin } from './placeholders.js';
import { unfitPushHosts } from './push.js';
import { unfitRehearsal } from './rehearsal.js';
import { unfitStorage } from './storage.js';

/** What a vendor gives out: its mark, and then something that was drawn. */
const isGiven = (mark: RegExp, value: string): boolean => mark.test(value) && !isPlaceholder(value.replace(mark, ''));
const LIVE_KEY = /^[sr]k_live_(?=[A-Za-z0-9]{16,}$)/;
const TEST_KEY = /^[sr]k_test_(?=[A-Za-z0-9]{16,}$)/;
const REPLICATE_TOKEN = /^r8_(?=\w{16,}$)/;
const WEBHOOK_SECRET = /^whsec_(?=[A-Za-z0-9+/=]{16,}$)/;

/**
 * Production never runs on embedded parts or placeholders (docs/product-rules.md#embedded-mode), nor does a rehearsal; that has Stripe's test
 * mode instead of its live one, and needs no operator yet.
 */
export function unfitForVisitors(value: Environment): string[] {
  const isRehearsal = value.MODE === 'rehearsal';
  const problems: string[] = [];
  if (!isPublicOrigin(value.PUBLIC_ORIGIN))
    problems.push(
      'PUBLIC_ORIGIN must be an origin that is reached from outside in production: https://, a name, nothing behind it',
    );
  if (isPlaceholder(value.MEDIA_SECRET))
    problems.push('MEDIA_SECRET is a placeholder; `openssl rand -hex 32` makes a secret');
  for (const name of ['DATABASE_URL', 'REDIS_URL', 'SMTP_URL'] as const)
    if (hasOpenDoor(value[name])) problems.push(`${name} bears a password everybody knows`);
  if (isOpenMail(value.SMTP_URL))
    problems.push('SMTP_URL: mails would leave without TLS; smtps://, or ?requireTLS=true');
  if (!value.RATE_LIMITS) problems.push('RATE_LIMITS=false is for tests only');
  if (value.PWA_DIR && !value.SITE_DIR)
    problems.push(
      'SITE_DIR is needed where PWA_DIR is given: the pages of the build name an operator who does not exist',
    );
  if (value.STRIPE_API_URL) problems.push('STRIPE_API_URL is for the embedded mode only');
  if (isRehearsal && !isGiven(TEST_KEY, value.STRIPE_SECRET_KEY))
    problems.push('STRIPE_SECRET_KEY is not a test key (sk_test_… or rk_test_…): a rehearsal moves no money');
  if (!isRehearsal && !isGiven(LIVE_KEY, value.STRIPE_SECRET_KEY))
    problems.push('STRIPE_SECRET_KEY is not a live key (sk_live_… or rk_live_…)');
  if (!isGiven(WEBHOOK_SECRET, value.STRIPE_WEBHOOK_SECRET))
    problems.push('STRIPE_WEBHOOK_SECRET is not the secret of an endpoint (whsec_…)');
  if (value.REPLICATE_API_URL) problems.push('REPLICATE_API_URL is for the embedded mode only');
  if (value.REPLICATE_API_TOKEN && !isGiven(REPLICATE_TOKEN, value.REPLICATE_API_TOKEN))
    problems.push('REPLICATE_API_TOKEN is not a token (r8_…)');
  if (value.REPLICATE_WEBHOOK_SECRET && !isGiven(WEBHOOK_SECRET, value.REPLICATE_WEBHOOK_SECRET))
    problems.push('REPLICATE_WEBHOOK_SECRET is not the secret of webhooks (whsec_…)');
  if (value.GOOGLE_ISSUER_URL) problems.push('GOOGLE_ISSUER_URL is for the embedded mode only');
  if (value.S3_ENDPOINT && !value.JOURNAL_DIR)
    problems.push('JOURNAL_DIR is needed where files lie in S3: deletions are written down outside of the database');
  if (value.WEBHOOK_LOOPBACK) problems.push('WEBHOOK_LOOPBACK is for the embedded mode only');
  if (value.MAILBOX_URL) problems.push('MAILBOX_URL is for the embedded mode only');
  if (value.MAIL_FROM.includes('.invalid')) problems.push('MAIL_FROM is still the placeholder');
  if (value.META_PIXEL_SCRIPT_URL) problems.push('META_PIXEL_SCRIPT_URL is for the embedded mode only');
  if (value.MATOMO_URL && !value.MATOMO_URL.startsWith('https://'))
    problems.push('MATOMO_URL must be https in production');
  problems.push(...unfitPushHosts(value).map((host) => `PUSH_HOSTS: ${host} is no public name`));
  problems.push(...unfitStorage(value));
  problems.push(...unfitRehearsal(value));
  return isRehearsal ? problems : [...problems, ...unfitOperator(value)];
}
