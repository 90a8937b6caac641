import type { INestApplication } from '@nestjs/common';
import { IoAdapter } from '@nestjs/platform-socket.io';
import { createAdapter } from '@socket.io/redis-adapter';
import type { Redis } from 'ioredis';
import type { IncomingMessage } from 'node:http';
import type { Server, ServerOptions } from 'socket.io';
import { connectLikewise } from '../queue/redis.js';

/** Socket.IO over Redis, so that any API process reaches any page and the worker can speak to both. */
export class RedisIoAdapter extends IoAdapter {
  private readonly publisher: Redis;
  private readonly subscriber: Redis;

  constructor(
    app: INestApplication,
    redis: Redis,
    private readonly originAllowed: (origin: string | undefined, host: string | undefined) => boolean,
  ) {
    super(app);
    this.publisher = connectLikewise(redis);
    this.subscriber = connectLikewise(redis);
  }

  override createIOServer(port: number, options?: ServerOptions): Server {
    const allowRequest = (request: IncomingMessage, decide: (error: string | null, success: boolean) => void) =>
      decide(null, this.allows(request));
    const server = super.createIOServer(port, { ...options, allowRequest } as ServerOptions);
    server.adapter(createAdapter(this.publisher, this.subscriber));
    return server;
  }

  /** Outside of Nest nothing catches what is thrown here: a header must never end the process. */
  private allows(request: IncomingMessage): boolean {
    try {
      return this.originAllowed(request.headers.origin, request.headers.host);
    } catch {
      return false;
    }
  }

  override async dispose(): Promise<void> {
    this.publisher.disconnect();
    this.subscriber.disconnect();
    await Promise.resolve();
  }
}
