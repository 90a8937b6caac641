import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { good, todo, unknown, type Found, type Installation } from './finding.js';

const OLDEST = [6, 2] as const;
const CLOCKS_APART_MS = 5_000;

export async function checkRedis({ config }: Installation): Promise<Found[]> {
  const redis = new Redis(config.redisUrl, {
    lazyConnect: true,
    connectTimeout: 5_000,
    commandTimeout: 5_000,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  let cause: unknown;
  redis.on('error', (error) => (cause = error));
  try {
    await redis.connect().catch((error: unknown) => {
      throw cause ?? error;
    });
    const server = await redis.info('server');
    return [versionOf(server), ...(await checkPolicy(redis)), ...(await checkClock(redis)), ...(await tryKey(redis))];
  } finally {
    redis.disconnect();
  }
}

function versionOf(server: string): Found {
  const name = server.includes('valkey') ? 'Valkey' : 'Redis';
  const version = /redis_version:(\d+)\.(\d+)/.exec(server);
  const [major, minor] = [Number(version?.[1] ?? 0), Number(version?.[2] ?? 0)];
  const isNew = major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
  return isNew
    ? good(`${name} antwortet`)
    : todo(`${name} ${major}.${minor} ist zu alt: gebraucht wird ${OLDEST.join('.')} oder neuer`);
}

async function checkPolicy(redis: Redis): Promise<Found[]> {
  try {
    const [, policy] = (await redis.config('GET', 'maxmemory-policy')) as string[];
    return policy === 'noeviction' || policy === undefined
      ? []
      : [todo(`maxmemory-policy ist ${policy}: mit noeviction geht kein Auftrag verloren`)];
  } catch {
    return [unknown('maxmemory-policy lässt sich nicht lesen: sie muss noeviction sein')];
  }
}

async function checkClock(redis: Redis): Promise<Found[]> {
  const [seconds] = await redis.time();
  const apart = Math.abs(Number(seconds) * 1000 - Date.now());
  return apart < CLOCKS_APART_MS
    ? []
    : [todo(`Die Uhr von Redis geht ${Math.round(apart / 1000)} s anders als die hier: gleichen Sie beide mit NTP ab`)];
}

async function tryKey(redis: Redis): Promise<Found[]> {
  const key = `installation-check:${randomUUID()}`;
  await redis.set(key, '1', 'EX', 60);
  await redis.del(key);
  return [];
}
