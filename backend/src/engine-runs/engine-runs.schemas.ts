import { z } from 'zod';

export const EngineWebhookReceipt = z.object({ received: z.literal(true) }).meta({ id: 'EngineWebhookReceipt' });

/** As much of a message as is looked at: whom it is about. */
export const EngineMessage = z.object({ id: z.string().min(1).max(100) });
