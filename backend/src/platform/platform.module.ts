import { Global, Module } from '@nestjs/common';
import { DomainEvents } from './domain-events/index.js';
import { Clock } from './clock/index.js';
import { DatabaseTime, Idempotency } from './database/index.js';
import { LivePublisher } from './live/index.js';
import { Sealing } from './sealing/index.js';

const PARTS = [DomainEvents, Clock, DatabaseTime, Idempotency, LivePublisher, Sealing];

/** What every feature may use in both roles. */
@Global()
@Module({ providers: PARTS, exports: PARTS })
export class PlatformModule {}
