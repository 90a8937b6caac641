import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/index.js';
import { CreditsModule } from '../credits/index.js';
import { BillingAccountData } from './billing.account-data.js';
import { BillingLetters } from './billing.letters.js';
import { AddressDebtsService } from './debts/address-debts.service.js';
import { DeclarationsController } from './declarations/declarations.controller.js';
import { DeclarationReviewService } from './declarations/declaration-review.service.js';
import { DeclarationsService } from './declarations/declarations.service.js';
import { FailedRefundsService } from './declarations/failed-refunds.service.js';
import { WithdrawalsService } from './declarations/withdrawals.service.js';
import { HeldPaymentsService } from './held-payments/held-payments.service.js';
import { InvoicesController } from './invoices/invoices.controller.js';
import { InvoicesService } from './invoices/invoices.service.js';
import { CheckoutsService } from './orders/checkouts.service.js';
import { OrdersController } from './orders/orders.controller.js';
import { OrdersService } from './orders/orders.service.js';
import { PacksService } from './packs/packs.service.js';
import { CatalogueController } from './plans/catalogue.controller.js';
import { PlansService } from './plans/plans.service.js';
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

const synchronisation = [
  AddressDebtsService,
  CustomersService,
  MirrorService,
  GrantsService,
  CorrectionsService,
  LatePaymentsService,
  SynchronisationService,
];
const purchases = [
  PlansService,
  PacksService,
  SubscriptionsService,
  SubscriptionCommandsService,
  UpgradesService,
  CheckoutsService,
  OrdersService,
  WithdrawalsService,
  DeclarationsService,
  DeclarationReviewService,
  FailedRefundsService,
  HeldPaymentsService,
  InvoicesService,
  BillingLetters,
];

@Module({
  imports: [AccountsModule, CreditsModule],
  controllers: [
    CatalogueController,
    OrdersController,
    SubscriptionController,
    InvoicesController,
    DeclarationsController,
    StripeWebhookController,
  ],
  providers: [...synchronisation, ...purchases, PaymentEventsService, BillingAccountData],
  exports: [...synchronisation, ...purchases],
})
export class BillingModule {}
