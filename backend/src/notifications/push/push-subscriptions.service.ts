import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { PushSender } from '../../integrations/push/index.js';
import { Clock } from '../../platform/clock/index.js';
import { AppError } from '../../platform/errors/index.js';
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
   * left on a shared device moves to whoever is signed in there now.
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
      await em.execute('delete from push_subscription where session_id = ? and endpoint <> ?', [
        who.sessionId,
        address,
      ]);
      await em.execute(
        `insert into push_subscription (id, created_at, user_id, session_id, endpoint, p256dh, auth, renewed_at) values (?, ?, ?, ?, ?, ?, ?, ?)
         on conflict (endpoint) do update set p256dh = excluded.p256dh, auth = excluded.auth, renewed_at = excluded.renewed_at, session_id = excluded.session_id, user_id = excluded.user_id,
           id = case when push_subscription.user_id = excluded.user_id then push_subscription.id else excluded.id end,
           created_at = case when push_subscription.user_id = excluded.user_id then push_subscription.created_at else excluded.created_at end`,
        [randomUUID(), now, who.userId, who.sessionId, address, keys.p256dh, keys.auth, now],
      );
      await em.execute(
        `delete from push_subscription where user_id = ? and id not in (select id from push_subscription where user_id = ? order by renewed_at desc, created_at desc, id limit ${SUBSCRIPTIONS_PER_USER})`,
        [who.userId, who.userId],
      );
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
    await em.execute('select id from app_user where id = ? for update', [userId]);
    const open: unknown[] = await em.execute('select id from session where id = ? and user_id = ? for key share', [
      sessionId,
      userId,
    ]);
    if (open.length === 0) throw new AppError('unauthenticated');
  }
}
