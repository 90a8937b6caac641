import { Global, Module } from '@nestjs/common';
import { KeyBudgets } from './key-budgets.js';
import { RateLimiter } from './rate-limiter.js';
import { SignedLinks } from './signed-links.js';
import { UploadIntake } from './upload-intake.js';

@Global()
@Module({ providers: [SignedLinks, RateLimiter, KeyBudgets, { provide: UploadIntake, useFactory: () => new UploadIntake() }], exports: [SignedLinks, RateLimiter, KeyBudgets, UploadIntake] })
export class HttpModule {}
