import { Injectable, type OnModuleInit } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AccountFacetRegistry } from '../accounts/index.js';
import { Clock } from '../platform/clock/index.js';
import { Subscription } from './subscription.entity.js';

@Injectable()
export class SubscriptionsService implements OnModuleInit {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly facets: AccountFacetRegistry,
  ) {}

  onModuleInit(): void {
    this.facets.register('plan', async (userId) => {
      const current = await this.current(userId);
      const active = current !== null && (current.status === 'active' || current.status === 'past_due');
      return { active, nextGrant: active && !current.cancelAtPeriodEnd ? { credits: current.creditsPerPeriod, at: current.currentPeriodEnd } : null };
    });
  }

  /** Of these users, those with a running subscription. */
  async subscribersAmong(userIds: string[]): Promise<Set<string>> {
    const running = await this.em.find(Subscription, { userId: { $in: userIds }, status: { $in: ['active', 'past_due'] } }, { fields: ['userId'] });
    return new Set(running.map((subscription) => subscription.userId));
  }

  /** The running subscription; else the latest one that is cancelled but still in its paid period; else null. */
  async current(userId: string): Promise<Subscription | null> {
    const all = await this.em.find(Subscription, { userId }, { orderBy: { startedAt: 'desc' }, refresh: true });
    const running = all.find((subscription) => subscription.status === 'active' || subscription.status === 'past_due');
    return running ?? all.find((subscription) => subscription.status === 'canceled' && subscription.currentPeriodEnd > this.clock.now()) ?? null;
  }
}
