import { Process, Processor } from '@nestjs/bull';
import type { OnModuleInit } from '@nestjs/common';
import type { Job } from 'bull';
import { ObjectStorage } from '../integrations/storage/index.js';
import { JobRunner } from '../platform/queue/index.js';
import { ObjectsDiscarded } from './stored-objects.events.js';

/** Serves the queue `upkeep` for all features, and deletes what was discarded. */
@Processor('upkeep')
export class UpkeepProcessor implements OnModuleInit {
  constructor(
    private readonly runner: JobRunner,
    private readonly storage: ObjectStorage,
  ) {}

  onModuleInit(): void {
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
