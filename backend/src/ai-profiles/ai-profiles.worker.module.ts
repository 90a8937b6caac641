import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/index.js';
import { CreditsModule } from '../credits/index.js';
import { PortraitEngineModule } from '../integrations/portrait-engine/portrait-engine.module.js';
import { AiProfilesModule } from './ai-profiles.module.js';
import { TrainingProcessor, UpkeepProcessor } from './training.processor.js';
import { TrainingRunService } from './training-run.service.js';

@Module({
  imports: [AccountsModule, AiProfilesModule, CreditsModule, PortraitEngineModule],
  providers: [TrainingRunService, TrainingProcessor, UpkeepProcessor],
})
export class AiProfilesWorkerModule {}
