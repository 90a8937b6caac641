import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { keepSession, lockUser } from '../../identity/index.js';
import { PushSender } from '../../integrations/push/index.js';
import { Clock } from '../../platform/clock/index.js';
import { AppError } from '../../platform/errors/index.js';
import { db } from '../notifications.tables.js';
import { PushSubscription } from './push-subscription.entity.js';
import type { SavePushSubscriptionBody } from './push.schemas.js';

/** More devices than anybody carries; beyond this the one that was heard of longest ago goes. */
const SUBSCRIPTIONS_PER_USER = 20;

/** Where the browsers of people can be reached. */
@Injectable()
export class PushSubscriptionsService {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly sender: PushSender,
  ) {}

  get publicKey(): string | null {
    return this.sender.publicKey;
  }

  /**
   * Notes where the browser of a session can be reached, in place of what was noted for either before: an address that somebody else
   * left on a shared device moves to the user who is signed in there now.
   * @throws AppError `not_found` where push is not offered; `validation` for an address of no known push service; `unauthenticated` when the session
   * has just ended.
   */
  async save(
    who: { userId: string; sessionId: string },
    { endpoint, keys }: SavePushSubscriptionBody,
  ): Promise<PushSubscription> {
    if (this.publicKey === null) throw new AppError('not_found', { detail: 'push is not offered here' });
    const address = new URL(endpoint).href;
    if (!this.sender.serves(address))
      throw new AppError('validation', {
        fields: [
          { path: 'endpoint', code: 'push_service_unknown', message: 'is not an address of a known push service' },
        ],
      });
    return this.em.transactional(async (em) => {
      await this.lock(em, who);
      const now = this.clock.now();
      // Of two who bring the same address at once, the second waits for the first here.
      await db(em)
        .deleteFrom('push_subscription')
        .where('session_id', '=', who.sessionId)
        .where('endpoint', '<>', address)
        .execute();
      await takeOver(em, { ...who, endpoint: address, p256dh: keys.p256dh, auth: keys.auth, now });
      await db(em)
        .deleteFrom('push_subscription')
        .where('user_id', '=', who.userId)
        .where('id', 'not in', (eb) =>
          eb
            .selectFrom('push_subscription')
            .select('id')
            .where('user_id', '=', who.userId)
            .orderBy('renewed_at', 'desc')
            .orderBy('created_at', 'desc')
            .orderBy('id')
            .limit(SUBSCRIPTIONS_PER_USER),
        )
        .execute();
      return em.findOneOrFail(PushSubscription, { endpoint: address }, { refresh: true });
    });
  }

  /** @throws AppError `not_found`, also for a stranger's. */
  async remove(userId: string, id: string): Promise<void> {
    const removed = await this.em.nativeDelete(PushSubscription, { id, userId });
    if (removed === 0) throw new AppError('not_found');
  }

  /** The person, so that no two of their sessions count at once; then the session, so that it does not end in between. */
  private async lock(em: EntityManager, { userId, sessionId }: { userId: string; sessionId: string }): Promise<void> {
    await lockUser(em, userId);
    if (!(await keepSession(em, { userId, sessionId }))) throw new AppError('unauthenticated');
  }
}

/** The address belongs to the user who sends it; where that is its owner already, the row keeps its id and age. */
async function takeOver(
  em: EntityManager,
  {
    userId,
    sessionId,
    endpoint,
    p256dh,
    auth,
    now,
  }: Pick<PushSubscription, 'userId' | 'sessionId' | 'endpoint' | 'p256dh' | 'auth'> & { now: Date },
): Promise<void> {
  const isMine = sql<boolean>`push_subscription.user_id = excluded.user_id`;
  await db(em)
    .insertInto('push_subscription')
    .values({
      id: randomUUID(),
      created_at: now,
      user_id: userId,
      session_id: sessionId,
      endpoint,
      p256dh,
      auth,
      renewed_at: now,
    })
    .onConflict((conflict) =>
      conflict.column('endpoint').doUpdateSet(({ ref }) => ({
        p256dh: ref('excluded.p256dh'),
        auth: ref('excluded.auth'),
        renewed_at: ref('excluded.renewed_at'),
        session_id: ref('excluded.session_id'),
        user_id: ref('excluded.user_id'),
        id: sql<string>`case when ${isMine} then push_subscription.id else excluded.id end`,
        created_at: sql<Date>`case when ${isMine} then push_subscription.created_at else excluded.created_at end`,
      })),
    )
    .execute();
}
