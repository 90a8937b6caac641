import { Module } from '@nestjs/common';
import { IdentityModule } from '../identity/index.js';
import { PrivacyModule } from '../privacy/index.js';
import { AiProfilesModule } from '../ai-profiles/index.js';
import { CreditsModule } from '../credits/index.js';
import { PhotoInspectorModule } from '../integrations/portrait-engine/photo-inspector.module.js';
import { StylesModule } from '../styles/index.js';
import { FavouritesService } from './favourites.service.js';
import { FreeRepeats } from './free-repeats.service.js';
import { GenerationsAccountData } from './generations.account-data.js';
import { GenerationsController } from './generations.controller.js';
import { GenerationsService } from './generations.service.js';
import { GenerationViews } from './generations.views.js';
import { ImageCheckController } from './image-check.controller.js';
import { ImageCheckService } from './image-check.service.js';
import { JudgeableRuns } from './judgeable-runs.service.js';
import { PlannedRunsController } from './planned-runs.controller.js';
import { PlannedRuns } from './planned-runs.service.js';
import { PortraitDeletions } from './portrait-deletions.service.js';
import { PortraitFilesService } from './portrait-files.service.js';
import { PortraitMediaController } from './portrait-media.controller.js';
import { PortraitPictures } from './portrait-pictures.service.js';
import { PortraitsController } from './portraits.controller.js';
import { PortraitReminders } from './portrait-reminders.service.js';
import { RunReturns } from './run-returns.service.js';
import { RunStarts } from './run-starts.service.js';
import { LayersService } from './versions/layers.service.js';
import { VersionsService } from './versions/versions.service.js';

@Module({
  imports: [IdentityModule, PrivacyModule, AiProfilesModule, StylesModule, CreditsModule],
  providers: [
    GenerationsService,
    GenerationViews,
    VersionsService,
    GenerationsAccountData,
    RunStarts,
    FreeRepeats,
    PlannedRuns,
    RunReturns,
    PortraitReminders,
    PortraitDeletions,
    JudgeableRuns,
  ],
  exports: [
    GenerationsService,
    VersionsService,
    PlannedRuns,
    RunReturns,
    PortraitReminders,
    PortraitDeletions,
    JudgeableRuns,
  ],
})
export class GenerationsModule {}

@Module({
  imports: [GenerationsModule, AiProfilesModule, PrivacyModule, PhotoInspectorModule],
  controllers: [
    GenerationsController,
    PlannedRunsController,
    PortraitsController,
    PortraitMediaController,
    ImageCheckController,
  ],
  providers: [PortraitFilesService, PortraitPictures, FavouritesService, ImageCheckService, LayersService],
  exports: [ImageCheckService, PortraitPictures],
})
export class GenerationsApiModule {}
