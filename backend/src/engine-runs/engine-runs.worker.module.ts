import { Global, Module } from '@nestjs/common';
import { RemoteRunBook, RunNews, TrainingInputs } from '../integrations/portrait-engine/index.js';
import { PortraitEngineModule } from '../integrations/portrait-engine/portrait-engine.module.js';
import { EngineMetrics } from './engine-metrics.js';
import { ForgettingService } from './forgetting.service.js';
import { RunBookService } from './run-book.service.js';
import { RunNewsService } from './run-news.service.js';
import { TrainingInputsService } from './training-inputs.service.js';

/** What hosted engines need of us, for the worker that drives them. */
@Global()
@Module({
  imports: [PortraitEngineModule],
  providers: [
    { provide: RemoteRunBook, useClass: RunBookService },
    { provide: TrainingInputs, useClass: TrainingInputsService },
    { provide: RunNews, useClass: RunNewsService },
    EngineMetrics,
    ForgettingService,
  ],
  exports: [EngineMetrics, RemoteRunBook, TrainingInputs, RunNews],
})
export class EngineRunsWorkerModule {}
