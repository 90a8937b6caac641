import { Module } from '@nestjs/common';
import { CreditMetrics } from './credit-metrics.js';

@Module({ providers: [CreditMetrics] })
export class CreditsWorkerModule {}
