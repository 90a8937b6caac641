import { Process, Processor } from '@nestjs/bull';
import type { OnModuleInit } from '@nestjs/common';
import type { Job } from 'bull';
import { EmailConfirmationRequested } from '../accounts/index.js';
import { ProfileSettled } from '../ai-profiles/index.js';
import { OrderPaid } from '../billing/index.js';
import { GenerationSettled } from '../generations/index.js';
import { JobRunner } from '../platform/queue/index.js';
import { NotificationsService } from './notifications.service.js';

@Processor('mail')
export class MailProcessor implements OnModuleInit {
  constructor(
    private readonly runner: JobRunner,
    private readonly notifications: NotificationsService,
  ) {}

  onModuleInit(): void {
    this.runner.register({ topic: EmailConfirmationRequested, run: ({ userId, tokenId }) => this.notifications.emailConfirmation(userId, tokenId) });
    this.runner.register({ topic: OrderPaid, run: ({ orderId }) => this.notifications.orderPaid(orderId) });
    this.runner.register({ topic: ProfileSettled, run: (event, lease) => this.notifications.profileSettled(event, lease.jobId) });
    this.runner.register({ topic: GenerationSettled, run: (event) => this.notifications.generationSettled(event) });
  }

  @Process({ concurrency: 4 })
  process(job: Job<{ jobId: string }>): Promise<void> {
    return this.runner.run(job.data.jobId);
  }
}
