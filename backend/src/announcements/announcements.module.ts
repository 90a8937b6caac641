import { Module } from '@nestjs/common';
import { CatalogueModule } from '../catalogue/index.js';
import { IdentityModule } from '../identity/index.js';
import { PaymentsModule } from '../payments/index.js';
import { AnnouncementReceipts } from './announcement-receipts.service.js';
import { AnnouncementsAccountData } from './announcements.account-data.js';
import { AnnouncementsService } from './announcements.service.js';
import { NewTermsController } from './new-terms.controller.js';
import { RefusalsService } from './refusals.service.js';
import { NewTermsService } from './new-terms.service.js';

@Module({
  imports: [IdentityModule, CatalogueModule, PaymentsModule],
  providers: [AnnouncementsService, AnnouncementReceipts, RefusalsService, AnnouncementsAccountData],
  exports: [AnnouncementsService, AnnouncementReceipts, RefusalsService],
})
export class AnnouncementsModule {}

@Module({
  imports: [AnnouncementsModule, IdentityModule, PaymentsModule],
  controllers: [NewTermsController],
  providers: [NewTermsService],
})
export class AnnouncementsApiModule {}
