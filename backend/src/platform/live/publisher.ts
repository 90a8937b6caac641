import { Inject, Injectable } from '@nestjs/common';
import { Emitter } from '@socket.io/redis-emitter';
import type { Redis } from 'ioredis';
import { REDIS } from '../queue/redis.js';
import type { LiveEventName, LiveEventPayload } from './events.js';

export const userRoom = (userId: string) => `user:${userId}`;
export const sessionRoom = (sessionId: string) => `session:${sessionId}`;

/**
 * Sends live events to a user's open pages, from any process. Call it after the commit: clients answer by refetching.
 * Events may be lost; nothing depends on one arriving.
 */
@Injectable()
export class LivePublisher {
  private readonly emitter: Emitter;

  constructor(@Inject(REDIS) redis: Redis) {
    // The emitter does not look at what becomes of a message; with Redis away it must not end the process.
    this.emitter = new Emitter({
      publish: (channel: string, message: Buffer) => redis.publish(channel, message).catch(() => 0),
    });
  }

  publish<N extends LiveEventName>(userId: string, event: N, payload: LiveEventPayload<N>): void {
    this.emitter.to(userRoom(userId)).emit(event, payload);
  }

  /** Closes the sockets of sessions that go on under a new token; their pages come back with it. */
  renew(sessionIds: readonly string[]): void {
    if (sessionIds.length > 0) this.emitter.to(sessionIds.map(sessionRoom)).disconnectSockets(true);
  }

  /** Shows the pages of ended sessions or keys out, in every process. */
  end(sessionIds: readonly string[]): void {
    if (sessionIds.length === 0) return;
    const rooms = this.emitter.to(sessionIds.map(sessionRoom));
    rooms.emit('session.ended', {});
    rooms.disconnectSockets(true);
  }
}
