import { Module } from '@nestjs/common';
import { AiProfilesModule } from '../ai-profiles/index.js';
import { IdentityModule } from '../identity/index.js';
import { PrivacyModule } from '../privacy/index.js';
import { StylesModule } from '../styles/index.js';
import { PreviewMediaController, PreviewsController } from './previews.controller.js';
import { PreviewsAccountData } from './previews.account-data.js';
import { PreviewsService } from './previews.service.js';

@Module({
  imports: [IdentityModule, PrivacyModule, AiProfilesModule, StylesModule],
  providers: [PreviewsService, PreviewsAccountData],
  exports: [PreviewsService],
})
export class PreviewsModule {}

@Module({ imports: [PreviewsModule], controllers: [PreviewsController, PreviewMediaController] })
export class PreviewsApiModule {}
