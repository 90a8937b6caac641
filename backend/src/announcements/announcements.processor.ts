import { Injectable, type OnModuleInit } from '@nestjs/common';
import { JobRunner } from '../platform/queue/index.js';
import { AnnouncementSpreading } from './announcement-spreading.service.js';
import { AnnouncementDue } from './announcements.events.js';

/** Sees to it that everybody concerned is told. */
@Injectable()
export class AnnouncementsProcessor implements OnModuleInit {
  constructor(
    private readonly runner: JobRunner,
    private readonly spreading: AnnouncementSpreading,
  ) {}

  onModuleInit(): void {
    this.runner.register({
      topic: AnnouncementDue,
      run: ({ announcementId }) => this.spreading.spread(announcementId),
    });
  }
}
