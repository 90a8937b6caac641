import { Module } from '@nestjs/common';
import { AiProfilesModule } from '../ai-profiles/index.js';
import { CreditsModule } from '../credits/index.js';
import { ContentCredentialsModule } from '../integrations/content-credentials/index.js';
import { PortraitEngineModule } from '../integrations/portrait-engine/portrait-engine.module.js';
import { GenerationProcessor } from './generation.processor.js';
import { GenerationRunService } from './generation-run.service.js';
import { GenerationsModule } from './generations.module.js';
import { RunMetrics } from './run-metrics.js';
import { LayersRunService } from './versions/layers-run.service.js';
import { RemadePortraits } from './versions/remade-portraits.service.js';
import { VersionRunService } from './versions/version-run.service.js';
import { VersionsProcessor } from './versions/versions.processor.js';

@Module({
  imports: [GenerationsModule, AiProfilesModule, CreditsModule, ContentCredentialsModule, PortraitEngineModule],
  providers: [
    GenerationRunService,
    GenerationProcessor,
    RunMetrics,
    RemadePortraits,
    LayersRunService,
    VersionRunService,
    VersionsProcessor,
  ],
})
export class GenerationsWorkerModule {}
