import type { Server } from 'node:http';
import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';

/** Longer than Caddy keeps a connection to us (two minutes): who sends must be the one who ends it, or a request meets the end of its connection. */
const IDLE_MS = 130_000;

/** How long a connection stays open without a request: long while the API runs, not at all once it is to end. */
@Injectable()
export class IdleConnections implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(private readonly host: HttpAdapterHost) {}

  onApplicationBootstrap(): void {
    this.server.keepAliveTimeout = IDLE_MS;
  }

  /** Node ends connections that are idle when the server closes; those that still answer end with their answer. */
  beforeApplicationShutdown(): void {
    this.server.keepAliveTimeout = 1;
  }

  private get server(): Server {
    return this.host.httpAdapter.getHttpServer() as Server;
  }
}
