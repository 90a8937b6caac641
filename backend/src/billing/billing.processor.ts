import { Process, Processor } from '@nestjs/bull';
import type { OnModuleInit } from '@nestjs/common';
import type { Job } from 'bull';
import { JobRunner } from '../platform/queue/index.js';
import { PaymentEventReceived, SubscriptionEndRequested } from './billing.events.js';
import { SubscriptionEndingService } from './subscription-ending.service.js';
import { SynchronisationService } from './synchronisation.service.js';

@Processor('billing')
export class BillingProcessor implements OnModuleInit {
  constructor(
    private readonly runner: JobRunner,
    private readonly synchronisation: SynchronisationService,
    private readonly endings: SubscriptionEndingService,
  ) {}

  onModuleInit(): void {
    this.runner.register({ topic: PaymentEventReceived, run: ({ customerId }) => this.synchronisation.synchroniseCustomer(customerId) });
    this.runner.register({
      topic: SubscriptionEndRequested,
      run: (payload) => this.endings.end(payload),
      giveUp: (payload, _error, em) => this.endings.tryAgainLater(payload, em),
    });
  }

  @Process({ concurrency: 4 })
  process(job: Job<{ jobId: string }>): Promise<void> {
    return this.runner.run(job.data.jobId);
  }
}
