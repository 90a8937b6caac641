import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentUser, Operation, type Principal } from '../../platform/http/index.js';
import { CreditPackList, PlanList } from '../billing.schemas.js';
import { viewPack, viewPlan } from '../billing.views.js';
import { PacksService } from '../packs/packs.service.js';
import { SubscriptionsService } from '../subscriptions/subscriptions.service.js';
import { PlansService } from './plans.service.js';

@ApiTags('billing')
@Controller()
export class CatalogueController {
  constructor(
    private readonly plans: PlansService,
    private readonly packs: PacksService,
    private readonly subscriptions: SubscriptionsService,
  ) {}

  @Get('plans')
  @Operation({ summary: 'Plans on sale', access: 'public', response: PlanList })
  async listPlans() {
    return { items: (await this.plans.list()).map(viewPlan) };
  }

  @Get('credit-packs')
  @Operation({
    summary: 'Credit packs this user may buy now',
    access: 'user',
    scope: 'account:read',
    response: CreditPackList,
  })
  async listCreditPacks(@CurrentUser() principal: Principal) {
    const purchasable = await this.subscriptions.mayBuyPacks(principal.userId);
    return { purchasable, items: purchasable ? (await this.packs.list()).map(viewPack) : [] };
  }
}
