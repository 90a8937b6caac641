import { Process, Processor } from '@nestjs/bull';
import type { OnModuleInit } from '@nestjs/common';
import type { Job } from 'bull';
import { ObjectStorage } from '../integrations/storage/index.js';
import { JobRunner } from '../platform/queue/index.js';
import { ObjectsDiscarded, RetryWindowClosed, TrainingRequested } from './ai-profiles.events.js';
import { TrainingRunService } from './training-run.service.js';

@Processor('training')
export class TrainingProcessor implements OnModuleInit {
  constructor(
    private readonly runner: JobRunner,
    private readonly training: TrainingRunService,
  ) {}

  onModuleInit(): void {
    this.runner.register({
      topic: TrainingRequested,
      run: (payload, lease) => this.training.run(payload, lease),
      giveUp: (payload, error, em) => this.training.giveUp(payload, error, em),
    });
  }

  @Process({ concurrency: 1 })
  process(job: Job<{ jobId: string }>): Promise<void> {
    return this.runner.run(job.data.jobId);
  }
}

@Processor('upkeep')
export class UpkeepProcessor implements OnModuleInit {
  constructor(
    private readonly runner: JobRunner,
    private readonly training: TrainingRunService,
    private readonly storage: ObjectStorage,
  ) {}

  onModuleInit(): void {
    this.runner.register({ topic: RetryWindowClosed, run: (payload, lease) => this.training.closeRetryWindow(payload, lease) });
    this.runner.register({
      topic: ObjectsDiscarded,
      run: async ({ keys, prefixes }) => {
        await this.storage.delete(keys);
        for (const prefix of prefixes) await this.storage.deletePrefix(prefix);
      },
    });
  }

  @Process({ concurrency: 2 })
  process(job: Job<{ jobId: string }>): Promise<void> {
    return this.runner.run(job.data.jobId);
  }
}
