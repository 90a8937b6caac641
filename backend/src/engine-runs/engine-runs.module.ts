import { Module } from '@nestjs/common';
import { EngineMessagesService } from './engine-messages.service.js';
import { EngineRunsController } from './engine-runs.controller.js';
import { RunNewsService } from './run-news.service.js';
import { TrainingInputsService } from './training-inputs.service.js';

/** What the provider of a hosted engine reaches of us. */
@Module({
  controllers: [EngineRunsController],
  providers: [EngineMessagesService, RunNewsService, TrainingInputsService],
})
export class EngineRunsApiModule {}
