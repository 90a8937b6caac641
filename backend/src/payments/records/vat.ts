import { z } from 'zod';
import type { Order } from './order.entity.js';

/** The VAT within a price. */
export const VatView = z
  .object({
    percent: z.number().nullable().describe('Null where lines of several rates come together.'),
    rappen: z.int(),
  })
  .nullable()
  .describe('The VAT within the amount; null where there is none, or where it goes by the address of the customer.');

export const viewVat = ({
  vatPercent,
  vatRappen,
}: Partial<Pick<Order, 'vatPercent' | 'vatRappen'>>): z.infer<typeof VatView> =>
  typeof vatRappen === 'number' ? { percent: vatPercent ?? null, rappen: vatRappen } : null;
