import { InjectQueue } from '@nestjs/bull';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Queue } from 'bull';
import { CONFIG, type Config } from '../config/index.js';
import { JobRunner } from '../platform/queue/index.js';
import { RetryWindowClosed, TrainingRequested } from './ai-profiles.events.js';
import { TrainingEndService } from './training-end.service.js';
import { TrainingRunService } from './training-run.service.js';

/** How many at once is configured: where the work is done elsewhere a worker only waits for it. */
@Injectable()
export class TrainingProcessor implements OnModuleInit {
  constructor(
    private readonly runner: JobRunner,
    @InjectQueue('training') private readonly queue: Queue,
    @Inject(CONFIG) private readonly config: Config,
    private readonly training: TrainingRunService,
    private readonly end: TrainingEndService,
  ) {}

  onModuleInit(): void {
    this.runner.register({
      topic: TrainingRequested,
      run: (payload, lease) => this.training.run(payload, lease),
      onFailed: (payload, error, em) => this.end.fail(payload, error, em),
    });
    this.runner.register({
      topic: RetryWindowClosed,
      run: (payload, lease) => this.end.closeRetryWindow(payload, lease),
    });
    this.runner.serve(this.queue, this.config.engine.jobsAtOnce);
  }
}
