import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties } from '../../platform/database/index.js';

/** Where a browser can be reached. It belongs to the session it was made in, and goes with it. */
export const PushSubscriptionSchema = defineEntity({
  name: 'PushSubscription',
  tableName: 'push_subscription',
  properties: {
    ...baseProperties,
    userId: p.uuid().index(),
    /** A session belongs to one browser, which has one address. */
    sessionId: p.uuid().unique(),
    /** Together with our key it reaches the device: never in a log. */
    endpoint: p.string().length(1024).unique(),
    p256dh: p.string().length(88),
    auth: p.string().length(24),
    /** When the browser last said that it still holds. */
    renewedAt: p.datetime(3),
  },
});
export class PushSubscription extends PushSubscriptionSchema.class {}
PushSubscriptionSchema.setClass(PushSubscription);
