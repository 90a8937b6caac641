import { z } from 'zod';
import { defineTopic } from '../platform/queue/index.js';

/** Somebody declared the end of a contract; notifications confirms that it was received. */
export const DeclarationReceived = defineTopic({
  name: 'billing.declaration_received',
  queue: 'mail',
  schema: z.object({ declarationId: z.uuid() }),
  maxAttempts: 12,
});

/** What was declared is carried out, or handed to somebody who looks at it; without emails once too many went to its address. */
export const DeclarationDue = defineTopic({
  name: 'billing.declaration_due',
  queue: 'billing',
  schema: z.object({ declarationId: z.uuid(), withLetters: z.boolean() }),
  maxAttempts: 20,
});

/** An admin has answered a declaration without carrying it out; notifications sends the answer. */
export const DeclarationClosed = defineTopic({
  name: 'billing.declaration_closed',
  queue: 'mail',
  schema: z.object({ declarationId: z.uuid() }),
  maxAttempts: 12,
});

/** An admin has decided about an order whose credits waited; notifications tells its customer. */
export const HeldOrderDecided = defineTopic({
  name: 'billing.held_order_decided',
  queue: 'mail',
  schema: z.object({ orderId: z.uuid(), decision: z.enum(['confirmed', 'refused']) }),
  maxAttempts: 12,
});
