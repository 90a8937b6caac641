import { InjectQueue } from '@nestjs/bull';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Queue } from 'bull';
import { JobRunner } from '../../platform/queue/index.js';
import { WebhookEmails } from './webhook-emails.service.js';
import { WebhookSending } from './webhook-sending.service.js';
import { WebhookDue, WebhookEndpointDisabled } from './webhooks.events.js';

/** Each mostly waits for an answer, ten seconds at most. */
const AT_ONCE = 32;

/** A queue of its own: an endpoint that is slow to answer holds up nothing else. Emails run in the queue of emails. */
@Injectable()
export class WebhooksProcessor implements OnModuleInit {
  constructor(
    private readonly runner: JobRunner,
    @InjectQueue('webhooks') private readonly queue: Queue,
    private readonly sending: WebhookSending,
    private readonly mails: WebhookEmails,
  ) {}

  onModuleInit(): void {
    this.runner.register({
      topic: WebhookDue,
      run: ({ deliveryId }, lease) => this.sending.deliver(deliveryId, lease),
      onFailed: ({ deliveryId }, _error, em) => this.sending.onFailed(deliveryId, em),
    });
    this.runner.register({ topic: WebhookEndpointDisabled, run: (disabled) => this.mails.disabled(disabled) });
    this.runner.serve(this.queue, AT_ONCE);
  }
}
