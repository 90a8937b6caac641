import { Redis, type RedisOptions } from 'ioredis';
import { Outage } from '../outages/index.js';

export const REDIS = Symbol('REDIS');

/** A request must not wait for Redis longer than this, in milliseconds. */
const COMMAND_MS = 1500;
/** How often a connection that is not used is asked whether it still lives, in milliseconds. */
const ASK_MS = 2000;

/** A network may swallow what is sent without a word: a connection that owes an answer for so long is cut, and another one is made. */
export const ENDS_IN_SILENCE: RedisOptions = {
  connectTimeout: 3000,
  socketTimeout: 4000,
  keepAlive: 5000,
  retryStrategy: (times) => Math.min(100 * times, 2000),
};

/** A connection that keeps trying: Redis may restart under us and everything in it can be rebuilt. */
export function connectRedis(url: string): Redis {
  const redis = new Redis(url, { ...ENDS_IN_SILENCE, maxRetriesPerRequest: 3, commandTimeout: COMMAND_MS });
  const outage = new Outage('Redis');
  redis.on('reconnecting', () => outage.began('connection lost'));
  redis.on('ready', () => outage.ended());
  redis.once('end', () => outage.forget());
  return watched(redis);
}

/** Another connection to the same Redis, which waits for it to come back instead of failing: for subscriptions. */
export const connectLikewise = (redis: Redis): Redis =>
  watched(redis.duplicate({ maxRetriesPerRequest: null, commandTimeout: undefined }));

/** Who only listens never learns that nobody speaks any more: it asks. */
export function watched(redis: Redis): Redis {
  forgetSilenceOfLost(redis);
  redis.on('error', () => undefined); // told as an outage; an unhandled 'error' would end the process
  const asking = setInterval(() => {
    if (redis.status === 'ready') redis.ping().catch(() => undefined);
  }, ASK_MS).unref();
  redis.once('end', () => clearInterval(asking));
  return redis;
}

/** The library would count the silence of a connection that was lost on, and cut the one that follows it. */
export function forgetSilenceOfLost(redis: Redis): void {
  const timed = redis as unknown as { socketTimeoutTimer: NodeJS.Timeout | undefined };
  redis.on('close', () => {
    clearTimeout(timed.socketTimeoutTimer);
    timed.socketTimeoutTimer = undefined;
  });
}
