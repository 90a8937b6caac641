import { Controller, Headers, Post, Req, type RawBodyRequest } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { AppError } from '../../platform/errors/index.js';
import { Operation } from '../../platform/http/index.js';
import { WebhookReceipt } from './stripe-webhook.schemas.js';
import { PaymentEventsService } from './payment-events.service.js';

@ApiTags('providers')
@Controller('webhooks')
export class StripeWebhookController {
  constructor(private readonly events: PaymentEventsService) {}

  @Post('stripe')
  @Operation({
    summary: 'Events of the payment provider, signed over the raw body',
    description: 'They only have a customer read again: amounts are never taken from them.',
    access: 'signature',
    status: 200,
    response: WebhookReceipt,
    errors: ['webhook_invalid'],
  })
  async receiveStripeEvent(
    @Req() request: RawBodyRequest<Request>,
    @Headers('stripe-signature') signature: string | undefined,
  ) {
    if (!request.rawBody) throw new AppError('webhook_invalid');
    await this.events.receive(request.rawBody, signature);
    return { received: true as const };
  }
}
