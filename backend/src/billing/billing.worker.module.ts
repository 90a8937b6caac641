import { Module } from '@nestjs/common';
import { BillingModule } from './billing.module.js';
import { BillingProcessor } from './billing.processor.js';

@Module({ imports: [BillingModule], providers: [BillingProcessor] })
export class BillingWorkerModule {}
