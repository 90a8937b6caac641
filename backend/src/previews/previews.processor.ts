import { Process, Processor } from '@nestjs/bull';
import type { OnModuleInit } from '@nestjs/common';
import type { Job } from 'bull';
import { PortraitEngines } from '../integrations/portrait-engine/index.js';
import { JobRunner } from '../platform/queue/index.js';
import { PreviewRunService } from './preview-run.service.js';
import { PreviewsExpected, PreviewsRequested } from './previews.events.js';

/** One at a time: previews are free, and take what paid work leaves. */
@Processor('previews')
export class PreviewsProcessor implements OnModuleInit {
  constructor(
    private readonly runner: JobRunner,
    private readonly previews: PreviewRunService,
    private readonly engines: PortraitEngines,
  ) {}

  onModuleInit(): void {
    this.runner.register({ topic: PreviewsExpected, run: () => this.engines.previews.warmUp() });
    this.runner.register({
      topic: PreviewsRequested,
      run: (payload, lease) => this.previews.run(payload, lease),
      onFailed: (payload, _error, em) => this.previews.onFailed(payload, em),
    });
  }

  @Process({ concurrency: 1 })
  process(job: Job<{ jobId: string }>): Promise<void> {
    return this.runner.run(job.data.jobId);
  }
}
