import { Module } from '@nestjs/common';
import { IdentityModule } from '../identity/index.js';
import { PrivacyModule } from '../privacy/index.js';
import { AiProfilesModule } from '../ai-profiles/index.js';
import { ExamplesModule } from '../examples/index.js';
import { GenerationsModule } from '../generations/index.js';
import { EmailModule } from '../notifications/index.js';
import { AccountRemoval } from './account-removal.service.js';
import { Journal } from './journal.js';
import { JournalService } from './journal.service.js';
import { OwnedRules } from './owned-rules.service.js';
import { RetentionOverview } from './overview.service.js';
import { RetentionMetrics } from './retention-metrics.js';
import { RetentionProcessor } from './retention.processor.js';
import { RetentionService } from './retention.service.js';
import { RetentionTasks } from './retention.tasks.js';
import { RuleBook } from './rule-book.js';

@Module({
  imports: [IdentityModule, PrivacyModule, AiProfilesModule, GenerationsModule, ExamplesModule, EmailModule],
  providers: [
    AccountRemoval,
    OwnedRules,
    RuleBook,
    RetentionOverview,
    RetentionMetrics,
    RetentionService,
    Journal,
    JournalService,
    RetentionProcessor,
    RetentionTasks,
  ],
})
export class RetentionWorkerModule {}
