import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { CONFIG, type Config } from '../../config/index.js';
import { REDIS } from '../queue/redis.js';
import { AppError } from '../errors/index.js';

export interface Limit {
  name: string;
  points: number;
  /** Window in seconds. */
  seconds: number;
}

/** Counts acts per key (account, address) in Redis. */
@Injectable()
export class RateLimiter {
  private readonly limiters = new Map<string, RateLimiterRedis>();

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(REDIS) private readonly redis: Redis,
  ) {}

  /** @throws AppError `rate_limited` with the seconds until the next try. */
  async consume(limit: Limit, key: string): Promise<void> {
    if (!this.config.rateLimits) return;
    try {
      await this.limiter(limit).consume(key);
    } catch (rejected) {
      if (rejected instanceof RateLimiterRes) throw new AppError('rate_limited', { retryAfterSeconds: Math.max(1, rejected.msBeforeNext / 1000) });
      throw rejected;
    }
  }

  private limiter(limit: Limit): RateLimiterRedis {
    let limiter = this.limiters.get(limit.name);
    if (!limiter) {
      limiter = new RateLimiterRedis({ storeClient: this.redis, keyPrefix: `limit:${limit.name}`, points: limit.points, duration: limit.seconds });
      this.limiters.set(limit.name, limiter);
    }
    return limiter;
  }
}
