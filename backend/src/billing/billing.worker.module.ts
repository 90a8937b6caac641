import { Module } from '@nestjs/common';
import { BillingModule } from './billing.module.js';
import { BillingProcessor } from './billing.processor.js';
import { SubscriptionEndingService } from './subscription-ending.service.js';

@Module({ imports: [BillingModule], providers: [SubscriptionEndingService, BillingProcessor] })
export class BillingWorkerModule {}
