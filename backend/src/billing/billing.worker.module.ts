import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/index.js';
import { BillingModule } from './billing.module.js';
import { BillingProcessor } from './billing.processor.js';
import { DeclarationEffectsService } from './declarations/declaration-effects.service.js';
import { RefundsService } from './declarations/refunds.service.js';
import { PlanRestoringService } from './subscriptions/plan-restoring.service.js';
import { SubscriptionEndingService } from './subscriptions/subscription-ending.service.js';
import { Nightly } from './synchronisation/nightly.js';
import { ReconciliationService } from './synchronisation/reconciliation.service.js';

@Module({
  imports: [AccountsModule, BillingModule],
  providers: [
    SubscriptionEndingService,
    PlanRestoringService,
    RefundsService,
    DeclarationEffectsService,
    ReconciliationService,
    Nightly,
    BillingProcessor,
  ],
})
export class BillingWorkerModule {}
