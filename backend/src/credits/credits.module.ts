import { Module } from '@nestjs/common';
import { IdentityModule } from '../identity/index.js';
import { CreditsAccountData } from './credits.account-data.js';
import { CreditsController } from './credits.controller.js';
import { CreditsService } from './credits.service.js';

@Module({
  imports: [IdentityModule],
  controllers: [CreditsController],
  providers: [CreditsService, CreditsAccountData],
  exports: [CreditsService],
})
export class CreditsModule {}
