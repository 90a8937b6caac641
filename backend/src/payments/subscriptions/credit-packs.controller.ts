import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CreditPackList, PacksService, viewPack } from '../../catalogue/index.js';
import { CurrentUser, Operation, type Principal } from '../../platform/http/index.js';
import { SubscriptionsService } from './subscriptions.service.js';

/** Stands here and not with the catalogue, since what is sold depends on the subscription. */
@ApiTags('billing')
@Controller('credit-packs')
export class CreditPacksController {
  constructor(
    private readonly packs: PacksService,
    private readonly subscriptions: SubscriptionsService,
  ) {}

  @Get()
  @Operation({
    summary: 'Credit packs this user may buy now',
    description:
      'Some packs belong to an active subscription. Orders are placed by a person with a session: a key spends credits and buys none.',
    access: 'user',
    scope: 'account:read',
    response: CreditPackList,
  })
  async listCreditPacks(@CurrentUser() principal: Principal) {
    const isSubscriber = await this.subscriptions.mayBuyPacks(principal.userId);
    const items = (await this.packs.list(isSubscriber ? 'subscribers' : 'everybody')).map(viewPack);
    return { purchasable: isSubscriber || items.length > 0, items };
  }
}
