import { Module } from '@nestjs/common';
import { CreditsModule } from '../credits/index.js';
import { IdentityModule } from '../identity/index.js';
import { PaymentsModule } from '../payments/index.js';
import { ContractsAccountData } from './contracts.account-data.js';
import { DeclarationEmails } from './declarations/declaration-emails.service.js';
import { DeclarationReviewService } from './declarations/declaration-review.service.js';
import { DeclarationsController } from './declarations/declarations.controller.js';
import { DeclarationsService } from './declarations/declarations.service.js';
import { TakenBackCancellations } from './declarations/taken-back-cancellations.js';
import { HeldPaymentsService } from './held-payments/held-payments.service.js';
import { SettledDisputes } from './withdrawals/settled-disputes.js';
import { WithdrawalsController } from './withdrawals/withdrawals.controller.js';
import { WithdrawalsService } from './withdrawals/withdrawals.service.js';

const services = [
  DeclarationEmails,
  DeclarationReviewService,
  DeclarationsService,
  HeldPaymentsService,
  WithdrawalsService,
];

@Module({
  imports: [IdentityModule, CreditsModule, PaymentsModule],
  controllers: [DeclarationsController, WithdrawalsController],
  providers: [...services, ContractsAccountData, SettledDisputes, TakenBackCancellations],
  exports: services,
})
export class ContractsModule {}
