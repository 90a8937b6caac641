import { facts } from '../facts/index.js';
import { ageRule } from '../platform/retention/index.js';

/** The log of what was posted to webhooks. */
export const WEBHOOK_DELIVERY_RULE = ageRule({
  name: 'webhook_deliveries',
  table: 'webhook_delivery',
  since: 't.created_at',
  kept: `P${facts.webhooks.logDays}D`,
});
