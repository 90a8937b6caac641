import { Module } from '@nestjs/common';
import { IdentityModule } from '../identity/index.js';
import { PrivacyModule } from '../privacy/index.js';
import { ExamplesModule } from '../examples/index.js';
import { GenerationsApiModule, GenerationsModule } from '../generations/index.js';
import { MisuseAccountData } from './misuse.account-data.js';
import { MisuseController } from './misuse.controller.js';
import { MisuseEmails } from './misuse-emails.service.js';
import { MisuseReportsService } from './misuse-reports.service.js';
import { MisuseReviewService } from './misuse-review.service.js';
import { MisuseTokens } from './misuse-tokens.js';
import { PictureEvidence } from './picture-evidence.js';

@Module({
  imports: [IdentityModule, PrivacyModule, GenerationsModule, ExamplesModule],
  providers: [MisuseTokens, MisuseEmails, MisuseReviewService, MisuseAccountData],
  exports: [MisuseTokens, MisuseEmails, MisuseReviewService],
})
export class MisuseModule {}

@Module({
  imports: [MisuseModule, GenerationsApiModule],
  controllers: [MisuseController],
  providers: [MisuseReportsService, PictureEvidence],
})
export class MisuseApiModule {}
