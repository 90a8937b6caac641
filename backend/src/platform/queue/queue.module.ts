import { BullModule, getQueueToken } from '@nestjs/bull';
import { Global, Module, type DynamicModule, type OnApplicationShutdown, Inject } from '@nestjs/common';
import type { Queue } from 'bull';
import type { Redis } from 'ioredis';
import { CONFIG, type Config } from '../../config/index.js';
import { BULL_QUEUES } from './bull-queues.js';
import { JobRunner } from './job-runner.js';
import { Outbox } from './outbox.js';
import { connectRedis, REDIS } from './redis.js';
import { Relay } from './relay.js';
import { QUEUES } from './topics.js';

/** Bull's own locks only guard against double delivery; ours are the leases in PostgreSQL. */
const BULL_SETTINGS = { lockDuration: 10_000, stalledInterval: 5_000, maxStalledCount: 10 };

@Global()
@Module({})
export class QueueModule implements OnApplicationShutdown {
  constructor(@Inject(REDIS) private readonly redis: Redis) {}

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }

  /** The API only writes outbox rows; it needs Redis for limits and live events, not the queues. */
  static forApi(): DynamicModule {
    return { module: QueueModule, providers: [redisProvider, Outbox], exports: [REDIS, Outbox] };
  }

  static forWorker(): DynamicModule {
    return {
      module: QueueModule,
      imports: [
        BullModule.forRootAsync({
          useFactory: (config: Config) => ({ redis: bullRedis(config.redisUrl), settings: BULL_SETTINGS }),
          inject: [CONFIG],
        }),
        BullModule.registerQueue(...QUEUES.map((name) => ({ name }))),
      ],
      providers: [
        redisProvider,
        Outbox,
        JobRunner,
        Relay,
        {
          provide: BULL_QUEUES,
          useFactory: (...queues: Queue[]) => new Map(QUEUES.map((name, index) => [name, queues[index]!])),
          inject: QUEUES.map((name) => getQueueToken(name)),
        },
      ],
      exports: [REDIS, Outbox, JobRunner, Relay, BullModule],
    };
  }
}

const redisProvider = { provide: REDIS, useFactory: (config: Config) => connectRedis(config.redisUrl), inject: [CONFIG] };

function bullRedis(url: string) {
  const parsed = new URL(url);
  return {
    host: parsed.hostname,
    port: Number(parsed.port || 6379),
    ...(parsed.password ? { password: decodeURIComponent(parsed.password) } : {}),
    ...(parsed.username ? { username: decodeURIComponent(parsed.username) } : {}),
    ...(parsed.pathname.length > 1 ? { db: Number(parsed.pathname.slice(1)) } : {}),
    ...(parsed.protocol === 'rediss:' ? { tls: {} } : {}),
  };
}
