import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { z } from 'zod';
import { AppError } from '../platform/errors/index.js';
import { CurrentUser, EntityId, IdempotencyKey, Operation, RateLimiter, type Principal } from '../platform/http/index.js';
import { CurrentSubscription, OrderBody, OrderView, PlanList } from './billing.schemas.js';
import { viewOrder, viewPlan, viewSubscription } from './billing.views.js';
import { OrdersService } from './orders.service.js';
import { PlansService } from './plans.service.js';
import { SubscriptionsService } from './subscriptions.service.js';
import { SynchronisationService } from './synchronisation.service.js';

@ApiTags('billing')
@Controller()
export class BillingController {
  constructor(
    private readonly plans: PlansService,
    private readonly orders: OrdersService,
    private readonly subscriptions: SubscriptionsService,
    private readonly synchronisation: SynchronisationService,
    private readonly limiter: RateLimiter,
  ) {}

  @Get('plans')
  @Operation({ summary: 'Plans on sale', access: 'public', response: PlanList })
  async listPlans() {
    return { items: (await this.plans.list()).map(viewPlan) };
  }

  @Post('orders')
  @Operation({ summary: 'Order a plan; answers with the checkout', access: 'user', status: 201, body: OrderBody, response: OrderView, idempotent: true, errors: ['already_subscribed', 'downgrade_not_allowed', 'plan_unknown', 'payment_provider_unavailable'] })
  async createOrder(@CurrentUser() principal: Principal, @Body({ schema: OrderBody }) body: z.infer<typeof OrderBody>, @IdempotencyKey() key: string) {
    return viewOrder(await this.orders.create(principal.userId, body, key));
  }

  @Get('orders/:id')
  @Operation({ summary: 'One order', access: 'user', response: OrderView, ids: ['id'] })
  async getOrder(@CurrentUser() principal: Principal, @Param('id', EntityId) id: string) {
    return viewOrder(await this.orders.get(principal.userId, id));
  }

  @Get('orders/by-session/:sessionId')
  @Operation({ summary: 'The order a checkout belongs to', access: 'user', response: OrderView, errors: ['not_found'] })
  async getOrderBySession(@CurrentUser() principal: Principal, @Param('sessionId') sessionId: string) {
    if (!/^\w{1,200}$/.test(sessionId)) throw new AppError('not_found');
    return viewOrder(await this.orders.byCheckout(principal.userId, sessionId));
  }

  @Get('subscription')
  @Operation({ summary: 'The running subscription, or the cancelled one still in its period', access: 'user', scope: 'account:read', response: CurrentSubscription })
  async getSubscription(@CurrentUser() principal: Principal) {
    return this.currentSubscription(principal.userId);
  }

  @Post('subscription/synchronise')
  @Operation({ summary: 'Read the payment provider again and grant what is missing', access: 'user', status: 200, response: CurrentSubscription, errors: ['rate_limited', 'payment_provider_unavailable'] })
  async synchroniseSubscription(@CurrentUser() principal: Principal) {
    await this.limiter.consume({ name: 'synchronise', points: 30, seconds: 300 }, principal.userId);
    await this.synchronisation.synchroniseUser(principal.userId);
    return this.currentSubscription(principal.userId);
  }

  private async currentSubscription(userId: string) {
    const current = await this.subscriptions.current(userId);
    return { subscription: current ? viewSubscription(current, await this.plans.get(current.planId)) : null };
  }
}

