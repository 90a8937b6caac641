import { Module } from '@nestjs/common';
import { AiProfilesModule } from '../ai-profiles/index.js';
import { CreditsModule } from '../credits/index.js';
import { PortraitEngineModule } from '../integrations/portrait-engine/index.js';
import { StylesModule } from '../styles/index.js';
import { GenerationProcessor } from './generation.processor.js';
import { GenerationRunService } from './generation-run.service.js';
import { GenerationsController } from './generations.controller.js';
import { GenerationsService } from './generations.service.js';
import { GenerationViews } from './generations.views.js';
import { PortraitFilesService } from './portrait-files.service.js';
import { PortraitMediaController } from './portrait-media.controller.js';

@Module({ imports: [AiProfilesModule, StylesModule, CreditsModule], providers: [GenerationsService, GenerationViews], exports: [GenerationsService] })
export class GenerationsModule {}

@Module({ imports: [GenerationsModule], controllers: [GenerationsController, PortraitMediaController], providers: [PortraitFilesService] })
export class GenerationsApiModule {}

@Module({ imports: [GenerationsModule, AiProfilesModule, CreditsModule, PortraitEngineModule], providers: [GenerationRunService, GenerationProcessor] })
export class GenerationsWorkerModule {}
