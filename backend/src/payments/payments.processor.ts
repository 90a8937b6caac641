import { Process, Processor } from '@nestjs/bull';
import type { OnModuleInit } from '@nestjs/common';
import type { Job } from 'bull';
import { PlansChanged, PlansService } from '../catalogue/index.js';
import { JobRunner } from '../platform/queue/index.js';
import {
  PaymentEventReceived,
  PlanRestoreRequested,
  PriceChangeDue,
  ReconciliationDue,
  RefundRequested,
  SubscriptionEndRequested,
} from './payments.events.js';
import { PriceChangesService } from './price-changes/price-changes.service.js';
import { RefundsService } from './refunds/refunds.service.js';
import { PlanRestoringService } from './subscriptions/plan-restoring.service.js';
import { RenewalTaxesService } from './subscriptions/renewal-taxes.service.js';
import { SubscriptionEndingService } from './subscriptions/subscription-ending.service.js';
import { SynchronisationService } from './synchronisation/synchronisation.service.js';

/** The one processor of Bull's queue `billing`; it runs what is registered, also by `contracts`. */
@Processor('billing')
export class PaymentsProcessor implements OnModuleInit {
  constructor(
    private readonly runner: JobRunner,
    private readonly synchronisation: SynchronisationService,
    private readonly endings: SubscriptionEndingService,
    private readonly restoring: PlanRestoringService,
    private readonly refunds: RefundsService,
    private readonly priceChanges: PriceChangesService,
    private readonly plans: PlansService,
    private readonly renewalTaxes: RenewalTaxesService,
  ) {}

  onModuleInit(): void {
    this.runner.register({
      topic: PaymentEventReceived,
      run: ({ customerId, chargeId }) =>
        customerId
          ? this.synchronisation.synchroniseCustomer(customerId)
          : this.synchronisation.synchroniseCharge(chargeId!),
    });
    this.runner.register({
      topic: ReconciliationDue,
      run: async ({ userId }) => {
        await this.synchronisation.synchroniseUser(userId);
        await this.renewalTaxes.prepare(userId);
      },
    });
    this.runner.register({ topic: PlansChanged, run: () => this.plans.publishAll() });
    this.runner.register({
      topic: RefundRequested,
      run: ({ refundId }) => this.refunds.carryOut(refundId),
      onFailed: ({ refundId }, _error, em) => this.refunds.tryAgainLater(refundId, em),
    });
    this.runner.register({
      topic: PlanRestoreRequested,
      run: ({ orderId }) => this.restoring.restore(orderId),
      onFailed: ({ orderId }, _error, em) => this.restoring.tryAgainLater(orderId, em),
    });
    this.runner.register({
      topic: PriceChangeDue,
      run: ({ subscriptionId }) => this.priceChanges.carryOut(subscriptionId),
    });
    this.runner.register({
      topic: SubscriptionEndRequested,
      run: (payload) => this.endings.end(payload),
      onFailed: (payload, _error, em) => this.endings.tryAgainLater(payload, em),
    });
  }

  @Process({ concurrency: 4 })
  process(job: Job<{ jobId: string }>): Promise<void> {
    return this.runner.run(job.data.jobId);
  }
}
