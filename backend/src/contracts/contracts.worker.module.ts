import { Module } from '@nestjs/common';
import { IdentityModule } from '../identity/index.js';
import { PaymentsModule } from '../payments/index.js';
import { ContractsModule } from './contracts.module.js';
import { ContractsProcessor } from './contracts.processor.js';
import { DeclarationEffectsService } from './declarations/declaration-effects.service.js';

@Module({
  imports: [IdentityModule, PaymentsModule, ContractsModule],
  providers: [DeclarationEffectsService, ContractsProcessor],
})
export class ContractsWorkerModule {}
