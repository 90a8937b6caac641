import { z } from 'zod';

export const WebhookReceipt = z.object({ received: z.literal(true) }).meta({ id: 'WebhookReceipt' });
