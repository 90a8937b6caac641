import { Inject, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { WebSocketGateway, WebSocketServer, type OnGatewayConnection } from '@nestjs/websockets';
import type { Server, Socket } from 'socket.io';
import { CONFIG, type Config } from '../../config/index.js';
import { PrincipalResolver } from '../http/index.js';
import { cookieName, SESSION_COOKIE } from '../http/cookies.js';
import { sessionRoom, userRoom } from './publisher.js';

/**
 * Sockets one session or key may have open, at all API processes together. Further pages are not shown out: they ask every few seconds, as
 * without a connection, and try again less and less often until a page was closed.
 */
const SOCKETS_PER_SESSION = 20;
/** How long the other processes are asked. Without an answer (Redis away) each process keeps to the limit by itself. */
const OTHERS_ANSWER_WITHIN_MS = 1_000;

/** Lets a signed-in page listen. Clients choose no room and send nothing; the server puts them where they belong. */
@WebSocketGateway({ path: '/socket.io', maxHttpBufferSize: 16_384, serveClient: false })
export class LiveGateway implements OnGatewayConnection, OnApplicationBootstrap, OnModuleDestroy {
  @WebSocketServer() private readonly server!: Server;
  private readonly logger = new Logger('live');
  private readonly open = new Map<string, number>();
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly resolver: PrincipalResolver,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.endOrphans(), this.config.socketCheckMs).unref();
  }

  onModuleDestroy(): void {
    if (this.timer) clearInterval(this.timer);
  }

  async handleConnection(socket: Socket): Promise<void> {
    try {
      const principal = await this.principalOf(socket);
      if (!principal) return showOut(socket);
      if (!this.admit(socket, principal.sessionId)) return refuse(socket);
      (socket.data as SocketData).sessionId = principal.sessionId;
      await socket.join([userRoom(principal.userId), sessionRoom(principal.sessionId)]);
      if ((await this.openEverywhere(principal.sessionId)) > SOCKETS_PER_SESSION) return refuse(socket);
      socket.emit('ready', {});
    } catch (error) {
      this.logger.warn({ err: error }, 'socket refused');
      socket.disconnect(true);
    }
  }

  /** Counted before anything is waited for, so that many at once are no way around it. */
  private admit(socket: Socket, sessionId: string): boolean {
    const others = this.open.get(sessionId) ?? 0;
    if (others >= SOCKETS_PER_SESSION || socket.disconnected) return false;
    this.open.set(sessionId, others + 1);
    socket.once('disconnect', () => {
      const left = this.open.get(sessionId)! - 1;
      if (left > 0) this.open.set(sessionId, left);
      else this.open.delete(sessionId);
    });
    return true;
  }

  /** Counted after joining, so that of two processes at least one sees the other's socket. */
  private async openEverywhere(sessionId: string): Promise<number> {
    const everywhere = this.server
      .in(sessionRoom(sessionId))
      .fetchSockets()
      .then(
        ({ length }) => length,
        () => 0,
      );
    const unanswered = new Promise<number>((resolve) => setTimeout(resolve, OTHERS_ANSWER_WITHIN_MS, 0).unref());
    return Promise.race([everywhere, unanswered]);
  }

  /** An ended session is told at once through Redis; this catches what was lost there, what expired, and what ended while connecting. */
  private async endOrphans(): Promise<void> {
    const sockets = [...(this.server?.sockets.sockets.values() ?? [])].filter(
      (socket) => (socket.data as SocketData).sessionId,
    );
    if (sockets.length === 0) return;
    try {
      const valid = await this.resolver.stillValid([
        ...new Set(sockets.map((socket) => (socket.data as SocketData).sessionId!)),
      ]);
      for (const socket of sockets) if (!valid.has((socket.data as SocketData).sessionId!)) showOut(socket);
    } catch {
      // The database is away; who is connected stays until it is back.
    }
  }

  private async principalOf(socket: Socket) {
    const token: unknown = socket.handshake.auth['token'];
    if (typeof token === 'string' && token) return this.resolver.fromToken(token, 'bearer');
    const cookie = new RegExp(`(?:^|;\\s*)${cookieName(SESSION_COOKIE, this.config.publicOrigin)}=([^;]+)`).exec(
      socket.handshake.headers.cookie ?? '',
    )?.[1];
    return cookie ? this.resolver.fromToken(decodeURIComponent(cookie), 'cookie') : null;
  }
}

interface SocketData {
  sessionId?: string;
}

function refuse(socket: Socket): void {
  socket.emit('refused', { code: 'too_many_connections' });
  socket.disconnect(true);
}

function showOut(socket: Socket): void {
  socket.emit('session.ended', {});
  socket.disconnect(true);
}
