import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
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

/** How much of a limit is left, and for how long that counts. */
export interface Usage {
  exceeded: boolean;
  remaining: number;
  resetSeconds: number;
}

/** Counts acts per key (account, address) in Redis. */
@Injectable()
export class RateLimiter {
  private readonly limiters = new Map<string, RateLimiterRedis>();

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(REDIS) private readonly redis: Redis,
  ) {}

  /** @throws AppError `rate_limited` with the seconds until the next try; `unavailable` while nothing can be counted. */
  async consume(limit: Limit, key: string): Promise<void> {
    const usage = await this.count(limit, key);
    if (usage?.exceeded) throw new AppError('rate_limited', { retryAfterSeconds: usage.resetSeconds });
  }

  /** Counts, and leaves what follows to the caller. @returns null where nothing is limited. @throws AppError `unavailable` while nothing can be counted. */
  async count(limit: Limit, key: string): Promise<Usage | null> {
    if (!this.config.rateLimits) return null;
    const counted: unknown = await this.limiter(limit)
      .consume(limitKey(key))
      .catch((rejected: unknown) => rejected);
    if (!(counted instanceof RateLimiterRes)) throw new AppError('unavailable'); // not counted, so not allowed
    return {
      exceeded: counted.consumedPoints > limit.points,
      remaining: counted.remainingPoints,
      resetSeconds: Math.max(1, Math.ceil(counted.msBeforeNext / 1000)),
    };
  }

  /** Whether what is counted can be kept at present. */
  get counts(): boolean {
    return this.redis.status === 'ready';
  }

  /** Counts like `consume`. @returns whether the limit still lets it through, for routes that answer the same either way. */
  async allows(limit: Limit, key: string): Promise<boolean> {
    try {
      await this.consume(limit, key);
      return true;
    } catch (error) {
      if (error instanceof AppError && error.code === 'rate_limited') return false;
      throw error;
    }
  }

  /** Takes back what was counted once. While that fails, the count runs out by itself. */
  async giveBack(limit: Limit, key: string): Promise<void> {
    if (!this.config.rateLimits) return;
    await this.limiter(limit)
      .reward(limitKey(key))
      .catch(() => undefined);
  }

  /** Forgets what was counted. What was done is done: while that fails, the count runs out by itself. */
  async clear(limit: Limit, key: string): Promise<void> {
    if (!this.config.rateLimits) return;
    await this.limiter(limit)
      .delete(limitKey(key))
      .catch(() => undefined);
  }

  private limiter(limit: Limit): RateLimiterRedis {
    let limiter = this.limiters.get(limit.name);
    if (!limiter) {
      limiter = new RateLimiterRedis({
        storeClient: this.redis,
        keyPrefix: `limit:${limit.name}`,
        points: limit.points,
        duration: limit.seconds,
      });
      this.limiters.set(limit.name, limiter);
    }
    return limiter;
  }
}

/** What is counted under: IPv6 addresses by their /64, which one customer has whole, and hashed, so that neither address nor mail lies in Redis. */
export function limitKey(key: string): string {
  const parts = key.split(' ').map((part) => networkOf(part));
  return createHash('sha256').update(parts.join(' ')).digest('hex').slice(0, 32);
}

/** The network one customer has whole: an IPv4 address, or the /64 of an IPv6 one. Anything else stays as it is. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const plain = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1); // lower case, no leading zeros, no dots
  const mapped = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(plain);
  if (mapped)
    return mapped
      .slice(1)
      .flatMap((group) => [parseInt(group, 16) >> 8, parseInt(group, 16) & 255])
      .join('.');
  const [head, tail] = plain.split('::').map((half) => half.split(':').filter(Boolean));
  const zeros = tail ? Array<string>(8 - head!.length - tail.length).fill('0') : [];
  return [...head!, ...zeros, ...(tail ?? [])].slice(0, 4).join(':');
}
