import { Global, Module } from '@nestjs/common';
import { RateLimiter } from './rate-limiter.js';
import { SignedLinks } from './signed-links.js';
import { UploadIntake } from './upload-intake.js';

@Global()
@Module({ providers: [SignedLinks, RateLimiter, { provide: UploadIntake, useFactory: () => new UploadIntake() }], exports: [SignedLinks, RateLimiter, UploadIntake] })
export class HttpModule {}
