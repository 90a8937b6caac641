import { Process, Processor } from '@nestjs/bull';
import type { OnModuleInit } from '@nestjs/common';
import type { Job } from 'bull';
import { JobRunner } from '../../platform/queue/index.js';
import { PushNewsService } from './push-news.service.js';
import { PushDue } from './push.events.js';

/** A queue of its own: a push service that is slow to answer holds up no emails. */
@Processor('push')
export class PushProcessor implements OnModuleInit {
  constructor(
    private readonly runner: JobRunner,
    private readonly news: PushNewsService,
  ) {}

  onModuleInit(): void {
    this.runner.register({ topic: PushDue, run: (due) => this.news.deliver(due) });
  }

  @Process({ concurrency: 8 })
  process(job: Job<{ jobId: string }>): Promise<void> {
    return this.runner.run(job.data.jobId);
  }
}
