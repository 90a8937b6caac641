import { Module } from '@nestjs/common';
import { AiProfilesModule } from '../ai-profiles/index.js';
import { IdentityModule } from '../identity/index.js';
import { PrivacyModule } from '../privacy/index.js';
import { StylesModule } from '../styles/index.js';
import { PreviewMediaController, PreviewsController } from './previews.controller.js';
import { PreviewSets } from './preview-sets.service.js';
import { PreviewsAccountData } from './previews.account-data.js';
import { PreviewsService } from './previews.service.js';

@Module({
  imports: [IdentityModule, AiProfilesModule],
  providers: [PreviewSets, PreviewsAccountData],
  exports: [PreviewSets],
})
export class PreviewsModule {}

@Module({
  imports: [PreviewsModule, PrivacyModule, StylesModule],
  controllers: [PreviewsController, PreviewMediaController],
  providers: [PreviewsService],
})
export class PreviewsApiModule {}
