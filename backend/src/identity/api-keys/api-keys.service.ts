import { randomBytes, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { z } from 'zod';
import { Clock, DAY } from '../../platform/clock/index.js';
import { AppError } from '../../platform/errors/index.js';
import { API_KEY_PREFIX } from '../../platform/http/index.js';
import { LivePublisher } from '../../platform/live/index.js';
import { SecurityNotices } from '../security-notices.service.js';
import { hashToken } from '../sessions/token-hash.js';
import { ApiKey } from './api-key.entity.js';
import type { CreateApiKeyBody } from './api-keys.schemas.js';
import { db } from '../identity.tables.js';
import { lockUser } from '../users/published-queries.js';

const KEYS_PER_USER = 20;
const HINT_LENGTH = 9;

@Injectable()
export class ApiKeysService {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly notices: SecurityNotices,
    private readonly live: LivePublisher,
  ) {}

  list(userId: string): Promise<ApiKey[]> {
    return this.em.find(ApiKey, { userId }, { orderBy: { createdAt: 'desc' }, refresh: true });
  }

  /** @returns the key and its secret, which exists nowhere else. @throws AppError `conflict` when there are too many. */
  async create(userId: string, input: z.infer<typeof CreateApiKeyBody>): Promise<{ key: ApiKey; secret: string }> {
    const secret = `${API_KEY_PREFIX}${randomBytes(32).toString('base64url')}`;
    const now = this.clock.now();
    const key = await this.em.transactional(async (em) => {
      await lockUser(em, userId);
      if ((await em.count(ApiKey, { userId })) >= KEYS_PER_USER)
        throw new AppError('conflict', { detail: `at most ${KEYS_PER_USER} keys` });
      const made = em.create(ApiKey, {
        id: randomUUID(),
        userId,
        name: input.name,
        tokenHash: hashToken(secret),
        hint: secret.slice(0, HINT_LENGTH),
        scopes: input.scopes,
        expiresAt: input.expiresInDays === null ? null : new Date(now.getTime() + input.expiresInDays * DAY),
        createdAt: now,
      });
      await this.notices.add(em, userId, 'api_key_created', input.name);
      return made;
    });
    this.live.publish(userId, 'account.changed', {});
    return { key, secret };
  }

  /** Revokes all keys of a user, in the caller's transaction. @returns their ids, whose sockets are to be ended after the commit. */
  async removeAll(em: EntityManager, userId: string): Promise<string[]> {
    const rows = await db(em).deleteFrom('api_key').where('user_id', '=', userId).returning('id').execute();
    return rows.map((row) => row.id);
  }

  /** @throws AppError `not_found`, also for a stranger's key. */
  async revoke(userId: string, id: string): Promise<void> {
    if ((await this.em.nativeDelete(ApiKey, { id, userId })) === 0) throw new AppError('not_found');
    this.live.end([id]);
    this.live.publish(userId, 'account.changed', {});
  }

  /** As they stand in the export of a user's data. */
  async exported(userId: string) {
    const keys = await this.em.fork().find(ApiKey, { userId }, { orderBy: { createdAt: 'asc' } });
    return keys.map(({ name, scopes, createdAt, lastUsedAt, expiresAt }) => ({
      name,
      scopes,
      createdAt,
      lastUsedAt: lastUsedAt ?? null,
      expiresAt: expiresAt ?? null,
    }));
  }
}
