import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { facts } from '../../facts/index.js';
import { PaymentProvider } from '../../integrations/payments/index.js';
import { Clock } from '../../platform/clock/index.js';
import { AppError } from '../../platform/errors/index.js';
import { PlanPrice } from './plan-price.entity.js';
import { Plan } from './plan.entity.js';
import { db } from '../catalogue.tables.js';

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
      const { id, name, credits, recommended } = plan;
      const details = { name, credits, recommended, price_rappen: plan.priceRappen, sort_order: index };
      await db(em)
        .insertInto('plan')
        .values({ id, ...details })
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet({
            ...details,
            provider_price_id: sql<
              string | null
            >`case when plan.price_rappen = excluded.price_rappen then plan.provider_price_id end`,
          }),
        )
        .execute();
    }
  }

  private async publish(plan: Plan): Promise<string> {
    const priceId = await this.payments.ensurePrice(plan);
    await this.em.fork().transactional(async (em) => {
      await db(em)
        .insertInto('plan_price')
        .values({
          provider_price_id: priceId,
          plan_id: plan.id,
          price_rappen: plan.priceRappen,
          published_at: this.clock.now(),
        })
        .onConflict((conflict) => conflict.column('provider_price_id').doNothing())
        .execute();
      await db(em)
        .updateTable('plan')
        .set({ provider_price_id: priceId })
        .where('id', '=', plan.id)
        .where('price_rappen', '=', plan.priceRappen)
        .execute();
    });
    return priceId;
  }
}
