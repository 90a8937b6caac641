import type { z } from 'zod';
import type { ProviderInvoiceDocument } from '../../integrations/payments/index.js';
import type { InvoiceView } from './invoices.schemas.js';

export function viewInvoice(invoice: ProviderInvoiceDocument): z.infer<typeof InvoiceView> {
  const { id, number, status, totalRappen, createdAt, paidAt, lines, pdfUrl, payUrl } = invoice;
  return {
    id,
    number,
    status,
    totalRappen,
    createdAt: createdAt.toISOString(),
    paidAt: paidAt?.toISOString() ?? null,
    description: (lines.find((line) => line.amountRappen > 0) ?? lines[0])?.text ?? '',
    pdfUrl: pdfUrl ? `/api/v1/invoices/${id}/pdf` : null,
    payUrl,
  };
}
