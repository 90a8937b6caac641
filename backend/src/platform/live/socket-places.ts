import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { REDIS } from '../queue/redis.js';

/** Sockets one session or key may have open, at all API processes together. */
export const SOCKETS_PER_SESSION = 20;
/** How long a place is kept that nobody renews: its process was killed, or has stood still for so long. */
const KEPT_MS = 30_000;

/** By the clock of Redis, which all processes share. What has run out is no place any more. */
const CLEAR = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
`;
const KEEP = `
  for i = 2, #ARGV do redis.call('ZADD', KEYS[1], now + ARGV[1], ARGV[i]) end
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  return 1
`;
/** In one step: of two processes that want the last place, one gets it. */
const TAKE = `${CLEAR} if redis.call('ZCARD', KEYS[1]) >= ${SOCKETS_PER_SESSION} then return 0 end ${KEEP}`;
const RENEW = `${CLEAR} ${KEEP}`;

/**
 * Counts the open sockets of each session in Redis. No process asks another one, which may be too busy to answer. Redis may lose them: each
 * process renews those of its own sockets.
 */
@Injectable()
export class SocketPlaces {
  constructor(@Inject(REDIS) private readonly redis: Redis) {}

  /** @returns whether there was a place; also while Redis is away, when each process keeps to the limit by itself */
  async take(sessionId: string, socketId: string, keptMs = KEPT_MS): Promise<boolean> {
    if (this.redis.status !== 'ready') return true;
    return this.redis.eval(TAKE, 1, keyOf(sessionId), keptMs, socketId).then(
      (taken) => taken === 1,
      () => true,
    );
  }

  /** Also takes places anew that Redis has lost. */
  async renew(sessionId: string, socketIds: readonly string[]): Promise<void> {
    if (this.redis.status !== 'ready') return;
    await this.redis.eval(RENEW, 1, keyOf(sessionId), KEPT_MS, ...socketIds).catch(() => undefined);
  }

  /** While that fails, the place runs out by itself. */
  async leave(sessionId: string, socketId: string): Promise<void> {
    if (this.redis.status !== 'ready') return;
    await this.redis.zrem(keyOf(sessionId), socketId).catch(() => undefined);
  }
}

const keyOf = (sessionId: string): string => `sockets:${sessionId}`;
