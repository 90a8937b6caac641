import { Module } from '@nestjs/common';
import { CatalogueModule } from '../catalogue/index.js';
import { AnnouncementSpreading } from './announcement-spreading.service.js';
import { AnnouncementsModule } from './announcements.module.js';
import { AnnouncementsProcessor } from './announcements.processor.js';

@Module({ imports: [AnnouncementsModule, CatalogueModule], providers: [AnnouncementSpreading, AnnouncementsProcessor] })
export class AnnouncementsWorkerModule {}
