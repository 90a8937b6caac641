import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/index.js';
import { AiProfilesModule } from '../ai-profiles/index.js';
import { CreditsModule } from '../credits/index.js';
import { StylesModule } from '../styles/index.js';
import { GenerationsAccountData } from './generations.account-data.js';
import { GenerationsController } from './generations.controller.js';
import { GenerationsService } from './generations.service.js';
import { GenerationViews } from './generations.views.js';
import { PortraitFilesService } from './portrait-files.service.js';
import { PortraitMediaController } from './portrait-media.controller.js';

@Module({ imports: [AccountsModule, AiProfilesModule, StylesModule, CreditsModule], providers: [GenerationsService, GenerationViews, GenerationsAccountData], exports: [GenerationsService] })
export class GenerationsModule {}

@Module({ imports: [GenerationsModule], controllers: [GenerationsController, PortraitMediaController], providers: [PortraitFilesService] })
export class GenerationsApiModule {}
