import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PortraitEngines } from '../integrations/portrait-engine/index.js';
import { JobRunner } from '../platform/queue/index.js';
import { RemoteWorkDiscarded } from './engine-runs.events.js';

/** Has the engines forget what nobody wants any more. */
@Injectable()
export class ForgettingService implements OnModuleInit {
  constructor(
    private readonly runner: JobRunner,
    private readonly engines: PortraitEngines,
  ) {}

  onModuleInit(): void {
    this.runner.register({ topic: RemoteWorkDiscarded, run: (what) => this.engines.forget(what) });
  }
}
