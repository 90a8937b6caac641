import { Redis } from 'ioredis';

export const REDIS = Symbol('REDIS');

/** A connection that keeps trying: Redis may restart under us and everything in it can be rebuilt. */
export function connectRedis(url: string): Redis {
  const redis = new Redis(url, { maxRetriesPerRequest: 3, retryStrategy: (times) => Math.min(100 * times, 2000) });
  redis.on('error', () => undefined); // reported by the health check; an unhandled 'error' would end the process
  return redis;
}
