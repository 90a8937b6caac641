import { Global, Module } from '@nestjs/common';
import { RateLimiter } from './rate-limiter.js';
import { SignedLinks } from './signed-links.js';

@Global()
@Module({ providers: [SignedLinks, RateLimiter], exports: [SignedLinks, RateLimiter] })
export class HttpModule {}
