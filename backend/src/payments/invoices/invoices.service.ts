import { Injectable } from '@nestjs/common';
import { PaymentProvider, type ProviderInvoiceDocument } from '../../integrations/payments/index.js';
import { AppError } from '../../platform/errors/index.js';
import { CustomersService } from '../synchronisation/customers.service.js';

/** A user's invoices, as the provider issued them. */
@Injectable()
export class InvoicesService {
  constructor(
    private readonly customers: CustomersService,
    private readonly payments: PaymentProvider,
  ) {}

  /** Newest first; none for somebody who never bought anything. */
  async list(userId: string): Promise<ProviderInvoiceDocument[]> {
    const customerId = await this.customers.find(userId);
    return customerId ? (await this.payments.readInvoices(customerId)).toReversed() : [];
  }

  /** @throws AppError `not_found` also for a stranger's invoice, `payment_provider_unavailable`. */
  async pdf(userId: string, invoiceId: string): Promise<{ name: string; bytes: Buffer }> {
    const customerId = await this.customers.find(userId);
    const invoice = customerId ? await this.payments.readInvoice(customerId, invoiceId) : null;
    if (!invoice?.pdfUrl) throw new AppError('not_found');
    return {
      name: `Rechnung-${(invoice.number ?? invoice.id).replace(/[^\w-]/g, '')}.pdf`,
      bytes: await this.payments.readInvoicePdf(invoice.pdfUrl),
    };
  }
}
