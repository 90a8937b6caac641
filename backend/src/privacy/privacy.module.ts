import { Module } from '@nestjs/common';
import { IdentityModule } from '../identity/index.js';
import { SignInModule } from '../sign-in/index.js';
import { ConsentsController } from './consents/consents.controller.js';
import { ConsentsService } from './consents/consents.service.js';
import { FaceDataRegistry } from './consents/face-data.js';
import { AccountDeletionService } from './leaving/account-deletion.service.js';
import { BlockingService } from './leaving/blocking.service.js';
import { DataExportsService } from './leaving/data-exports.service.js';
import { LeavingController } from './leaving/leaving.controller.js';
import { PrivacyAccountData } from './privacy.account-data.js';
import { DeletionReceipts } from './receipts/deletion-receipts.service.js';
import { ReceiptsController } from './receipts/receipts.controller.js';

const services = [
  AccountDeletionService,
  BlockingService,
  ConsentsService,
  DataExportsService,
  DeletionReceipts,
  FaceDataRegistry,
];

@Module({
  imports: [IdentityModule, SignInModule],
  controllers: [ConsentsController, LeavingController, ReceiptsController],
  providers: [...services, PrivacyAccountData],
  exports: services,
})
export class PrivacyModule {}
