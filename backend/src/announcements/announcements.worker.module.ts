import { Module } from '@nestjs/common';
import { AnnouncementSpreading } from './announcement-spreading.service.js';
import { AnnouncementsModule } from './announcements.module.js';
import { AnnouncementsProcessor } from './announcements.processor.js';

@Module({ imports: [AnnouncementsModule], providers: [AnnouncementSpreading, AnnouncementsProcessor] })
export class AnnouncementsWorkerModule {}
