import { Process, Processor } from '@nestjs/bull';
import type { OnModuleInit } from '@nestjs/common';
import type { Job } from 'bull';
import { JobRunner } from '../platform/queue/index.js';
import { GenerationRequested } from './generations.events.js';
import { GenerationRunService } from './generation-run.service.js';

@Processor('generation')
export class GenerationProcessor implements OnModuleInit {
  constructor(
    private readonly runner: JobRunner,
    private readonly generations: GenerationRunService,
  ) {}

  onModuleInit(): void {
    this.runner.register({
      topic: GenerationRequested,
      run: ({ generationId }, lease) => this.generations.run(generationId, lease),
      giveUp: ({ generationId }, _error, em) => this.generations.giveUp(generationId, em),
    });
  }

  @Process({ concurrency: 1 })
  process(job: Job<{ jobId: string }>): Promise<void> {
    return this.runner.run(job.data.jobId);
  }
}
