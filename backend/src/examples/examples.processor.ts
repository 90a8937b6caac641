import { Injectable, type OnModuleInit } from '@nestjs/common';
import { JobRunner } from '../platform/queue/index.js';
import { ExampleCopies } from './example-copies.service.js';
import { ExamplePicturesAdded } from './examples.events.js';

/** Copies pictures of examples, in the queue of what nobody waits for. */
@Injectable()
export class ExamplesProcessor implements OnModuleInit {
  constructor(
    private readonly runner: JobRunner,
    private readonly copies: ExampleCopies,
  ) {}

  onModuleInit(): void {
    this.runner.register({
      topic: ExamplePicturesAdded,
      run: ({ exampleId }, lease) => this.copies.run(exampleId, lease),
    });
  }
}
