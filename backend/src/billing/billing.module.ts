import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/index.js';
import { CreditsModule } from '../credits/index.js';
import { BillingAccountData } from './billing.account-data.js';
import { BillingController } from './billing.controller.js';
import { OrdersService } from './orders.service.js';
import { PaymentEventsService } from './payment-events.service.js';
import { PlansService } from './plans.service.js';
import { StripeWebhookController } from './stripe-webhook.controller.js';
import { SubscriptionsService } from './subscriptions.service.js';
import { SynchronisationService } from './synchronisation.service.js';

@Module({
  imports: [AccountsModule, CreditsModule],
  controllers: [BillingController, StripeWebhookController],
  providers: [PlansService, OrdersService, SubscriptionsService, SynchronisationService, PaymentEventsService, BillingAccountData],
  exports: [PlansService, OrdersService, SubscriptionsService, SynchronisationService],
})
export class BillingModule {}
