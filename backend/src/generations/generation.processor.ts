import { InjectQueue } from '@nestjs/bull';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Queue } from 'bull';
import { CONFIG, type Config } from '../config/index.js';
import { JobRunner } from '../platform/queue/index.js';
import { GenerationRequested } from './generations.events.js';
import { GenerationRunService } from './generation-run.service.js';

/** How many at once is configured, as with trainings. */
@Injectable()
export class GenerationProcessor implements OnModuleInit {
  constructor(
    private readonly runner: JobRunner,
    private readonly generations: GenerationRunService,
    @InjectQueue('generation') private readonly queue: Queue,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.runner.register({
      topic: GenerationRequested,
      run: ({ generationId }, lease) => this.generations.run(generationId, lease),
      onFailed: ({ generationId }, _error, em) => this.generations.onFailed(generationId, em),
    });
    this.runner.serve(this.queue, this.config.engine.jobsAtOnce);
  }
}
