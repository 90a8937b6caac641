import { Injectable, type OnModuleInit } from '@nestjs/common';
import { JobRunner } from '../platform/queue/index.js';
import { AnnouncementSpreading } from './announcement-spreading.service.js';
import { AnnouncementDue, TermsRefused } from './announcements.events.js';
import { RefusalsService } from './refusals.service.js';

/** Sees to it that everybody concerned is told, and that refusals end plans. */
@Injectable()
export class AnnouncementsProcessor implements OnModuleInit {
  constructor(
    private readonly runner: JobRunner,
    private readonly spreading: AnnouncementSpreading,
    private readonly refusals: RefusalsService,
  ) {}

  onModuleInit(): void {
    this.runner.register({
      topic: AnnouncementDue,
      run: ({ announcementId }) => this.spreading.spread(announcementId),
    });
    this.runner.register({
      topic: TermsRefused,
      run: ({ receiptId }) => this.refusals.end(receiptId),
      onFailed: ({ receiptId }, _error, em) => this.refusals.tryAgainLater(receiptId, em),
    });
  }
}
