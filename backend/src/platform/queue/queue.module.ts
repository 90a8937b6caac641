import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { CONFIG, type Config } from '../../config/index.js';
import { Outbox } from './outbox.js';
import { connectRedis, REDIS } from './redis.js';

/** For both processes: writing outbox rows, and Redis for limits and live events. Loads nothing of Bull. */
@Global()
@Module({
  providers: [
    { provide: REDIS, useFactory: (config: Config) => connectRedis(config.redisUrl), inject: [CONFIG] },
    Outbox,
  ],
  exports: [REDIS, Outbox],
})
export class QueueModule implements OnApplicationShutdown {
  constructor(@Inject(REDIS) private readonly redis: Redis) {}

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }
}
