import { Process, Processor } from '@nestjs/bull';
import type { OnModuleInit } from '@nestjs/common';
import type { Job } from 'bull';
import { AccountBlocked, AccountDeleted, DataExportNewsDue } from '../privacy/index.js';
import { EmailCodeRequested, EmailConfirmationRequested, PasswordResetRequested } from '../sign-in/index.js';
import { SecurityChanged } from '../identity/index.js';
import { TrainingNewsDue } from '../ai-profiles/index.js';
import { DeclarationClosed, DeclarationReceived, HeldOrderDecided } from '../contracts/index.js';
import { DisputeDecided, OrderPaid, PaymentNeeded, SubscriptionCanceled, OrderWithdrawn } from '../payments/index.js';
import { AnnouncementEmailDue } from '../announcements/index.js';
import { ExampleNewsDue } from '../examples/index.js';
import { GenerationNewsDue } from '../generations/index.js';
import { MisusedRunRemoved, MisuseReportClosed, MisuseReported } from '../misuse/index.js';
import { JobRunner } from '../platform/queue/index.js';
import { AccountNotificationsService } from './account-notifications.service.js';
import { AnnouncementNotificationsService } from './announcement-notifications.service.js';
import { ContractNotificationsService } from './contract-notifications.service.js';
import { ExampleNotificationsService } from './example-notifications.service.js';
import { MisuseNotificationsService } from './misuse-notifications.service.js';
import { NotificationsService } from './notifications.service.js';

@Processor('mail')
export class EmailProcessor implements OnModuleInit {
  constructor(
    private readonly runner: JobRunner,
    private readonly account: AccountNotificationsService,
    private readonly contracts: ContractNotificationsService,
    private readonly announcements: AnnouncementNotificationsService,
    private readonly misuse: MisuseNotificationsService,
    private readonly examples: ExampleNotificationsService,
    private readonly notifications: NotificationsService,
  ) {}

  onModuleInit(): void {
    this.runner.register({
      topic: EmailConfirmationRequested,
      run: async ({ userId, tokenId }) => void (await this.account.emailConfirmation(userId, tokenId)),
    });
    this.runner.register({
      topic: PasswordResetRequested,
      run: ({ userId, tokenId }) => this.account.passwordReset(userId, tokenId),
    });
    this.runner.register({ topic: EmailCodeRequested, run: ({ codeId }) => this.account.emailCode(codeId) });
    this.runner.register({ topic: SecurityChanged, run: (event) => this.account.securityChanged(event) });
    this.runner.register({ topic: DataExportNewsDue, run: (event) => this.account.exportEnded(event) });
    this.runner.register({ topic: AccountDeleted, run: ({ deletionId }) => this.account.accountDeleted(deletionId) });
    this.runner.register({ topic: AccountBlocked, run: (event) => this.account.accountBlocked(event) });
    this.runner.register({ topic: OrderPaid, run: ({ orderId }) => this.notifications.orderPaid(orderId) });
    this.runner.register({
      topic: HeldOrderDecided,
      run: ({ orderId, decision }) => this.notifications.heldOrderDecided(orderId, decision),
    });
    this.runner.register({
      topic: DeclarationReceived,
      run: ({ declarationId }) => this.contracts.declarationReceived(declarationId),
    });
    this.runner.register({
      topic: DeclarationClosed,
      run: ({ declarationId }) => this.contracts.declarationClosed(declarationId),
    });
    this.runner.register({
      topic: SubscriptionCanceled,
      run: ({ subscriptionId }, lease) => this.contracts.subscriptionCanceled(subscriptionId, lease.jobId),
    });
    this.runner.register({
      topic: PaymentNeeded,
      run: (event, lease) => this.contracts.paymentNeeded(event, lease.jobId),
    });
    this.runner.register({
      topic: DisputeDecided,
      run: (event, lease) => this.contracts.disputeDecided(event, lease.jobId),
    });
    this.runner.register({ topic: OrderWithdrawn, run: ({ orderId }) => this.contracts.orderWithdrawn(orderId) });
    this.runner.register({
      topic: AnnouncementEmailDue,
      run: ({ receiptId }) => this.announcements.tell(receiptId),
    });
    this.runner.register({ topic: MisuseReported, run: ({ reportId }) => this.misuse.reported(reportId) });
    this.runner.register({ topic: MisuseReportClosed, run: ({ reportId }) => this.misuse.closed(reportId) });
    this.runner.register({ topic: MisusedRunRemoved, run: (event) => this.misuse.runRemoved(event) });
    this.runner.register({ topic: ExampleNewsDue, run: (event) => this.examples.tell(event) });
    this.runner.register({
      topic: TrainingNewsDue,
      run: (event, lease) => this.notifications.trainingEnded(event, lease.jobId),
    });
    this.runner.register({
      topic: GenerationNewsDue,
      run: (event, lease) => this.notifications.generationEnded(event, lease.jobId),
    });
  }

  @Process({ concurrency: 4 })
  process(job: Job<{ jobId: string }>): Promise<void> {
    return this.runner.run(job.data.jobId);
  }
}
