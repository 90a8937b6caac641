import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { RunNews } from '../integrations/portrait-engine/index.js';
import { connectLikewise, REDIS } from '../platform/queue/index.js';

const CHANNEL = 'engine-runs';

/** News of runs, from the process that hears them to the one that waits for them. They may be lost: the one that waits also polls. */
@Injectable()
export class RunNewsService extends RunNews implements OnApplicationShutdown {
  private readonly waiting = new Map<string, Set<() => void>>();
  private listening: Redis | null = null;

  constructor(@Inject(REDIS) private readonly redis: Redis) {
    super();
  }

  /** Tells the job that waits for it. */
  async announce(providerId: string): Promise<void> {
    await this.redis.publish(CHANNEL, providerId).catch(() => 0);
  }

  next(providerId: string, atMostMs: number, signal?: AbortSignal): Promise<void> {
    this.listen();
    signal?.throwIfAborted();
    const waiting = this.waiting.get(providerId) ?? new Set();
    this.waiting.set(providerId, waiting);
    return new Promise((resolve, reject) => {
      const end = (settle: () => void): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', stopped);
        waiting.delete(told);
        if (waiting.size === 0) this.waiting.delete(providerId);
        settle();
      };
      const told = (): void => end(resolve);
      const stopped = (): void => end(() => reject(signal!.reason as Error));
      const timer = setTimeout(told, atMostMs);
      signal?.addEventListener('abort', stopped, { once: true });
      waiting.add(told);
    });
  }

  onApplicationShutdown(): void {
    this.listening?.disconnect();
  }

  private listen(): void {
    if (this.listening) return;
    const listening = connectLikewise(this.redis);
    this.listening = listening;
    listening.on('message', (_channel, id: string) => this.waiting.get(id)?.forEach((told) => told()));
    // It waits until Redis is there, or this process ends.
    listening.subscribe(CHANNEL).catch(() => undefined);
  }
}
