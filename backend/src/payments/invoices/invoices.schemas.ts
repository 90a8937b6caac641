import { z } from 'zod';

export const InvoiceView = z
  .object({
    id: z.string(),
    number: z.string().nullable(),
    status: z.enum(['open', 'paid', 'void', 'uncollectible']),
    totalRappen: z.int(),
    createdAt: z.iso.datetime(),
    paidAt: z.iso.datetime().nullable(),
    description: z.string(),
    pdfUrl: z
      .string()
      .nullable()
      .describe('Path of the PDF under this API, for the owner alone; null while there is none.'),
    payUrl: z.string().nullable().describe('Where an open invoice is paid.'),
  })
  .meta({ id: 'Invoice' });

export const InvoiceList = z.object({ items: z.array(InvoiceView) }).meta({ id: 'InvoiceList' });
