import { Logger } from '@nestjs/common';
import { WebSocketGateway, type OnGatewayConnection } from '@nestjs/websockets';
import type { Socket } from 'socket.io';
import { PrincipalResolver } from '../http/index.js';
import { SESSION_COOKIE } from '../http/cookies.js';
import { sessionRoom, userRoom } from './publisher.js';

/** Lets a signed-in page listen. Clients choose no room and send nothing; the server puts them where they belong. */
@WebSocketGateway({ path: '/socket.io', maxHttpBufferSize: 16_384, serveClient: false })
export class LiveGateway implements OnGatewayConnection {
  private readonly logger = new Logger('live');

  constructor(private readonly resolver: PrincipalResolver) {}

  async handleConnection(socket: Socket): Promise<void> {
    try {
      const principal = await this.principalOf(socket);
      if (!principal) {
        socket.emit('session.ended', {});
        socket.disconnect(true);
        return;
      }
      await socket.join([userRoom(principal.userId), sessionRoom(principal.sessionId)]);
      socket.emit('ready', {});
    } catch (error) {
      this.logger.warn({ err: error }, 'socket refused');
      socket.disconnect(true);
    }
  }

  private async principalOf(socket: Socket) {
    const token: unknown = socket.handshake.auth['token'];
    if (typeof token === 'string' && token) return this.resolver.fromToken(token, 'bearer');
    const cookie = new RegExp(`(?:^|;\\s*)${SESSION_COOKIE}=([^;]+)`).exec(socket.handshake.headers.cookie ?? '')?.[1];
    return cookie ? this.resolver.fromToken(decodeURIComponent(cookie), 'cookie') : null;
  }
}
