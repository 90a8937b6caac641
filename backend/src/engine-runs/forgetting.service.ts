import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { z } from 'zod';
import { PortraitEngines, RemoteRunBook, TrainingInputs } from '../integrations/portrait-engine/index.js';
import { JobRunner } from '../platform/queue/index.js';
import { RemoteWorkDiscarded } from './engine-runs.events.js';

type Discarded = z.infer<typeof RemoteWorkDiscarded.schema>;

/** Has the engines forget what nobody wants any more. */
@Injectable()
export class ForgettingService implements OnModuleInit {
  constructor(
    private readonly runner: JobRunner,
    private readonly engines: PortraitEngines,
    private readonly book: RemoteRunBook,
    private readonly inputs: TrainingInputs,
  ) {}

  onModuleInit(): void {
    this.runner.register({ topic: RemoteWorkDiscarded, run: (what) => this.forget(what) });
  }

  private async forget(what: Discarded): Promise<void> {
    await this.engines.forget(what);
    if (!this.engines.isConfigured('replicate')) await this.requireNothingLeft(what);
  }

  /** Without the engine nobody asks its provider; what we have lent comes back all the same. @throws Error to be tried again: somebody may configure it */
  private async requireNothingLeft({ tasks, subjectIds }: Discarded): Promise<void> {
    const trainings = [...(await this.book.ofTasks(tasks)), ...(await this.book.ofSubjects(subjectIds))].filter(
      ({ kind }) => kind === 'training',
    );
    for (const { task } of trainings) await this.inputs.withdraw(task);
    if (trainings.length > 0)
      throw new Error(`${trainings.length} trainings are left at an engine that is not configured`);
  }
}
