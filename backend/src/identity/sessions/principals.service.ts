import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock, MINUTE } from '../../platform/clock/index.js';
import { API_KEY_PREFIX, PrincipalResolver, type Principal } from '../../platform/http/index.js';
import { db } from '../identity.tables.js';
import { openAccounts, openSessions } from '../users/published-queries.js';
import { hashToken } from './token-hash.js';

/** How exactly the last use is noted; each note is a write. */
const LAST_SEEN_STEP_MS = 5 * MINUTE;

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
    const em = this.em.fork();
    const rows = await openSessions(em, now)
      .where('id', 'in', ids)
      .where('user_id', 'in', openAccounts(em))
      .unionAll(
        db(em)
          .selectFrom('api_key')
          .select('id')
          .where('id', 'in', ids)
          .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
          .where('user_id', 'in', openAccounts(em)),
      )
      .execute();
    return new Set(rows.map((row) => row.id));
  }

  private async fromSession(token: string, transport: Principal['transport']): Promise<Principal | null> {
    const now = this.clock.now();
    const row = await db(this.em)
      .selectFrom('session as s')
      .innerJoin('app_user as u', 'u.id', 's.user_id')
      .select(['s.id', 's.user_id', 'u.role', 's.last_seen_at', 's.proven_at', 's.second_factor'])
      .where('s.token_hash', '=', hashToken(token))
      .where('s.transport', '=', transport)
      .where('s.expires_at', '>', now)
      .where('u.is_blocked', '=', false)
      .where('u.deleted_at', 'is', null)
      .executeTakeFirst();
    if (!row) return null;
    if (this.isLongAgo(row.last_seen_at, now))
      await db(this.em).updateTable('session').set({ last_seen_at: now }).where('id', '=', row.id).execute();
    return {
      userId: row.user_id,
      sessionId: row.id,
      role: row.role,
      transport,
      scopes: null,
      provenAt: row.proven_at,
      secondFactor: row.second_factor,
    };
  }

  private async fromKey(token: string, transport: Principal['transport']): Promise<Principal | null> {
    if (transport !== 'bearer') return null;
    const now = this.clock.now();
    const row = await db(this.em)
      .selectFrom('api_key as k')
      .innerJoin('app_user as u', 'u.id', 'k.user_id')
      .select(['k.id', 'k.user_id', 'u.role', 'k.scopes', 'k.last_used_at'])
      .where('k.token_hash', '=', hashToken(token))
      .where(({ eb, or }) => or([eb('k.expires_at', 'is', null), eb('k.expires_at', '>', now)]))
      .where('u.is_blocked', '=', false)
      .where('u.deleted_at', 'is', null)
      .executeTakeFirst();
    if (!row) return null;
    if (!row.last_used_at || this.isLongAgo(row.last_used_at, now))
      await db(this.em).updateTable('api_key').set({ last_used_at: now }).where('id', '=', row.id).execute();
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
    return now.getTime() - at.getTime() > LAST_SEEN_STEP_MS;
  }
}
