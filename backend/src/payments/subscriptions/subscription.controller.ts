import { Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { z } from 'zod';
import { CurrentUser, Operation, RateLimiter, type Principal } from '../../platform/http/index.js';
import {
  CurrentSubscription,
  PortalView,
  SynchronisedSubscription,
  UpgradeQuote,
  UpgradeQuoteQuery,
} from './subscription.schemas.js';
import { viewQuote, viewSubscription } from './subscription.views.js';
import { PlansService } from '../../catalogue/index.js';
import { SynchronisationService } from '../synchronisation/synchronisation.service.js';
import { SubscriptionCommandsService } from './subscription-commands.service.js';
import { SubscriptionsService } from './subscriptions.service.js';
import { UpgradesService } from './upgrades.service.js';

@ApiTags('billing')
@Controller('subscription')
export class SubscriptionController {
  constructor(
    private readonly plans: PlansService,
    private readonly subscriptions: SubscriptionsService,
    private readonly commands: SubscriptionCommandsService,
    private readonly upgrades: UpgradesService,
    private readonly synchronisation: SynchronisationService,
    private readonly limiter: RateLimiter,
  ) {}

  @Get()
  @Operation({
    summary: 'The running subscription, or the canceled one still in its period',
    description:
      'With what the next renewal costs, a payment that failed, an upgrade that waits to be paid, and whether anything may be ordered now. `subscription` is null without a plan.',
    access: 'user',
    scope: 'account:read',
    response: CurrentSubscription,
  })
  async getSubscription(@CurrentUser() principal: Principal) {
    return this.view(principal.userId);
  }

  @Get('upgrade-quote')
  @Operation({
    summary: 'What a higher plan would cost and bring now',
    description: 'Good for half an hour at most; the order names the moment it was made for.',
    access: 'user',
    response: UpgradeQuote,
    errors: [
      'validation',
      'no_subscription',
      'subscription_ending',
      'not_an_upgrade',
      'downgrade_not_allowed',
      'upgrade_waiting',
      'upgrade_not_now',
      'quote_expired',
      'rate_limited',
      'payment_provider_unavailable',
    ],
  })
  async quoteUpgrade(
    @CurrentUser() principal: Principal,
    @Query({ schema: UpgradeQuoteQuery }) { planId }: z.infer<typeof UpgradeQuoteQuery>,
  ) {
    await this.limiter.consume({ name: 'upgrade-quote', points: 60, seconds: 300 }, principal.userId);
    return viewQuote(await this.upgrades.quote(principal.userId, planId));
  }

  @Post('cancel')
  @Operation({
    summary: 'End the subscription with its paid period',
    description: 'Credits stay as long as the account; the cancellation can be taken back until the period ends.',
    access: 'user',
    status: 200,
    response: CurrentSubscription,
    errors: ['no_subscription', 'payment_provider_unavailable'],
  })
  async cancelSubscription(@CurrentUser() principal: Principal) {
    await this.commands.cancel(principal.userId);
    return this.view(principal.userId);
  }

  @Post('resume')
  @Operation({
    summary: 'Take a cancellation back before the period ends',
    description: 'The plan renews as it would have.',
    access: 'user',
    status: 200,
    response: CurrentSubscription,
    errors: ['no_subscription', 'payment_provider_unavailable'],
  })
  async resumeSubscription(@CurrentUser() principal: Principal) {
    await this.commands.resume(principal.userId);
    return this.view(principal.userId);
  }

  @Post('portal')
  @Operation({
    summary: 'The page of the payment provider where the card is changed',
    description: 'The address is good for a short time and opens the page of this customer: give it to nobody else.',
    access: 'user',
    status: 200,
    response: PortalView,
    errors: ['no_subscription', 'payment_provider_unavailable'],
  })
  async openBillingPortal(@CurrentUser() principal: Principal) {
    return { url: await this.commands.openPortal(principal.userId) };
  }

  @Post('synchronise')
  @Operation({
    summary: 'Read the payment provider again and grant what is missing',
    description:
      "After coming back from the payment page, where the provider's message may still be on its way. It can be called again, 30 times in five minutes at most: nothing is granted twice.",
    access: 'user',
    status: 200,
    response: SynchronisedSubscription,
    errors: ['rate_limited', 'payment_provider_unavailable'],
  })
  async synchroniseSubscription(@CurrentUser() principal: Principal) {
    await this.limiter.consume({ name: 'synchronise', points: 30, seconds: 300 }, principal.userId);
    const creditsGranted = await this.synchronisation.synchroniseUser(principal.userId);
    return { ...(await this.view(principal.userId)), creditsGranted };
  }

  private async view(userId: string) {
    const { subscription, ...billing } = await this.subscriptions.billingStatus(userId);
    if (!subscription) return { subscription: null, ...billing };
    const waiting = subscription.waitingPlanId ? await this.plans.get(subscription.waitingPlanId) : null;
    return {
      subscription: viewSubscription(
        subscription,
        await this.plans.get(subscription.planId),
        waiting,
        await this.subscriptions.announcedPrices(subscription),
      ),
      ...billing,
    };
  }
}
