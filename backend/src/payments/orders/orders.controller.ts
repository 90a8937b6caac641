import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { isProviderId } from '../../integrations/payments/index.js';
import { Clock } from '../../platform/clock/index.js';
import { AppError } from '../../platform/errors/index.js';
import {
  CurrentUser,
  EntityId,
  IdempotencyKey,
  Operation,
  PageQuery,
  RateLimiter,
  type Principal,
} from '../../platform/http/index.js';
import { OrderBody, OrderPage, OrderView } from './orders.schemas.js';
import { viewOrder } from './orders.views.js';
import { OrdersService } from './orders.service.js';

const REFUSALS = [
  'already_subscribed',
  'downgrade_not_allowed',
  'plan_unknown',
  'pack_unknown',
  'subscription_required',
  'not_an_upgrade',
  'no_subscription',
  'subscription_ending',
  'upgrade_waiting',
  'upgrade_not_now',
  'quote_expired',
  'purchases_blocked',
  'payment_provider_unavailable',
  'rate_limited',
] as const;

/** More than anybody orders, fewer than would keep the others waiting. */
const ORDERS_PER_CUSTOMER = { name: 'order', points: 30, seconds: 600 };

@ApiTags('billing')
@Controller()
export class OrdersController {
  constructor(
    private readonly orders: OrdersService,
    private readonly limiter: RateLimiter,
    private readonly clock: Clock,
  ) {}

  @Post('orders')
  @Operation({
    summary: 'Order a plan, a credit pack or an upgrade; answers with where to pay',
    description:
      'What was agreed is recorded first, with price, VAT and the texts that applied; the same key again answers with the same order. An upgrade needs the quote that was shown.',
    access: 'user',
    status: 201,
    body: OrderBody,
    response: OrderView,
    idempotent: true,
    errors: [...REFUSALS],
  })
  async createOrder(
    @CurrentUser() principal: Principal,
    @Body({ schema: OrderBody }) body: OrderBody,
    @IdempotencyKey() key: string,
  ) {
    await this.limiter.consume(ORDERS_PER_CUSTOMER, principal.userId);
    return viewOrder(await this.orders.create(principal.userId, body, key), this.clock.now());
  }

  @Get('orders')
  @Operation({
    summary: 'Orders, newest first',
    description:
      'Of plans, packs and upgrades that were paid, are open, or were withdrawn from; those that came to nothing are left out.',
    access: 'user',
    scope: 'account:read',
    response: OrderPage,
  })
  async listOrders(@CurrentUser() principal: Principal, @Query({ schema: PageQuery }) page: PageQuery) {
    const { items, nextCursor } = await this.orders.list(principal.userId, page);
    return { items: items.map((order) => viewOrder(order, this.clock.now())), nextCursor };
  }

  @Get('checkout-sessions/:sessionId/order')
  @Operation({
    summary: 'The order a checkout belongs to',
    description: "By the id with which the payment page leads back; another customer's answers 404.",
    access: 'user',
    response: OrderView,
    errors: ['not_found'],
  })
  async getOrderBySession(@CurrentUser() principal: Principal, @Param('sessionId') sessionId: string) {
    if (!isProviderId(sessionId)) throw new AppError('not_found');
    return viewOrder(await this.orders.byCheckout(principal.userId, sessionId), this.clock.now());
  }

  @Get('orders/:id')
  @Operation({
    summary: 'One order',
    description: "Another customer's answers 404.",
    access: 'user',
    response: OrderView,
    ids: ['id'],
  })
  async getOrder(@CurrentUser() principal: Principal, @Param('id', EntityId) id: string) {
    return viewOrder(await this.orders.get(principal.userId, id), this.clock.now());
  }
}
