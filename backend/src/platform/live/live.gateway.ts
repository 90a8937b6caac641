import { Inject, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { WebSocketGateway, WebSocketServer, type OnGatewayConnection } from '@nestjs/websockets';
import type { Server, Socket } from 'socket.io';
import { CONFIG, type Config } from '../../config/index.js';
import { PrincipalResolver } from '../http/index.js';
import { cookieName, SESSION_COOKIE } from '../http/cookies.js';
import { sessionRoom, userRoom } from './publisher.js';
import { SOCKETS_PER_SESSION, SocketPlaces } from './socket-places.js';

/** Several times within the term of a place. */
const RENEW_PLACES_MS = 4_000;

/** Lets a signed-in page listen. Clients choose no room and send nothing; the server puts them where they belong. */
@WebSocketGateway({ path: '/socket.io', maxHttpBufferSize: 16_384, serveClient: false })
export class LiveGateway implements OnGatewayConnection, OnApplicationBootstrap, OnModuleDestroy {
  @WebSocketServer() private readonly server!: Server;
  private readonly logger = new Logger('live');
  private readonly open = new Map<string, number>();
  private readonly timers: NodeJS.Timeout[] = [];

  constructor(
    private readonly resolver: PrincipalResolver,
    private readonly places: SocketPlaces,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onApplicationBootstrap(): void {
    this.timers.push(
      setInterval(() => void this.endOrphans(), this.config.socketCheckMs).unref(),
      setInterval(() => this.renewPlaces(), RENEW_PLACES_MS).unref(),
    );
  }

  onModuleDestroy(): void {
    for (const timer of this.timers) clearInterval(timer);
  }

  async handleConnection(socket: Socket): Promise<void> {
    try {
      const principal = await this.principalOf(socket);
      if (!principal) return showOut(socket);
      if (!this.admit(socket, principal.sessionId)) return refuse(socket);
      (socket.data as SocketData).sessionId = principal.sessionId;
      const [isPlaced] = await Promise.all([
        this.places.take(principal.sessionId, socket.id),
        socket.join([userRoom(principal.userId), sessionRoom(principal.sessionId)]),
      ]);
      if (!isPlaced) return refuse(socket);
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
      void this.places.leave(sessionId, socket.id);
    });
    return true;
  }

  /** An ended session is told at once through Redis; this catches what was lost there, what expired, and what ended while connecting. */
  private async endOrphans(): Promise<void> {
    const bySession = this.socketsBySession();
    if (bySession.size === 0) return;
    try {
      const valid = await this.resolver.stillValid([...bySession.keys()]);
      for (const [sessionId, sockets] of bySession) if (!valid.has(sessionId)) sockets.forEach(showOut);
    } catch {
      // The database is away; who is connected stays until it is back.
    }
  }

  /** All at once: a socket that is closed meanwhile leaves its place after it was renewed. */
  private renewPlaces(): void {
    for (const [sessionId, sockets] of this.socketsBySession())
      void this.places.renew(
        sessionId,
        sockets.map(({ id }) => id),
      );
  }

  private socketsBySession(): Map<string, Socket[]> {
    const found = new Map<string, Socket[]>();
    for (const socket of this.server?.sockets.sockets.values() ?? []) {
      const { sessionId } = socket.data as SocketData;
      if (sessionId) found.set(sessionId, [...(found.get(sessionId) ?? []), socket]);
    }
    return found;
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
