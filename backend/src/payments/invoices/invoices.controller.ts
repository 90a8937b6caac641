import { Controller, Get, Param, StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { isProviderId } from '../../integrations/payments/index.js';
import { AppError } from '../../platform/errors/index.js';
import { CurrentUser, Operation, type Principal } from '../../platform/http/index.js';
import { InvoiceList } from './invoices.schemas.js';
import { viewInvoice } from './invoices.views.js';
import { InvoicesService } from './invoices.service.js';

@ApiTags('billing')
@Controller('invoices')
export class InvoicesController {
  constructor(private readonly invoices: InvoicesService) {}

  @Get()
  @Operation({
    summary: 'Invoices, newest first',
    description: 'Read at the payment provider, open ones included. The PDF of each is a call of its own.',
    access: 'user',
    scope: 'account:read',
    response: InvoiceList,
    errors: ['payment_provider_unavailable'],
  })
  async listInvoices(@CurrentUser() principal: Principal) {
    return { items: (await this.invoices.list(principal.userId)).map(viewInvoice) };
  }

  @Get(':id/pdf')
  @Operation({
    summary: 'The PDF of an own invoice',
    description: 'As the payment provider made it, with rate and amount of the VAT where any is charged.',
    access: 'user',
    scope: 'account:read',
    binary: 'application/pdf',
    errors: ['not_found', 'payment_provider_unavailable'],
  })
  async getInvoicePdf(@CurrentUser() principal: Principal, @Param('id') id: string) {
    if (!isProviderId(id)) throw new AppError('not_found');
    const { name, bytes } = await this.invoices.pdf(principal.userId, id);
    return new StreamableFile(bytes, {
      type: 'application/pdf',
      length: bytes.length,
      disposition: `attachment; filename="${name}"`,
    });
  }
}
