import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataDeleted } from '../privacy/index.js';
import { JobRunner } from '../platform/queue/index.js';
import { JournalService } from './journal.service.js';
import { RemindersDue, RetentionDue } from './retention.events.js';
import { RetentionService } from './retention.service.js';

/** The topics of retention. The queues `upkeep` and `mail` have their processors elsewhere; they run whatever is registered. */
@Injectable()
export class RetentionProcessor implements OnModuleInit {
  constructor(
    private readonly runner: JobRunner,
    private readonly retention: RetentionService,
    private readonly journal: JournalService,
  ) {}

  onModuleInit(): void {
    for (const topic of [RetentionDue, RemindersDue]) {
      this.runner.register({
        topic,
        run: (payload, lease) => this.retention.carryOut(payload, lease),
        onFailed: (payload, _error, em) => this.retention.onFailed(payload, em),
      });
    }
    this.runner.register({ topic: DataDeleted, run: (deletion) => this.journal.note(deletion) });
  }
}
