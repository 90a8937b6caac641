import { Module } from '@nestjs/common';
import { ExampleCopies } from './example-copies.service.js';
import { ExamplesModule } from './examples.module.js';
import { ExamplesProcessor } from './examples.processor.js';

@Module({ imports: [ExamplesModule], providers: [ExampleCopies, ExamplesProcessor] })
export class ExamplesWorkerModule {}
