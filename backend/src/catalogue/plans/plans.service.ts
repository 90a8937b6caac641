import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { facts } from '../../facts/index.js';
import { PaymentProvider } from '../../integrations/payments/index.js';
import { Clock } from '../../platform/clock/index.js';
import { AppError } from '../../platform/errors/index.js';
import { PlanPrice } from './plan-price.entity.js';
import { Plan } from './plan.entity.js';

/** A plan together with what somebody pays for it, who may have subscribed when it cost something else. */
export interface PricedPlan {
  plan: Plan;
  priceRappen: number;
}

@Injectable()
export class PlansService {
  constructor(
    private readonly em: EntityManager,
    private readonly payments: PaymentProvider,
    private readonly clock: Clock,
  ) {}

  list(): Promise<Plan[]> {
    return this.em.find(Plan, {}, { orderBy: { sortOrder: 'asc' } });
  }

  /** @throws AppError `plan_unknown`. */
  async get(id: string): Promise<Plan> {
    const plan = await this.em.findOne(Plan, { id });
    if (!plan) throw new AppError('plan_unknown');
    return plan;
  }

  /** @returns null for a price that none of our plans has or had. */
  async byProviderPrice(em: EntityManager, priceId: string): Promise<PricedPlan | null> {
    const price = await em.findOne(PlanPrice, { providerPriceId: priceId });
    const plan = price && (await em.findOne(Plan, { id: price.planId }));
    return plan ? { plan, priceRappen: price.priceRappen } : null;
  }

  /** The plan's price at the provider, published there when first needed. */
  async providerPrice(plan: Plan): Promise<string> {
    return plan.providerPriceId ?? this.publish(plan);
  }

  /** Makes products and prices at the provider what our plans say. */
  async publishAll(): Promise<void> {
    for (const plan of await this.list()) await this.publish(plan);
  }

  /** Writes the plans of the facts; a changed price is published anew. */
  static async seed(em: EntityManager): Promise<void> {
    for (const [index, plan] of facts.plans.entries()) {
      await em.execute(
        `insert into plan (id, name, price_rappen, credits, recommended, sort_order) values (?, ?, ?, ?, ?, ?)
         on conflict (id) do update set name = excluded.name, credits = excluded.credits, recommended = excluded.recommended, sort_order = excluded.sort_order,
           provider_price_id = case when plan.price_rappen = excluded.price_rappen then plan.provider_price_id end, price_rappen = excluded.price_rappen`,
        [plan.id, plan.name, plan.priceRappen, plan.credits, plan.recommended, index],
      );
    }
  }

  private async publish(plan: Plan): Promise<string> {
    const priceId = await this.payments.ensurePrice(plan);
    await this.em.fork().transactional(async (em) => {
      await em.execute(
        'insert into plan_price (provider_price_id, plan_id, price_rappen, published_at) values (?, ?, ?, ?) on conflict (provider_price_id) do nothing',
        [priceId, plan.id, plan.priceRappen, this.clock.now()],
      );
      await em.execute('update plan set provider_price_id = ? where id = ? and price_rappen = ?', [
        priceId,
        plan.id,
        plan.priceRappen,
      ]);
    });
    return priceId;
  }
}
