import { Module } from '@nestjs/common';
import { CatalogueModule } from '../catalogue/index.js';
import { IdentityModule } from '../identity/index.js';
import { MoneyMetrics } from './money-metrics.js';
import { PaymentsModule } from './payments.module.js';
import { PaymentsProcessor } from './payments.processor.js';
import { PriceChangesService } from './price-changes/price-changes.service.js';
import { RefundsService } from './refunds/refunds.service.js';
import { PlanRestoringService } from './subscriptions/plan-restoring.service.js';
import { RenewalTaxesService } from './subscriptions/renewal-taxes.service.js';
import { SubscriptionEndingService } from './subscriptions/subscription-ending.service.js';
import { Nightly } from './synchronisation/nightly.js';
import { ReconciliationService } from './synchronisation/reconciliation.service.js';

@Module({
  imports: [IdentityModule, CatalogueModule, PaymentsModule],
  providers: [
    SubscriptionEndingService,
    PlanRestoringService,
    PriceChangesService,
    RenewalTaxesService,
    RefundsService,
    ReconciliationService,
    Nightly,
    PaymentsProcessor,
    MoneyMetrics,
  ],
})
export class PaymentsWorkerModule {}
