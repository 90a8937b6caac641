import { Module } from '@nestjs/common';
import { AiProfilesModule } from '../ai-profiles/index.js';
import { CreditsModule } from '../credits/index.js';
import { StylesModule } from '../styles/index.js';
import { GenerationsController } from './generations.controller.js';
import { GenerationsService } from './generations.service.js';
import { GenerationViews } from './generations.views.js';
import { PortraitFilesService } from './portrait-files.service.js';
import { PortraitMediaController } from './portrait-media.controller.js';

@Module({ imports: [AiProfilesModule, StylesModule, CreditsModule], providers: [GenerationsService, GenerationViews], exports: [GenerationsService] })
export class GenerationsModule {}

@Module({ imports: [GenerationsModule], controllers: [GenerationsController, PortraitMediaController], providers: [PortraitFilesService] })
export class GenerationsApiModule {}
