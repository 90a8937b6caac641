import { Global, Module } from '@nestjs/common';
import { Clock } from './clock/index.js';
import { Idempotency } from './database/index.js';
import { LivePublisher } from './live/index.js';

/** What every feature may use in both roles. */
@Global()
@Module({ providers: [Clock, Idempotency, LivePublisher], exports: [Clock, Idempotency, LivePublisher] })
export class PlatformModule {}
