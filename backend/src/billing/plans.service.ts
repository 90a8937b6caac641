import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { facts } from '../facts/index.js';
import { PaymentProvider } from '../integrations/payments/index.js';
import { AppError } from '../platform/errors/index.js';
import { Plan } from './plan.entity.js';

@Injectable()
export class PlansService {
  constructor(
    private readonly em: EntityManager,
    private readonly payments: PaymentProvider,
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

  async byProviderPrice(em: EntityManager, priceId: string): Promise<Plan | null> {
    return em.findOne(Plan, { providerPriceId: priceId });
  }

  /** The plan's price at the provider, published there when first needed. */
  async providerPrice(plan: Plan): Promise<string> {
    if (plan.providerPriceId) return plan.providerPriceId;
    const priceId = await this.payments.ensurePrice(plan);
    await this.em.nativeUpdate(Plan, { id: plan.id }, { providerPriceId: priceId });
    return priceId;
  }

  /** Writes the plans of the facts; a changed price is published anew at its next sale. */
  async seed(em: EntityManager): Promise<void> {
    for (const [index, plan] of facts.plans.entries()) {
      await em.execute(
        `insert into plan (id, name, price_rappen, credits, recommended, sort_order) values (?, ?, ?, ?, ?, ?)
         on conflict (id) do update set name = excluded.name, credits = excluded.credits, recommended = excluded.recommended, sort_order = excluded.sort_order,
           provider_price_id = case when plan.price_rappen = excluded.price_rappen then plan.provider_price_id end, price_rappen = excluded.price_rappen`,
        [plan.id, plan.name, plan.priceRappen, plan.credits, plan.recommended, index],
      );
    }
  }
}
