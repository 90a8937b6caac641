import { Module } from '@nestjs/common';
import { AnnouncementsModule } from '../announcements/index.js';
import { IdentityModule } from '../identity/index.js';
import { PrivacyModule } from '../privacy/index.js';
import { ContractsModule } from '../contracts/index.js';
import { AiProfilesModule } from '../ai-profiles/index.js';
import { ExamplesModule } from '../examples/index.js';
import { GenerationsModule } from '../generations/index.js';
import { JudgementsModule } from '../judgements/index.js';
import { MisuseModule } from '../misuse/index.js';
import { PushModule } from '../notifications/index.js';
import { PublishedLinksModule } from '../published-links/index.js';
import { PreviewsModule } from '../previews/index.js';
import { AccountRemoval } from './account-removal.service.js';
import { Journal } from './journal.js';
import { ReplayService } from './replay.service.js';

/** All who hold something about people have to be there, or a repeated deletion would leave their part. */
@Module({
  imports: [
    IdentityModule,
    PrivacyModule,
    ContractsModule,
    AnnouncementsModule,
    AiProfilesModule,
    GenerationsModule,
    PreviewsModule,
    JudgementsModule,
    PublishedLinksModule,
    ExamplesModule,
    MisuseModule,
    PushModule,
  ],
  providers: [Journal, AccountRemoval, ReplayService],
  exports: [ReplayService],
})
export class RetentionReplayModule {}
