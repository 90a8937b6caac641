import { Module } from '@nestjs/common';
import { IdentityModule } from '../identity/index.js';
import { PrivacyModule } from '../privacy/index.js';
import { CreditsModule } from '../credits/index.js';
import { PortraitEngineModule } from '../integrations/portrait-engine/portrait-engine.module.js';
import { AiProfilesModule } from './ai-profiles.module.js';
import { TrainingProcessor } from './training.processor.js';
import { TrainingMetrics } from './training-metrics.js';
import { TrainingEndService } from './training-end.service.js';
import { TrainingRunService } from './training-run.service.js';

@Module({
  imports: [IdentityModule, PrivacyModule, AiProfilesModule, CreditsModule, PortraitEngineModule],
  providers: [TrainingEndService, TrainingRunService, TrainingProcessor, TrainingMetrics],
})
export class AiProfilesWorkerModule {}
