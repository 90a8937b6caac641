import { Module } from '@nestjs/common';
import { CatalogueModule } from '../catalogue/index.js';
import { CreditsModule } from '../credits/index.js';
import { IdentityModule } from '../identity/index.js';
import { ContractTexts } from './contract-texts/contract-texts.js';
import { CheckoutsService } from './checkouts/checkouts.service.js';
import { AddressDebtsService } from './debts/address-debts.service.js';
import { HeldCreditsService } from './synchronisation/held-credits.service.js';
import { InvoicesController } from './invoices/invoices.controller.js';
import { InvoicesService } from './invoices/invoices.service.js';
import { OrderEndingService } from './orders/order-ending.service.js';
import { OrdersController } from './orders/orders.controller.js';
import { OrdersService } from './orders/orders.service.js';
import { PaymentEmails } from './payment-emails.service.js';
import { PaymentsAccountData } from './payments.account-data.js';
import { FailedRefundsService } from './refunds/failed-refunds.service.js';
import { CreditPacksController } from './subscriptions/credit-packs.controller.js';
import { SubscriptionCommandsService } from './subscriptions/subscription-commands.service.js';
import { SubscriptionController } from './subscriptions/subscription.controller.js';
import { SubscriptionsService } from './subscriptions/subscriptions.service.js';
import { UpgradesService } from './subscriptions/upgrades.service.js';
import { CorrectionsService } from './synchronisation/corrections.service.js';
import { CustomersService } from './synchronisation/customers.service.js';
import { GrantsService } from './synchronisation/grants.service.js';
import { LatePaymentsService } from './synchronisation/late-payments.service.js';
import { MirrorService } from './synchronisation/mirror.service.js';
import { SynchronisationService } from './synchronisation/synchronisation.service.js';
import { PaymentEventsService } from './webhooks/payment-events.service.js';
import { StripeWebhookController } from './webhooks/stripe-webhook.controller.js';

const services = [
  AddressDebtsService,
  CheckoutsService,
  ContractTexts,
  CorrectionsService,
  CustomersService,
  FailedRefundsService,
  GrantsService,
  HeldCreditsService,
  LatePaymentsService,
  MirrorService,
  OrderEndingService,
  OrdersService,
  PaymentEmails,
  SubscriptionCommandsService,
  SubscriptionsService,
  SynchronisationService,
  UpgradesService,
];

@Module({
  imports: [IdentityModule, CreditsModule, CatalogueModule],
  controllers: [
    CreditPacksController,
    OrdersController,
    SubscriptionController,
    InvoicesController,
    StripeWebhookController,
  ],
  providers: [...services, InvoicesService, PaymentEventsService, PaymentsAccountData],
  exports: services,
})
export class PaymentsModule {}
