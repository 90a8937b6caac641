import { Module } from '@nestjs/common';
import { GenerationsApiModule, GenerationsModule } from '../generations/index.js';
import { IdentityModule } from '../identity/index.js';
import { PrivacyModule } from '../privacy/index.js';
import { PublishedLinksAccountData } from './published-links.account-data.js';
import { PublishedLinks } from './published-links.service.js';
import { OpenVotes } from './votes/open-votes.service.js';
import { VoteEndings } from './votes/vote-endings.service.js';
import { VotesController } from './votes/votes.controller.js';
import { VotesService } from './votes/votes.service.js';

@Module({
  imports: [IdentityModule, PrivacyModule, GenerationsModule],
  providers: [PublishedLinks, VoteEndings, PublishedLinksAccountData],
  exports: [PublishedLinks, VoteEndings],
})
export class PublishedLinksModule {}

@Module({
  imports: [PublishedLinksModule, IdentityModule, PrivacyModule, GenerationsModule, GenerationsApiModule],
  controllers: [VotesController],
  providers: [VotesService, OpenVotes],
})
export class PublishedLinksApiModule {}
