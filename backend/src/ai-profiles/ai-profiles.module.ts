import { Module } from '@nestjs/common';
import { IdentityModule } from '../identity/index.js';
import { PrivacyModule } from '../privacy/index.js';
import { CreditsModule } from '../credits/index.js';
import { PhotoInspectorModule } from '../integrations/portrait-engine/photo-inspector.module.js';
import { AiProfilesAccountData } from './ai-profiles.account-data.js';
import { AiProfilesController } from './ai-profiles.controller.js';
import { AiProfilesService } from './ai-profiles.service.js';
import { AiProfileViews } from './ai-profiles.views.js';
import { OwnFaceProfiles } from './own-face-profiles.service.js';
import { PhotoChoiceService } from './photo-choice.service.js';
import { PhotosController } from './photos.controller.js';
import { PhotosService } from './photos.service.js';
import { ProfileMediaController } from './profile-media.controller.js';
import { ProfilePreviewService } from './profile-preview.service.js';
import { TrainingService } from './training.service.js';

@Module({
  imports: [IdentityModule, PrivacyModule, CreditsModule],
  providers: [AiProfilesService, AiProfileViews, AiProfilesAccountData, OwnFaceProfiles],
  exports: [AiProfilesService],
})
export class AiProfilesModule {}

@Module({
  imports: [AiProfilesModule, IdentityModule, PrivacyModule, CreditsModule, PhotoInspectorModule],
  controllers: [AiProfilesController, PhotosController, ProfileMediaController],
  providers: [PhotosService, PhotoChoiceService, TrainingService, ProfilePreviewService, AiProfileViews],
})
export class AiProfilesApiModule {}
