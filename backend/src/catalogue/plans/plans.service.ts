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
    return this.em.find(Plan, {}, { orderBy: { sortOrder: 'asc' }, refresh: true });
  }

  /** @throws AppError `plan_unknown`. */
  async get(id: string, em: EntityManager = this.em): Promise<Plan> {
    const plan = await em.findOne(Plan, { id }, { refresh: true });
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

  /**
   * The price at the provider of a plan that costs, or has cost, so much; published there when first needed. Written down by itself,
   * whatever becomes of the caller's transaction: what a subscription pays there must be known here.
   */
  async providerPriceAt(plan: Plan, priceRappen: number): Promise<string> {
    const em = this.em.fork();
    const known = await db(em)
      .selectFrom('plan_price')
      .select('provider_price_id')
      .where('plan_id', '=', plan.id)
      .where('price_rappen', '=', priceRappen)
      .orderBy('published_at', 'desc')
      .executeTakeFirst();
    if (known) return known.provider_price_id;
    const priceId = await this.payments.ensurePrice({ id: plan.id, name: plan.name, priceRappen });
    await this.notePrice(em, plan.id, priceId, priceRappen);
    return priceId;
  }

  /** What new orders of a plan paid at a moment; what they pay now where no price is known from before it. */
  async priceAt(em: EntityManager, plan: Plan, moment: Date): Promise<number> {
    const earlier = { planId: plan.id, publishedAt: { $lte: moment } };
    const price = await em.findOne(PlanPrice, earlier, { orderBy: { publishedAt: 'desc' } });
    return price?.priceRappen ?? plan.priceRappen;
  }

  /** Nobody else changes the price of this plan before the transaction ends. */
  async lock(em: EntityManager, planId: string): Promise<void> {
    await db(em).selectFrom('plan').select('id').where('id', '=', planId).forNoKeyUpdate().execute();
  }

  /** An announced price is what new orders pay from now on; joins the transaction of the announcement. */
  async changePrice(em: EntityManager, planId: string, priceRappen: number): Promise<void> {
    await db(em)
      .updateTable('plan')
      .set({ price_rappen: priceRappen, priced_at: this.clock.now(), provider_price_id: null })
      .where('id', '=', planId)
      .where('price_rappen', '<>', priceRappen)
      .execute();
  }

  /** Makes products and prices at the provider what our plans say. */
  async publishAll(): Promise<void> {
    for (const plan of await this.list()) await this.publish(plan);
  }

  /** Writes the plans of the facts; a price that changed there is published anew, and otherwise the announced one stays. */
  static async seed(em: EntityManager): Promise<void> {
    const isNew = sql<boolean>`plan.seeded_rappen is distinct from excluded.price_rappen`;
    for (const [index, plan] of facts.plans.entries()) {
      const { id, name, credits, recommended } = plan;
      const details = { name, credits, recommended, sort_order: index, seeded_rappen: plan.priceRappen };
      await db(em)
        .insertInto('plan')
        .values({ id, ...details, price_rappen: plan.priceRappen })
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet({
            ...details,
            price_rappen: sql<number>`case when ${isNew} then excluded.price_rappen else plan.price_rappen end`,
            priced_at: sql<Date | null>`case when ${isNew} and plan.price_rappen <> excluded.price_rappen then now() else plan.priced_at end`,
            provider_price_id: sql<
              string | null
            >`case when ${isNew} and plan.price_rappen <> excluded.price_rappen then null else plan.provider_price_id end`,
          }),
        )
        .execute();
    }
  }

  private async publish(plan: Plan): Promise<string> {
    const priceId = await this.payments.ensurePrice(plan);
    await this.em.fork().transactional(async (em) => {
      await this.notePrice(em, plan.id, priceId, plan.priceRappen);
      await db(em)
        .updateTable('plan')
        .set({ provider_price_id: priceId })
        .where('id', '=', plan.id)
        .where('price_rappen', '=', plan.priceRappen)
        .execute();
    });
    return priceId;
  }

  private async notePrice(em: EntityManager, planId: string, priceId: string, priceRappen: number): Promise<void> {
    await db(em)
      .insertInto('plan_price')
      .values({
        provider_price_id: priceId,
        plan_id: planId,
        price_rappen: priceRappen,
        published_at: this.clock.now(),
      })
      .onConflict((conflict) => conflict.column('provider_price_id').doNothing())
      .execute();
  }
}
