import { Module } from '@nestjs/common';
import { GenerationsModule } from '../generations/index.js';
import { IdentityModule } from '../identity/index.js';
import { PrivacyModule } from '../privacy/index.js';
import { StylesModule } from '../styles/index.js';
import { JudgementsAccountData } from './judgements.account-data.js';
import { JudgementsController } from './judgements.controller.js';
import { JudgementsReviewService } from './judgements-review.service.js';
import { JudgementsService } from './judgements.service.js';
import { PublishedJudgementsService } from './published-judgements.service.js';

@Module({
  imports: [IdentityModule, PrivacyModule, GenerationsModule, StylesModule],
  providers: [JudgementsService, JudgementsReviewService, JudgementsAccountData],
  exports: [JudgementsService, JudgementsReviewService],
})
export class JudgementsModule {}

@Module({
  imports: [JudgementsModule, IdentityModule, StylesModule],
  controllers: [JudgementsController],
  providers: [PublishedJudgementsService],
})
export class JudgementsApiModule {}
