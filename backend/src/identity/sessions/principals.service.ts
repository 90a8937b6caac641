import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock, MINUTE } from '../../platform/clock/index.js';
import { API_KEY_PREFIX, PrincipalResolver, type Principal, type Scope } from '../../platform/http/index.js';
import { hashToken } from './token-hash.js';

/** How exactly the last use is noted; each note is a write. */
const LAST_SEEN_STEP_MS = 5 * MINUTE;

interface SessionRow {
  id: string;
  user_id: string;
  role: 'user' | 'admin';
  last_seen_at: Date;
  proven_at: Date;
  second_factor: boolean;
}

interface KeyRow {
  id: string;
  user_id: string;
  role: 'user' | 'admin';
  scopes: Scope[];
  last_used_at: Date | null;
}

/** Finds out who is behind a token. Nothing is cached: what ends in the database has ended. */
@Injectable()
export class PrincipalsService extends PrincipalResolver {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
  ) {
    super();
  }

  /** A cookie token is no bearer token and the other way round, so that one leaked into the wrong place is useless there. */
  override fromToken(token: string, transport: Principal['transport']): Promise<Principal | null> {
    return token.startsWith(API_KEY_PREFIX) ? this.fromKey(token, transport) : this.fromSession(token, transport);
  }

  override async stillValid(ids: readonly string[]): Promise<Set<string>> {
    if (ids.length === 0) return new Set();
    const now = this.clock.now();
    const marks = ids.map(() => '?').join(', ');
    const rows = await this.em.fork().execute<{ id: string }[]>(
      `select s.id from session s join app_user u on u.id = s.user_id where s.id in (${marks}) and s.expires_at > ? and not u.is_blocked and u.deleted_at is null
       union all
       select k.id from api_key k join app_user u on u.id = k.user_id where k.id in (${marks}) and (k.expires_at is null or k.expires_at > ?) and not u.is_blocked and u.deleted_at is null`,
      [...ids, now, ...ids, now],
    );
    return new Set(rows.map((row) => row.id));
  }

  private async fromSession(token: string, transport: Principal['transport']): Promise<Principal | null> {
    const now = this.clock.now();
    const [row] = await this.em.execute<SessionRow[]>(
      `select s.id, s.user_id, u.role, s.last_seen_at, s.proven_at, s.second_factor from session s join app_user u on u.id = s.user_id
       where s.token_hash = ? and s.transport = ? and s.expires_at > ? and not u.is_blocked and u.deleted_at is null`,
      [hashToken(token), transport, now],
    );
    if (!row) return null;
    if (this.isLongAgo(row.last_seen_at, now))
      await this.em.execute('update session set last_seen_at = ? where id = ?', [now, row.id]);
    return {
      userId: row.user_id,
      sessionId: row.id,
      role: row.role,
      transport,
      scopes: null,
      provenAt: new Date(row.proven_at),
      secondFactor: row.second_factor,
    };
  }

  private async fromKey(token: string, transport: Principal['transport']): Promise<Principal | null> {
    if (transport !== 'bearer') return null;
    const now = this.clock.now();
    const [row] = await this.em.execute<KeyRow[]>(
      `select k.id, k.user_id, u.role, k.scopes, k.last_used_at from api_key k join app_user u on u.id = k.user_id
       where k.token_hash = ? and (k.expires_at is null or k.expires_at > ?) and not u.is_blocked and u.deleted_at is null`,
      [hashToken(token), now],
    );
    if (!row) return null;
    if (!row.last_used_at || this.isLongAgo(row.last_used_at, now))
      await this.em.execute('update api_key set last_used_at = ? where id = ?', [now, row.id]);
    return {
      userId: row.user_id,
      sessionId: row.id,
      role: row.role,
      transport,
      scopes: row.scopes,
      provenAt: null,
      secondFactor: false,
    };
  }

  private isLongAgo(at: Date, now: Date): boolean {
    return now.getTime() - new Date(at).getTime() > LAST_SEEN_STEP_MS;
  }
}
