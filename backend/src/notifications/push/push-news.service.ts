import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { openSessions, pushReaders } from '../../identity/index.js';
import { PushRefused, PushSender, PushServiceBusy, type PushTarget } from '../../integrations/push/index.js';
import { Clock } from '../../platform/clock/index.js';
import { Outbox, PermanentFailure, TryLater } from '../../platform/queue/index.js';
import { AppLinks } from '../app-links.js';
import { db } from '../notifications.tables.js';
import { PLACES, pushMessage } from './push-message.js';
import { PushDue, type PushNews } from './push.events.js';

/** Tells browsers that work has ended. */
@Injectable()
export class PushNewsService {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly outbox: Outbox,
    private readonly links: AppLinks,
    private readonly sender: PushSender,
  ) {}

  /** Notes one message for each browser of a user. @param key stable for the act: noted twice, it is sent once */
  async spread(key: string, userId: string, news: PushNews): Promise<void> {
    if (this.sender.publicKey === null) return;
    await this.em.fork().transactional(async (em) => {
      const rows = await this.reachable(em, userId).select('id').orderBy('id').execute();
      for (const { id } of rows)
        await this.outbox.add(em, PushDue, { userId, subscriptionId: id, ...news }, { dedupeKey: `push:${key}:${id}` });
    });
  }

  /** Sends one message; an address where nobody is any more is forgotten. */
  async deliver({
    userId,
    subscriptionId,
    ...what
  }: PushNews & { userId: string; subscriptionId: string }): Promise<void> {
    const em = this.em.fork();
    const target = await this.reachable(em, userId)
      .select(['endpoint', 'p256dh', 'auth'])
      .where('id', '=', subscriptionId)
      .executeTakeFirst();
    if (!target) return;
    const { path, query } = PLACES[what.news](what.subjectId, what.startedRunId);
    const result = await this.send(target, what, this.links.to(path, query));
    // Renewed meanwhile under another address or key: then it is another one that is gone.
    if (result === 'gone')
      await db(em)
        .deleteFrom('push_subscription')
        .where('id', '=', subscriptionId)
        .where('endpoint', '=', target.endpoint)
        .where('p256dh', '=', target.p256dh)
        .execute();
  }

  /** Whose session holds, and who may be told: the same where a message is noted and where it is sent. */
  private reachable(em: EntityManager, userId: string) {
    return db(em)
      .selectFrom('push_subscription')
      .where('user_id', '=', userId)
      .where('user_id', 'in', pushReaders(em))
      .where('session_id', 'in', openSessions(em, this.clock.now()));
  }

  private async send(target: PushTarget, { news, subjectId }: PushNews, navigate: string): Promise<'sent' | 'gone'> {
    try {
      return await this.sender.send(target, pushMessage(news, subjectId, navigate));
    } catch (error) {
      if (error instanceof PushServiceBusy)
        throw new TryLater(error.message, error.retryAfterMs ?? 0, { cause: error.cause });
      if (error instanceof PushRefused) throw new PermanentFailure(error.message);
      throw error;
    }
  }
}
