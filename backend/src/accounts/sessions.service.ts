import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock, DAY, MINUTE } from '../platform/clock/index.js';
import { PrincipalResolver, type Principal } from '../platform/http/index.js';
import { truncateAddress } from '../platform/logging/index.js';
import { Session } from './session.entity.js';

export const SESSION_LIFETIME_MS = 30 * DAY;

export interface Device {
  userAgent: string | null;
  address: string | null;
}

@Injectable()
export class SessionsService extends PrincipalResolver {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
  ) {
    super();
  }

  /** @returns the token, which is shown once and stored only as a hash. */
  async open(em: EntityManager, userId: string, transport: Principal['transport'], device: Device): Promise<{ token: string; expiresAt: Date }> {
    const token = `bs_${randomBytes(32).toString('base64url')}`;
    const now = this.clock.now();
    const expiresAt = new Date(now.getTime() + SESSION_LIFETIME_MS);
    em.create(Session, {
      userId,
      tokenHash: hashToken(token),
      transport,
      createdAt: now,
      lastSeenAt: now,
      expiresAt,
      userAgent: device.userAgent?.slice(0, 300) ?? null,
      address: device.address ? truncateAddress(device.address) : null,
    });
    await em.flush();
    return { token, expiresAt };
  }

  /** A cookie token is no bearer token and the other way round, so that one leaked into the wrong place is useless there. */
  override async fromToken(token: string, transport: Principal['transport']): Promise<Principal | null> {
    const now = this.clock.now();
    const rows = await this.em.execute<{ id: string; user_id: string; role: 'user' | 'admin'; last_seen_at: Date }[]>(
      `select s.id, s.user_id, u.role, s.last_seen_at from session s join app_user u on u.id = s.user_id
       where s.token_hash = ? and s.transport = ? and s.expires_at > ? and not u.is_blocked`,
      [hashToken(token), transport, now],
    );
    const row = rows[0];
    if (!row) return null;
    if (now.getTime() - new Date(row.last_seen_at).getTime() > 5 * MINUTE) {
      await this.em.execute('update session set last_seen_at = ? where id = ?', [now, row.id]);
    }
    return { userId: row.user_id, sessionId: row.id, role: row.role, transport };
  }

  async close(sessionId: string): Promise<void> {
    await this.em.nativeDelete(Session, { id: sessionId });
  }
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
